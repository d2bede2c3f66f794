// @vitest-environment jsdom
import { afterEach, describe, expect, it, vi } from "vitest";
import { app } from "../app.svelte";
import { locale } from "../i18n/index.svelte";
import type { TrafficDto } from "../ipc/bindings";
import { close, find, get, ids, open, press, until, write } from "../testing";
import PlanPanel from "./PlanPanel.svelte";
import { trip } from "./trip.svelte";

/* What the moment of a trip does to its plan, and how a person takes it back. */

afterEach(async () => {
  await trip.startOver();
  await close();
});

describe("s1_52 later than usual", { timeout: 20_000 }, () => {
  it("the fastest way says why, and the usual weighing is one press away, and back", async () => {
    await open(PlanPanel);
    const { plan } = app.client;
    const text = "18 min later than usual (08:05): the fastest way this time, 3 min quicker.";
    app.client.plan = async (request) => {
      const made = await plan(request);
      return request.disabled.includes("late") ? made : { ...made, notices: [{ kind: "late", text }] };
    };
    await trip.say("to the office");
    await until(() => find("notice-late") !== null);
    expect(get("notice-late").textContent).toContain("18 min later");
    get("late-off").click();
    await until(() => find("late-was") !== null && find("notice-late") === null);
    expect([...trip.disabled]).toEqual(["late"]);
    get("late-on").click();
    await until(() => find("notice-late") !== null);
    expect(find("late-was")).toBeNull();
  });
});

describe("own traffic", { timeout: 20_000 }, () => {
  it.each([
    ["en", 1680, "By your own trips, mostly 21–28 min"],
    ["zh", 1680, "按你自己开的时间，多在 21–28 分钟"],
    ["en", 1260, "By your own trips, mostly 21 min"],
  ] as const)("stands under the time of the way that was driven, with its spread, and under no other, in %s", async (lang, high_s, words) => {
    await open(PlanPanel, () => (locale.lang = lang));
    const { plan } = app.client;
    app.client.plan = async (request) => {
      const made = await plan(request);
      const traffic = { typical_s: 1500, low_s: 1260, high_s, covered: 0.8, text: "25 min", roads: [] } as unknown as TrafficDto;
      return { ...made, routes: made.routes.map((route, index) => (index === 0 ? { ...route, traffic } : route)) };
    };
    await trip.say(lang === "zh" ? "去公司" : "to the office");
    await until(() => find("card-own") !== null);
    expect(ids("card-own").map((id) => get(id).textContent?.trim())).toEqual([words]);
  });
});

describe("s1_33 the sky", { timeout: 20_000 }, () => {
  const plans = (): ReturnType<typeof vi.fn> => {
    const { plan } = app.client;
    const spy = vi.fn(plan);
    app.client.plan = spy;
    return spy;
  };

  it("a new plan asks the service that is switched on, and is made again when it rains", async () => {
    await open(PlanPanel);
    await app.client.weather_set({ enabled: true, address: null, timeout_s: null });
    const spy = plans();
    await trip.say("to the office");
    await until(() => spy.mock.calls.length === 2 && !trip.planning);
    // The same sky again plans nothing anew.
    await trip.say("to school");
    await until(() => trip.plan?.destination.label.startsWith("School") ?? false);
    await new Promise((resolve) => setTimeout(resolve, 300));
    expect(spy.mock.calls.length).toBe(3);
    await app.client.weather_set({ enabled: false, address: null, timeout_s: null });
  });

  it("switched off, it is not asked", async () => {
    await open(PlanPanel);
    const asked = vi.fn(app.client.weather_refresh);
    app.client.weather_refresh = asked;
    await trip.say("to the office");
    await until(() => trip.plan !== null);
    await new Promise((resolve) => setTimeout(resolve, 300));
    expect(asked).not.toHaveBeenCalled();
  });
});

describe("where one usually goes now", { timeout: 20_000 }, () => {
  it.each(["en", "zh"] as const)("is one line on the empty page, and one press plans it, in %s", async (lang) => {
    await open(PlanPanel, () => (locale.lang = lang));
    const { would } = app.client;
    app.client.would = (request) => would({ ...request, minute: 480 });
    await trip.startOver();
    locale.lang = lang === "zh" ? "en" : "zh";
    await until(() => find("usual-now") !== null);
    locale.lang = lang;
    await until(() => get("usual-now").textContent?.includes(lang === "zh" ? "08:07 左右" : "about now, 08:07") ?? false);
    get("usual-now").click();
    await until(() => trip.plan !== null);
    expect([find("usual-now"), trip.hand.destination?.memory]).toEqual([null, "place-2"]);
  });

  it("says nothing where nothing was driven often enough", async () => {
    await open(PlanPanel);
    const { would } = app.client;
    app.client.would = async (request) => {
      const answer = await would({ ...request, minute: 480 });
      return { ...answer, trips: answer.trips.map((one) => ({ ...one, seen: 2 })) };
    };
    locale.lang = "zh";
    await new Promise((resolve) => setTimeout(resolve, 400));
    await until(() => find("usual-now") === null);
  });
});

describe("an end set by hand, and a sentence typed after it", { timeout: 20_000 }, () => {
  it("a place that the new sentence names is where the trip goes", async () => {
    await open(PlanPanel);
    const school = (): HTMLElement | undefined => ids("frequent-").map((id) => get(id)).find((one) => one.textContent?.includes("School"));
    await until(() => school() !== undefined);
    school()!.click();
    await until(() => trip.plan?.destination.label.startsWith("School") ?? false);
    // What says no place keeps what was set.
    write("ask-input", "avoid the motorway");
    await until(() => trip.parse?.chips.some((chip) => chip.role === "avoid") ?? false);
    expect(trip.hand.destination?.memory).toBe("place-4");
    write("ask-input", "to the office");
    await until(() => trip.hand.destination === null);
    press(get("ask-input"), "Enter");
    await until(() => trip.plan?.destination.label.startsWith("Office") ?? false);
  });

  it("the same place named again keeps the entrance that was chosen", async () => {
    await open(PlanPanel);
    await trip.say("to school");
    await until(() => find("arrive-entrance-4-1") !== null);
    get("arrive-entrance-4-1").click();
    await until(() => trip.hand.destination?.entrance === "Rue Grimaldi");
    write("ask-input", "to school, avoid the motorway");
    await until(() => trip.parse?.chips.some((chip) => chip.role === "avoid") ?? false);
    expect(trip.hand.destination?.entrance).toBe("Rue Grimaldi");
  });
});
