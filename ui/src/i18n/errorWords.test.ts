import { afterEach, describe, expect, it } from "vitest";
import type { ErrorCode } from "../ipc/bindings";
import { errorWords } from "./errorWords";
import { locale } from "./index.svelte";

/** Typed by the wire's own union: a new code doesn't compile here until it is listed. */
const codes: Record<ErrorCode, true> = {
  no_region: true,
  locked: true,
  wrong_passphrase: true,
  keyring: true,
  outside_region: true,
  unknown_place: true,
  no_destination: true,
  no_origin: true,
  no_route: true,
  no_such_memory: true,
  no_such_plan: true,
  no_such_trace: true,
  bad_request: true,
  bad_file: true,
  region_damaged: true,
  disk_full: true,
  io: true,
  newer_database: true,
  damaged_database: true,
  second_instance: true,
  network: true,
  cancelled: true,
  budget: true,
  erase_unfinished: true,
  internal: true,
};

afterEach(() => {
  locale.lang = "en";
});

describe.each(["zh", "en"] as const)("every failure has words in %s", (lang) => {
  it.each(Object.keys(codes) as ErrorCode[])("%s", (code) => {
    locale.lang = lang;
    const words = errorWords({ code, args: {} });
    const own = code === "internal" || words.what !== errorWords({ code: "internal", args: {} }).what;
    expect(own).toBe(true);
    for (const sentence of Object.values(words)) {
      expect(sentence.length).toBeGreaterThan(3);
      expect(sentence).not.toMatch(/[{}]|undefined/);
      expect(/[\u4e00-\u9fff]/.test(sentence)).toBe(lang === "zh");
    }
  });
});

describe("bad files", () => {
  const cases: [Record<string, string>, string, string][] = [
    [{ why: "truncated", percent: "61" }, "This file stops at 61%.", "这个文件只有 61%。"],
    [{ why: "truncated", file: "a.osm.pbf" }, "“a.osm.pbf” ends too early.", "「a.osm.pbf」不完整。"],
    [{ why: "html" }, "This file is a web page, not a map.", "这个文件是网页，不是地图。"],
    [{ why: "zip" }, "This file is packed as a zip.", "这个文件是 zip 压缩包。"],
    [{ why: "empty" }, "This file is empty.", "这个文件是空的。"],
    [{ why: "not_osm" }, "This file isn't OpenStreetMap data.", "这个文件不是 OpenStreetMap 数据。"],
    [{ why: "of a later version" }, "This file isn't OpenStreetMap data.", "这个文件不是 OpenStreetMap 数据。"],
  ];
  it.each(cases)("%o", (args, en, zh) => {
    expect(errorWords({ code: "bad_file", args }).what).toBe(en);
    locale.lang = "zh";
    expect(errorWords({ code: "bad_file", args }).what).toBe(zh);
  });
  it("names the byte where it is known and no percentage says it better", () => {
    const at = { why: "not_osm", byte: "12345" };
    expect(errorWords({ code: "bad_file", args: at }).why).toContain("byte 12,345");
    expect(errorWords({ code: "bad_file", args: { ...at, percent: "61" } }).why).not.toContain("12,345");
  });
});

describe("an unknown place", () => {
  it("is named when the failure names it, and only offers what there is", () => {
    const near = errorWords({ code: "unknown_place", args: { name: "Larvoto" }, places: [{}] });
    expect([near.what, near.next]).toEqual([
      "I don't know “Larvoto”.",
      "Choose one of the nearest names, or click the place on the map.",
    ]);
    expect(errorWords({ code: "unknown_place", args: {}, places: [] }).next).toContain("Nothing on the map");
  });
});
