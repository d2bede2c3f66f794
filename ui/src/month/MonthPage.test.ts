// @vitest-environment jsdom
import { flushSync } from "svelte";
import { afterEach, describe, expect, it } from "vitest";
import { app } from "../app.svelte";
import { locale } from "../i18n/index.svelte";
import { trip } from "../plan/trip.svelte";
import { close, find, get, ids, open, until, write } from "../testing";
import { busyHours, clockOf, monthName, weekdays } from "./month";
import MonthPage from "./MonthPage.svelte";

afterEach(close);

describe("a month in words", () => {
  it("names of months and days, in both languages", () => {
    expect([monthName("2026-11", "en"), monthName("2026-11", "zh")]).toEqual(["November 2026", "2026年11月"]);
    expect([weekdays("en")[0], weekdays("zh")[6], weekdays("en", "long")[0]]).toEqual(["Mon", "周日", "Monday"]);
  });

  it.each([
    [487, "08:07"],
    [0, "00:00"],
    [1439.6, "00:00"],
  ])("%s minutes after midnight is %s", (minute, expected) => expect(clockOf(minute)).toBe(expected));

  it("only hours with departures are rows", () => {
    const hours = Array.from({ length: 24 }, (_, hour) => (hour === 23 ? 2 : 0));
    expect(busyHours({ hours } as never)).toEqual([{ hour: "23–00", trips: 2 }]);
  });
});

describe("the page of a month", { timeout: 30_000 }, () => {
  it.each(["en", "zh"] as const)("shows places, ways, times and minutes, each picture with its figures, in %s", async (lang) => {
    await open(MonthPage, () => (locale.lang = lang));
    await until(() => find("month-places") !== null);
    expect(get("month-name").textContent).toBe(lang === "zh" ? "2026年11月" : "November 2026");
    expect(get("month-sum").textContent).toContain("39");
    expect([ids("month-places-").length, ids("month-ways-").length, ids("month-minutes-").length, ids("month-weekdays-").length]).toEqual([3, 4, 3, 7]);
    // Bars of both signs leave the axis in the middle to their side, on one scale.
    const bars = [...get("month-minutes").querySelectorAll("rect")].map((bar) => [Number(bar.getAttribute("x")), Number(bar.getAttribute("width"))]);
    expect(bars[0]).toEqual([50, 50]);
    expect(bars[1]![0]! + bars[1]![1]!).toBeCloseTo(50, 6);
    expect(get("month-minutes-1").textContent).toContain("−");
    expect(get("month-total").textContent).toContain("20");
    expect(get("month-hours").getAttribute("aria-label")).toContain("08:00");
    expect(get("month-commute").textContent).toContain("08:07");
    expect(get("month").textContent).not.toMatch(/month\.\w+|undefined/);
  });

  it("goes to the month before, where no memory changed anything, and back", async () => {
    await open(MonthPage);
    await until(() => find("month-places") !== null);
    expect(get<HTMLButtonElement>("month-later").disabled).toBe(true);
    get("month-earlier").click();
    await until(() => get("month-name").textContent === "October 2026");
    expect(find("month-minutes-none")).not.toBeNull();
    expect(get<HTMLButtonElement>("month-earlier").disabled).toBe(true);
    get("month-later").click();
    await until(() => get("month-name").textContent === "November 2026");
  });

  it("a remembered place and a memory lead to their rows", async () => {
    await open(MonthPage);
    await until(() => find("month-places") !== null);
    get("month-places-0").querySelector("button")!.click();
    expect([app.tab, app.memoryToOpen]).toEqual(["memory", "place-2"]);
    expect(get("month-places-2").querySelector("button")).toBeNull();
  });

  it("says what would be driven at a time of the week, and plans it", async () => {
    await open(MonthPage);
    await until(() => find("would") !== null);
    write("would-time", "half past");
    get("would-ask").click();
    flushSync();
    expect(find("would-0")).toBeNull();
    write("would-time", "8:00");
    get("would-ask").click();
    await until(() => find("would-0") !== null);
    expect(get("would-0").textContent).toContain("08:07");
    expect(get("would-1").textContent).toContain("can't be planned");
    get("would-plan-0").click();
    await until(() => trip.plan !== null);
    expect([app.tab, trip.hand.destination?.label]).toEqual(["plan", "Office 公司"]);
    await trip.startOver();
    write("would-time", "03:00");
    get("would-ask").click();
    await until(() => find("would-0") === null);
  });

  it("shows every insight before it is written for a phone", async () => {
    await open(MonthPage);
    await until(() => find("month-insights") !== null);
    get("month-insights").click();
    await until(() => find("insights-list") !== null);
    expect(get("insights-list").textContent).toContain("tunnels");
    expect(get("insights-left").textContent).toContain("3 name");
    get("insights-close").click();
    await until(() => find("insights-list") === null);
  });
});
