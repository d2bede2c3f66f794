import type {
  HabitCardDto,
  MemoryDetailDto,
  MemoryKindDto,
  MemoryRowDto,
  OriginDto,
  ReceiptDto,
  StatusDto,
  TripBriefDto,
} from "../bindings";
import { targetName } from "../../memory/words";
import type { Client } from "../client";
import { fail, later, type FakeState } from "./index";
import { MOYENNE, SEASIDE, HOME, OFFICE } from "./lines";
import { DAY, NOW } from "./status";

function row(id: string, kind: MemoryKindDto, text: string, place: string, more: Partial<MemoryRowDto> = {}): MemoryRowDto {
  return {
    id,
    kind,
    text,
    place,
    when: "",
    origin: "stated",
    state: "active",
    confidence: 1,
    created_at: NOW - 40 * DAY,
    last_used: NOW - DAY,
    uses: 3,
    expires_at: null,
    deleted_at: null,
    ...more,
  };
}

export const ROWS: MemoryRowDto[] = [
  row("place-1", "place", "Home 家", "Cap-d'Ail", { uses: 42 }),
  row("place-2", "place", "Office 公司", "Roquebrune", { uses: 38 }),
  row("place-3", "place", "Gym", "La Turbie", { uses: 6, last_used: NOW - 9 * DAY }),
  row("place-4", "place", "School 学校", "Monaco-Ville", { uses: 11 }),
  row("pref-5", "preference", "Seaside road on workday mornings", "Cap-d'Ail to Larvotto", {
    when: "Workdays, 07–10",
    origin: "confirmed",
    confidence: 0.86,
    uses: 12,
  }),
  row("pref-6", "avoid", "Avoid the tunnel after 22:00", "Tunnel Rocher", { when: "22–06", uses: 4, last_used: NOW - 12 * DAY }),
  row("pref-7", "preference", "Basse Corniche to the office", "Cap-d'Ail to Roquebrune", { uses: 9, expires_at: NOW + 8 * DAY }),
  row("pref-8", "habit", "You took the seaside road twice this week. Prefer it in the evening?", "Larvotto", {
    when: "After 18:00",
    origin: "inferred",
    state: "proposed",
    confidence: null,
    uses: 0,
    last_used: null,
    created_at: NOW - 2 * DAY,
  }),
  row("pref-9", "habit", "Twice by La Turbie on Saturdays. Prefer it at the weekend?", "La Turbie", {
    when: "Weekends",
    origin: "inferred",
    state: "proposed",
    confidence: null,
    uses: 0,
    last_used: null,
    created_at: NOW - 5 * DAY,
  }),
  ...Array.from({ length: 14 }, (_, i) =>
    row(`trip-${i + 1}`, "trip", `Home to Office`, i % 3 ? "Basse Corniche" : "Moyenne Corniche", {
      origin: "stated",
      confidence: null,
      created_at: NOW - (i + 1) * DAY,
      uses: 0,
      last_used: null,
    }),
  ),
];

export function trip(n: number, via: string, deviated: boolean): TripBriefDto {
  return {
    id: `trip-${n}`,
    departed_at: NOW - n * DAY,
    zone: "Europe/Monaco",
    from: "Home",
    to: "Office",
    via,
    duration_s: 1500 + n * 20,
    deviated,
    line: { type: "LineString", coordinates: SEASIDE },
  };
}

const CARD: HabitCardDto = {
  id: "pref-8",
  question: "You took the seaside road twice this week. Prefer it in the evening?",
  evidence: "Tue 24 and Thu 26 Nov after 18:00, 8 min longer on average.",
  confidence: 0.7,
  trips: [trip(3, "M 6098", true), trip(5, "M 6098", true)],
  kind: "way",
  what: "M 6098",
  times: 2,
  of: 4,
  days: "Tue 24 Nov, Thu 26 Nov",
  change: {
    line: { type: "LineString", coordinates: SEASIDE },
    usual_line: { type: "LineString", coordinates: MOYENNE },
    delta_s: 480,
    delta_m: 900,
    text: "8 min longer and 900 m longer than now",
    same: false,
  },
};

const CARD_ZH: HabitCardDto = {
  ...CARD,
  question: "这周你走了两次海边路。以后傍晚也优先走它吗？",
  evidence: "11月24日周二、26日周四 18:00 后，平均多 8 分钟。",
  days: "11月24日周二、11月26日周四",
  change: CARD.change && { ...CARD.change, text: "比现在多 8 分钟，多 900 米" },
};

type MemoryCommands = Pick<
  Client,
  | "habit_next"
  | "habit_show"
  | "habit_answer"
  | "memory_list"
  | "memory_show"
  | "accesses_clear"
  | "place_add"
  | "preference_add"
  | "memory_edit"
  | "memory_edit_undo"
  | "memory_confirm"
  | "memory_reject"
  | "memory_delete"
  | "memory_undo"
  | "memory_restore"
  | "erase_preview"
  | "erase"
  | "erase_everything"
  | "erase_resume"
  | "road_wish_remember"
>;

/** Proposals that planning may hand out, shared with the fake of `drove`. */
export interface Proposals {
  next(lang: "zh" | "en"): HabitCardDto | null;
}

export function fakeMemory(state: FakeState): { commands: MemoryCommands; proposals: Proposals } {
  let rows = ROWS.map((r) => ({ ...r }));
  const edits: MemoryRowDto[] = [];
  const many = Number(new URLSearchParams(typeof location === "undefined" ? "" : location.search).get("many") ?? 0);
  for (let i = 0; i < many; i++) {
    rows.push(row(`pref-many-${i}`, i % 2 ? "avoid" : "preference", `Made-up memory ${i}`, "La Turbie", { last_used: NOW - i * 3600, uses: i }));
  }
  let postponed = false;
  let counter = 100;
  const deletions: { id: string; rows: string[] }[] = [];

  const find = (id: string) => rows.find((r) => r.id === id) ?? fail("no_such_memory");
  const change = (id: string, patch: Partial<MemoryRowDto>): MemoryRowDto => {
    const changed = { ...find(id), ...patch };
    rows = rows.map((r) => (r.id === id ? changed : r));
    state.status = { ...state.status, unconfirmed: rows.filter((r) => r.state === "proposed").length };
    return changed;
  };
  const add = (r: MemoryRowDto) => ((rows = [r, ...rows]), r);
  const status = (): StatusDto => state.status;
  const receipt = (erased: number): ReceiptDto => ({
    complete: true,
    erased,
    files: 38,
    found: 0,
    bytes_read: 48_220_114,
    seconds: 1.4,
    groups: [
      { name: "memory", files: 3, found: 0 },
      { name: "logs", files: 2, found: 0 },
      { name: "cache", files: 21, found: 0 },
      { name: "regions", files: 12, found: 0 },
    ],
    at: NOW,
    unfinished: "",
  });
  const proposals: Proposals = {
    next: (lang) => {
      if (postponed || rows.find((r) => r.id === "pref-8")?.state !== "proposed") return null;
      return lang === "zh" ? CARD_ZH : CARD;
    },
  };

  const commands: MemoryCommands = {
    habit_next: (lang) => later(state, () => proposals.next(lang)),
    habit_show: (id, lang) =>
      later(state, () => {
        const card = lang === "zh" ? CARD_ZH : CARD;
        const asked = find(id);
        return id === card.id ? card : { ...card, id, question: asked.text, what: asked.place, times: 2, of: 2 };
      }),
    habit_answer: ({ id, answer }) =>
      later(state, () => {
        if (answer === "later") postponed = true;
        else if (answer === "no") change(id, { state: "rejected" });
        else change(id, { state: "active", origin: "confirmed", confidence: 0.9 });
        return status();
      }),
    memory_list: (query) =>
      later(state, () => {
        const alive = rows.filter((r) => r.state !== "deleted");
        const words = query.text.toLowerCase();
        const matching = (query.deleted ? rows.filter((r) => r.state === "deleted") : alive)
          .filter((r) => !words || `${r.text} ${r.place} ${r.when}`.toLowerCase().includes(words))
          .filter((r) => query.kinds.length === 0 || query.kinds.includes(r.kind))
          .filter((r) => query.origins.length === 0 || query.origins.includes(r.origin))
          .filter((r) => query.max_confidence === null || (r.confidence ?? 0) <= query.max_confidence)
          .filter((r) => !query.unconfirmed || r.state === "proposed");
        const key = (r: MemoryRowDto): string | number => {
          switch (query.sort) {
            case "created":
              return r.created_at;
            case "text":
              return r.text;
            case "kind":
              return r.kind;
            case "confidence":
              return r.confidence ?? -1;
            case "uses":
              return r.uses;
            case "expires":
              return r.expires_at ?? Number.MAX_SAFE_INTEGER;
            case "origin":
              return r.origin;
            default:
              return r.last_used ?? 0;
          }
        };
        matching.sort((a, b) => (key(a) < key(b) ? -1 : key(a) > key(b) ? 1 : 0) * (query.ascending ? 1 : -1));
        const tally = <T extends string>(of: (r: MemoryRowDto) => T) =>
          [...new Set(alive.map(of))].map((word) => ({ word, count: alive.filter((r) => of(r) === word).length }));
        return {
          rows: matching.slice(query.offset, query.offset + (query.limit || 500)),
          total: matching.length,
          facets: {
            all: alive.length,
            kinds: tally<MemoryKindDto>((r) => r.kind),
            origins: tally<OriginDto>((r) => r.origin),
            unconfirmed: alive.filter((r) => r.state === "proposed").length,
            expiring: alive.filter((r) => r.expires_at !== null && r.expires_at < NOW + 14 * DAY).length,
            unused: alive.filter((r) => (r.last_used ?? 0) < NOW - 90 * DAY).length,
            deleted: rows.length - alive.length,
          },
        };
      }),
    memory_show: (id) => later(state, () => detail(find(id))),
    accesses_clear: () => later(state, () => 3),
    place_add: (request) =>
      later(state, () => add(row(`place-${counter++}`, "place", request.name, request.address, { uses: 0, last_used: null, created_at: NOW }))),
    preference_add: (request) =>
      later(state, () =>
        add(row(`pref-${counter++}`, "preference", request.sentence || "New preference", "", { uses: 0, last_used: null, created_at: NOW })),
      ),
    road_wish_remember: (request) =>
      later(state, () => {
        const name = targetName(request.target) || "drawn area";
        const avoid = request.strength === "avoid" || request.strength === "never" || request.strength === "rather_not";
        return add(row(`pref-${counter++}`, avoid ? "avoid" : "preference", `${avoid ? "Avoid" : "Prefer"} ${name}`, name, { uses: 0, last_used: null, created_at: NOW }));
      }),
    memory_edit_undo: () =>
      later(state, () => {
        const before = edits.pop() ?? fail("no_such_memory");
        rows = rows.map((each) => (each.id === before.id ? before : each));
        return before;
      }),
    memory_edit: (request) =>
      later(state, () => {
        edits.push({ ...find(request.id) });
        return change(request.id, {
          ...(request.text === null ? {} : { text: request.text }),
          ...(request.expires_at === null ? {} : { expires_at: request.expires_at || null }),
        });
      }),
    memory_confirm: (id) => later(state, () => change(id, { state: "active", origin: "confirmed", confidence: 0.9 })),
    memory_reject: (id) => later(state, () => (change(id, { state: "rejected" }), status())),
    memory_delete: (ids) =>
      later(state, () => {
        const first = find(ids[0] ?? "");
        for (const id of ids) change(id, { state: "deleted", deleted_at: NOW });
        const deletion = { id: `del-${counter++}`, rows: ids };
        deletions.push(deletion);
        return { id: deletion.id, deleted: ids, text: first.text, undo_until: NOW + 30 * DAY };
      }),
    memory_undo: (id) =>
      later(state, () => {
        const index = id ? deletions.findIndex((d) => d.id === id) : deletions.length - 1;
        const [deletion] = deletions.splice(index, 1);
        for (const each of deletion?.rows ?? []) change(each, { state: "active", deleted_at: null });
        return deletion?.rows ?? [];
      }),
    memory_restore: (ids) =>
      later(state, () => {
        for (const id of ids) change(id, { state: "active", deleted_at: null });
        return ids;
      }),
    erase_preview: (ids) =>
      later(state, () => ({
        targets: ids.map(find),
        dependents: [{ id: "pref-7", kind: "preference", text: "Basse Corniche to the office", before: 0.9, after: 0.6 }],
        source_trips: 2,
      })),
    erase: (ids) =>
      later(state, () => {
        rows = rows.filter((r) => !ids.includes(r.id));
        return receipt(ids.length);
      }),
    erase_everything: () =>
      later(state, () => {
        const erased = rows.length;
        rows = [];
        return receipt(erased);
      }),
    erase_resume: () => later(state, () => null),
  };
  return { commands, proposals };
}

function detail(r: MemoryRowDto): MemoryDetailDto {
  const place = r.kind === "place";
  const elsewhere: Record<string, [number, number]> = { "place-2": OFFICE, "place-3": [7.4011, 43.7457], "place-4": [7.4246, 43.7311] };
  const at = elsewhere[r.id] ?? HOME;
  return {
    row: r,
    point: place ? { lon: at[0], lat: at[1] } : null,
    aliases: r.id === "place-1" ? ["家", "home"] : r.id === "place-2" ? ["公司", "office"] : [],
    tag: r.id === "place-1" ? "home" : r.id === "place-2" ? "work" : "",
    note: place ? "Avenue Pierre Weck" : "",
    target: place ? null : { kind: "road", name: "Basse Corniche" },
    strength: place ? null : r.kind === "avoid" ? "avoid" : "prefer",
    scope: { bucket: r.when ? "morning" : null, days: r.when ? "workday" : null, weather: null, from: null, to: null },
    lines: place ? [] : [{ type: "LineString", coordinates: SEASIDE.slice(20, 60) }],
    trips: place ? [] : [trip(3, "Basse Corniche", true), trip(5, "Basse Corniche", true), trip(8, "Moyenne Corniche", false)],
    history: [
      { at: NOW - 17 * DAY, confidence: 0.86, why: "confirmed", by_person: true },
      { at: NOW - 20 * DAY, confidence: 0.7, why: "repeated", by_person: false },
      { at: NOW - 24 * DAY, confidence: 0.5, why: "noticed", by_person: false },
    ],
    uses: [
      { at: NOW - DAY, trip: "Home to Office", decisive: true, delta_s: 118, delta_m: 900 },
      { at: NOW - 2 * DAY, trip: "Home to Office", decisive: false, delta_s: 0, delta_m: 0 },
    ],
    dependents: [],
    user_edited: false,
    inside: {
      class: "preference",
      kind: "preference",
      about: "me · road",
      value: "seaside",
      importance: [
        { name: "emotion", value: 0.2 },
        { name: "consequence", value: 1 },
        { name: "repetition", value: 0.6 },
      ],
      energy: 0.74,
      situation: [],
      sources: [
        { id: "trip-1", trace: "", kind: "trip", text: "D 6098", at: NOW - 3 * DAY, supports: true },
        { id: "", trace: "t6b01-1", kind: "said", text: "", at: NOW - 9 * DAY, supports: true },
      ],
      versions: [
        { id: "pref-90", text: "Seaside road in the morning", at: NOW - 40 * DAY, until: NOW - 9 * DAY, this: false },
        { id: r.id, text: r.text, at: NOW - 9 * DAY, until: null, this: true },
      ],
      ties: [{ relation: "supports", outward: false, id: "trip-1", text: "D 6098", since: NOW - 3 * DAY, confidence: 1 }],
      recalled: [
        {
          trace: "t6b01-1",
          at: NOW - DAY,
          said: "to the office, no motorway",
          kept: true,
          why: "scored",
          score: 0.71,
          parts: [
            { name: "meaning", value: 0.74 },
            { name: "words", value: 0.31 },
            { name: "fresh", value: 0.92 },
            { name: "context", value: null },
          ],
          acted: "decisive",
        },
        { trace: "t6b01-2", at: NOW - 2 * DAY, said: "去公司别走高速", kept: false, why: "below_threshold", score: 0.21, parts: [{ name: "meaning", value: 0.2 }], acted: "" },
      ],
      accesses: [{ at: NOW - DAY, who: "planner", what: "recalled" }],
    },
  };
}
