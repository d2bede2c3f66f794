import type {
  ChipDto,
  LangDto,
  LineDto,
  ParseDto,
  PlaceHitDto,
  PlanDto,
  PlanRequest,
  ReasonDto,
  RouteDto,
  SearchDto,
  StepDto,
  TargetDto,
  WaypointDto,
} from "../bindings";
import { madeTrace } from "./inspect";
import type { Client } from "../client";
import { fail, later, type FakeState } from "./index";
import { GRANDE, HOME, MOTORWAY, MOYENNE, OFFICE, SEASIDE, type Line } from "./lines";
import type { Proposals } from "./memory";
import { NOW } from "./status";

type Words = Record<LangDto, string>;
const say = (lang: LangDto, en: string, zh: string) => ({ en, zh })[lang];

function hit(label: Words, detail: string, kind: string, at: [number, number], memory: string | null, lang: LangDto): PlaceHitDto {
  return {
    label: label[lang],
    detail,
    kind,
    point: { lon: at[0], lat: at[1] },
    source: memory ? "memory" : "map",
    memory,
    distance_m: memory ? null : 1800,
  };
}

function places(lang: LangDto): PlaceHitDto[] {
  return [
    hit({ en: "Office 公司", zh: "公司" }, "Roquebrune", "work", OFFICE, "place-2", lang),
    hit({ en: "Home 家", zh: "家" }, "Cap-d'Ail", "home", HOME, "place-1", lang),
    hit({ en: "School 学校", zh: "学校" }, "Monaco-Ville", "place", [7.4246, 43.7311], "place-4", lang),
    hit({ en: "Gym", zh: "健身房" }, "La Turbie", "place", [7.4011, 43.7457], "place-3", lang),
    hit({ en: "Office de tourisme", zh: "Office de tourisme" }, "Monte-Carlo", "tourism=information", [7.4271, 43.7402], null, lang),
    hit({ en: "Larvotto", zh: "拉沃托" }, "Monaco", "place=suburb", [7.4361, 43.7462], null, lang),
    hit({ en: "La Turbie", zh: "La Turbie" }, "Alpes-Maritimes", "place=village", [7.4008, 43.7455], null, lang),
  ];
}

const WISHES: [RegExp, Words, "avoid" | "prefer"][] = [
  [/motorway|高速/i, { en: "motorway", zh: "高速" }, "avoid"],
  [/tunnels?|隧道/i, { en: "tunnels", zh: "隧道" }, "avoid"],
  [/tolls?|收费/i, { en: "tolls", zh: "收费路" }, "avoid"],
  [/seaside|海边|江边/i, { en: "seaside", zh: "海边" }, "prefer"],
];

function span(text: string, found: RegExpMatchArray | null): number[] {
  return found?.index === undefined ? [] : [found.index, found.index + found[0].length];
}

function chip(id: string, role: ChipDto["role"], label: string, value: string, more: Partial<ChipDto> = {}): ChipDto {
  return { id, role, label, value, source: "sentence", span: [], lifetime: null, until: null, place: null, problem: null, suggestions: [], ...more };
}

export function parse(text: string, lang: LangDto): ParseDto {
  const all = places(lang);
  const chips: ChipDto[] = [];
  const targets: [RegExp, number][] = [
    [/office|公司/i, 0],
    [/\bhome\b|回家|到家/i, 1],
    [/school|学校/i, 2],
    [/gym|健身/i, 3],
    [/larvotto/i, 5],
    [/turbie/i, 6],
  ];
  for (const [words, index] of targets) {
    const found = text.match(words);
    const place = all[index];
    if (!found || !place || chips.length) continue;
    chips.push(
      chip("to", "to", say(lang, "To", "去"), place.label, { source: place.memory ? "memory" : "map", span: span(text, found), place }),
    );
  }
  for (const [words, value, role] of WISHES) {
    const found = text.match(words);
    if (!found) continue;
    const label = role === "avoid" ? say(lang, "Avoid", "避开") : say(lang, "Prefer", "优先");
    const id = `wish-${chips.filter((c) => c.id.startsWith("wish")).length}`;
    chips.push(chip(id, role, label, value[lang], { lifetime: "once", span: span(text, found) }));
  }
  const time = text.match(/tomorrow at \d+|明早八点/i);
  if (time) chips.push(chip("depart", "depart", say(lang, "Leave", "出发"), say(lang, "tomorrow 08:00", "明天 08:00"), { span: span(text, time) }));
  const odd = text.match(/zwb|某某/i);
  if (odd)
    chips.push(
      chip("unknown-0", "unknown", "", odd[0], { span: span(text, odd), problem: "not_understood", suggestions: all.slice(4, 6) }),
    );
  return {
    chips,
    notes: [],
    kind: chips.length ? "plan_route" : "unknown",
    subject: "",
    reset_context: true,
    ready: chips.some((c) => c.role === "to"),
  };
}

function steps(lang: LangDto, line: Line, roads: string[]): StepDto[] {
  const at = (f: number) => {
    const p = line[Math.floor(f * (line.length - 1))] ?? line[0]!;
    return { lon: p[0], lat: p[1] };
  };
  const [a = "", b = "", c = ""] = roads;
  const step = (icon: string, text: string, road: string, distance_m: number, more: Partial<StepDto> = {}): StepDto => ({
    icon, text, road, distance_m, duration_s: distance_m / 7, exit: "", lanes: [], notes: [], point: at(0), ...more,
  });
  const lane = (take: string, ...arrows: string[]) => ({ arrows, take, closed: false });
  return [
    step("depart", say(lang, `Start by turning right onto ${a}, heading east`, `出发后右转，沿${a}向东行驶`), a, 420),
    step("right", say(lang, `At the lights, use the right lane to turn right onto ${b}`, `走最右侧车道，在红绿灯处右转进入${b}`), b, 3100, {
      point: at(0.2),
      lanes: [lane("", "left"), lane("", "through"), lane("right", "through", "right")],
      notes: [say(lang, `The road becomes ${c}`, `前方道路名为${c}`)],
    }),
    step("roundabout", say(lang, "At the roundabout, take the 2nd exit", "在环岛从第二个出口驶出"), b, 2600, {
      point: at(0.5),
      exit: "2",
      notes: [say(lang, "You cross into Monaco", "越过边境进入摩纳哥")],
    }),
    step("fork_left", say(lang, `Keep left onto ${c}, and your destination is on the right`, `靠左行驶，进入${c}，目的地就在右侧`), c, 40, {
      point: at(0.9),
    }),
    step("arrive", say(lang, "You have arrived; your destination is on the right", "到达目的地，目的地在道路右侧"), "", 0, { point: at(1) }),
  ];
}

const NO_FEATURES = { motorway_m: 0, toll_m: 0, ferry_m: 0, tunnel_m: 0, bridge_m: 0, elevated_m: 0, unpaved_m: 0, waterside_m: 0, residential_m: 0, narrow_m: 0, steep_m: 0 };

function routes(lang: LangDto): Record<"sea" | "mid" | "high" | "fast", RouteDto> {
  const base = { delta_s: 0, delta_m: 0, differs: [] as [number, number][], usual: false };
  return {
    sea: {
      ...base,
      id: "r-sea",
      label: say(lang, "Basse Corniche, by the sea", "Basse Corniche，沿海"),
      character: say(lang, "seaside, 1.3 km of tunnel", "沿海，隧道 1.3 公里"),
      distance_m: 9800,
      duration_s: 1500,
      geometry: { type: "LineString", coordinates: SEASIDE },
      differs: [[12, 78]],
      steps: steps(lang, SEASIDE, ["Avenue Pierre Weck", "M 6098", "D 6098"]),
      features: { ...NO_FEATURES, tunnel_m: 1300, waterside_m: 6100 },
      details: [
        { kind: "feature", value: "tunnel", from_point: 30, to_point: 44, metres: 1300 },
        { kind: "feature", value: "waterside", from_point: 24, to_point: 70, metres: 6100 },
      ],
      hints: [
        { icon: "waterside", text: say(lang, "sea on the right", "一路靠海") },
        { icon: "signals", text: say(lang, "3 lights fewer", "少 3 个红绿灯") },
        { icon: "tunnel", text: "1.3 km" },
      ],
      notices: [],
      via_roads: ["M 6098", "D 6098"],
      signals: 6,
      usual: true,
    },
    mid: {
      ...base,
      id: "r-mid",
      label: "Boulevard du Jardin Exotique, Avenue de la Côte d’Azur",
      character: say(lang, "9 lights", "9 个红绿灯"),
      distance_m: 11100,
      duration_s: 1320,
      geometry: { type: "LineString", coordinates: MOYENNE },
      differs: [[12, 66]],
      steps: steps(lang, MOYENNE, ["Avenue Pierre Weck", "M 6007", "D 6007"]),
      features: { ...NO_FEATURES, tunnel_m: 200 },
      details: [{ kind: "feature", value: "tunnel", from_point: 40, to_point: 43, metres: 200 }],
      hints: [
        { icon: "tunnel", text: "0.2 km" },
        { icon: "signals", text: say(lang, "9 lights", "9 个红绿灯") },
      ],
      notices: [],
      via_roads: ["M 6007"],
      signals: 9,
    },
    high: {
      ...base,
      id: "r-high",
      label: say(lang, "Grande Corniche, La Turbie", "Grande Corniche，经 La Turbie"),
      character: say(lang, "2 lights", "2 个红绿灯"),
      distance_m: 15100,
      duration_s: 1860,
      geometry: { type: "LineString", coordinates: GRANDE },
      differs: [[0, 60]],
      steps: steps(lang, GRANDE, ["Route de la Turbie", "D 2564", "D 6007"]),
      features: NO_FEATURES,
      details: [],
      hints: [{ icon: "signals", text: say(lang, "2 lights", "2 个红绿灯") }],
      notices: [],
      via_roads: ["D 2564"],
      signals: 2,
    },
    fast: {
      ...base,
      id: "r-fast",
      label: "A8",
      character: say(lang, "toll", "收费"),
      distance_m: 17500,
      duration_s: 1200,
      geometry: { type: "LineString", coordinates: MOTORWAY },
      steps: steps(lang, MOTORWAY, ["D 2204", "A8", "D 6007"]),
      features: { ...NO_FEATURES, motorway_m: 11000, toll_m: 11000 },
      details: [],
      hints: [{ icon: "toll", text: say(lang, "toll", "收费") }],
      notices: [],
      via_roads: ["A8"],
      signals: 4,
    },
  };
}

function reason(id: string, kind: ReasonDto["kind"], text: string, source: string, seconds: number, more: Partial<ReasonDto> = {}): ReasonDto {
  return {
    id,
    kind,
    text,
    source,
    confidence: null,
    memory: null,
    state: "decisive",
    decisive: true,
    enabled: true,
    minimal: true,
    delta_s: seconds,
    delta_m: seconds * 5,
    without_s: seconds,
    without_m: seconds * 5,
    group: null,
    group_s: null,
    intervals: [],
    ...more,
  };
}

function waypoint(w: WaypointDto): PlaceHitDto {
  return { label: w.label, detail: "", kind: "place", point: w.point, source: w.memory ? "memory" : "map", memory: w.memory, distance_m: null };
}

export function plan(request: PlanRequest): PlanDto {
  const { lang } = request;
  const all = places(lang);
  const parsed = parse(request.utterance, lang);
  const chips = parsed.chips.filter((c) => !request.dropped.includes(c.id));
  const unknown = /atlantis|亚特兰蒂斯/i.exec(request.utterance);
  if (unknown) fail("unknown_place", { name: unknown[0] }, all.slice(4, 7));
  // What was set by hand wins over the sentence.
  const to = (request.destination ? waypoint(request.destination) : null) ?? chips.find((c) => c.role === "to")?.place ?? null;
  if (!to) fail("no_destination");
  const from = request.origin ? waypoint(request.origin) : all[1]!;
  const r = routes(lang);
  const off = (id: string) => request.disabled.includes(id);
  const words = chips.find((c) => c.id === "wish-0");
  const memory = !off("pref-5");
  const avoid = words !== undefined && !off("sentence-0");
  const chosen = !avoid ? r.fast : memory ? r.sea : r.mid;
  const others = [r.sea, r.mid, r.high].filter((route) => route.id !== chosen.id).slice(0, 2);
  const list = [chosen, ...others].map((route) => ({
    ...route,
    delta_s: route.duration_s - chosen.duration_s,
    delta_m: route.distance_m - chosen.distance_m,
  }));
  const state = (id: string) => (off(id) ? { enabled: false, state: "off" as const, decisive: false, delta_s: 0, without_s: 0 } : {});
  const reasons: ReasonDto[] = [];
  if (words)
    reasons.push(
      reason("sentence-0", "sentence", say(lang, `“avoid the ${words.value}”`, `「别走${words.value}」`), say(lang, "Your sentence, this trip only", "你的话，仅这一次"), 120, state("sentence-0")),
    );
  reasons.push(
    reason("pref-5", "memory", say(lang, "Seaside road on workday mornings", "工作日早上走海边路"), say(lang, "Learned from 6 trips, 12 Nov, 86% sure", "6 次行程学到，11月12日，把握 86%"), avoid ? 180 : 0, {
      memory: "pref-5",
      confidence: 0.86,
      intervals: [[36, 66]],
      ...state("pref-5"),
    }),
  );
  const setting = reason("setting-tunnel", "setting", say(lang, "Rather not through tunnels", "尽量不走隧道"), say(lang, "Setting, on since 3 May", "设置，5月3日起"), 0, { decisive: false, state: "applied", minimal: false });
  return {
    plan_id: `plan-${Math.random().toString(36).slice(2, 8)}`,
    intent: { kind: "plan_route", route_preference: "fastest", chips, notes: [], depart_at: request.depart_at ?? NOW, zone: "Europe/Monaco", weather: request.weather, reset_context: true },
    origin: from,
    destination: to,
    vias: request.vias.map(waypoint),
    routes: list,
    unmet: chosen.features.tunnel_m > 1000 ? [{ reason: "setting-tunnel", metres: 1300, text: say(lang, "Avoid tunnels, not fully met: 1.3 km remain (setting)", "少走隧道，没能完全做到：仍有 1.3 公里（设置）") }] : [],
    reasons,
    considered: [
      setting,
      reason("pref-6", "memory", say(lang, "Avoid the tunnel after 22:00", "22:00 后不走隧道"), say(lang, "You said so, 3 Oct", "你说过，10月3日"), 0, { memory: "pref-6", decisive: false, state: "retrieved", minimal: false }),
    ],
    overruled: avoid ? [{ id: "pref-7", text: say(lang, "Basse Corniche to the office", "去公司走 Basse Corniche"), by: "sentence-0", why: say(lang, "your sentence is stronger", "你这句话优先") }] : [],
    base: { duration_s: 1200, distance_m: 17500 },
    base_label: "A8",
    set_aside: avoid ? r.fast : null,
    memory_used: memory,
    question: null,
    moved: [],
    notices: [],
    offer: null,
    human_readable_reason: say(lang, "By the sea, because you avoid the motorway and like the seaside road on workday mornings.", "走海边，因为你避开高速，而且工作日早上喜欢走海边路。"),
    decision: {
      start_lat: from.point.lat,
      start_lng: from.point.lon,
      end_lat: to.point.lat,
      end_lng: to.point.lon,
      waypoints: [],
      route_preference: "fastest",
      human_readable_reason: say(lang, "By the sea, because you avoid the motorway and like the seaside road on workday mornings.", "走海边，因为你避开高速，而且工作日早上喜欢走海边路。"),
    },
    trace: { ...madeTrace("t6b01-2", "", lang), answer: "", plan: "" },
  };
}

/** A search: a few kinds with hours, "along the way", and a guess where nothing fits. */
export function search(typed: string, lang: LangDto, limit: number): SearchDto {
  const text = typed.trim().toLowerCase();
  const all = places(lang);
  const fitting = all.filter((place) => !text || place.label.toLowerCase().includes(text));
  const along = /along|路上|沿途/.test(text);
  const open_now = /open|开门|营业/.test(text);
  const category = /pharmac|药店|fuel|petrol|加油/.test(text);
  const answer: SearchDto = { hits: fitting, guess: false, search: category, open_now, along, near: null, problem: null };
  if (category) {
    const shop = (label: string, at: [number, number], more: Partial<PlaceHitDto>): PlaceHitDto => ({
      ...hit({ en: label, zh: label }, "Monaco", "amenity=pharmacy", at, null, lang),
      ...more,
    });
    const detour = along ? { detour: { distance_m: 600, duration_s: 80, after_m: 2400 } } : {};
    answer.hits = [
      shop("Pharmacie du Port", [7.4231, 43.7361], { open: { state: "open", until: "19:30", days: 0 }, used: 3, ...detour }),
      shop("Pharmacie Centrale", [7.4203, 43.7333], { open: { state: "unknown", until: null, days: 0 }, ...detour }),
    ];
    if (!open_now) answer.hits.push(shop("Pharmacie des Moulins", [7.4285, 43.7428], { open: { state: "closed", until: "08:30", days: 1 }, ...detour }));
  } else if (fitting.length === 0 && text.length > 3) {
    answer.hits = all.slice(4, 6).map((place) => ({ ...place, guess: true }));
    answer.guess = true;
  }
  return { ...answer, hits: answer.hits.slice(0, limit) };
}

function stretch(from: number, to: number): { label: string; target: TargetDto; lines: LineDto[] } {
  const label = "Boulevard du Larvotto";
  return { label, target: { kind: "section", label, edges: ["1:2:3"] }, lines: [{ type: "LineString", coordinates: SEASIDE.slice(from, to) }] };
}


type PlanningCommands = Pick<Client, "parse" | "plan" | "plan_reset" | "suggest" | "search" | "here" | "drove">;

export function fakePlanning(state: FakeState, proposals: Proposals): PlanningCommands {
  return {
    parse: (request) => later(state, () => parse(request.utterance, request.lang)),
    plan: (request) =>
      later(state, () => {
        if (state.status.regions.length === 0) fail("no_region");
        return plan(request);
      }),
    plan_reset: () => Promise.resolve(null),
    suggest: (request) =>
      later(state, () => {
        const text = request.text.trim().toLowerCase();
        return places(request.lang).filter((p) => !text || p.label.toLowerCase().includes(text)).slice(0, request.limit || 8);
      }),
    search: (request) => later(state, () => search(request.text, request.lang, request.limit || 8)),
    here: (point, _lang, extend = [0, 0]) =>
      later(state, () => ({
        label: "Boulevard du Larvotto",
        point,
        road: {
          ...stretch(40 - 4 * extend[0], 56 + 4 * extend[1]),
          ways: [
            { heading: "ne", ...stretch(40 - 4 * extend[0], 56 + 4 * extend[1]) },
            { heading: "sw", ...stretch(40 - 4 * extend[0], 56 + 4 * extend[1]) },
          ],
          length_m: 640 + 200 * (extend[0] + extend[1]),
          goes_on: [extend[0] < 3, extend[1] < 3],
        },
        place: null,
        in_region: true,
        coordinates: `${point.lat.toFixed(5)}, ${point.lon.toFixed(5)}`,
      })),
    drove: (request) =>
      later(state, () => ({
        trip: "trip-99",
        new: true,
        deviated: request.route_id !== "r-sea",
        learning: state.status.settings.learning,
        proposal: state.status.settings.learning && request.route_id !== "r-sea" ? proposals.next(request.lang) : null,
      })),
  };
}
