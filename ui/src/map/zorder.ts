import type { LayerSpecification } from "maplibre-gl";

/** Every layer of the map once, in drawing order, the lowest first. A layer that is not listed can't be added, so the
 *  order never depends on who adds first. Roads and what lies on them follow DESIGN.md; labels come last. */
export const ZORDER = [
  "background",
  "landcover",
  "building",
  "water",
  "waterway",
  "coast",
  "boundary",
  "boundary-disputed",
  "rail",
  "tunnel-casing",
  "tunnel-fill",
  "path",
  "road-casing",
  "road-fill",
  "ferry",
  "bridge-casing",
  "bridge-fill",
  "elevated-casing",
  "elevated-fill",
  "second-casing",
  "second-fill",
  "third-casing",
  "third-fill",
  "oneway",
  "area-fill",
  "area-line",
  "here-road",
  "route-hit",
  "route-aside",
  "route-alt-halo",
  "route-alt-shared",
  "route-alt-differs",
  "route-alt-hover",
  "route-preview",
  "memory-band",
  "memory-gap",
  "route-edge",
  "route-line",
  "route-stale",
  "route-tunnel",
  "route-reason",
  "route-theirs-halo",
  "route-theirs",
  "track-halo",
  "track-rest",
  "track-bridged",
  "track-unsure",
  "track-likely",
  "track-sure",
  "track-lit",
  "habit-usual-halo",
  "habit-usual",
  "habit-way-halo",
  "habit-way",
  "habit-driven",
  "road-name",
  "water-name",
  "lake-name",
  "river-name",
  "poi",
  "shield",
  "place",
] as const;

export type LayerId = (typeof ZORDER)[number];

/** The layers in drawing order. Throws on a layer that the list above doesn't know, or that comes twice. */
export function inOrder(layers: LayerSpecification[]): LayerSpecification[] {
  const seen = new Set<string>();
  const placed = layers.map((layer) => {
    const index = ZORDER.indexOf(layer.id as LayerId);
    if (index < 0) throw new Error(`layer ${layer.id} is not in zorder.ts`);
    if (seen.has(layer.id)) throw new Error(`layer ${layer.id} is declared twice`);
    seen.add(layer.id);
    return { layer, index };
  });
  return placed.sort((a, b) => a.index - b.index).map(({ layer }) => layer);
}
