// @vitest-environment jsdom
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { toasts } from "../shared/toasts.svelte";
import { close, get, open, until } from "../testing";
import UpkeepRows from "./UpkeepRows.svelte";

beforeEach(async () => {
  await open(UpkeepRows);
  await until(() => document.body.textContent!.includes("1 kept beside the file"));
});
afterEach(close);

describe("looking after the memory file", () => {
  it("takes a backup and counts it", async () => {
    get("backup-run").click();
    await until(() => document.body.textContent!.includes("2 kept beside the file"));
    expect(toasts.current?.text).toBe("Backed up, 1.5 MB.");
  });

  it("builds the indexes anew and says for how many memories", async () => {
    get("rebuild-run").click();
    await until(() => toasts.current !== null);
    expect(toasts.current?.text).toBe("Built anew for 24 memories.");
  });
});
