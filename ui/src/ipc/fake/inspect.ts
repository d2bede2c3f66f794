import type { TraceBriefDto, TraceCandidateDto, TraceDto } from "../bindings";
import type { Client } from "../client";
import { fail, later, type FakeState } from "./index";

type Inspecting = Pick<Client, "traces" | "trace" | "traces_clear">;

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
    stages: [
      { name: "intent", ms: 0.8, input: ["8 characters"], output: ["kind plan_route", "waypoint place-2", "wish avoid"], candidates: [] },
      {
        name: "store",
        ms: 6.1,
        input: ["1 to remember"],
        output: ["wrote pref-9"],
        candidates: [candidate("pref-9", { text: say("Avoid the motorway", "避开高速"), why: "written" })],
      },
      {
        name: "recall",
        ms: 4.2,
        input: ["by meaning, words and scope"],
        output: ["3 found by likeness", "2 in scope, 1 waiting for an answer", "3 given to the decision"],
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
        input: ["sentence-0", "pref-1", "setting-steep (off)"],
        output: ["route 8d1c 1500 s 9800 m", "4 plans computed"],
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
  return {
    traces: () => later(state, () => kept.map(brief)),
    trace: (id, lang) =>
      later(state, () => {
        const found = kept.find((each) => id === "" || each.id === id || each.plan === id) ?? fail("no_such_trace");
        return { ...madeTrace(found.id, found.said, lang) };
      }),
    traces_clear: () => later(state, () => ((kept = []), null)),
  };
}
