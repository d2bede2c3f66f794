import type {
  CompareDto,
  FailureDto,
  FiguresDto,
  RatingDto,
  ShareDto,
  TraceBriefDto,
  TraceCandidateDto,
  TraceDto,
  UsageDayDto,
} from "../bindings";
import type { Client } from "../client";
import { fail, later, type FakeState } from "./index";
import { EXCHANGE } from "./model";

type Inspecting = Pick<
  Client,
  | "traces"
  | "trace"
  | "traces_clear"
  | "feedback"
  | "feedback_undo"
  | "feedback_list"
  | "wrong_memory"
  | "failures"
  | "failures_export"
  | "failures_delete"
  | "sample"
  | "figures"
  | "compare"
  | "usage_reset"
  | "sandbox"
  | "why"
>;

const share = (part: number, whole: number): ShareDto => ({
  part,
  whole,
  low: whole === 0 ? 0 : Math.max(0, part / whole - 0.18),
  high: whole === 0 ? 0 : Math.min(1, part / whole + 0.12),
});

const noDay: UsageDayDto = {
  day: "", asked: 0, recalled: 0, cited: 0, wishes: 0, repeated: 0, driven: 0, followed: 0, up: 0, down: 0,
  used_history: 0, forgot_said: 0, wrong: 0, confirmed: 0, denied: 0,
};

/** Two weeks in which memory gets better. */
function madeDays(): UsageDayDto[] {
  return Array.from({ length: 14 }, (_, n) => ({
    ...noDay,
    day: `2026-11-${String(17 + n).padStart(2, "0")}`,
    asked: 3 + (n % 4),
    recalled: 8 + (n % 3),
    cited: 2 + Math.floor(n / 3),
    wishes: 2,
    repeated: n < 6 ? 1 : 0,
    driven: 2,
    followed: n < 4 ? 1 : 2,
    up: n % 2,
    down: n === 3 ? 1 : 0,
    used_history: n % 2,
    confirmed: n % 5 === 0 ? 1 : 0,
    denied: n === 7 ? 1 : 0,
  }));
}

function candidate(id: string, more: Partial<TraceCandidateDto>): TraceCandidateDto {
  return { id, text: "", ways: [], parts: [], score: null, kept: true, why: "", by: "", delta_s: null, ...more };
}

const parts = (values: Record<string, number | null>): TraceCandidateDto["parts"] =>
  Object.entries(values).map(([name, value]) => ({ name, value }));

/** One trace with everything that can be on the page: kept, dropped, waiting, overruled, off. */
export function madeTrace(id: string, said: string, lang: "zh" | "en"): TraceDto {
  const say = (en: string, zh: string) => (lang === "zh" ? zh : en);
  return {
    id,
    at: 1_795_910_400,
    kind: "plan",
    said,
    answer: say("By the sea, 25 min, because of: the seaside road on workday mornings.", "走海边，25 分钟：因为工作日早上走海边路。"),
    plan: `p-${id}`,
    ms: 31.4,
    undo: null,
    exchanges: id === "t6b01-1" ? [EXCHANGE] : [],
    stages: [
      { name: "intent", ms: 0.8, input: ["characters 8"], output: ["kind plan_route", "waypoint place-2", "waypoint_from map", "wish avoid", "reset_context false"], candidates: [] },
      {
        name: "store",
        ms: 6.1,
        input: ["to_remember 1"],
        output: ["wrote pref-9"],
        candidates: [candidate("pref-9", { text: say("Avoid the motorway", "避开高速"), why: "written" })],
      },
      {
        name: "recall",
        ms: 4.2,
        input: ["by meaning words scope", "known time commuting"],
        output: ["found 3", "in_scope 2 1", "given 3"],
        candidates: [
          candidate("pref-1", {
            text: say("Seaside road on workday mornings", "工作日早上走海边路"),
            ways: ["meaning", "scope"],
            parts: parts({ meaning: 0.74, words: 0.31, scope: 1, fresh: 0.92, sure: 0.86 }),
            score: 0.71,
            why: "scored",
          }),
          candidate("pref-4", {
            text: say("Riverside in the evening", "傍晚走江边"),
            ways: ["words"],
            parts: parts({ meaning: null, words: 0.5, scope: 0.5, fresh: 0.6, sure: 0.7 }),
            score: 0.28,
            why: "asks_first",
          }),
          candidate("place-2", {
            text: say("Office", "公司"),
            ways: ["words"],
            parts: parts({ meaning: 0.2, words: 1, scope: 0.5, fresh: 1, sure: 1 }),
            score: 0.5,
            kept: false,
            why: "no_wish",
          }),
        ],
      },
      {
        name: "route",
        ms: 20.3,
        input: ["cause sentence-0", "cause pref-1", "cause_off setting-steep"],
        output: ["route 8d1c 1500 9800", "plans 4"],
        candidates: [
          candidate("sentence-0", { text: say("Avoid the motorway", "避开高速"), why: "decisive", delta_s: 180 }),
          candidate("pref-1", { text: say("Seaside road on workday mornings", "工作日早上走海边路"), why: "decisive", delta_s: 120 }),
          candidate("setting-steep", { text: say("Avoid steep roads", "避开陡坡"), kept: false, why: "off" }),
          candidate("pref-7", { text: say("Motorway when in a hurry", "赶时间走高速"), kept: false, why: "ranks_lower", by: "sentence-0" }),
          candidate("pref-4", { text: say("Riverside in the evening", "傍晚走江边"), kept: false, why: "unconfirmed" }),
        ],
      },
    ],
  };
}

export function fakeInspect(state: FakeState): Inspecting {
  let kept = [madeTrace("t6b01-2", "去公司别走高速", "zh"), madeTrace("t6b01-1", "to the office, no motorway", "en")];
  const brief = (trace: TraceDto): TraceBriefDto => {
    const count = (name: string, only: (it: TraceCandidateDto) => boolean) =>
      trace.stages.filter((stage) => stage.name === name).flatMap((stage) => stage.candidates.filter(only)).length;
    const { id, at, kind, said, answer, plan, ms } = trace;
    return {
      id, at, kind, said, answer, plan, ms,
      recalled: count("recall", () => true),
      used: count("route", (it) => it.kept && /^(pref|place|trip)-/.test(it.id)),
    };
  };
  let ratings: RatingDto[] = [];
  let failures: FailureDto[] = [];
  let days = madeDays();
  const sum = (): UsageDayDto => {
    const total = { ...noDay };
    for (const day of days) {
      for (const key of Object.keys(noDay) as (keyof UsageDayDto)[]) if (key !== "day") total[key] += day[key];
    }
    return total;
  };
  const figures = (): FiguresDto => {
    const total = sum();
    return {
      since: days.length === 0 ? 0 : 1_794_700_800,
      days,
      total,
      utilisation: share(total.cited, total.recalled),
      accuracy: share(total.confirmed, total.confirmed + total.denied),
      precision: share(total.used_history, total.used_history + total.wrong),
      recall: share(total.used_history, total.used_history + total.forgot_said),
      repetition: share(total.repeated, total.wishes),
      completion: share(total.followed, total.driven),
      failures: failures.length,
    };
  };
  const compared = (): CompareDto => {
    const rows = Array.from({ length: 12 }, (_, n) => ({
      trip: `trip-${n + 1}`,
      text: n % 2 ? "Office → Home" : "Home → Office",
      at: 1_795_910_400 - n * 43_200,
      with_memory: n !== 9 && n !== 11,
      without_memory: n % 3 === 0,
      shared: n % 3 === 0 ? 1 : 0.64,
    }));
    const count = (of: (row: (typeof rows)[0]) => boolean) => share(rows.filter(of).length, rows.length);
    return { with_memory: count((r) => r.with_memory), without_memory: count((r) => r.without_memory), rows };
  };
  return {
    feedback: (request, lang) =>
      later(state, () => {
        const trace = kept.find((each) => each.id === request.answer || each.plan === request.answer) ?? fail("no_such_trace");
        const { answer: _, ...rest } = request;
        const moved = [{ id: "pref-1", text: madeTrace("", "", lang).stages[2]!.candidates[0]!.text, confidence_before: 0.86, confidence: request.thumb === "up" ? 0.89 : 0.76, energy_before: null, energy: null }];
        const rating: RatingDto = { answer: trace.id, at: trace.at, thumb: rest.thumb, label: rest.label, moved };
        ratings = [rating, ...ratings.filter((each) => each.answer !== trace.id)];
        return rating;
      }),
    feedback_undo: (answer) =>
      later(state, () => {
        if (!ratings.some((each) => each.answer === answer)) fail("no_such_trace");
        ratings = ratings.filter((each) => each.answer !== answer);
        return null;
      }),
    feedback_list: () => later(state, () => ratings),
    wrong_memory: (request) =>
      later(state, () => {
        const trace = kept.find((each) => each.id === request.answer || each.plan === request.answer) ?? fail("no_such_trace");
        const failure: FailureDto = {
          id: String(failures.length + 1),
          at: trace.at,
          query: trace.said,
          got: request.memory,
          got_text: trace.stages.flatMap((stage) => stage.candidates).find((one) => one.id === request.memory)?.text ?? "",
          wanted: request.wanted,
          wanted_text: "",
        };
        failures = [...failures, failure];
        return failure;
      }),
    failures: () => later(state, () => failures),
    failures_export: () => later(state, () => failures.map((each) => `${JSON.stringify(each)}\n`).join("")),
    failures_delete: (ids) =>
      later(state, () => (failures = ids.length === 0 ? [] : failures.filter((each) => !ids.includes(each.id))).length),
    sample: () =>
      later(state, () =>
        kept
          .filter((trace) => !ratings.some((each) => each.answer === trace.id) && !failures.some((each) => each.query === trace.said))
          .map((trace) => ({ answer: trace.id, at: trace.at, said: trace.said, memory: "pref-1", text: trace.stages[2]!.candidates[0]!.text })),
      ),
    figures: () => later(state, figures),
    compare: () => later(state, compared),
    usage_reset: () => later(state, () => ((days = []), null)),
    sandbox: (request) =>
      later(state, () => {
        if (request.turns.length === 0) fail("bad_request", { field: "turns" });
        const turns = request.turns.map((said, n) => ({
          said,
          kind: n === 0 ? "remember" : "plan_route",
          answer: said.includes("?") ? "" : madeTrace("", said, request.lang).answer,
          problem: said.includes("?") ? "unknown_place" : "",
          stored: n === 0 ? [{ id: "pref-90", text: said, kind: "avoid", confidence: 1 }] : [],
          trace: madeTrace(`s${n}`, said, request.lang),
        }));
        return { profile: request.fresh ? "" : (request.profile || state.status.profile.name), turns, before: request.fresh ? 0 : 47, after: request.fresh ? 1 : 48 };
      }),
    why: (answer, lang) =>
      later(state, () => {
        const trace = kept.find((each) => answer === "" || each.id === answer || each.plan === answer) ?? fail("no_such_trace");
        const rows = [3, 5, 6].map((n) => ({ id: `trip-${n}`, behind: "pref-1", text: "D 6098", at: 1_795_910_400 - n * 86_400 }));
        const text =
          lang === "zh"
            ? "因为「工作日早上走海边路」：最近 3 次都是这样（11月26日、11月24日、11月23日）。"
            : "Because of “Seaside road on workday mornings”: so the last 3 times (26 Nov, 24 Nov, 23 Nov).";
        return { answer: trace.id, text, rows };
      }),
    traces: () => later(state, () => kept.map(brief)),
    trace: (id, lang) =>
      later(state, () => {
        const found = kept.find((each) => id === "" || each.id === id || each.plan === id) ?? fail("no_such_trace");
        return { ...madeTrace(found.id, found.said, lang) };
      }),
    traces_clear: () => later(state, () => ((kept = []), null)),
  };
}
