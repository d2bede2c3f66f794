import type { TrackDto } from "../ipc/bindings";
import { slice, type Collection, type Position } from "../map/features";

/** How sure a part of a drive is, the surest first. */
export const SURENESS = ["sure", "likely", "unsure", "bridged"] as const;
export type Sure = (typeof SURENESS)[number];

export interface TrackFeature {
  type: "Feature";
  properties: { sure: Sure | "rest" | "lit" };
  geometry: { type: "LineString"; coordinates: Position[] };
}

function isSure(word: string): word is Sure {
  return (SURENESS as readonly string[]).includes(word);
}

/** The drives cut by how sure they are, what lies on no road, and the stretch that is pointed at. */
export function trackLines(found: TrackDto | null, lit: Position[] | null): Collection<TrackFeature> {
  const features: TrackFeature[] = [];
  const add = (sure: TrackFeature["properties"]["sure"], coordinates: Position[] | null) => {
    if (coordinates && coordinates.length > 1) {
      features.push({ type: "Feature", properties: { sure }, geometry: { type: "LineString", coordinates } });
    }
  };
  for (const rest of found?.rests ?? []) add("rest", rest.line.coordinates);
  for (const drive of found?.drives ?? []) {
    for (const { sure, from_point, to_point } of drive.sections) {
      // A word that this version doesn't know is drawn as the least sure one.
      add(isSure(sure) ? sure : "unsure", slice(drive.line.coordinates, [from_point, to_point]));
    }
  }
  if (found) add("lit", lit);
  return { type: "FeatureCollection", features };
}

/** Metres of each sureness over all drives, the surest first; those that do not occur are left out. */
export function lengths(found: TrackDto): { sure: Sure; metres: number }[] {
  const parts = found.drives.flatMap((drive) => drive.sections);
  return SURENESS.map((sure) => ({
    sure,
    metres: parts.filter((part) => (isSure(part.sure) ? part.sure : "unsure") === sure).reduce((sum, part) => sum + part.distance_m, 0),
  })).filter(({ metres }) => metres > 0);
}

/** How sure a stretch is as a whole: as its least sure part that is worth a word. */
export function sureOf(confidence: number, bridged: boolean): Sure {
  if (bridged) return "bridged";
  if (confidence >= 0.9) return "sure";
  return confidence >= 0.6 ? "likely" : "unsure";
}
