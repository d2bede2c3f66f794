import { afterEach, describe, expect, it } from "vitest";
import type { ReceiptDto } from "../ipc/bindings";
import { locale } from "../i18n/index.svelte";
import { receiptText } from "./receipt";

const done: ReceiptDto = {
  complete: true,
  erased: 2,
  files: 38,
  found: 0,
  bytes_read: 212_000_000,
  seconds: 1.84,
  groups: [
    { name: "memory", files: 4, found: 0 },
    { name: "a later kind", files: 1, found: 0 },
  ],
  at: 1_795_910_400,
  unfinished: "",
};

afterEach(() => {
  locale.lang = "en";
});

describe("a saved receipt", () => {
  it("says what was scanned and where", () => {
    const text = receiptText(done);
    for (const fact of ["Erased. Nothing was found.", "38 files scanned", "0 traces found", "1.8 s, 212 MB read"]) {
      expect(text).toContain(fact);
    }
    expect(text).toContain("- Memories, search index, vectors: 4 files, 0 found");
    expect(text).toContain("- Everything else in the folder: 1 file, 0 found");
  });
  it("of an unfinished erasure never says erased, and says what to do", () => {
    const text = receiptText({ ...done, complete: false, found: 3, unfinished: "reader" });
    expect(text).toContain("Not finished");
    expect(text).not.toContain("Nothing was found");
    expect(text).toContain("Another program is reading the file");
  });
  it("names what was found rather than a file that can't be read", () => {
    expect(receiptText({ ...done, complete: false, found: 3, unfinished: "file" })).toContain("was still found");
    expect(receiptText({ ...done, complete: false, found: 0, unfinished: "file" })).toContain("could not be read");
  });
  it("says when map files were left out", () => {
    expect(receiptText(done)).toContain("Map files are left out");
    const all = { ...done, groups: [{ name: "regions", files: 9, found: 0 }] };
    expect(receiptText(all)).not.toContain("Map files are left out");
  });
  it("speaks Chinese too", () => {
    locale.lang = "zh";
    expect(receiptText(done)).toContain("已彻底抹除，没有残留。");
    expect(receiptText(done)).toContain("38 个文件已扫描");
  });
});
