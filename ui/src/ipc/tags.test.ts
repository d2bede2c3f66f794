import { describe, expect, it, vi } from "vitest";
import type { Client } from "./client";
import { fakeClient } from "./fake";
import { onStale, READS, TAGS, WRITES, withTags } from "./tags";

/** Commands that neither show nor change anything a screen keeps. */
const NEITHER = ["job_cancel", "pick_file", "pick_track", "pick_trips", "pick_folder", "pick_insights", "save_text", "open_data_dir"];

describe("freshness", () => {
  it("every command is declared as a read or a write, and none as both", () => {
    const declared = [...Object.keys(READS), ...Object.keys(WRITES), ...NEITHER].sort();
    expect(declared).toEqual(Object.keys(fakeClient("")).sort());
  });

  it("no tag is dead: each is shown by a read and made stale by a write", () => {
    const shown = new Set(Object.values(READS).flat());
    const staled = new Set(Object.values(WRITES).flat());
    expect([...TAGS].filter((tag) => !shown.has(tag as never) || !staled.has(tag as never))).toEqual([]);
  });

  it("a write marks its tags once it succeeded, a failed one marks nothing", async () => {
    const run = vi.fn();
    const stop = onStale(["Memories"], run);
    const remove = vi.fn().mockRejectedValueOnce(new Error("no")).mockResolvedValueOnce({});
    const client = withTags({ memory_delete: remove } as unknown as Client);
    await client.memory_delete(["pref-1"], "en").catch(() => null);
    expect(run).toHaveBeenCalledTimes(0);
    await client.memory_delete(["pref-1"], "en");
    expect(run).toHaveBeenCalledTimes(1);
    stop();
    await client.memory_delete(["pref-1"], "en");
    expect(run).toHaveBeenCalledTimes(1);
  });

  it("what was sent is counted anew even when no answer came, and reading the kept list sends nothing", async () => {
    const run = vi.fn();
    const stop = onStale(["Status"], run);
    const online = vi.fn().mockResolvedValue({});
    const plan = vi.fn().mockRejectedValue(new Error("no answer"));
    const client = withTags({ regions_online: online, region_size: online, provider_plan: plan } as unknown as Client);
    await client.regions_online(false, "job");
    expect(run).toHaveBeenCalledTimes(0);
    await client.regions_online(true, "job");
    await client.region_size("riviera", "job");
    expect(run).toHaveBeenCalledTimes(2);
    await client.provider_plan("osrm", {} as never, "job").catch(() => null);
    expect(run).toHaveBeenCalledTimes(3);
    stop();
  });
});
