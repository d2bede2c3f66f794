import { describe, expect, it } from "vitest";
import type { OnlineListDto, OnlineRegionDto } from "../ipc/bindings";
import { AppError } from "../ipc/errors";
import { linesOf, Online } from "./online.svelte";

const region = (id: string, parent: string | null, name: string, code = ""): OnlineRegionDto => ({
  id,
  parent,
  name,
  codes: code ? [code] : [],
  downloadable: true,
  have_bytes: 0,
  installed: false,
});

const REGIONS = [
  region("europe", null, "Europe"),
  region("georgia", "europe", "Georgia (Eastern Europe)", "GE"),
  region("north-america", null, "North America"),
  region("us", "north-america", "United States of America", "US"),
  region("us/georgia", "us", "Georgia", "US-GA"),
  region("liechtenstein", "europe", "Liechtenstein", "LI"),
];

describe("the tree of regions", () => {
  const shown = (opened: string[], search: string): string =>
    linesOf(REGIONS, new Set(opened), search)
      .map((line) => "-".repeat(line.depth) + line.region.id)
      .join(" ");

  it("shows what is open", () => {
    expect(shown([], "")).toBe("europe north-america");
    expect(shown(["europe"], "")).toBe("europe -georgia -liechtenstein north-america");
    expect(shown(["us"], "")).toBe("europe north-america");
  });
  it("shows what a search finds, with everything above it", () => {
    expect(shown([], "georgia")).toBe("europe -georgia north-america -us --us/georgia");
    expect(shown([], " LI ")).toBe("europe -liechtenstein");
    expect(shown([], "us-ga")).toBe("north-america -us --us/georgia");
    expect(shown([], "atlantis")).toBe("");
  });
});

describe("what is asked of the network", () => {
  const list = (at: number | null): OnlineListDto => ({ address: "https://d.example", at, on: true, regions: REGIONS });
  const asks: string[] = [];
  const client = {
    regions_online: async (refresh: boolean) => {
      asks.push(refresh ? "fetch" : "look");
      return list(refresh ? 1 : null);
    },
    region_size: async (id: string) => {
      asks.push(`size ${id}`);
      if (id === "europe") throw new AppError({ code: "network", args: { why: "slow" }, retryable: true, places: [] });
      return { id, name: id, bytes: 1_000_000, have_bytes: 0 };
    },
    region_download_discard: async () => null,
    job_cancel: async () => null,
  };

  it("is one thing at a press, and nothing by itself", async () => {
    const online = new Online(() => client, () => "job");
    expect(asks).toEqual([]);
    await online.look();
    await online.fetch();
    await online.size("liechtenstein");
    expect(asks).toEqual(["look", "fetch", "size liechtenstein"]);
    expect(online.sizes.get("liechtenstein")?.bytes).toBe(1_000_000);
    await online.size("europe");
    expect(online.error?.args.why).toBe("slow");
    expect(online.sizes.has("europe")).toBe(false);
    expect(online.asking).toBe("");
  });
});
