import { isKey, t } from "../i18n/index.svelte";
import type { TraceCandidateDto, TraceDto } from "../ipc/bindings";

/** A stable word of a trace in the page's language; the word itself when this page is older than it. */
export function worded(what: "kind" | "stage" | "way" | "part" | "why", word: string): string {
  const key = `trace.${what}_${word}`;
  return isKey(key) ? t(key) : word;
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
