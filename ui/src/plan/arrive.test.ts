// @vitest-environment jsdom
import { flushSync } from "svelte";
import { afterEach, describe, expect, it } from "vitest";
import { app } from "../app.svelte";
import { locale } from "../i18n/index.svelte";
import { toasts } from "../shared/toasts.svelte";
import { close, find, get, ids, open, press, until, write } from "../testing";
import { entrances } from "./entrances.svelte";
import PlanPanel from "./PlanPanel.svelte";
import { trip } from "./trip.svelte";

/* Where exactly one arrives, and where one could go, beside the map. */

afterEach(async () => {
  await trip.startOver();
  await close();
});

async function planned(lang: "en" | "zh"): Promise<void> {
  await open(PlanPanel, () => (locale.lang = lang));
  await trip.say(lang === "zh" ? "去学校" : "to school");
  await until(() => find("arrive-at") !== null);
}

describe("s0_03 where exactly one arrives", { timeout: 20_000 }, () => {
  it.each(["en", "zh"] as const)("the second choice makes an entrance the end of trips, and says so, in %s", async (lang) => {
    await planned(lang);
    expect(ids("arrive-entrance-").map((id) => get(id).getAttribute("aria-pressed"))).toEqual(["false", "false"]);
    get("arrive-entrance-4-2").click();
    // It was chosen once before.
    await until(() => toasts.current?.text.includes(lang === "zh" ? "以后去" : "From now on") ?? false);
    expect([trip.hand.destination?.memory, trip.hand.destination?.entrance, trip.hand.destination?.point.lat]).toEqual(["place-4", "Parking −2", 43.7307]);
    await until(() => get("arrive-entrance-4-2").getAttribute("aria-pressed") === "true");
    // Pressed again for the same trip it is no third choice.
    await entrances.choose(entrances.list[1]!);
    expect((await app.client.memory_show("place-4", lang)).entrances?.map((one) => [one.chosen, one.routed])).toEqual([[1, false], [2, true]]);
    expect(get("arrive-at").textContent).not.toMatch(/entrance\.\w+|undefined/);
  });

  it("one pointed at on the map is written down, the trip ends there, and it can be taken back", async () => {
    await planned("en");
    const near = { lon: 7.4248, lat: 43.7305 };
    expect([entrances.near(near), entrances.near({ lon: 7.48, lat: 43.76 })]).toEqual([true, false]);
    await entrances.add("Gate 3", near);
    await until(() => ids("arrive-entrance-").length === 3);
    expect([trip.hand.destination?.entrance, entrances.list[2]?.chosen]).toEqual(["Gate 3", 1]);
    toasts.act();
    await until(() => ids("arrive-entrance-").length === 2);
    await until(() => trip.hand.destination?.entrance === undefined);
  });

  it("a place without entrances shows nothing of it", async () => {
    await planned("en");
    await trip.startOver();
    await trip.say("to the office");
    await until(() => trip.plan !== null && find("arrive-at") === null);
  });
});

describe("s0_45 where one could go", { timeout: 20_000 }, () => {
  it.each(["en", "zh"] as const)("a sentence that asks for a place gets places, with the memory behind them, in %s", async (lang) => {
    await open(PlanPanel, () => (locale.lang = lang));
    await until(() => find("ask-input") !== null);
    write("ask-input", lang === "zh" ? "找个这周末能带狗去的地方" : "somewhere to take the dog this weekend");
    press(get("ask-input"), "Enter");
    await until(() => find("where") !== null);
    expect(get("where-text").textContent).toContain("2");
    expect(ids("where-memory-")).toEqual(["where-memory-stmt-3"]);
    expect(get("where-0").textContent).toContain(lang === "zh" ? "牵绳" : "on a lead");
    expect([find("plan-error"), trip.plan]).toEqual([null, null]);
    expect(get("where").textContent).not.toMatch(/plan\.\w+|undefined/);
    get("where-0").focus();
    press(get("where-0"), "ArrowDown");
    expect(document.activeElement).toBe(get("where-1"));
    get("where-1").click();
    await until(() => trip.plan !== null);
    expect([find("where"), trip.hand.destination?.label, trip.utterance]).toEqual([null, "Café de la Plage", ""]);
  });

  it("a trip with the dog to a place that is named is planned", async () => {
    await open(PlanPanel);
    await until(() => find("ask-input") !== null);
    write("ask-input", "to the office with the dog");
    press(get("ask-input"), "Enter");
    await until(() => trip.plan !== null);
    expect(find("where")).toBeNull();
  });

  it("is offered on the empty page by one line, and only where a memory is behind it", async () => {
    await open(PlanPanel);
    await until(() => find("where-offer") !== null);
    get("where-offer").click();
    flushSync();
    expect([find("where") !== null, find("where-offer")]).toEqual([true, null]);
    get("where-close").click();
    await until(() => find("where") === null);
    const { places_where } = app.client;
    app.client.places_where = async (request) => ({ ...(await places_where(request)), memories: [] });
    await trip.startOver();
    flushSync();
    locale.lang = "zh";
    await until(() => find("where-offer") === null);
  });
});
