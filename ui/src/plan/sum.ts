import type { PlanDto, ReasonDto } from "../ipc/bindings";

/** The sum of the Why panel: base and steps that add up to the route's time, in words and as a bar. */

export interface Term {
  id: string;
  kind: "base" | ReasonDto["kind"];
  seconds: number;
}

/** Base first, then every reason that moved the time, in the plan's order. */
export function terms(plan: PlanDto): Term[] {
  const steps = plan.reasons
    .filter((reason) => reason.enabled && Math.abs(reason.delta_s) >= 1)
    .map((reason): Term => ({ id: reason.id, kind: reason.kind, seconds: reason.delta_s }));
  return [{ id: "base", kind: "base", seconds: plan.base.duration_s }, ...steps];
}

export interface SumWords {
  /** Whole units, which add up to `total` exactly. */
  parts: number[];
  total: number;
  /** Minutes, or seconds when a step is under a minute and would read as nothing. */
  unit: "min" | "s";
}

/** The figures to print. Rounding each figure alone would give sums like 20 + 2 = 23; the parts with the largest
 *  remainders are rounded up instead, so that what is printed is true as printed. */
export function sumWords(seconds: number[]): SumWords {
  const fine = seconds.some((s) => Math.abs(s) >= 1 && Math.abs(s) < 30);
  const size = fine ? 1 : 60;
  const exact = seconds.map((s) => s / size);
  // Adding zero turns the −0 that rounding can give into 0.
  const total = Math.round(exact.reduce((sum, value) => sum + value, 0)) + 0;
  const parts = exact.map(Math.floor);
  let missing = total - parts.reduce((sum, value) => sum + value, 0);
  const byRemainder = exact
    .map((value, index) => ({ index, remainder: value - Math.floor(value) }))
    .sort((a, b) => b.remainder - a.remainder);
  for (const { index } of byRemainder) {
    if (missing <= 0) break;
    parts[index] = (parts[index] ?? 0) + 1;
    missing -= 1;
  }
  return { parts, total, unit: fine ? "s" : "min" };
}

/** "20 + 2 − 1", or "8:00 + 0:24" where seconds matter: the figures with their signs between them. */
export function sumLine({ parts, unit }: Pick<SumWords, "parts" | "unit">): string {
  const figure = (part: number) => (unit === "s" ? clock(Math.abs(part)) : String(Math.abs(part)));
  return parts.map((part, i) => (i === 0 ? "" : part < 0 ? " − " : " + ") + figure(part)).join("");
}

/** Minutes and seconds as on a clock: "8:24". */
export function clock(seconds: number): string {
  return `${Math.floor(seconds / 60)}:${String(Math.round(seconds % 60)).padStart(2, "0")}`;
}

export interface Segment {
  id: string;
  kind: Term["kind"];
  /** Share of the bar's width, 0 to 1. */
  share: number;
  saving: boolean;
}

/** Segments of the bar to scale. The bar is as long as everything that was added; savings lie on it, too. */
export function segments(all: Term[]): Segment[] {
  const whole = all.reduce((sum, term) => sum + Math.abs(term.seconds), 0);
  if (whole === 0) return [];
  return all.map((term) => ({
    id: term.id,
    kind: term.kind,
    share: Math.abs(term.seconds) / whole,
    saving: term.seconds < 0,
  }));
}

/** Pixels of a reason's own bar: 14 for each minute, so that bars of different rows compare; never more than fits. */
export function barPixels(seconds: number, most = 64): number {
  if (Math.abs(seconds) < 1) return 0;
  return Math.min(most, Math.max(2, Math.round((Math.abs(seconds) / 60) * 14)));
}

/** The order of the rows: the smallest sufficient set first, memories after what was said, then the rest. */
export function rowOrder(reasons: ReasonDto[]): ReasonDto[] {
  const weight = (reason: ReasonDto) => (reason.minimal ? 0 : reason.decisive ? 1 : reason.enabled ? 2 : 1);
  return reasons.map((reason, index) => ({ reason, index })).sort((a, b) => weight(a.reason) - weight(b.reason) || a.index - b.index).map(({ reason }) => reason);
}

/** Rows with what was switched off by hand kept in view, even when the plan no longer lists it. */
export function withSwitchedOff(reasons: ReasonDto[], known: ReadonlyMap<string, ReasonDto>, disabled: ReadonlySet<string>): ReasonDto[] {
  const listed = new Set(reasons.map((reason) => reason.id));
  const missing = [...disabled].flatMap((id) => {
    const reason = known.get(id);
    if (listed.has(id) || !reason) return [];
    return [{ ...reason, enabled: false, state: "off" as const, decisive: false, delta_s: 0, delta_m: 0, group: null, group_s: null }];
  });
  return [...reasons, ...missing];
}

/** A sentence's words come in quotation marks already: inside other quotation marks they go without. */
export function unquoted(text: string): string {
  return /^[“「](.*)[”」]$/.exec(text)?.[1] ?? text;
}
