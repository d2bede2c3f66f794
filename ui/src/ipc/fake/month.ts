import type { CardsDto, MonthDto, WeatherDto } from "../bindings";
import type { Client } from "../client";
import { fail, later, type FakeState } from "./index";
import { DAY, NOW } from "./now";
import { plan } from "./planning";

/* Looking back on a month and ahead to a time of the week; what leaves as a file; weather and hints. */

type Looking = Pick<
  Client,
  "month" | "would" | "route_export" | "insights_export" | "insights_look" | "insights_take" | "insights_take_back" | "pick_insights" | "weather" | "weather_set" | "weather_refresh" | "cards" | "card_answer" | "card_kind_set"
>;

const say = (lang: string, en: string, zh: string): string => (lang === "zh" ? zh : en);

function november(lang: string): MonthDto {
  const hours = Array.from({ length: 24 }, () => 0);
  [hours[7], hours[8], hours[12], hours[17], hours[18], hours[22]] = [3, 16, 2, 9, 8, 1];
  const home = say(lang, "Home 家", "家");
  const office = say(lang, "Office 公司", "公司");
  return {
    month: "2026-11",
    months: ["2026-11", "2026-10"],
    trips: 39,
    days: 21,
    duration_s: 39 * 1560,
    followed: 27,
    places: [
      { name: office, memory: "place-2", visits: 18, stayed_s: 18 * 8.4 * 3600 },
      { name: home, memory: "place-1", visits: 16, stayed_s: 16 * 12 * 3600 },
      { name: "Carrefour Monaco, Centre commercial de Fontvieille", memory: null, visits: 5, stayed_s: 3 * 3600 },
    ],
    ways: [
      { from: home, to: office, via: "Basse Corniche", trips: 13, deviated: 9, duration_s: 1520, newest: "trip-1" },
      { from: office, to: home, via: "Moyenne Corniche, Boulevard du Jardin Exotique", trips: 12, deviated: 0, duration_s: 1440, newest: "trip-2" },
      { from: home, to: office, via: "Grande Corniche", trips: 5, deviated: 3, duration_s: 1430, newest: "trip-3" },
      { from: office, to: "Carrefour Monaco, Centre commercial de Fontvieille", via: "M 6098", trips: 4, deviated: 0, duration_s: 700, newest: "trip-4" },
    ],
    hours,
    weekdays: [9, 8, 8, 7, 5, 2, 0],
    preferences: [
      { id: "pref-5", text: say(lang, "Seaside road on workday mornings", "工作日早上走海边路"), drives: 12, delta_s: 1416 },
      { id: "pref-7", text: say(lang, "Basse Corniche to the office", "去公司走 Basse Corniche"), drives: 5, delta_s: -300 },
      { id: "pref-6", text: say(lang, "Avoid the tunnel after 22:00", "22:00 后不走隧道"), drives: 1, delta_s: 95 },
    ],
  };
}

export function fakeMonth(state: FakeState): Looking {
  let weather: WeatherDto = { enabled: false, address: "", usual_address: "https://api.open-meteo.com", timeout_s: 10, sky: null, outside_c: null, asked_at: null, grid_deg: 0.1, problem: "" };
  let stopped: string[] = [];
  let came: string[] = [];
  let log: CardsDto["log"] = [];
  const cards = (lang: string): CardsDto => ({
    kinds: [
      { kind: "closure", text: say(lang, "A closed road on your usual way", "你常走的路封闭了"), on: !stopped.includes("closure") },
      { kind: "meeting", text: say(lang, "An early meeting after a late evening", "晚归后早上有会"), on: !stopped.includes("meeting") },
      { kind: "weather", text: say(lang, "Weather that you have a habit for", "有习惯对应的天气"), on: !stopped.includes("weather") },
    ],
    log,
  });
  return {
    month: (name, lang) =>
      later(state, () => {
        const full = november(lang);
        if (name === "" || name === full.month) return full;
        if (!full.months.includes(name)) fail("bad_request", { field: "month" });
        return { ...full, month: name, trips: 4, days: 3, followed: 4, duration_s: 6000, places: full.places.slice(0, 2), ways: full.ways.slice(0, 2), preferences: [] };
      }),
    would: ({ weekday, minute, weather: sky, lang }) =>
      later(state, () => {
        if (minute < 300) return { at: NOW + 2 * DAY, zone: "Europe/Monaco", weeks: 13, trips: [] };
        const made = plan({ utterance: say(lang, "to the office", "去公司"), origin: null, destination: null, vias: [], dropped: [], lifetimes: {}, disabled: [], wishes: [], depart_at: NOW + weekday * DAY, weather: sky, lang, keep_context: false, draft: false });
        return {
          at: NOW + weekday * DAY,
          zone: "Europe/Monaco",
          weeks: 13,
          trips: [
            { from: say(lang, "Home 家", "家"), to: say(lang, "Office 公司", "公司"), seen: 9, by: "weekday", usual_minute: 487, plan: { ...made, plan_id: "" } },
            { from: say(lang, "Home 家", "家"), to: say(lang, "School 学校", "学校"), seen: 2, by: "weekday", usual_minute: 470, plan: null },
          ],
        };
      }),
    route_export: ({ form, route, stops }) =>
      later(state, () => {
        const at = (index: number) => `${stops.at(index)?.point.lat.toFixed(6)},${stops.at(index)?.point.lon.toFixed(6)}`;
        const url = (base: string) => `${base}${at(0)}&destination=${at(-1)}`;
        const links = [
          { app: "organic_maps", url: url("om://v2/dir?origin="), shaping: 4 },
          { app: "osmand", url: url("https://osmand.net/map/navigate/?start="), shaping: 4 },
          { app: "google", url: url("https://www.google.com/maps/dir/?api=1&origin="), shaping: 4 },
        ];
        return { file: `laolu-route.${{ gpx: "gpx", geojson: "geojson", sheet: "html", links: "txt" }[form]}`, text: `${form} ${route.label}`, links: form === "links" ? links : [] };
      }),
    insights_export: (lang) =>
      later(state, () => ({
        file: "laolu-insights.json",
        text: "{}",
        insights: [say(lang, "Preferably avoid tunnels", "尽量不走隧道"), say(lang, "Driving at night, you usually play soothing music", "夜间驾驶时常放舒缓的音乐")],
        left_out: 3,
      })),
    insights_look: (path, lang) =>
      later(state, () => {
        const file = path.split("/").pop() ?? path;
        if (!/insights/.test(file)) fail("bad_file", { why: "not_insights", file });
        const line = (text: string, refused = false) => ({ text, standing: refused ? "refused" : came.includes(text) ? "known" : "" });
        const lines = [say(lang, "Preferably avoid tunnels", "尽量不走隧道"), say(lang, "Prefer waterside roads in rain", "下雨时优先走水边的路"), say(lang, "Driving at night, you usually play soothing music", "夜间驾驶时常放舒缓的音乐")];
        return { file, text: JSON.stringify(lines), lines: lines.map((text, index) => line(text, index === 2)) };
      }),
    insights_take: ({ text, only }) =>
      later(state, () => {
        const lines = (JSON.parse(text) as string[]).slice(0, 2);
        const chosen = lines.filter((one, index) => (only?.includes(index) ?? true) && !came.includes(one));
        came = [...came, ...chosen];
        return { waiting: chosen.length, known: 0, ids: chosen };
      }),
    insights_take_back: (ids) => later(state, () => ((came = came.filter((one) => !ids.includes(one))), ids)),
    pick_insights: () => later(state, () => "/media/stick/laolu-insights.json"),
    weather: () => later(state, () => weather),
    weather_set: ({ enabled, address, timeout_s }) =>
      later(state, () => {
        if (address && !/^https?:\/\/[^/?#@]+/.test(address)) fail("bad_request", { field: "address" });
        weather = { ...weather, enabled: enabled ?? weather.enabled, address: address ?? weather.address, timeout_s: timeout_s ?? weather.timeout_s, sky: null, outside_c: null, asked_at: null, problem: "" };
        return weather;
      }),
    weather_refresh: () =>
      later(state, () => {
        if (weather.enabled) weather = { ...weather, sky: "rain", outside_c: 11.4, asked_at: NOW };
        return weather;
      }),
    cards: (lang) => later(state, () => cards(lang)),
    card_answer: ({ kind, memory, answer, lang }) =>
      later(state, () => {
        if (answer === "stop") stopped = [...stopped, kind];
        log = [{ at: NOW, kind, memory, what: answer }, ...log];
        return cards(lang);
      }),
    card_kind_set: (kind, on, lang) =>
      later(state, () => {
        stopped = on ? stopped.filter((each) => each !== kind) : [...stopped, kind];
        return cards(lang);
      }),
  };
}
