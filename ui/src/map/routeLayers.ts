import type { LayerSpecification, SourceSpecification } from "maplibre-gl";
import type { Palette } from "./palette";

/** Sources of the plan, filled from `features.ts`. */
export const ROUTES = "routes";
export const MEMORY = "memory";
export const MARKED = "marked";
export const AREAS = "areas";
/** A recorded track, filled from `track/lines.ts`. */
export const TRACK = "track";
/** The way of a habit beside what is recommended now, and where a simulated drive is. */
export const HABIT = "habit";

const NOTHING = { type: "FeatureCollection", features: [] } as const;

export function routeSources(): Record<string, SourceSpecification> {
  const empty = (): SourceSpecification => ({ type: "geojson", data: NOTHING as never, tolerance: 0.2 });
  return { [ROUTES]: empty(), [MEMORY]: empty(), [MARKED]: empty(), [AREAS]: empty(), [TRACK]: empty(), [HABIT]: empty() };
}

const ROUND = { "line-cap": "round", "line-join": "round" } as const;

/** Widths grow a little when one looks closer, so that the line keeps covering its road. */
function grow(at14: number): unknown {
  return ["interpolate", ["linear"], ["zoom"], 10, at14 * 0.75, 14, at14, 17, at14 * 1.6];
}

/** Lines of the plan. Blue is the chosen route and nothing else, ochre is memory and nothing else. */
export function routeLayers(p: Palette): LayerSpecification[] {
  const line = (id: string, source: string, filter: unknown, paint: Record<string, unknown>, layout: object = ROUND) =>
    ({ id, type: "line", source, filter, layout, paint }) as unknown as LayerSpecification;
  const role = (...roles: string[]) => ["in", ["get", "role"], ["literal", roles]];
  const part = (name: string) => ["==", ["get", "part"], name];
  return [
    // Not to be seen: a wide line is easier to hit than a thin one.
    line("route-hit", ROUTES, part("whole"), { "line-color": p.land, "line-opacity": 0, "line-width": 18 }),
    line("route-aside", ROUTES, ["all", role("aside"), part("whole")], {
      "line-color": p.alternative,
      "line-width": 3,
      "line-dasharray": [0, 2.2],
    }),
    line("route-alt-halo", ROUTES, ["all", role("alternative"), part("differs")], {
      "line-color": p.land,
      "line-width": grow(6.6),
      "line-opacity": 0.8,
    }),
    line("route-alt-shared", ROUTES, ["all", role("alternative"), part("shared")], {
      "line-color": p.alternativeShared,
      "line-width": grow(2.6),
    }),
    line("route-alt-differs", ROUTES, ["all", role("alternative"), part("differs")], {
      "line-color": p.alternative,
      "line-width": grow(4.2),
    }),
    line("route-alt-hover", ROUTES, ["==", ["get", "id"], ""], { "line-color": p.ink, "line-width": grow(4.6), "line-opacity": 0.85 }),
    line("route-preview", ROUTES, ["all", role("preview"), part("whole")], {
      "line-color": p.ink,
      "line-width": 3,
      "line-dasharray": [1.6, 1.4],
    }),
    line("route-theirs-halo", ROUTES, ["all", role("theirs"), part("whole")], { "line-color": p.land, "line-width": grow(6), "line-opacity": 0.85 }),
    // Ways of a service: never blue, and dash-dot so that they are told from a preview.
    line(
      "route-theirs",
      ROUTES,
      ["all", role("theirs"), part("whole")],
      { "line-color": p.ink, "line-width": grow(3.2), "line-dasharray": [4, 1.2, 1, 1.2] },
      { "line-cap": "butt", "line-join": "round" },
    ),
    line("memory-band", MEMORY, ["literal", true], { "line-color": p.memory, "line-width": grow(13) }),
    line("memory-gap", MEMORY, ["literal", true], { "line-color": p.land, "line-width": grow(10.4) }),
    line("route-edge", ROUTES, ["all", role("chosen"), part("whole")], { "line-color": p.accentEdge, "line-width": grow(7.2) }),
    line("route-line", ROUTES, ["all", role("chosen"), part("whole")], { "line-color": p.accent, "line-width": grow(5.4) }),
    // Shown instead of the solid line while a new plan is computed.
    line("route-stale", ROUTES, ["all", role("chosen"), part("whole"), ["literal", false]], {
      "line-color": p.accent,
      "line-width": grow(4.6),
      "line-dasharray": [0, 1.7],
    }),
    line(
      "route-tunnel",
      ROUTES,
      ["all", role("chosen"), part("tunnel")],
      { "line-color": p.onAccent, "line-width": grow(1.5), "line-dasharray": [3, 2.4] },
      { "line-cap": "butt", "line-join": "round" },
    ),
    line("route-reason", ROUTES, part("reason"), { "line-color": p.onAccent, "line-width": grow(2.4), "line-opacity": 0.9 }),
    {
      id: "area-fill",
      type: "fill",
      source: AREAS,
      paint: { "fill-color": ["case", ["get", "memory"], p.memory, p.ink], "fill-opacity": 0.12 },
    } as unknown as LayerSpecification,
    line("area-line", AREAS, ["literal", true], {
      "line-color": ["case", ["get", "memory"], p.memory, p.ink],
      "line-width": 2,
      "line-dasharray": [2, 1.5],
    }),
    ...trackLayers(p),
    ...habitLayers(p),
    line("here-road", MARKED, ["literal", true], { "line-color": p.ink, "line-width": grow(6), "line-opacity": 0.35 }),
  ];
}

/** The roads driven: ink, because blue is the chosen route's and ochre the memories'. The less sure, the thinner and the
 *  more broken; how sure is told by the pattern, the tone only helps. */
function trackLayers(p: Palette): LayerSpecification[] {
  const line = (id: string, sure: string, paint: Record<string, unknown>, cap = "butt") =>
    ({
      id,
      type: "line",
      source: TRACK,
      filter: ["==", ["get", "sure"], sure],
      layout: { "line-cap": cap, "line-join": "round" },
      paint,
    }) as unknown as LayerSpecification;
  return [
    {
      ...line("track-halo", "", { "line-color": p.land, "line-width": grow(8), "line-opacity": 0.85 }, "round"),
      filter: ["!", ["in", ["get", "sure"], ["literal", ["rest", "lit"]]]],
    } as LayerSpecification,
    line("track-rest", "rest", { "line-color": p.label2, "line-width": 2.5, "line-dasharray": [0, 2.4] }, "round"),
    line("track-bridged", "bridged", { "line-color": p.ink, "line-width": grow(3.2), "line-dasharray": [0, 1.9] }, "round"),
    line("track-unsure", "unsure", { "line-color": p.alternative, "line-width": grow(4), "line-dasharray": [1, 1] }),
    line("track-likely", "likely", { "line-color": p.ink, "line-width": grow(4), "line-dasharray": [3.2, 0.9] }),
    line("track-sure", "sure", { "line-color": p.ink, "line-width": grow(4.6) }, "round"),
    line("track-lit", "lit", { "line-color": p.land, "line-width": grow(1.8) }, "round"),
  ];
}

/** What a yes would change: the habit's way in the colour of memories, what is recommended now like an alternative. */
function habitLayers(p: Palette): LayerSpecification[] {
  const line = (id: string, role: string, paint: Record<string, unknown>) =>
    ({ id, type: "line", source: HABIT, filter: ["==", ["get", "role"], role], layout: ROUND, paint }) as unknown as LayerSpecification;
  return [
    line("habit-usual-halo", "usual", { "line-color": p.land, "line-width": grow(6.6), "line-opacity": 0.8 }),
    line("habit-usual", "usual", { "line-color": p.alternative, "line-width": grow(4.2) }),
    line("habit-way-halo", "way", { "line-color": p.land, "line-width": grow(8.6), "line-opacity": 0.9 }),
    line("habit-way", "way", { "line-color": p.memory, "line-width": grow(5.4) }),
    line("habit-driven", "driven", { "line-color": p.ink, "line-width": grow(3), "line-dasharray": [0, 1.9] }),
  ];
}
