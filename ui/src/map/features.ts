import type { HabitCardDto, LineDto, PlanDto, RouteDto } from "../ipc/bindings";

/** What the plan looks like on the map, as plain GeoJSON: pure functions, so that tests need no map. */

export type Position = [number, number];
export type Range = [number, number];

export interface RouteFeature {
  type: "Feature";
  properties: {
    id: string;
    role: "chosen" | "alternative" | "aside" | "preview" | "theirs";
    part: "whole" | "differs" | "shared" | "tunnel" | "reason";
  };
  geometry: { type: "LineString"; coordinates: Position[] };
}

export interface Collection<F> {
  type: "FeatureCollection";
  features: F[];
}

export interface RouteView {
  plan: PlanDto;
  chosenId: string;
  hidden: ReadonlySet<string>;
  preview: RouteDto | null;
  /** The way of a service that is looked at. */
  theirs?: RouteDto | null;
  /** Point ranges of the recommended route that the pointed-at reason concerns. */
  reason: Range[];
}

/** Points `from` to `to` of a line; null when the range holds no stretch of it. */
export function slice(coordinates: Position[], [from, to]: Range): Position[] | null {
  const first = Math.max(0, Math.min(from, to));
  const last = Math.min(coordinates.length - 1, Math.max(from, to));
  return last > first ? coordinates.slice(first, last + 1) : null;
}

/** The ranges of a line of `length` points that `ranges` leave out. Neighbouring ranges share their end points. */
export function complement(ranges: Range[], length: number): Range[] {
  const sorted = [...ranges].sort((a, b) => a[0] - b[0]);
  const rest: Range[] = [];
  let at = 0;
  for (const [from, to] of sorted) {
    if (from > at) rest.push([at, from]);
    at = Math.max(at, to);
  }
  if (at < length - 1) rest.push([at, length - 1]);
  return rest;
}

export function routeFeatures(view: RouteView): Collection<RouteFeature> {
  const { plan, chosenId } = view;
  const features: RouteFeature[] = [];
  const visible = plan.routes.filter((route) => !view.hidden.has(route.id) || route.id === chosenId);
  for (const route of visible) {
    const role = route.id === chosenId ? "chosen" : "alternative";
    features.push(...partsOf(route, role));
    if (role !== "chosen") continue;
    features.push(...stretches(route, "tunnel", tunnels(route)));
    if (route.id === plan.routes[0]?.id) features.push(...stretches(route, "reason", view.reason));
  }
  if (plan.set_aside) features.push(whole(plan.set_aside, "aside"));
  if (view.theirs) features.push(whole(view.theirs, "theirs"));
  if (view.preview) features.push(whole(view.preview, "preview"));
  return { type: "FeatureCollection", features };
}

function partsOf(route: RouteDto, role: "chosen" | "alternative"): RouteFeature[] {
  if (role === "chosen") return [whole(route, role)];
  const { coordinates } = route.geometry;
  const cut = (part: "differs" | "shared", ranges: Range[]) =>
    ranges.flatMap((range) => {
      const stretch = slice(coordinates, range);
      return stretch ? [feature(route.id, role, part, stretch)] : [];
    });
  return [
    whole(route, role),
    ...cut("shared", complement(route.differs, coordinates.length)),
    ...cut("differs", route.differs),
  ];
}

function stretches(route: RouteDto, part: "tunnel" | "reason", ranges: Range[]): RouteFeature[] {
  return ranges.flatMap((range) => {
    const stretch = slice(route.geometry.coordinates, range);
    return stretch ? [feature(route.id, "chosen", part, stretch)] : [];
  });
}

function tunnels(route: RouteDto): Range[] {
  return route.details
    .filter((detail) => detail.kind === "feature" && detail.value === "tunnel")
    .map((detail) => [detail.from_point, detail.to_point]);
}

function whole(route: RouteDto, role: RouteFeature["properties"]["role"]): RouteFeature {
  return feature(route.id, role, "whole", route.geometry.coordinates);
}

function feature(
  id: string,
  role: RouteFeature["properties"]["role"],
  part: RouteFeature["properties"]["part"],
  coordinates: Position[],
): RouteFeature {
  return { type: "Feature", properties: { id, role, part }, geometry: { type: "LineString", coordinates } };
}

export interface MemoryStretch {
  id: string;
  text: string;
  line: Position[];
}

/** Where memories act on the recommended route. Only memories: the sentence and the settings have no ochre. */
export function memoryStretches(plan: PlanDto): MemoryStretch[] {
  const line = plan.routes[0]?.geometry.coordinates ?? [];
  return plan.reasons
    .filter((reason) => reason.kind === "memory" && reason.enabled && reason.decisive)
    .flatMap((reason) =>
      reason.intervals.flatMap((range) => {
        const stretch = slice(line, range);
        return stretch ? [{ id: reason.id, text: reason.text, line: stretch }] : [];
      }),
    );
}

export function lineCollection(lines: (LineDto | Position[])[]): Collection<object> {
  return {
    type: "FeatureCollection",
    features: lines.map((line) => ({
      type: "Feature",
      properties: {},
      geometry: { type: "LineString", coordinates: Array.isArray(line) ? line : line.coordinates },
    })),
  };
}

export interface DrawnArea {
  corners: Position[];
  /** A remembered one, in the colour of memories. */
  memory: boolean;
}

/** Areas as rings, closed; of fewer than three corners only the line so far. */
export function areaCollection(areas: DrawnArea[]): Collection<object> {
  return {
    type: "FeatureCollection",
    features: areas
      .filter(({ corners }) => corners.length > 1)
      .map(({ corners, memory }) => ({
        type: "Feature",
        properties: { memory },
        geometry:
          corners.length > 2
            ? { type: "Polygon", coordinates: [[...corners, corners[0]]] }
            : { type: "LineString", coordinates: corners },
      })),
  };
}

/** West, south, east, north around all positions; null when there are none. */
export function boundsOf(positions: Iterable<Position>): [number, number, number, number] | null {
  let box: [number, number, number, number] | null = null;
  for (const [lon, lat] of positions) {
    box = box
      ? [Math.min(box[0], lon), Math.min(box[1], lat), Math.max(box[2], lon), Math.max(box[3], lat)]
      : [lon, lat, lon, lat];
  }
  return box;
}

/** Length in degrees of latitude: good enough to compare stretches of one region. */
export function length(line: Position[]): number {
  let sum = 0;
  for (let i = 1; i < line.length; i++) sum += gap(line[i - 1]!, line[i]!);
  return sum;
}

export function middle(line: Position[]): Position | null {
  const half = length(line) / 2;
  let walked = 0;
  for (let i = 1; i < line.length; i++) {
    const [a, b] = [line[i - 1]!, line[i]!];
    const step = gap(a, b);
    if (step > 0 && walked + step >= half) {
      const f = (half - walked) / step;
      return [a[0] + (b[0] - a[0]) * f, a[1] + (b[1] - a[1]) * f];
    }
    walked += step;
  }
  return line[0] ?? null;
}

function gap(a: Position, b: Position): number {
  const shrink = Math.cos((a[1] * Math.PI) / 180);
  return Math.hypot((b[0] - a[0]) * shrink, b[1] - a[1]);
}

/** What a yes to a habit would change: its way and the one that is recommended now; and how far a simulated drive has come. */
export function habitLines(habit: HabitCardDto | null, driven: Position[]): Collection<object> {
  const strand = (role: string, coordinates: Position[]) => ({ type: "Feature", properties: { role }, geometry: { type: "LineString", coordinates } });
  const change = habit?.change;
  const both = change ? [...(change.same ? [] : [strand("usual", change.usual_line.coordinates)]), strand("way", change.line.coordinates)] : [];
  return { type: "FeatureCollection", features: driven.length > 1 ? [...both, strand("driven", driven)] : both };
}
