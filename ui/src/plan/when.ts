/** Days and times of a zone, as the person there means them. Pure: `now` and the zone come in. */

export interface DayOf {
  year: number;
  month: number;
  day: number;
}

/** How far a zone is ahead of UTC at a moment, in seconds. */
export function offsetAt(at: number, zone: string | undefined): number {
  const parts = new Intl.DateTimeFormat("en-GB", {
    timeZone: zone,
    hourCycle: "h23",
    year: "numeric",
    month: "numeric",
    day: "numeric",
    hour: "numeric",
    minute: "numeric",
    second: "numeric",
  }).formatToParts(new Date(at * 1000));
  const n = (type: string) => Number(parts.find((part) => part.type === type)?.value ?? 0);
  return Date.UTC(n("year"), n("month") - 1, n("day"), n("hour"), n("minute"), n("second")) / 1000 - Math.floor(at);
}

export function dayOf(at: number, zone: string | undefined): DayOf {
  const local = new Date((at + offsetAt(at, zone)) * 1000);
  return { year: local.getUTCFullYear(), month: local.getUTCMonth() + 1, day: local.getUTCDate() };
}

/** UTC seconds of a wall-clock time. Looked up twice, because the offset may differ on the two sides of a change of
 *  the clocks; a time that the change skips reads as the one after it. */
export function momentOf({ year, month, day }: DayOf, minutes: number, zone: string | undefined): number {
  const wall = Date.UTC(year, month - 1, day, 0, minutes) / 1000;
  const guess = wall - offsetAt(wall, zone);
  return wall - offsetAt(guess, zone);
}

/** Minutes of the day of "8:30", "0830", "8.30", "8点半" or "8点30"; null for anything else. */
export function parseTime(text: string): number | null {
  const clean = text.trim();
  const half = /^(\d{1,2})\s*[点點]\s*半$/.exec(clean);
  if (half) return minutes(half[1], "30");
  const match =
    /^(\d{1,2})\s*[:.：点點hH]\s*(\d{2})?\s*分?$/.exec(clean) ?? /^(\d{2})(\d{2})$/.exec(clean) ?? /^(\d{1,2})$/.exec(clean);
  return match ? minutes(match[1], match[2] ?? "0") : null;
}

function minutes(hours: string | undefined, rest: string): number | null {
  const [h, m] = [Number(hours), Number(rest)];
  return h <= 23 && m <= 59 ? h * 60 + m : null;
}
