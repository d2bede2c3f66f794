import type { OnlineRegionDto, RegionDto, StatusDto } from "../bindings";
import type { Client } from "../client";
import { fail, later, runJob, type FakeState } from "./index";
import { DAY, NOW } from "./now";

export { DAY, NOW };

export const MONACO: RegionDto = {
  id: "monaco",
  name: "Monaco and the Corniches",
  bbox: [7.36, 43.69, 7.5, 43.78],
  source: "monaco.osm.pbf",
  data_at: NOW - 30 * DAY,
  imported_at: NOW - 2 * DAY,
  size_bytes: 6_412_300,
  nodes: 8_214,
  road_km: 612,
  names: 3_907,
  skipped: 4,
  problem: "",
};

export function initialStatus(params: URLSearchParams): StatusDto {
  const first = params.get("fake") === "first";
  const noRegion = params.get("fake") === "noregion";
  return {
    version: "0.1.0",
    profile: { name: first ? "default" : "demo", demo: !first },
    profiles: first ? [{ name: "default", demo: false }] : [{ name: "default", demo: false }, { name: "demo", demo: true }],
    regions: first || noRegion ? [] : [MONACO],
    first_start: first,
    demo: !first,
    meaning: "ready",
    unconfirmed: first ? 0 : 2,
    data_dir: "~/.local/share/laolu",
    memory_bytes: 1_482_752,
    network_requests: 0,
    network_last: [],
    settings: {
      lang: params.get("lang") === "zh" ? "zh" : "en",
      theme: (params.get("theme") as "light" | "dark" | null) ?? "system",
      learning: params.get("learning") !== "0" && !first,
      welcomed: !first,
      mode: "fastest",
      avoid: [{ feature: "tunnel", strength: "rather_not", since: NOW - 200 * DAY }],
      undo_days: 30,
      routes: 3,
      coordinates: "wgs84",
      region_download: false,
      region_list: "https://download.geofabrik.de/index-v1.json",
      vehicle: { height_m: null, width_m: null, length_m: null, weight_t: null },
    },
    erase_pending: false,
  };
}

const PHASES: [string, number][] = [
  ["check", 1],
  ["read", 46_813],
  ["roads", 8_214],
  ["names", 3_907],
  ["map", 1_920],
  ["write", 6_412_300],
  ["prepare", 8_214],
];

const online = (id: string, parent: string | null, name: string, codes: string[] = []): OnlineRegionDto => ({
  id,
  parent,
  name,
  codes,
  downloadable: true,
  have_bytes: 0,
  installed: false,
});

const ONLINE: OnlineRegionDto[] = [
  online("asia", null, "Asia"),
  online("china", "asia", "China", ["CN"]),
  online("beijing", "china", "Beijing", ["CN-BJ"]),
  online("europe", null, "Europe"),
  online("liechtenstein", "europe", "Liechtenstein", ["LI"]),
  online("monaco", "europe", "Monaco", ["MC"]),
];

type RegionCommands = Pick<
  Client,
  | "status"
  | "settings_set"
  | "profile_use"
  | "start_empty"
  | "demo_install"
  | "demo_remove"
  | "region_list"
  | "region_import"
  | "region_remove"
  | "regions_online"
  | "region_size"
  | "region_download"
  | "region_download_discard"
  | "doctor"
  | "pick_file"
  | "pick_track"
  | "save_text"
  | "open_data_dir"
>;

export function fakeRegions(state: FakeState): RegionCommands {
  const set = (change: Partial<StatusDto>) => (state.status = { ...state.status, ...change });
  const demo = { name: "demo", demo: true };
  let fetched: number | null = null;
  const sent = (purpose: string) => {
    const number = state.status.network_requests + 1;
    const request = { number, at: NOW, host: "download.geofabrik.de", purpose, outcome: "ok" };
    set({ network_requests: number, network_last: [request, ...state.status.network_last] });
  };
  return {
    status: () => later(state, () => state.status),
    settings_set: (settings) => later(state, () => set({ settings })),
    profile_use: (name) => later(state, () => set({ profile: state.status.profiles.find((p) => p.name === name) ?? fail("bad_request") })),
    start_empty: async (job, onProgress) => {
      if (state.status.regions.length === 0) await runJob(job, PHASES, onProgress);
      return set({
        first_start: false,
        regions: state.status.regions.length ? state.status.regions : [MONACO],
        settings: { ...state.status.settings, welcomed: true },
      });
    },
    demo_install: async (job, onProgress) => {
      await runJob(job, [...PHASES, ["demo", 28]], onProgress);
      const profiles = state.status.profiles.filter((profile) => !profile.demo);
      return set({
        first_start: false,
        demo: true,
        profile: demo,
        profiles: [...profiles, demo],
        regions: [MONACO],
        unconfirmed: 2,
        settings: { ...state.status.settings, welcomed: true },
      });
    },
    demo_remove: () =>
      later(state, () => set({ demo: false, profile: { name: "default", demo: false }, profiles: [{ name: "default", demo: false }] })),
    region_list: () => later(state, () => state.status.regions),
    region_import: async (request, job, onProgress) => {
      const bad = new URLSearchParams(typeof location === "undefined" ? "" : location.search).get("badfile");
      if (bad) fail("bad_file", { why: bad, ...(bad === "truncated" ? { percent: "61", byte: "193986560" } : {}) });
      await runJob(job, PHASES, onProgress);
      const name = request.name || request.path.split("/").pop() || "map";
      const region: RegionDto = { ...MONACO, id: name.toLowerCase(), name, source: request.path.split("/").pop() ?? "" };
      set({ regions: [...state.status.regions.filter((r) => r.id !== region.id), region] });
      return region;
    },
    region_remove: (id) => later(state, () => set({ regions: state.status.regions.filter((region) => region.id !== id) })),
    regions_online: (refresh) =>
      later(state, () => {
        const { region_download: on, region_list: address } = state.status.settings;
        if (refresh && !on) fail("network", { why: "off" });
        const why = new URLSearchParams(typeof location === "undefined" ? "" : location.search).get("badlist");
        if (refresh && why) fail("network", { why });
        if (refresh) {
          fetched = NOW;
          sent("list");
        }
        return { address, at: fetched, on, regions: fetched === null ? [] : ONLINE };
      }),
    region_size: (id) =>
      later(state, () => {
        sent("size");
        return { id, name: ONLINE.find((region) => region.id === id)?.name ?? id, bytes: 3_162_112, have_bytes: 0 };
      }),
    region_download: async (id, job, onProgress) => {
      sent("map");
      await runJob(job, [["download", 3_162_112], ["verify", 3_162_112], ...PHASES, ["search", 1]], onProgress);
      const name = ONLINE.find((region) => region.id === id)?.name ?? id;
      const region: RegionDto = { ...MONACO, id, name, source: `${id}.osm.pbf` };
      set({ regions: [...state.status.regions.filter((r) => r.id !== region.id), region] });
      return region;
    },
    region_download_discard: () => later(state, () => null),
    doctor: () =>
      later(state, () => ({
        ok: true,
        checks: [
          { name: "memory_database", ok: true, detail: "version 1, 41 rows, 1482752 bytes" },
          { name: "erasure_finished", ok: true, detail: "" },
          { name: "meaning", ok: true, detail: "ready; 0 preferences without a vector" },
          { name: "region_monaco", ok: true, detail: "8214 junctions, 612 km of road" },
          { name: "network", ok: true, detail: "0 requests sent; nothing may be fetched" },
        ],
      })),
    pick_track: () => Promise.resolve("/home/me/drives/sunday.gpx"),
    pick_file: () => Promise.resolve("/home/me/Downloads/provence.osm.pbf"),
    save_text: () => Promise.resolve(true),
    open_data_dir: () => Promise.resolve(null),
  };
}
