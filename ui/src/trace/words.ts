import { distance, duration } from "../i18n/format";
import { isKey, t, type Key } from "../i18n/index.svelte";
import type { TraceCandidateDto, TraceDto } from "../ipc/bindings";

/** A stable word of a trace in the page's language; the word itself when this page is older than it. */
export function worded(what: "kind" | "stage" | "way" | "part" | "why", word: string): string {
  const key = `trace.${what}_${word}`;
  return isKey(key) ? t(key) : word;
}

/** A fact of a stage in words: its first word is stable and chooses the sentence, the rest is what it is about. A fact of
 *  another version stands as it came. What it names by an id has its own words where they are known. */
export function factWords(fact: string, names?: ReadonlyMap<string, string>): string {
  const [word = "", ...about] = fact.split(" ").filter((part) => part !== "");
  const key = `trace.fact_${word}`;
  if (!isKey(key)) return fact;
  const said = about.map((part) => {
    const known = `trace.word_${part}`;
    return isKey(known) ? t(known) : (names?.get(part) ?? part);
  });
  if (word === "route") return t(key, { time: duration(Number(about[1])), distance: distance(Number(about[2])) });
  const args = Object.fromEntries(said.map((part, index) => [String(index + 1), part]));
  return t(key as Key, args).replace("{*}", said.join(t("trace.listed")));
}

/** What the things that a trace weighed are called, by id. */
export function namesIn(trace: TraceDto): ReadonlyMap<string, string> {
  const all = trace.stages.flatMap((stage) => stage.candidates).filter((one) => one.text !== "");
  return new Map(all.map((one) => [one.id, one.text]));
}

/** Whether an id names a memory, which can be opened; the others are words of the sentence and settings. */
export function isMemory(id: string): boolean {
  return /^(place|pref|trip|stmt|obs)-\d+$/.test(id);
}

/** A trace as text, for a report. */
export function asText(trace: TraceDto): string {
  const candidate = (one: TraceCandidateDto): string => {
    const parts = one.parts.map((part) => `${part.name} ${part.value === null ? "-" : part.value.toFixed(2)}`).join(", ");
    const score = one.score === null ? "" : ` ${one.score.toFixed(2)}`;
    return `  ${one.kept ? "+" : "-"} ${one.id}${score}${parts ? ` (${parts})` : ""} ${one.why}${one.by ? ` (${one.by})` : ""}`;
  };
  return trace.stages
    .map((stage) =>
      [
        `${stage.name} ${stage.ms.toFixed(1)} ms`,
        ...stage.input.map((fact) => `  < ${fact}`),
        ...stage.candidates.map(candidate),
        ...stage.output.map((fact) => `  > ${fact}`),
      ].join("\n"),
    )
    .join("\n");
}
