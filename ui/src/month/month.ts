import { duration } from "../i18n/format";
import type { LangDto, MonthDto } from "../ipc/bindings";

/** "November 2026" or 2026年11月, of the program's `2026-11`. */
export function monthName(month: string, lang: LangDto): string {
  const [year = 1970, index = 1] = month.split("-").map(Number);
  const date = new Date(Date.UTC(year, index - 1, 15));
  return new Intl.DateTimeFormat(lang === "zh" ? "zh-CN" : "en-GB", { year: "numeric", month: "long", timeZone: "UTC" }).format(date);
}

/** Names of the days of the week, Monday first. */
export function weekdays(lang: LangDto, style: "short" | "long" = "short"): string[] {
  // 2024-01-01 was a Monday.
  const day = (n: number) => new Date(Date.UTC(2024, 0, 1 + n));
  const format = new Intl.DateTimeFormat(lang === "zh" ? "zh-CN" : "en-GB", { weekday: style, timeZone: "UTC" });
  return Array.from({ length: 7 }, (_, n) => format.format(day(n)));
}

/** "08:05" of minutes after midnight. */
export function clockOf(minute: number): string {
  const whole = Math.round(minute) % 1440;
  return `${String(Math.floor(whole / 60)).padStart(2, "0")}:${String(whole % 60).padStart(2, "0")}`;
}

/** Hours with departures, as rows. */
export function busyHours(month: MonthDto): { hour: string; trips: number }[] {
  return month.hours.flatMap((trips, hour) => (trips > 0 ? [{ hour: `${String(hour).padStart(2, "0")}–${String((hour + 1) % 24).padStart(2, "0")}`, trips }] : []));
}

/** How long somebody stayed: of many hours nobody counts the minutes. */
export function stay(seconds: number): string {
  return duration(seconds >= 36_000 ? Math.round(seconds / 3_600) * 3_600 : seconds);
}
