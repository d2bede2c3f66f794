import type { LineDto, PointDto } from "../ipc/bindings";

/** A drawing in pixels: path data of each line, and where the pin stands. */
export interface Sketch {
  paths: string[];
  pin: [number, number] | null;
}

/** Room around the drawing, as a share of the picture. */
const MARGIN = 0.14;

/**
 * Lines and a point fitted into a picture of `width` × `height` pixels, north up.
 *
 * A degree of longitude is drawn shorter by the cosine of the latitude, so that a street grid keeps its shape; that is
 * exact enough for the few kilometres of a trip (equirectangular projection). A single point sits in the middle.
 */
export function sketch(lines: readonly LineDto[], point: PointDto | null, width: number, height: number): Sketch {
  const all = lines.flatMap((line) => line.coordinates);
  if (point) all.push([point.lon, point.lat]);
  if (all.length === 0) return { paths: [], pin: null };
  let [west, south, east, north] = [Infinity, Infinity, -Infinity, -Infinity];
  for (const [lon, lat] of all) {
    west = Math.min(west, lon);
    east = Math.max(east, lon);
    south = Math.min(south, lat);
    north = Math.max(north, lat);
  }
  const squeeze = Math.cos((((south + north) / 2) * Math.PI) / 180);
  const room = 1 - 2 * MARGIN;
  const scale = Math.min((width * room) / ((east - west) * squeeze || 1e-9), (height * room) / (north - south || 1e-9));
  const place = ([lon, lat]: readonly [number, number]): [number, number] => [
    round(width / 2 + (lon - (west + east) / 2) * squeeze * scale),
    round(height / 2 - (lat - (south + north) / 2) * scale),
  ];
  const paths = lines
    .filter((line) => line.coordinates.length > 1)
    .map((line) => line.coordinates.map((at, i) => `${i === 0 ? "M" : "L"}${place(at).join(" ")}`).join(""));
  return { paths, pin: point ? place([point.lon, point.lat]) : null };
}

function round(pixels: number): number {
  return Math.round(pixels * 10) / 10;
}
