import type {
  DataDrivenPropertyValueSpecification,
  ExpressionSpecification,
  FilterSpecification,
  LayerSpecification,
  StyleSpecification,
} from "maplibre-gl";
import type { LangDto } from "../ipc/bindings";
import { fontFaces, ITALIC, REGULAR, SEMIBOLD } from "./fonts";
import type { Palette } from "./palette";
import { routeLayers, routeSources } from "./routeLayers";
import { inOrder } from "./zorder";

const SOURCE = "region";

/** Widths at zoom 14 in pixels, fill and casing (DESIGN.md, "Map"). */
const WIDTHS = {
  motorway: [4.8, 7],
  trunk: [4.8, 7],
  primary: [4.2, 5.8],
  secondary: [3.8, 5.2],
  tertiary: [3, 4.2],
  minor: [1.9, 2.9],
  service: [0.9, 1.7],
} as const;

type Expression = ExpressionSpecification;

/** Width by class that grows with the zoom. `part` 0 is the fill, 1 the casing. */
function width(part: 0 | 1): DataDrivenPropertyValueSpecification<number> {
  const at = (factor: number, add: number): Expression => {
    const cases = Object.entries(WIDTHS).flatMap(([name, widths]) => [name, round(widths[part] * factor + add)]);
    // Ramps are narrower than the road they belong to.
    const byClass = ["match", ["get", "class"], ...cases, round(1.2 * factor + add)] as unknown as Expression;
    return ["*", byClass, ["case", ["==", ["get", "link"], true], 0.7, 1]];
  };
  return [
    "interpolate",
    ["exponential", 1.6],
    ["zoom"],
    8,
    at(0.16, part * 0.4),
    11,
    at(0.36, 0),
    14,
    at(1, 0),
    16,
    at(2.2, 0),
    19,
    at(7, 0),
  ];
}

function round(n: number): number {
  return Math.round(n * 100) / 100;
}

function byClass(cases: Record<string, string | number>, otherwise: string | number): Expression {
  return ["match", ["get", "class"], ...Object.entries(cases).flat(), otherwise] as unknown as Expression;
}

const CLASS_ORDER = byClass({ service: 1, minor: 2, tertiary: 3, secondary: 4, primary: 5, trunk: 6, motorway: 7 }, 0);

const isTrue = (name: string): Expression => ["==", ["get", name], true];
const DRIVABLE: Expression = ["!", ["in", ["get", "class"], ["literal", ["path", "ferry"]]]];
const TUNNEL: FilterSpecification = ["all", DRIVABLE, isTrue("tunnel")];
/** A bridge without a level counts as the first; tunnels carry theirs below zero. */
const LEVEL: Expression = ["coalesce", ["get", "layer"], 1];
const FIRST_LEVEL: Expression = ["<=", LEVEL, 1];
const ELEVATED: FilterSpecification = ["all", DRIVABLE, isTrue("elevated"), ["!", isTrue("tunnel")], FIRST_LEVEL];
const BRIDGE: FilterSpecification = ["all", DRIVABLE, isTrue("bridge"), ["!", isTrue("elevated")], FIRST_LEVEL];
/** Bridges and elevated roads of the levels above, which cross over those of the first. */
const OVER = (level: Expression): FilterSpecification => [
  "all",
  DRIVABLE,
  ["any", isTrue("bridge"), isTrue("elevated")],
  ["!", isTrue("tunnel")],
  level,
];
const GROUND: FilterSpecification = [
  "all",
  DRIVABLE,
  ["!", isTrue("tunnel")],
  ["!", isTrue("bridge")],
  ["!", isTrue("elevated")],
];

/** The name in the person's language where the map has one, else as it stands on signs: no label is ever lost. */
function localName(lang: LangDto): Expression {
  return ["coalesce", ["get", lang === "zh" ? "name_zh" : "name_en"], ["get", "name"]];
}

/** Of several numbers ("A 8;E 80") the first. */
const FIRST_REF: Expression = ["slice", ["get", "ref"], 0, ["index-of", ";", ["concat", ["get", "ref"], ";"]]];

export interface StyleOptions {
  palette: Palette;
  lang: LangDto;
  /** Template of tile addresses, or null where there are none: then only the ground and the routes are drawn. */
  tiles: string | null;
  /** Address of the page, for the font files. */
  base: string;
}

/** The whole style of the big map: the region's tiles and, above them, the empty sources of the plan. */
export function mapStyle({ palette, lang, tiles, base }: StyleOptions): StyleSpecification {
  return {
    version: 8,
    "font-faces": fontFaces(base),
    sources: {
      ...(tiles ? { [SOURCE]: { type: "vector", tiles: [tiles], maxzoom: 16, attribution: "" } } : {}),
      ...routeSources(),
    },
    layers: inOrder([
      { id: "background", type: "background", paint: { "background-color": palette.land } },
      ...(tiles ? baseLayers(palette, lang) : []),
      ...routeLayers(palette),
    ]),
  } as StyleSpecification;
}

function baseLayers(p: Palette, lang: LangDto): LayerSpecification[] {
  return [...groundLayers(p), ...roadLayers(p), ...labelLayers(p, lang)];
}

function groundLayers(p: Palette): LayerSpecification[] {
  return [
    {
      id: "landcover",
      type: "fill",
      source: SOURCE,
      "source-layer": "landcover",
      paint: {
        "fill-color": byClass(
          { forest: p.forest, park: p.park, grass: p.park, farmland: p.forest, cemetery: p.forest, sand: p.sand },
          p.built,
        ),
        "fill-antialias": false,
      },
    },
    {
      id: "building",
      type: "fill",
      source: SOURCE,
      "source-layer": "building",
      minzoom: 14,
      paint: {
        "fill-color": p.building,
        "fill-opacity": ["interpolate", ["linear"], ["zoom"], 14, 0.4, 15, 1],
      },
    },
    { id: "water", type: "fill", source: SOURCE, "source-layer": "water", paint: { "fill-color": p.sea } },
    {
      id: "waterway",
      type: "line",
      source: SOURCE,
      "source-layer": "waterway",
      paint: {
        "line-color": p.sea,
        "line-width": ["interpolate", ["linear"], ["zoom"], 9, byClass({ river: 1, canal: 0.8 }, 0.4), 16, byClass({ river: 5, canal: 4 }, 1.6)],
      },
    },
    {
      id: "coast",
      type: "line",
      source: SOURCE,
      "source-layer": "coast",
      paint: { "line-color": p.coast, "line-width": 1 },
    },
    {
      id: "boundary",
      type: "line",
      source: SOURCE,
      "source-layer": "boundary",
      filter: ["!", isTrue("disputed")],
      paint: {
        "line-color": p.boundary,
        // Countries, then provinces, then the rest; out at sea only a hint.
        "line-width": byClass({ "2": 1.4, "3": 1.1, "4": 1.1 }, 0.8),
        "line-dasharray": [5, 2, 1, 2],
        "line-opacity": ["case", isTrue("maritime"), 0.35, byClass({ "2": 0.95, "3": 0.8, "4": 0.8 }, 0.6)],
      },
    },
    {
      id: "boundary-disputed",
      type: "line",
      source: SOURCE,
      "source-layer": "boundary",
      filter: isTrue("disputed"),
      paint: { "line-color": p.boundary, "line-width": 1.1, "line-dasharray": [1, 2.4], "line-opacity": 0.8 },
    },
    {
      id: "rail",
      type: "line",
      source: SOURCE,
      "source-layer": "rail",
      minzoom: 11,
      filter: ["!", isTrue("tunnel")],
      paint: {
        "line-color": p.rail,
        "line-width": ["interpolate", ["linear"], ["zoom"], 11, 0.6, 14, 1, 17, 2],
        "line-dasharray": [4, 1.4],
      },
    },
  ];
}

function roadLayers(p: Palette): LayerSpecification[] {
  const fill = byClass(
    { motorway: p.motorway, trunk: p.motorway, primary: p.main, secondary: p.main, tertiary: p.minor },
    p.minor,
  );
  const casing = byClass(
    { motorway: p.motorwayCasing, trunk: p.motorwayCasing, primary: p.mainCasing, secondary: p.mainCasing },
    p.minorCasing,
  );
  // Small roads would be a grey haze far out.
  const shown: Expression = [
    "any",
    [">=", ["zoom"], 13],
    ["!", ["in", ["get", "class"], ["literal", ["minor", "service"]]]],
    ["all", [">=", ["zoom"], 12], ["==", ["get", "class"], "minor"]],
  ];
  // An elevated road stands out by its casing.
  const over = (id: string, level: Expression) => [
    road(`${id}-casing`, OVER(level), 1, ["case", isTrue("elevated"), p.ink, casing], {
      "line-opacity": ["case", isTrue("elevated"), 0.45, 1],
    }),
    road(`${id}-fill`, OVER(level), 0, fill),
  ];
  const road = (id: string, filter: FilterSpecification, part: 0 | 1, color: Expression | string, more: object = {}) =>
    ({
      id,
      type: "line",
      source: SOURCE,
      "source-layer": "road",
      filter: ["all", filter, shown],
      layout: { "line-cap": part === 1 ? "butt" : "round", "line-join": "round", "line-sort-key": CLASS_ORDER },
      paint: { "line-color": color, "line-width": width(part), ...more },
    }) as unknown as LayerSpecification;
  return [
    road("tunnel-casing", TUNNEL, 1, casing, { "line-dasharray": [0.6, 0.45] }),
    road("tunnel-fill", TUNNEL, 0, p.land),
    {
      id: "path",
      type: "line",
      source: SOURCE,
      "source-layer": "road",
      minzoom: 14,
      filter: ["==", ["get", "class"], "path"],
      paint: {
        "line-color": p.path,
        "line-width": ["interpolate", ["linear"], ["zoom"], 14, 0.7, 17, 1.6],
        "line-dasharray": [2.4, 2],
      },
    },
    road("road-casing", GROUND, 1, casing),
    road("road-fill", GROUND, 0, fill),
    {
      id: "ferry",
      type: "line",
      source: SOURCE,
      "source-layer": "road",
      filter: ["==", ["get", "class"], "ferry"],
      paint: { "line-color": p.coast, "line-width": 1.4, "line-dasharray": [4, 3] },
    },
    road("bridge-casing", BRIDGE, 1, casing),
    road("bridge-fill", BRIDGE, 0, fill),
    road("elevated-casing", ELEVATED, 1, p.ink, { "line-opacity": 0.45 }),
    road("elevated-fill", ELEVATED, 0, fill),
    ...over("second", ["==", LEVEL, 2]),
    ...over("third", [">=", LEVEL, 3]),
    {
      id: "oneway",
      type: "symbol",
      source: SOURCE,
      "source-layer": "road",
      minzoom: 15,
      filter: ["all", ["has", "oneway"], DRIVABLE, ["any", [">=", ["zoom"], 16], ["!=", ["get", "class"], "service"]]],
      layout: {
        "symbol-placement": "line",
        "symbol-spacing": ["interpolate", ["linear"], ["zoom"], 15, 180, 17, 120],
        "icon-image": "oneway",
        "icon-rotate": ["case", ["==", ["get", "oneway"], -1], 180, 0],
        "icon-rotation-alignment": "map",
      },
      paint: { "icon-opacity": 0.7 },
    },
  ];
}

function labelLayers(p: Palette, lang: LangDto): LayerSpecification[] {
  const halo = { "text-halo-color": p.halo, "text-halo-width": 1.6 };
  const place = ["match", ["get", "class"], ["city", "town", "village"], true, false] as unknown as Expression;
  return [
    {
      id: "road-name",
      type: "symbol",
      source: SOURCE,
      "source-layer": "road",
      minzoom: 13,
      filter: ["all", ["has", "name"], ["!=", ["get", "class"], "motorway"]],
      layout: {
        "symbol-placement": "line",
        // Names of roads stay as on the signs in both languages.
        "text-field": ["get", "name"],
        "text-font": [REGULAR],
        "text-size": ["interpolate", ["linear"], ["zoom"], 13, 10, 17, 12.5],
        "text-padding": 8,
        "symbol-sort-key": ["-", 8, CLASS_ORDER],
      },
      paint: { "text-color": p.road, ...halo },
    },
    {
      id: "water-name",
      type: "symbol",
      source: SOURCE,
      "source-layer": "place",
      filter: ["==", ["get", "class"], "sea"],
      layout: {
        "text-field": localName(lang),
        "text-font": [ITALIC],
        "text-size": 14,
        "text-letter-spacing": 0.08,
        "text-max-width": 12,
      },
      paint: { "text-color": p.seaLabel, "text-halo-color": p.sea, "text-halo-width": 1 },
    },
    {
      id: "lake-name",
      type: "symbol",
      source: SOURCE,
      "source-layer": "water",
      minzoom: 12,
      filter: ["all", ["has", "name"], ["in", ["get", "class"], ["literal", ["lake", "basin"]]]],
      layout: { "text-field": localName(lang), "text-font": [ITALIC], "text-size": 11.5, "text-max-width": 8, "text-padding": 8 },
      paint: { "text-color": p.seaLabel, "text-halo-color": p.sea, "text-halo-width": 1 },
    },
    {
      id: "river-name",
      type: "symbol",
      source: SOURCE,
      "source-layer": "waterway",
      minzoom: 12,
      filter: ["has", "name"],
      layout: {
        "symbol-placement": "line",
        "symbol-spacing": 400,
        "text-field": localName(lang),
        "text-font": [ITALIC],
        "text-size": 11.5,
        "text-padding": 8,
      },
      paint: { "text-color": p.seaLabel, "text-halo-color": p.sea, "text-halo-width": 1 },
    },
    {
      id: "poi",
      type: "symbol",
      source: SOURCE,
      "source-layer": "poi",
      minzoom: 12,
      filter: ["has", "name"],
      layout: {
        "text-field": localName(lang),
        "text-font": [REGULAR],
        "text-size": 11,
        // The rank is by the zoom from which a place matters: a hospital's name wins over a shop's.
        "symbol-sort-key": ["coalesce", ["get", "rank"], 99],
        "text-anchor": "top",
        "text-offset": [0, 0.5],
        "text-max-width": 8,
        // A dot without a name says little; near by it shows that something is there.
        "text-optional": ["step", ["zoom"], false, 15, true],
        "icon-image": "dot",
        "icon-size": 1,
        // Farther out only few, each with room around it.
        "text-padding": ["interpolate", ["linear"], ["zoom"], 12, 28, 14, 14, 16, 4],
      },
      paint: { "text-color": p.label2, ...halo },
    },
    {
      id: "shield",
      type: "symbol",
      source: SOURCE,
      "source-layer": "road",
      minzoom: 10,
      filter: [
        "all",
        ["has", "ref"],
        ["in", ["get", "class"], ["literal", ["motorway", "trunk", "primary", "secondary"]]],
        ["<=", ["length", FIRST_REF], 8],
        ["!", isTrue("link")],
      ],
      layout: {
        "symbol-placement": "line",
        "symbol-spacing": 320,
        "symbol-sort-key": ["-", 8, CLASS_ORDER],
        "text-field": FIRST_REF,
        "text-font": [SEMIBOLD],
        "text-size": 10,
        "text-rotation-alignment": "viewport",
        "icon-rotation-alignment": "viewport",
        "icon-image": byClass({ motorway: "shield-motorway" }, "shield"),
        "icon-text-fit": "both",
        "icon-text-fit-padding": [1, 4, 1, 4],
        "text-padding": 12,
      },
      paint: { "text-color": byClass({ motorway: p.motorwayShieldText }, p.shieldText) },
    },
    {
      id: "place",
      type: "symbol",
      source: SOURCE,
      "source-layer": "place",
      filter: ["!=", ["get", "class"], "sea"],
      layout: {
        "text-field": localName(lang),
        "text-font": ["case", place, ["literal", [SEMIBOLD]], ["literal", [REGULAR]]],
        "text-size": ["case", ["==", ["get", "class"], "city"], 15, place, 13, 11.5],
        "text-max-width": 9,
        "text-padding": 6,
        "symbol-sort-key": ["coalesce", ["get", "rank"], 20],
      },
      paint: { "text-color": ["case", place, p.label, p.label2], ...halo },
    },
  ];
}
