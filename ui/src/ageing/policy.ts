import { percent } from "../i18n/format";
import { isKey, t } from "../i18n/index.svelte";
import type { AgingRowDto, DueDto, PolicyDto } from "../ipc/bindings";

/* How a kind of memory is let go, in words; the choices that a person has for it. */

export const DAYS = [1, 7, 14, 30, 60, 90, 180, 365, 730, 1095];
export const SHARES = [0.25, 0.5, 0.75];
export const ARCHIVES = [0, 0.05, 0.1, 0.2, 0.4];
export const WAYS = ["keep", "propose", "delete"] as const;

/** The usual choices, and the one that is set. */
export function withOwn(usual: readonly number[], own: number | null): number[] {
  return [...new Set(own === null ? usual : [...usual, own])].sort((a, b) => a - b);
}

export function kindWord(aged: string): string {
  const key = `ageing.kind_${aged}`;
  return isKey(key) ? t(key) : aged;
}

function fateWord(due: DueDto): string {
  const key = `ageing.fate_${due.fate}`;
  return isKey(key) ? t(key) : due.fate;
}

/** What happens and why, on one line. */
export function dueWords(due: DueDto): string {
  return t("ageing.because", { what: fateWord(due), why: ruleWord(due) });
}

function ruleWord(due: DueDto): string {
  const key = `ageing.rule_${due.rule}`;
  return isKey(key) ? t(key) : due.rule;
}

/** A policy in whole sentences, in the order in which it takes effect. */
export function sentences(policy: PolicyDto): string[] {
  const said: string[] = [];
  if (policy.ends_with_session) said.push(t("ageing.say_session"));
  if (policy.curve === "half_life") said.push(t("ageing.say_half", { days: policy.curve_value }));
  else if (policy.curve !== "never") said.push(t("ageing.say_curve"));
  if (policy.lower_after_days !== null && policy.lower_to < 1) {
    said.push(t("ageing.say_lower", { days: policy.lower_after_days, percent: percent(policy.lower_to) }));
  }
  if (policy.energy_half_life_days !== null && policy.archive_under > 0) {
    said.push(t("ageing.say_archive", { percent: percent(policy.archive_under) }));
  }
  if (policy.forget_after_days !== null && policy.forget !== "keep") {
    said.push(t(policy.forget === "delete" ? "ageing.say_delete" : "ageing.say_propose", { days: policy.forget_after_days }));
  }
  return said.length === 0 ? [t("ageing.say_lasts")] : said;
}

/** A fate that takes a memory away, or asks to; weighing less is no forgetting. */
const forgets = (due: DueDto): boolean => due.fate !== "lowered";

export interface Foreseen {
  /** What would be due at once. */
  now: AgingRowDto[];
  /** What would be forgotten later, the nearest first. */
  later: { row: AgingRowDto; due: DueDto }[];
}

/** What a list of ageing says about forgetting. */
export function foreseen(rows: readonly AgingRowDto[]): Foreseen {
  const now = rows.filter((row) => row.now !== null && forgets(row.now));
  const later = rows
    .filter((row) => !now.includes(row))
    .flatMap((row) => {
      const due = row.next.find(forgets);
      return due ? [{ row, due }] : [];
    })
    .sort((a, b) => a.due.at - b.due.at);
  return { now, later };
}
