import { percent } from "../i18n/format";
import { t } from "../i18n/index.svelte";
import type { ShareDto, UsageDayDto } from "../ipc/bindings";

/** A share of 0 to 1; nothing where there is nothing to count. */
export const value = (share: ShareDto): number | null => (share.whole === 0 ? null : share.part / share.whole);

/** A share in words, with its interval: the same that its bar shows. */
export function words(share: ShareDto): string {
  if (share.whole === 0) return t("figures.none");
  return [
    percent(share.part / share.whole),
    t("figures.of", { part: share.part, whole: share.whole }),
    t("figures.interval", { low: percent(share.low), high: percent(share.high) }),
  ].join(" · ");
}

/** One point of a line: the day's share, left out on days that have none. */
export interface Point {
  x: number;
  y: number;
}

/** The line of a share over the days, in a box of this size. */
export function line(
  days: readonly UsageDayDto[],
  part: (day: UsageDayDto) => number,
  whole: (day: UsageDayDto) => number,
  width: number,
  height: number,
): Point[] {
  const step = days.length > 1 ? width / (days.length - 1) : 0;
  return days.flatMap((day, index) =>
    whole(day) === 0 ? [] : [{ x: index * step, y: height * (1 - Math.min(1, part(day) / whole(day))) }],
  );
}
