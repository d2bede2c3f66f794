import { afterEach, describe, expect, it } from "vitest";
import { locale } from "../i18n/index.svelte";
import { date, day, fromField, toField, until } from "./dates";

const DAY = 86_400;
/** 2026-11-29 12:00 UTC, a Sunday. */
const NOW = Date.UTC(2026, 10, 29, 12) / 1000;

afterEach(() => {
  locale.lang = "en";
});

describe("when something was", () => {
  const cases: [number, string, string][] = [
    [NOW, "Today", "今天"],
    [NOW - DAY, "Yesterday", "昨天"],
    [NOW - 2 * DAY, "27 Nov", "11月27日"],
    [NOW - 365 * DAY, "29 Nov 2025", "2025年11月29日"],
  ];
  it.each(cases)("%i", (at, en, zh) => {
    expect(day(at, NOW, "UTC")).toBe(en);
    locale.lang = "zh";
    expect(day(at, NOW, "UTC")).toBe(zh);
  });
  it("a trip keeps the day of the zone it was driven in", () => {
    const late = Date.UTC(2026, 10, 26, 23, 30) / 1000;
    expect(date(late, NOW, "UTC")).toBe("26 Nov");
    expect(date(late, NOW, "Europe/Monaco")).toBe("27 Nov");
    expect(date(late, NOW, "Not/AZone")).toMatch(/^2[67] Nov$/);
  });
});

describe("when it expires", () => {
  const cases: [number | null, string][] = [
    [null, "never"],
    [NOW - 1, "expired"],
    [NOW + 3600, "today"],
    [NOW + DAY, "in 1 day"],
    [NOW + 41 * DAY, "in 41 days"],
  ];
  it.each(cases)("%s", (expires, words) => expect(until(expires, NOW)).toBe(words));
});

describe("a date field", () => {
  it("means the end of that day, and reads back as the same day", () => {
    const end = fromField("2026-12-24");
    expect(end).not.toBeNull();
    expect(toField(end ?? 0)).toBe("2026-12-24");
    expect(new Date((end ?? 0) * 1000).getHours()).toBe(23);
  });
  it("may be empty", () => expect(fromField("")).toBeNull());
});
