import type { RegionDto } from "../ipc/bindings";

/** West, south, east, north in degrees. */
export type Box = [number, number, number, number];

/** Why the paper is empty, if it is. */
export type Missing = { kind: "none" } | { kind: "here" } | { kind: "unreadable"; name: string } | null;

type Known = Pick<RegionDto, "name" | "bbox" | "problem">;

/** What the map has to say about a view: nothing while any usable region reaches into it. A region that can't be read
 *  is named where it would be seen, and wherever there is no other. */
export function missing(view: Box | null, regions: readonly Known[]): Missing {
  const usable = regions.filter((region) => region.problem === "");
  if (view && usable.some((region) => meets(view, region.bbox))) return null;
  const broken = regions.filter((region) => region.problem !== "");
  const seen = view ? broken.find((region) => isBox(region.bbox) && meets(view, region.bbox)) : undefined;
  const named = seen ?? (usable.length === 0 ? broken[0] : undefined);
  if (named) return { kind: "unreadable", name: named.name };
  if (usable.length === 0) return { kind: "none" };
  return view ? { kind: "here" } : null;
}

/** A region whose folder could not be read may have lost its box. */
function isBox([west, south, east, north]: Box): boolean {
  return west < east && south < north;
}

/** Views east of the date line are counted on beyond 180. */
function meets([west, south, east, north]: Box, [w, s, e, n]: Box): boolean {
  const along = [-360, 0, 360].some((turn) => west <= e + turn && east >= w + turn);
  return along && south <= n && north >= s;
}
