// @vitest-environment jsdom
import { mount, unmount } from "svelte";
import { afterEach, describe, expect, it } from "vitest";
import { locale } from "../i18n/index.svelte";
import type { RouteDto, StepDto } from "../ipc/bindings";
import Turns from "./Turns.svelte";

let view: ReturnType<typeof mount> | undefined;

afterEach(async () => {
  if (view) await unmount(view);
  view = undefined;
});

const step = (more: Partial<StepDto>): StepDto => ({
  text: "Turn right", icon: "right", road: "", exit: "", lanes: [], notes: [], distance_m: 0, duration_s: 0, point: { lon: 0, lat: 0 }, ...more,
});

describe("the list of turns", () => {
  it("shows icon, sentence, distance, lanes, exit and notes", () => {
    locale.lang = "en";
    const steps = [
      step({ text: "Use the right lane to turn right", distance_m: 430, lanes: [{ arrows: ["left"], take: "", closed: false }, { arrows: ["right"], take: "right", closed: false }] }),
      step({ text: "At the roundabout, take the 2nd exit", icon: "roundabout", exit: "2", notes: ["You cross into Monaco"], distance_m: 1260 }),
      step({ text: "You have arrived", icon: "arrive" }),
    ];
    view = mount(Turns, { target: document.body, props: { route: { label: "By the sea", steps } as unknown as RouteDto } });
    const rows = [...document.querySelectorAll("li")].map((row) => row.textContent?.replace(/\s+/g, " ").trim());
    expect(rows).toEqual([
      "Use the right lane to turn right 450 m",
      "2 At the roundabout, take the 2nd exit You cross into Monaco 1.3 km",
      "You have arrived",
    ]);
    const lanes = document.querySelector('[data-testid="lanes"]');
    expect(lanes?.getAttribute("aria-label")).toBe("Lanes: left; right (take this)");
    expect([...(lanes?.querySelectorAll("[data-take]") ?? [])].map((lane) => lane.getAttribute("data-take"))).toEqual(["", "right"]);
  });
});
