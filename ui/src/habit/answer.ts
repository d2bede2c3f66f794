import type { HabitAnswerDto } from "../ipc/bindings";
import { t } from "../i18n/index.svelte";

/** What an answer did, in the same words wherever it was given. */
export function answerToast(answer: Exclude<HabitAnswerDto, "later">): string {
  const said = { yes: "habit.confirmed", no: "habit.rejected", only_then: "habit.onlyThenDone" } as const;
  return t(said[answer]);
}
