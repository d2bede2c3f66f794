// @vitest-environment jsdom
import { flushSync } from "svelte";
import { afterEach, describe, expect, it, vi } from "vitest";
import { app } from "../app.svelte";
import { toasts } from "../shared/toasts.svelte";
import { close, find, get, ids, open, until, write } from "../testing";
import OwnTimes from "./OwnTimes.svelte";
import ProactiveCard from "./ProactiveCard.svelte";
import SituationLines from "./SituationLines.svelte";
import WeatherSection from "./WeatherSection.svelte";

afterEach(close);

const CARD = { kind: "weather", text: "Rain: planned as you like it.", why: "You said so on 12 Nov.", memory: "pref-5", sentence: "" };

describe("a card that speaks by itself", { timeout: 20_000 }, () => {
  it("s1_54 has why, stop and forget, whatever it says", async () => {
    await open(ProactiveCard, () => {}, { card: CARD, onaway: () => {} });
    expect(ids("proactive-").sort()).toEqual(["proactive-dismiss", "proactive-forget", "proactive-stop", "proactive-text", "proactive-why"]);
    get("proactive-why").click();
    flushSync();
    expect(get("proactive-because").textContent).toContain("12 Nov");
    get("proactive-memory").click();
    expect(app.memoryToOpen).toBe("pref-5");
    expect(document.activeElement).toBe(document.body);
  });

  it("stopped, its kind is off until it is brought back", async () => {
    const onaway = vi.fn();
    await open(ProactiveCard, () => {}, { card: CARD, onaway });
    get("proactive-stop").click();
    await until(() => onaway.mock.calls.length === 1);
    expect((await app.client.cards("en")).kinds.find((one) => one.kind === "weather")?.on).toBe(false);
    await until(() => toasts.current !== null);
    toasts.act();
    await vi.waitFor(async () => expect((await app.client.cards("en")).kinds.find((one) => one.kind === "weather")?.on).toBe(true));
  });

  it("offers to plan what it speaks of only when it speaks of another trip", async () => {
    await open(ProactiveCard, () => {}, { card: { ...CARD, kind: "meeting", sentence: "to the office at 8" }, onaway: () => {} });
    expect(find("proactive-plan")).not.toBeNull();
  });
});

describe("the weather service", { timeout: 20_000 }, () => {
  it("is off, says that nothing leaves, and says what leaves before and after it is on", async () => {
    await open(WeatherSection);
    await until(() => find("weather-switch") !== null);
    expect(document.body.textContent).toContain("Nothing leaves this computer");
    expect(find("weather-ask")).toBeNull();
    get("weather-switch").click();
    await until(() => find("weather-ask") !== null);
    expect(document.body.textContent).toContain("api.open-meteo.com is told a spot rounded to about 11 km");
    get("weather-ask").click();
    await until(() => get("weather-sky").textContent?.includes("11 °C") ?? false);
    write("weather-address", "no address");
    await until(() => document.querySelector("[role=alert]") !== null);
  });

  it("each kind of hint can be switched off, and what came is listed", async () => {
    await open(WeatherSection);
    await until(() => find("cards-closure") !== null);
    get("cards-closure").click();
    await vi.waitFor(async () => expect((await app.client.cards("en")).kinds.find((one) => one.kind === "closure")?.on).toBe(false));
    expect(get("cards-log").textContent).toContain("None has come yet");
  });
});

describe("what is known of the moment", () => {
  it("is folded, counts what is known, and lists the unknown as unknown", async () => {
    const facts = [
      { fact: "weather", known: true, text: "Weather: rain", source: "switch" },
      { fact: "traffic", known: false, text: "Traffic: unknown", source: "" },
    ];
    await open(SituationLines, () => {}, { facts });
    expect(get("situation").textContent).toContain("1 of 2 known");
    get("situation").click();
    flushSync();
    expect(get("fact-weather").textContent).toContain("set by hand");
    expect(get("fact-traffic").classList.contains("unknown")).toBe(true);
  });

  it("own times are named as one's own, road by road", async () => {
    const roads = [{ road: "", drives: 7, median_s: 240, spread_s: 60, map_s: 200 }];
    await open(OwnTimes, () => {}, { traffic: { typical_s: 1440, low_s: 1260, high_s: 1680, covered: 0.8, measured_s: 1150, map_s: 1200, elsewhere: 1.2, text: "24 min by your own 7 drives at this time (21 to 28)", roads } });
    expect(get("own-times").textContent).toContain("80%");
    get("own-times-open").click();
    flushSync();
    expect(get("own-times").textContent).toContain("roads without a name");
  });
});
