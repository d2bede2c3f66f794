import type {
  AgingRowDto,
  InsightDto,
  NoticedDto,
  PolicyDto,
  ReflectionDto,
  ReflectionSettingsDto,
  StreamRowDto,
  WrittenDto,
} from "../bindings";
import type { Client } from "../client";
import { fail, later, type FakeState } from "./index";
import { DAY, NOW } from "./now";

/* What was noticed, what follows from it, and how it is let go. */

type Minding = Pick<
  Client,
  | "stream"
  | "backup"
  | "backups"
  | "rebuild"
  | "memory_alike"
  | "memory_alike_answer"
  | "reflection"
  | "reflection_set"
  | "memory_reflect"
  | "insight_answer"
  | "ageing"
  | "ageing_preview"
  | "memory_age"
  | "memory_keep"
  | "ageing_policies"
  | "ageing_policy_set"
  | "wrong"
  | "wrong_remove"
  | "wrong_undo"
>;

function noticed(n: number, kind: string, attribute: string, value: string, more: Partial<NoticedDto> = {}): NoticedDto {
  return {
    id: `obs-${n}`,
    at: NOW - n * (DAY / 3),
    zone: "Europe/Monaco",
    source: kind === "said" ? "dialogue" : "action",
    kind,
    attribute,
    value,
    words: "",
    weather: null,
    passengers: [],
    importance: 2.4,
    parts: [0.2, 0.3, 0.5],
    ...more,
  };
}

function madeStream(): StreamRowDto[] {
  const rows: StreamRowDto[] = [];
  const add = (seen: NoticedDto, more: Partial<StreamRowDto> = {}) =>
    rows.push({ noticed: seen, place: null, place_name: "", trip: null, traffic: "", session: "", heard: 1, ...more });
  for (let n = 1; n <= 40; n++) {
    if (n % 9 === 0) {
      add(noticed(n, "said", "", "", { words: n % 2 ? "今天要迟到了" : "not through the tunnel, please", importance: 6.1, parts: [0.9, 0.4, 0.1], weather: "rain" }), { heard: 0.93 });
    } else if (n % 4 === 0) {
      add(noticed(n, n % 8 === 0 ? "deviated" : "followed", "", "", { source: "trip" }), { trip: `trip-${n}`, traffic: n % 8 === 0 ? "slow" : "" });
    } else {
      add(noticed(n, "set", n % 2 ? "ac.temperature" : "music", n % 2 ? "20" : "soothing", { passengers: n % 5 === 0 ? ["child"] : [] }), n % 7 === 0 ? { place: "place-1", place_name: "Home 家" } : {});
    }
  }
  return rows;
}

const evidence = [1, 4, 7, 10].map((n) => noticed(n * 3, "set", n % 2 ? "ac.temperature" : "music", n % 2 ? "20" : "soothing"));

function madeInsights(lang: "zh" | "en"): InsightDto[] {
  const say = (en: string, zh: string) => (lang === "zh" ? zh : en);
  const base = { confirmed: false, condition: "hour=21", evidence, against: [], doubt: "" };
  return [
    {
      ...base,
      id: "stmt-31",
      text: say("Driving at night (after 21:00), you usually turn the air colder and play soothing music: probably tired", "夜间（21点后）驾驶时常把空调调低、放舒缓的音乐，可能疲劳"),
      why: say("From 4 entries on 3 days, lately on 11-23, 11-25, 11-27", "依据 4 条记录，3 天里都这样，最近在 11-23、11-25、11-27"),
      state: "pending",
      confidence: 0.8,
      weight: 0.8,
      made_at: NOW - 2 * DAY,
      verify_by: NOW + 12 * DAY,
      ends_at: NOW + 26 * DAY,
    },
    {
      ...base,
      id: "stmt-28",
      text: say("Driving with a child, you usually keep the air at 24", "带孩子驾驶时常把空调开到 24 度"),
      why: say("From 6 entries on 5 days, lately on 11-26, 11-27, 11-28", "依据 6 条记录，5 天里都这样，最近在 11-26、11-27、11-28"),
      state: "active",
      confidence: 1,
      weight: 1,
      made_at: NOW - 20 * DAY,
      verify_by: NOW + 9 * DAY,
      ends_at: NOW + 23 * DAY,
      against: [noticed(5, "set", "ac.temperature", "22")],
    },
  ];
}

const POLICY: PolicyDto = {
  aged: "fact",
  curve: "never",
  curve_value: 0,
  lower_after_days: null,
  lower_to: 1,
  forget_after_days: null,
  forget: "keep",
  energy_half_life_days: null,
  archive_under: 0,
  ends_with_session: false,
  is_default: true,
};
const fading = (aged: string, half: number, days: number, more: Partial<PolicyDto> = {}): PolicyDto => ({
  ...POLICY,
  aged,
  curve: "half_life",
  curve_value: half,
  lower_after_days: 30,
  lower_to: 0.5,
  forget_after_days: days,
  forget: "propose",
  energy_half_life_days: 120,
  archive_under: 0.05,
  ...more,
});

/** As after installation. */
export const POLICIES: PolicyDto[] = [
  { ...POLICY, aged: "place", forget_after_days: 730, forget: "propose" },
  { ...POLICY, aged: "trip", forget_after_days: 1095, forget: "propose" },
  { ...POLICY, aged: "wish", forget_after_days: 365, forget: "propose" },
  fading("habit", 30, 180, { energy_half_life_days: null, archive_under: 0 }),
  POLICY,
  fading("taste", 90, 365),
  { ...POLICY, aged: "plan", forget_after_days: 30, forget: "delete" },
  fading("conclusion", 60, 365),
  fading("feeling", 60, 365),
  fading("insight", 30, 30, { lower_after_days: null, forget: "delete" }),
  fading("summary", 14, 60, { forget: "delete" }),
  { ...POLICY, aged: "talk", forget_after_days: 1, forget: "delete", ends_with_session: true },
  fading("noticed", 7, 365, { forget: "keep" }),
];

/** Days for which each made-up memory was not used. */
const UNUSED: { id: string; aged: string; text: string; days: number; persons: boolean }[] = [
  { id: "pref-9", aged: "habit", text: "Twice by La Turbie on Saturdays", days: 26, persons: false },
  { id: "pref-8", aged: "habit", text: "The seaside road in the evening", days: 2, persons: false },
  { id: "stmt-12", aged: "plan", text: "Dentist on Thursday", days: 41, persons: true },
  { id: "stmt-31", aged: "insight", text: "Probably tired at night", days: 2, persons: false },
  { id: "stmt-40", aged: "summary", text: "A talk about ways to the coast", days: 55, persons: false },
  { id: "pref-6", aged: "wish", text: "Avoid the tunnel after 22:00", days: 12, persons: true },
  { id: "place-3", aged: "place", text: "Gym", days: 9, persons: true },
  { id: "stmt-3", aged: "fact", text: "Lives in Cap-d'Ail", days: 40, persons: true },
];

function aged(one: (typeof UNUSED)[0], policy: PolicyDto, kept: ReadonlySet<string>): AgingRowDto {
  const days = kept.has(one.id) ? 0 : one.days;
  const all = [
    { days: policy.lower_after_days, fate: "lowered" },
    { days: policy.forget === "keep" ? null : policy.forget_after_days, fate: policy.forget === "delete" && !one.persons ? "deleted" : "proposed" },
  ]
    .filter((each): each is { days: number; fate: string } => each.days !== null)
    .map((each) => ({ at: NOW + (each.days - days) * DAY, fate: each.fate, rule: "unused" }))
    .sort((a, b) => a.at - b.at);
  const fade = policy.curve === "half_life" ? 0.5 ** (days / policy.curve_value) : 1;
  return {
    id: one.id,
    text: one.text,
    aged: one.aged,
    persons: one.persons,
    weight: fade,
    parts: [fade, 1, 1],
    energy: 0.7,
    archived: false,
    now: all.filter((each) => each.at <= NOW).at(-1) ?? null,
    next: all.filter((each) => each.at > NOW),
  };
}

export function fakeMind(state: FakeState): Minding {
  let stream = madeStream();
  let gone: string[] = [];
  let yes: string[] = [];
  let settings: ReflectionSettingsDto = { paused: false, caution: 1, reflector: "rules", episodes: 3 };
  let policies = POLICIES;
  const kept = new Set<string>();
  const at = (aged: string) => policies.find((one) => one.aged === aged) ?? POLICY;
  const insights = (lang: "zh" | "en"): InsightDto[] =>
    madeInsights(lang)
      .filter((one) => !gone.includes(one.id))
      .map((one) => (yes.includes(one.id) ? { ...one, confirmed: true, state: "active", confidence: 1, weight: 1, verify_by: null, ends_at: null } : one));
  const reflection = (lang: "zh" | "en"): ReflectionDto => ({
    settings,
    running: !settings.paused,
    queued: 0,
    waiting: 9,
    waiting_sum: 17.2,
    count_threshold: 24 * settings.caution,
    sum_threshold: 61,
    rate: 21.4,
    today: 1,
    runs: [
      { at: NOW - DAY / 6, cause: "count", processed: 24, importance_sum: 55.1, made: 1 },
      // Two in one second: a busy evening.
      { at: NOW - DAY / 6, cause: "importance", processed: 3, importance_sum: 12, made: 0 },
      { at: NOW - DAY, cause: "night", processed: 11, importance_sum: 20, made: 0 },
    ],
    insights: insights(lang),
    no_longer: [
      {
        place: "place-3",
        name: "Gym",
        avoided: [noticed(2, "avoided", "", ""), noticed(8, "avoided", "", "")],
        since: NOW - 6 * DAY,
        last_taken: NOW - 30 * DAY,
        text: lang === "zh" ? "最近 3 次都没去Gym，不再推荐" : "Gym was passed 3 times in a row and is not suggested any more",
      },
    ],
  });
  const rows = (): AgingRowDto[] =>
    UNUSED.filter((one) => !gone.includes(one.id))
      .map((one) => aged(one, at(one.aged), kept))
      .sort((a, b) => (a.now?.at ?? a.next[0]?.at ?? Infinity) - (b.now?.at ?? b.next[0]?.at ?? Infinity));
  const written = (): WrittenDto[] =>
    insights("en").map((one) => ({
      id: one.id,
      text: one.text,
      at: one.made_at,
      origin: "inferred",
      confidence: one.confidence,
      persons: one.confirmed,
      like: one.id === "stmt-31" ? [{ id: "stmt-28", text: "Driving with a child, you usually keep the air at 24", likeness: "same_property", before: 1, after: 0.5 }] : [],
    }));
  let backups = [{ name: "memory-1.backup.db", at: NOW - DAY, bytes: 1_482_752 }];
  let alike = [
    { one: "stmt-12", one_text: "Likes the window open", other: "stmt-19", other_text: "Likes to drive with the window open", likeness: 0.95, same_entities: true },
  ];
  return {
    backup: () =>
      later(state, () => {
        const taken = { name: `memory-${backups.length + 1}.backup.db`, at: NOW, bytes: 1_490_944 };
        backups = [...backups, taken];
        return taken;
      }),
    backups: () => later(state, () => backups),
    rebuild: () => later(state, () => ({ memories: 24 })),
    memory_alike: () => later(state, () => alike),
    memory_alike_answer: (keep, other) =>
      later(state, () => {
        alike = alike.filter((pair) => ![pair.one, pair.other].every((id) => id === keep || id === other));
        return null;
      }),
    stream: (query) =>
      later(state, () => {
        const words = query.text.toLowerCase().split(/\s+/).filter(Boolean);
        const text = ({ noticed: seen, place_name, traffic }: StreamRowDto) =>
          `${seen.words} ${seen.attribute} ${seen.value} ${seen.kind} ${place_name} ${traffic} ${seen.passengers.join(" ")}`.toLowerCase();
        const found = stream
          .filter((row) => query.sources.length === 0 || query.sources.includes(row.noticed.source))
          .filter((row) => query.kinds.length === 0 || query.kinds.includes(row.noticed.kind))
          .filter((row) => words.every((word) => text(row).includes(word)));
        const tally = (of: (row: StreamRowDto) => string) =>
          [...new Set(stream.map(of))].map((word) => ({ word, count: stream.filter((row) => of(row) === word).length }));
        return {
          rows: found.slice(query.offset, query.offset + (query.limit || 200)),
          total: found.length,
          all: stream.length,
          sources: tally((row) => row.noticed.source),
          kinds: tally((row) => row.noticed.kind),
        };
      }),
    reflection: (lang) => later(state, () => reflection(lang)),
    reflection_set: (wanted) => later(state, () => (settings = wanted)),
    memory_reflect: () =>
      later(state, () => ({ cause: "asked", made: [], rejected: ["too_little"], known: 2, verified: ["stmt-28"], contradicted: [], given_up: [], summaries: [] })),
    insight_answer: (id, said, lang) =>
      later(state, () => {
        if (said) yes = [...yes, id];
        else gone = [...gone, id];
        return reflection(lang);
      }),
    ageing: () => later(state, rows),
    ageing_preview: (policy) =>
      later(state, () => {
        if (policy.lower_after_days !== null && policy.forget_after_days !== null && policy.lower_after_days > policy.forget_after_days) {
          fail("bad_request", { field: "forget_after_days" });
        }
        const one = policy.curve === "" ? (POLICIES.find((each) => each.aged === policy.aged) ?? POLICY) : policy;
        return UNUSED.filter((each) => each.aged === policy.aged).map((each) => aged(each, one, kept));
      }),
    memory_age: () =>
      later(state, () => {
        const due = rows().filter((row) => row.now?.fate === "deleted").map((row) => row.id);
        gone = [...gone, ...due];
        return { archived: [], deletion: due.length === 0 ? null : { id: "del-aged", deleted: due, text: "", undo_until: NOW + 30 * DAY } };
      }),
    memory_keep: (id) => later(state, () => (kept.add(id), rows())),
    ageing_policies: () => later(state, () => policies),
    ageing_policy_set: (wanted) =>
      later(state, () => {
        const installed = POLICIES.find((one) => one.aged === wanted.aged) ?? fail("bad_request", { field: "aged" });
        const next = wanted.curve === "" ? installed : { ...wanted, is_default: false };
        policies = policies.map((one) => (one.aged === wanted.aged ? next : one));
        return policies;
      }),
    wrong: (lang) =>
      later(state, () => ({ newest: written(), profile: state.status.profile.name, others: ["default"], insights: insights(lang), doubtful: 0 })),
    wrong_remove: (id) =>
      later(state, () => {
        const one = written().find((each) => each.id === id) ?? fail("no_such_memory");
        gone = [...gone, id];
        stream = stream.filter((row) => row.noticed.id !== id);
        return { deletion: { id: "del-wrong", deleted: [id], text: one.text, undo_until: NOW + 30 * DAY }, lowered: one.like, token: `wrong:${id}:${NOW}` };
      }),
    wrong_undo: () => later(state, () => ((gone = []), 1)),
  };
}
