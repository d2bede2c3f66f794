import type { RouteDto } from "../ipc/bindings";
import { length, middle, slice, type Position } from "./features";

/** Where bubbles go: on the longest stretch of its own of each route, away from those placed before. */
export interface Placed {
  id: string;
  at: Position;
  /** On which side of its point the bubble hangs. */
  side: "left" | "right";
}

const FRACTIONS = [0.5, 0.38, 0.62, 0.26, 0.74, 0.15, 0.85];
const APART_PX = 84;

export function placeBubbles(
  routes: RouteDto[],
  project: (at: Position) => { x: number; y: number },
  width: number,
  taken: Position[] = [],
): Placed[] {
  const used = taken.map(project);
  return routes.flatMap((route) => {
    const line = ownStretch(route);
    if (!line) return [];
    const candidates = FRACTIONS.map((fraction) => along(line, fraction)).filter((at) => at !== null);
    const free = candidates.find((at) => {
      const p = project(at);
      return used.every((q) => Math.hypot(p.x - q.x, p.y - q.y) > APART_PX);
    });
    const at = free ?? candidates[0];
    if (!at) return [];
    const p = project(at);
    used.push(p);
    const crowdedRight = p.x > width - 140;
    const rightFree = used.every((q) => q === p || q.x < p.x || q.x - p.x > 180 || Math.abs(q.y - p.y) > 40);
    return [{ id: route.id, at, side: crowdedRight || !rightFree ? ("left" as const) : ("right" as const) }];
  });
}

function ownStretch(route: RouteDto): Position[] | null {
  const { coordinates } = route.geometry;
  let best: Position[] | null = null;
  for (const range of route.differs) {
    const line = slice(coordinates, range);
    if (line && (!best || length(line) > length(best))) best = line;
  }
  return best ?? (coordinates.length > 1 ? coordinates : null);
}

/** The point at a fraction of a line's length. */
export function along(line: Position[], fraction: number): Position | null {
  if (fraction === 0.5) return middle(line);
  const whole = length(line);
  let walked = 0;
  for (let i = 1; i < line.length; i++) {
    const step = length([line[i - 1]!, line[i]!]);
    if (step > 0 && walked + step >= whole * fraction) {
      const f = (whole * fraction - walked) / step;
      const [a, b] = [line[i - 1]!, line[i]!];
      return [a[0] + (b[0] - a[0]) * f, a[1] + (b[1] - a[1]) * f];
    }
    walked += step;
  }
  return line.at(-1) ?? null;
}

/** Position in the list of stops for a new one, so that stops keep the order in which the route passes them. */
export function stopIndex(line: Position[], stops: Position[], at: Position): number {
  const where = (p: Position) => {
    let best = 0;
    for (let i = 1; i < line.length; i++) if (length([line[i]!, p]) < length([line[best]!, p])) best = i;
    return best;
  };
  const mine = where(at);
  return stops.filter((stop) => where(stop) <= mine).length;
}
