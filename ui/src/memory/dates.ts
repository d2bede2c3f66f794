import { day as monthDay, fullDay } from "../i18n/format";
import { locale, t } from "../i18n/index.svelte";

/* How the memory page says when. `now` and times are UTC seconds; `zone` is an IANA zone and is left out for things
   that happened on this computer, which are shown in its own time. A trip keeps the zone it was driven in. */

const DAY = 86_400;

/** "Today", "Yesterday", "27 Nov", "27 Nov 2025"; 「今天」「11月27日」. */
export function day(at: number, now: number, zone?: string): string {
  const stamp = fullDay(at, "en", zone);
  if (stamp === fullDay(now, "en", zone)) return t("memory.today");
  if (stamp === fullDay(now - DAY, "en", zone)) return t("memory.yesterday");
  return date(at, now, zone);
}

/** The date itself, with the year only when it isn't this one. */
export function date(at: number, now: number, zone?: string): string {
  const year = (time: number): string => fullDay(time, "en", zone).slice(-4);
  return year(at) === year(now) ? monthDay(at, locale.lang, zone) : fullDay(at, locale.lang, zone);
}

/** "30 Nov 2026, 08:31:07": for a receipt, where the second matters. */
export function exactly(at: number): string {
  return new Intl.DateTimeFormat(locale.lang === "zh" ? "zh-CN" : "en-GB", {
    day: "numeric",
    month: locale.lang === "zh" ? "long" : "short",
    year: "numeric",
    hour: "2-digit",
    minute: "2-digit",
    second: "2-digit",
    hourCycle: "h23",
  }).format(at * 1000);
}

/** "never", "in 41 days", "today", "expired". */
export function until(expires: number | null, now: number): string {
  if (expires === null) return t("memory.never");
  if (expires <= now) return t("memory.expired");
  const days = Math.round((expires - now) / DAY);
  return days === 0 ? t("memory.expiresToday") : t("memory.inDays", { n: days });
}

/** Value of a date field for a time, in this computer's zone: "2026-11-29". */
export function toField(at: number): string {
  const local = new Date(at * 1000);
  const two = (n: number): string => String(n).padStart(2, "0");
  return `${local.getFullYear()}-${two(local.getMonth() + 1)}-${two(local.getDate())}`;
}

/** The end of the day of a date field, UTC seconds: "until 29 Nov" still holds on that day. */
export function fromField(value: string): number | null {
  const [year, month, dayOfMonth] = value.split("-").map(Number);
  if (!year || !month || !dayOfMonth) return null;
  return Math.floor(new Date(year, month - 1, dayOfMonth, 23, 59, 59).getTime() / 1000);
}
