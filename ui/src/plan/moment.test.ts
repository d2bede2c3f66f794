// @vitest-environment jsdom
import { afterEach, describe, expect, it, vi } from "vitest";
import { app } from "../app.svelte";
import { close, find, get, open, until } from "../testing";
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
