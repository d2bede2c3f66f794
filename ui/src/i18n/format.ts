import type { LangDto } from "../ipc/bindings";
import { locale } from "./index.svelte";

/** Numbers as a person uses them: minutes before metres, no decimals that nobody can act on. All take SI units. */

const UNITS = {
  en: { s: " s", min: " min", h: " h", m: " m", km: " km" },
  zh: { s: " 秒", min: " 分钟", h: " 小时", m: " 米", km: " 公里" },
} as const;

/** A duration: "45 s", "25 min", "1 h 05 min". */
export function duration(seconds: number, lang: LangDto = locale.lang): string {
  const u = UNITS[lang];
  const abs = Math.abs(seconds);
  if (abs < 59.5) return `${Math.round(abs)}${u.s}`;
  const minutes = Math.round(abs / 60);
  if (minutes < 60) return `${minutes}${u.min}`;
  const rest = minutes % 60;
  const hours = `${Math.floor(minutes / 60)}${u.h}`;
  return rest === 0 ? hours : `${hours} ${String(rest).padStart(2, "0")}${u.min}`;
}

/** The big figure of a card and its small unit, kept apart for their sizes. */
export function minutesParts(seconds: number, lang: LangDto = locale.lang): { figure: string; unit: string } {
  const minutes = Math.max(1, Math.round(seconds / 60));
  if (minutes < 60) return { figure: String(minutes), unit: UNITS[lang].min.trim() };
  return {
    figure: `${Math.floor(minutes / 60)}:${String(minutes % 60).padStart(2, "0")}`,
    unit: UNITS[lang].h.trim(),
  };
}

/** A signed price: "+2 min", "−40 s", "±0". The minus is the typographic one. */
export function signed(seconds: number, lang: LangDto = locale.lang): string {
  if (Math.abs(seconds) < 0.5) return lang === "zh" ? "±0" : "±0";
  return `${seconds < 0 ? "−" : "+"}${duration(seconds, lang)}`;
}

/** A distance, rounded to what one can judge from behind a wheel: "80 m", "450 m", "1.3 km", "24 km". */
export function distance(metres: number, lang: LangDto = locale.lang): string {
  const u = UNITS[lang];
  const abs = Math.abs(metres);
  if (abs < 95) return `${Math.round(abs / 10) * 10}${u.m}`;
  if (abs < 975) return `${Math.round(abs / 50) * 50}${u.m}`;
  if (abs < 9950) return `${Math.round(abs / 100) / 10}${u.km}`;
  return `${Math.round(abs / 1000)}${u.km}`;
}

export function signedDistance(metres: number, lang: LangDto = locale.lang): string {
  if (Math.abs(metres) < 5) return "±0";
  return `${metres < 0 ? "−" : "+"}${distance(metres, lang)}`;
}

const LOCALES: Record<LangDto, string> = { en: "en-GB", zh: "zh-CN" };

/** Time of day, 24 hours. `at` is UTC seconds. */
export function timeOfDay(at: number, lang: LangDto = locale.lang, zone?: string): string {
  return format(at, lang, { hour: "2-digit", minute: "2-digit", hourCycle: "h23" }, zone);
}

/** "12 Nov" or 11月12日. */
export function day(at: number, lang: LangDto = locale.lang, zone?: string): string {
  return format(at, lang, lang === "zh" ? { month: "long", day: "numeric" } : { month: "short", day: "numeric" }, zone);
}

/** Day with year, for things that are not of these weeks. */
export function fullDay(at: number, lang: LangDto = locale.lang, zone?: string): string {
  return format(at, lang, { year: "numeric", month: lang === "zh" ? "long" : "short", day: "numeric" }, zone);
}

/** "Tue 24 Nov, 18:05" or 11月24日周二 18:05. */
export function dayAndTime(at: number, lang: LangDto = locale.lang, zone?: string): string {
  const weekday = format(at, lang, { weekday: "short" }, zone);
  return lang === "zh"
    ? `${day(at, lang, zone)}${weekday} ${timeOfDay(at, lang, zone)}`
    : `${weekday} ${day(at, lang, zone)}, ${timeOfDay(at, lang, zone)}`;
}

export function percent(fraction: number): string {
  return `${Math.round(fraction * 100)}%`;
}

/** Bytes in decimal units, as file managers show them. */
export function bytes(count: number): string {
  if (count < 1000) return `${count} B`;
  const units = ["kB", "MB", "GB", "TB"] as const;
  let value = count / 1000;
  let unit = 0;
  while (value >= 999.5 && unit < units.length - 1) {
    value /= 1000;
    unit += 1;
  }
  return `${value < 9.95 ? value.toFixed(1) : Math.round(value)} ${units[unit]}`;
}

/** A count with thousands set apart. */
export function count(n: number, lang: LangDto = locale.lang): string {
  return new Intl.NumberFormat(LOCALES[lang]).format(n);
}

function format(at: number, lang: LangDto, options: Intl.DateTimeFormatOptions, zone?: string): string {
  const date = new Date(at * 1000);
  try {
    return new Intl.DateTimeFormat(LOCALES[lang], { ...options, timeZone: zone }).format(date);
  } catch {
    // A zone this system has no data for: the desktop's own zone is the best that is left.
    return new Intl.DateTimeFormat(LOCALES[lang], options).format(date);
  }
}
