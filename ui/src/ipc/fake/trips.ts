import type { ImportBriefDto, ImportedFileDto, ImportReportDto, PlaceCandidateDto } from "../bindings";
import type { Client } from "../client";
import { fail, later, runJob, type FakeState } from "./index";
import { GRANDE, HOME, OFFICE, SEASIDE } from "./lines";
import { DAY, NOW } from "./now";

/* Drives that come in from files, and the places that they suggest. */

type TripsIn = Pick<
  Client,
  | "trips_import"
  | "trips_table"
  | "trip_imports"
  | "trips_undo"
  | "place_candidates"
  | "place_candidate_answer"
  | "commute"
  | "drive_simulate"
  | "drive_recorded"
  | "drive_record"
  | "trips_watched"
  | "trips_watch"
  | "trips_watch_look"
  | "pick_trips"
  | "pick_folder"
>;

const say = (lang: string, en: string, zh: string): string => (lang === "zh" ? zh : en);

/** A recording of this name shows where one parks. */
let lastFile = "";

function candidates(lang: string): PlaceCandidateDto[] {
  const entrance = lastFile.includes("parked");
  const base = { weekdays: 0, first_at: NOW - 34 * DAY, last_at: NOW - DAY };
  return [
    { ...base, id: "spot-1", point: { lon: HOME[0], lat: HOME[1] }, use_of: "home", name: say(lang, "Home", "家"), question: say(lang, "Home? 23 nights", "家？23 个夜晚"), visits: 48, nights: 23, stayed_s: 23 * 11 * 3600 },
    { ...base, id: "spot-2", point: { lon: OFFICE[0], lat: OFFICE[1] }, use_of: "work", name: say(lang, "Work", "公司"), question: say(lang, "Work? 19 weekdays", "公司？19 个工作日"), visits: 38, nights: 0, weekdays: 19, stayed_s: 19 * 8 * 3600 },
    { ...base, id: "spot-3", point: { lon: 7.4246, lat: 43.7311 }, use_of: "place", name: "Place d'Armes", question: say(lang, "Place d'Armes? 5 visits", "Place d'Armes？到过 5 次"), visits: 5, nights: 0, stayed_s: 5 * 2400 },
    ...(entrance ? [{ ...base, id: "gate:2:43.7551,7.4729", point: { lon: 7.4729, lat: 43.7551 }, use_of: "entrance", name: "Parking Hector Otto", question: say(lang, "Where you park for “Office”? The last 4 times", "去「公司」就停在这里？最近 4 次都是"), visits: 4, nights: 0, stayed_s: 0 }] : []),
  ];
}

const trip = (n: number) => ({
  id: `trip-${100 + n}`,
  departed_at: NOW - n * DAY,
  zone: "Europe/Monaco",
  duration_s: 1500,
  distance_m: 8200,
  via: "Basse Corniche",
  deviated: n % 3 === 0,
  sure: 0.96,
});

function fileOf(path: string, known: boolean, lang: string): ImportedFileDto {
  const file = path.split("/").pop() ?? path;
  const base: ImportedFileDto = { file, format: "gpx", why: "", text: "", points: 1482, unusable: 0, cut: false, trips: [], known: 0, forgotten: 0, poor: 0, visits: 0, outside: 0, left_out: [] };
  if (/broken|html/.test(file)) return { ...base, format: "", why: "unknown", text: say(lang, "This is no recording that Laolu can read. Export it as GPX.", "不是老路能读的记录。请导出为 GPX。"), points: 0 };
  if (known) return { ...base, known: 2 };
  if (/Timeline/.test(file)) return { ...base, format: "timeline", visits: 12, poor: 12 };
  if (/poor/.test(file)) return { ...base, trips: [trip(1)], poor: 1, left_out: [{ why: "walk", count: 2 }] };
  return { ...base, format: /csv$/.test(file) ? "csv" : "gpx", trips: [trip(2), trip(3)] };
}

export function fakeTrips(state: FakeState): TripsIn {
  let imports: ImportBriefDto[] = [];
  let gone: string[] = [];
  let seen: string[] = [];
  let watched = { folder: "", there: false, looked_at: 0 };
  const left = (lang: string): PlaceCandidateDto[] => (imports.length > 0 ? candidates(lang).filter((place) => !gone.includes(place.id)) : []);
  function report(paths: readonly string[], lang: string, source: string): ImportReportDto {
    lastFile = paths.at(-1) ?? "";
    const files = paths.map((path) => fileOf(path, seen.includes(path), lang));
    seen = [...seen, ...paths];
    const trips = files.reduce((sum, file) => sum + file.trips.length, 0);
    const visits = files.reduce((sum, file) => sum + file.visits, 0);
    const id = trips + visits > 0 ? `import-${imports.length + 1}` : null;
    if (id !== null) imports = [{ id, at: NOW, zone: "Europe/Monaco", source, files: files.length, trips, visits, from: NOW - 30 * DAY, to: NOW - DAY }, ...imports];
    return { id, files, trips, known: files.reduce((sum, file) => sum + file.known, 0), forgotten: 0, poor: files.reduce((sum, file) => sum + file.poor, 0), visits, learning: state.status.settings.learning, questions: [], places: left(lang) };
  }
  return {
    trips_import: async ({ paths, lang }, job, onProgress) => {
      if (state.status.regions.length === 0) fail("no_region");
      await runJob(job, [["trips", paths.length], ["learn", 1]], onProgress);
      return report(paths, lang, paths.some((path) => !/\.\w+$/.test(path)) ? "folder" : "files");
    },
    trips_table: (path) =>
      later(state, () =>
        /\.(csv|tsv|txt)$/.test(path)
          ? {
              guess: { delimiter: ";", header: true, decimal_comma: false, columns: /odd/.test(path) ? ["other", "other", "other", "other"] : ["time", "lat", "lon", "other"], zone: "" },
              usable: !/odd/.test(path),
              names: ["when", "y", "x", "speed"],
              rows: Array.from({ length: 5 }, (_, n) => [`2026-11-2${n} 08:00:0${n}`, `43.72${n}`, `7.40${n}`, `${30 + n}`]),
            }
          : null,
      ),
    trip_imports: () => later(state, () => imports),
    trips_undo: (id) =>
      later(state, () => {
        const one = imports.find((each) => each.id === id) ?? fail("no_such_memory");
        imports = imports.filter((each) => each.id !== id);
        seen = [];
        return { id, trips: one.trips, visits: one.visits, also: one.trips > 0 ? ["pref-9"] : [], weakened: [] };
      }),
    place_candidates: (lang) => later(state, () => left(lang)),
    place_candidate_answer: ({ id, answer, name, lang }) =>
      later(state, () => {
        const place = candidates(lang).find((each) => each.id === id) ?? fail("no_such_memory");
        gone = [...gone, id];
        const row = { id: "place-90", kind: "place" as const, text: name || place.name, place: "", when: "", origin: "confirmed" as const, state: "active" as const, confidence: 1, created_at: NOW, last_used: null, uses: 0, expires_at: null, deleted_at: null };
        return { place: answer === "confirm" ? row : null, tied: answer === "confirm" ? place.visits : 0, left: left(lang) };
      }),
    commute: (lang) =>
      later(state, () => {
        const hit = (label: string, at: [number, number], memory: string) => ({ label, detail: "", kind: "place", point: { lon: at[0], lat: at[1] }, source: "memory", memory, distance_m: null });
        const way = (via: string, trips: number, duration_s: number, recommended: boolean, line: [number, number][]) => ({ via, trips, duration_s, recommended, newest: "trip-1", line: { type: "LineString" as const, coordinates: line } });
        return [
          { from: hit(say(lang, "Home 家", "家"), HOME, "place-1"), to: hit(say(lang, "Office 公司", "公司"), OFFICE, "place-2"), trips: 18, days: 18, departs_minute: 487, departs_within: 12, duration_s: 1500, quick_s: 1380, slow_s: 1680, ways: [way("Basse Corniche", 13, 1520, false, SEASIDE), way("Grande Corniche", 5, 1430, true, GRANDE)] },
        ];
      }),
    drive_simulate: () =>
      later(state, () => ({ fixes: SEASIDE.map(([lon, lat], n) => ({ point: { lon, lat }, at: NOW + n * 12 })), duration_s: SEASIDE.length * 12, distance_m: 8200 })),
    drive_recorded: ({ lang }) => later(state, () => report([""], lang, "recorder")),
    drive_record: async (address, lang, _job, onFix) => {
      if (!/^(127\.|localhost|\[::1\])/.test(address || "127.0.0.1")) fail("network", { purpose: "receiver", why: "unreachable" });
      for (let n = 0; n < 6; n++) {
        onFix({ point: { lon: SEASIDE[n]![0], lat: SEASIDE[n]![1] }, at: NOW + n });
        await new Promise((resolve) => setTimeout(resolve, 120));
      }
      return report([""], lang, "recorder");
    },
    trips_watched: () => later(state, () => watched),
    trips_watch: (folder) => later(state, () => (watched = { folder, there: folder !== "", looked_at: 0 })),
    trips_watch_look: (lang) =>
      later(state, () => {
        const first = watched.looked_at === 0;
        watched = { ...watched, looked_at: NOW };
        return first ? report([`${watched.folder}/new.gpx`], lang, "watched") : null;
      }),
    pick_trips: () => later(state, () => ["/media/stick/tracks/march.gpx", "/media/stick/tracks/poor.gpx", "/media/stick/tracks/broken.html"]),
    pick_folder: () => later(state, () => "/media/stick/tracks"),
  };
}
