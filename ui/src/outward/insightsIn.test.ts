// @vitest-environment jsdom
import { flushSync } from "svelte";
import { afterEach, describe, expect, it } from "vitest";
import { app } from "../app.svelte";
import { locale } from "../i18n/index.svelte";
import MonthPage from "../month/MonthPage.svelte";
import { toasts } from "../shared/toasts.svelte";
import { close, find, get, open, until } from "../testing";
import { insightsIn, isInsights } from "./insightsIn.svelte";

afterEach(async () => {
  insightsIn.close();
  await close();
});

const box = (index: number): HTMLInputElement => get<HTMLInputElement>(`insights-in-${index}`);

async function looked(lang: "en" | "zh" = "en"): Promise<void> {
  await open(MonthPage, () => (locale.lang = lang));
  await until(() => find("month-insights-in") !== null);
  get("month-insights-in").click();
  await until(() => find("insights-in-list") !== null);
}

describe("s1_49 a file of insights comes in", { timeout: 20_000 }, () => {
  it.each([
    ["/a/laolu-insights.json", true],
    ["/a/laolu-insights (1).json", true],
    ["/a/Records.json", false],
    ["/insights/Records.json", false],
  ])("%s holds some by its name: %s", (path, expected) => expect(isInsights(path)).toBe(expected));

  it.each(["en", "zh"] as const)("line by line, what is new ticked, what was refused not to be taken, in %s", async (lang) => {
    await looked(lang);
    expect([0, 1, 2].map((index) => [box(index).checked, box(index).disabled])).toEqual([[true, false], [true, false], [false, true]]);
    expect(get("insights-in-list").textContent).toContain(lang === "zh" ? "说过不是" : "said no");
    expect(get("insights-in").textContent).not.toMatch(/outward\.\w+|undefined/);
    get("insights-in-all").click();
    flushSync();
    expect(get<HTMLButtonElement>("insights-in-take").disabled).toBe(true);
  });

  it("only what is ticked is taken, and taken back by undo", async () => {
    await looked();
    box(0).click();
    flushSync();
    get("insights-in-take").click();
    await until(() => find("insights-in") === null && toasts.current !== null);
    const standings = async (): Promise<string[]> => (await app.client.insights_look("/a/laolu-insights.json", "en")).lines.map((line) => line.standing);
    expect(await standings()).toEqual(["", "known", "refused"]);
    toasts.act();
    await until(() => toasts.current?.text === "Taken back: 1.");
    expect(await standings()).toEqual(["", "", "refused"]);
  });

  it("another file is refused with its name and why", async () => {
    await open(MonthPage);
    await until(() => find("month-insights-in") !== null);
    void insightsIn.look("/a/else.json");
    await until(() => find("insights-in-error") !== null);
    expect(get("insights-in-error").textContent).toContain("else.json");
    expect(get<HTMLButtonElement>("insights-in-take").disabled).toBe(true);
  });
});
