import { describe, expect, it } from "vitest";
import { parse, plan as fakePlan } from "../ipc/fake/planning";
import type { PlanDto, PlanRequest } from "../ipc/bindings";
import { boundsOf, complement, memoryStretches, middle, type Position, type Range, routeFeatures, slice } from "./features";
import { placeBubbles, stopIndex } from "./places";
import { inOrder, ZORDER } from "./zorder";
import { mapStyle } from "./style";
import { DARK, LIGHT } from "./palette";

const REQUEST: PlanRequest = {
  utterance: "to the office, avoid the motorway",
  origin: null,
  destination: null,
  vias: [],
  dropped: [],
  lifetimes: {},
  disabled: [],
  wishes: [],
  depart_at: null,
  weather: null,
  lang: "en",
  keep_context: false,
  draft: false,
};

function planned(change: Partial<PlanRequest> = {}): PlanDto {
  return fakePlan({ ...REQUEST, ...change });
}

const LINE: Position[] = [
  [0, 0],
  [1, 0],
  [2, 0],
  [3, 0],
];

const BASE = "http://localhost/";

describe("pieces of a line", () => {
  it.each<[Range, number]>([
    [[0, 3], 4],
    [[1, 2], 2],
    [[2, 1], 2],
    [[-5, 99], 4],
    [[2, 2], 0],
    [[9, 12], 0],
  ])("the range %o holds %d points", (range, points) => {
    expect(slice(LINE, range)?.length ?? 0).toBe(points);
  });

  it.each<[Range[], Range[]]>([
    [[], [[0, 9]]],
    [[[0, 9]], []],
    [[[2, 4]], [[0, 2], [4, 9]]],
    [[[6, 9], [0, 3]], [[3, 6]]],
    [[[1, 5], [3, 7]], [[0, 1], [7, 9]]],
  ])("what %o leaves of ten points is %o", (ranges, rest) => {
    expect(complement(ranges, 10)).toEqual(rest);
  });

  it("the middle is by length, not by points", () => {
    expect(middle([[0, 0], [1, 0], [1.1, 0], [10, 0]])).toEqual([5, 0]);
    expect(middle([[7, 43]])).toEqual([7, 43]);
    expect(middle([])).toBeNull();
  });

  it("bounds hold every point", () => {
    expect(boundsOf([[7.4, 43.7], [7.3, 43.8]])).toEqual([7.3, 43.7, 7.4, 43.8]);
    expect(boundsOf([])).toBeNull();
  });
});

describe("the plan on the map", () => {
  const plan = planned();
  const view = (change: object = {}) =>
    routeFeatures({ plan, chosenId: plan.routes[0]!.id, hidden: new Set<string>(), preview: null, reason: [], ...change }).features;
  const of = (features: ReturnType<typeof view>, role: string, part: string) =>
    features.filter((f) => f.properties.role === role && f.properties.part === part);

  it("one route is chosen, its tunnels are drawn on it", () => {
    expect(of(view(), "chosen", "whole")).toHaveLength(1);
    expect(of(view(), "chosen", "tunnel")).toHaveLength(1);
  });

  it("alternatives are cut where they differ: together the pieces are the whole line", () => {
    for (const route of plan.routes.slice(1)) {
      const mine = view().filter((f) => f.properties.id === route.id && f.properties.part !== "whole");
      const points = mine.reduce((sum, f) => sum + f.geometry.coordinates.length - 1, 0);
      expect(points).toBe(route.geometry.coordinates.length - 1);
      expect(mine.some((f) => f.properties.part === "differs")).toBe(true);
    }
  });

  it("a hidden route is not drawn, unless it is the chosen one", () => {
    const hidden = new Set(plan.routes.map((route) => route.id));
    expect(view({ hidden }).filter((f) => f.properties.role === "alternative")).toEqual([]);
    expect(of(view({ hidden }), "chosen", "whole")).toHaveLength(1);
  });

  it("the way that was set aside is always on the map: the price is never hidden", () => {
    expect(of(view(), "aside", "whole")).toHaveLength(1);
  });

  it("a reason's stretch shows only on the route it is about", () => {
    expect(of(view({ reason: [[3, 9]] }), "chosen", "reason")).toHaveLength(1);
    expect(of(view({ reason: [[3, 9]], chosenId: plan.routes[1]!.id }), "chosen", "reason")).toEqual([]);
  });

  it("ochre is for decisive memories that are switched on", () => {
    expect(memoryStretches(plan).map((s) => s.id)).toEqual(["pref-5"]);
    expect(memoryStretches(planned({ disabled: ["pref-5"] }))).toEqual([]);
  });

  it("bubbles keep apart where the lines allow it", () => {
    const project = ([lon, lat]: Position) => ({ x: (lon - 7.38) * 9000, y: (43.77 - lat) * 12000 });
    const placed = placeBubbles(plan.routes, project, 1000);
    expect(placed).toHaveLength(3);
    for (const a of placed)
      for (const b of placed) {
        if (a === b) continue;
        const [p, q] = [project(a.at), project(b.at)];
        expect(Math.hypot(p.x - q.x, p.y - q.y)).toBeGreaterThan(84);
      }
  });

  it("a stop dragged out of the line keeps the order in which the route passes", () => {
    expect(stopIndex(LINE, [[0.2, 0], [2.9, 0]], [1.4, 0])).toBe(1);
    expect(stopIndex(LINE, [], [1.4, 0])).toBe(0);
  });
});

describe("layers", () => {
  it.each([
    ["light", LIGHT],
    ["dark", DARK],
  ])("every layer of the %s style is listed once, and every listed layer is drawn", (_, palette) => {
    const style = mapStyle({ palette, lang: "en", tiles: "tiles://localhost/{z}/{x}/{y}", base: BASE });
    const ids = style.layers.map((layer) => layer.id);
    expect(ids).toEqual([...ZORDER]);
  });

  it("a layer that is not listed can't be added", () => {
    expect(() => inOrder([{ id: "glitter", type: "background" }])).toThrow(/zorder/);
  });

  it("a layer can't come twice", () => {
    const layer = { id: "background", type: "background" } as const;
    expect(() => inOrder([layer, layer])).toThrow(/twice/);
  });

  it("without tiles only the ground and the routes are drawn", () => {
    const style = mapStyle({ palette: LIGHT, lang: "zh", tiles: null, base: BASE });
    expect(style.layers.every((layer) => !("source" in layer) || layer.source !== "region")).toBe(true);
  });
});

it("the made-up sentence has a destination, or these tests test nothing", () => {
  expect(parse(REQUEST.utterance, "en").chips.map((chip) => chip.id)).toEqual(["to", "wish-0"]);
});
