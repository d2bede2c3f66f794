import type { ScopeDto, StrengthDto } from "../ipc/bindings";

/** No condition: it holds whenever. */
export const ANY_TIME: ScopeDto = { bucket: null, days: null, weather: null, from: null, to: null };

/** Strengths that a person may give a stretch or an area, from wanted to forbidden. */
export const STRENGTHS = ["prefer", "rather_not", "avoid", "never"] as const satisfies readonly StrengthDto[];

/** How long a wish holds. */
export const ENDS = ["always", "today", "tomorrow", "week", "date"] as const;
export type End = (typeof ENDS)[number];

/** The end of the day so many days from now, UTC seconds, in this computer's zone. */
function endOfDay(now: Date, days: number): number {
  return Math.floor(new Date(now.getFullYear(), now.getMonth(), now.getDate() + days + 1).getTime() / 1000);
}

/** When a wish ends; null for never, undefined while a date is missing or over. */
export function endOf(end: End, date: string, now: Date): number | null | undefined {
  if (end === "always") return null;
  if (end === "today") return endOfDay(now, 0);
  if (end === "tomorrow") return endOfDay(now, 1);
  if (end === "week") return endOfDay(now, 7);
  const [year, month, day] = date.split("-").map(Number);
  if (!year || !month || !day) return undefined;
  const at = Math.floor(new Date(year, month - 1, day + 1).getTime() / 1000);
  return at * 1000 > now.getTime() ? at : undefined;
}
