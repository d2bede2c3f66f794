import { beforeEach, describe, expect, it, vi } from "vitest";
import type { PlanDto, PlanRequest } from "../ipc/bindings";
import type { Client } from "../ipc/client";
import { AppError } from "../ipc/errors";
import { plan as fakePlan } from "../ipc/fake/planning";

/** A program that answers when the test says so. */
const asked: { request: PlanRequest; answer: (plan: PlanDto) => void; fail: (error: AppError) => void }[] = [];
const client: Partial<Client> = {
  plan: (request) =>
    new Promise((resolve, reject) => asked.push({ request, answer: resolve, fail: reject })),
  parse: () => Promise.resolve({ chips: [], notes: [], kind: "unknown", subject: "", reset_context: true, ready: false }),
  search: () =>
    Promise.resolve({ hits: [], guess: false, search: false, open_now: false, along: false, near: null, problem: null }),
  plan_reset: () => Promise.resolve(null),
};
vi.mock("../app.svelte", () => ({ app: { lang: "en", client: undefined }, errorText: (e: AppError) => e.code }));

const { app } = await import("../app.svelte");
Object.assign(app, { client });
const { trip } = await import("./trip.svelte");

const settled = () => new Promise((resolve) => setTimeout(resolve, 0));
const answer = (index: number) => asked[index]!.answer(fakePlan(asked[index]!.request));

beforeEach(async () => {
  asked.length = 0;
  await trip.startOver();
});

describe("planning", () => {
  it("of two requests the newest wins, whichever answers last", async () => {
    trip.utterance = "to the office, avoid the motorway";
    void trip.submit();
    trip.switchReason("pref-5", false);
    expect(asked.map(({ request }) => request.disabled)).toEqual([[], ["pref-5"]]);
    answer(1);
    await settled();
    answer(0);
    await settled();
    expect(trip.chosenRoute?.id).toBe("r-mid");
    expect(trip.planning).toBe(false);
  });

  it("while a stop is dragged, one draft is asked for at a time, and the last is for where the stop is", async () => {
    trip.utterance = "to the office, avoid the motorway";
    void trip.submit();
    answer(0);
    await settled();
    const at = (lon: number) => ({ at: { lon, lat: 43.74 }, index: 0 });
    for (const lon of [7.41, 7.42, 7.43]) void trip.drag(at(lon));
    expect(asked.length).toBe(2);
    answer(1);
    await settled();
    expect(trip.dragged).not.toBeNull();
    expect(asked.slice(1).map(({ request }) => [request.draft, request.vias[0]?.point.lon])).toEqual([[true, 7.41], [true, 7.43]]);
    void trip.drag(null);
    expect(trip.dragged).toBeNull();
    answer(2);
    await settled();
    expect(trip.dragged).toBeNull();
    expect(asked.length).toBe(3);
    expect(trip.plan?.vias).toEqual([]);
  });

  it("the old plan stays while the new one is computed", async () => {
    trip.utterance = "to the office, avoid the motorway";
    void trip.submit();
    answer(0);
    await settled();
    trip.switchReason("pref-5", false);
    expect(trip.planning).toBe(true);
    expect(trip.plan?.routes[0]?.id).toBe("r-sea");
  });

  it("a switched-off memory can be switched on again", async () => {
    trip.utterance = "to the office, avoid the motorway";
    void trip.submit();
    answer(0);
    await settled();
    trip.switchReason("pref-5", false);
    trip.switchReason("pref-5", true);
    expect(asked.map(({ request }) => request.disabled)).toEqual([[], ["pref-5"], []]);
  });

  it("a failure is kept as what it is, and the next plan clears it", async () => {
    trip.utterance = "to atlantis";
    void trip.submit();
    asked[0]!.fail(new AppError({ code: "unknown_place", args: { name: "atlantis" }, retryable: false, places: [] }));
    await settled();
    expect(trip.error?.code).toBe("unknown_place");
    trip.utterance = "to the office";
    void trip.submit();
    answer(1);
    await settled();
    expect(trip.error).toBeNull();
  });

  it("a cancelled request is no failure", async () => {
    trip.utterance = "to the office";
    void trip.submit();
    asked[0]!.fail(new AppError({ code: "cancelled", args: {}, retryable: true, places: [] }));
    await settled();
    expect(trip.error).toBeNull();
  });

  it("a new sentence forgets what was removed from the old one", () => {
    trip.dropped = new Set(["wish-0"]);
    trip.lifetimes = { "wish-0": "always" };
    trip.type("to the gym");
    expect([trip.dropped.size, trip.lifetimes]).toEqual([0, {}]);
  });

  it("a chosen suggestion is sent beside the words, which stay as typed", async () => {
    trip.utterance = "offi";
    const place = { label: "Office", detail: "", kind: "work", point: { lon: 7.4735, lat: 43.756 }, source: "memory", memory: "place-2", distance_m: null };
    trip.takeSuggestion(place);
    expect([asked[0]!.request.utterance, asked[0]!.request.destination]).toEqual([
      "offi",
      { point: place.point, label: "Office", memory: "place-2" },
    ]);
  });

  it("a sentence to remember is remembered, and plans nothing", async () => {
    const remembered: string[] = [];
    Object.assign(client, {
      preference_add: ({ sentence }: { sentence: string }) => {
        remembered.push(sentence);
        return Promise.resolve({ id: "pref-1", text: sentence });
      },
    });
    trip.utterance = "以后晚上都走江边";
    trip.parse = { chips: [], notes: [], kind: "remember", subject: "", reset_context: true, ready: false };
    await trip.submit();
    expect([remembered, asked.length, trip.utterance]).toEqual([["以后晚上都走江边"], 0, ""]);
  });

  it("a question ignored for a trip is put aside, and not asked again in this sitting", async () => {
    const card = { id: "pref-8", question: "?", evidence: "", confidence: 0.7, trips: [] };
    Object.assign(client, { habit_next: () => Promise.resolve(card) });
    await trip.lookForQuestion();
    expect(trip.habit?.id).toBe("pref-8");
    trip.utterance = "to the office";
    void trip.submit();
    answer(0);
    await settled();
    expect(trip.habit).toBeNull();
    await trip.startOver();
    await trip.lookForQuestion();
    expect(trip.habit).toBeNull();
  });

  it("only a route of the plan can be chosen", async () => {
    trip.utterance = "to the office, avoid the motorway";
    void trip.submit();
    answer(0);
    await settled();
    trip.choose("r-high");
    trip.choose("no-such-route");
    expect(trip.chosenRoute?.id).toBe("r-high");
  });
});
