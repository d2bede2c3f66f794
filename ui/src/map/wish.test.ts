import { describe, expect, it } from "vitest";
import { areaCollection } from "./features";
import { endOf } from "./wish";

describe("the end of a wish", () => {
  const now = new Date(2026, 10, 25, 10, 0, 0);
  const midnight = (day: number) => new Date(2026, 10, day).getTime() / 1000;
  it("is the end of the day that is meant", () => {
    expect(endOf("always", "", now)).toBeNull();
    expect(endOf("today", "", now)).toBe(midnight(26));
    expect(endOf("tomorrow", "", now)).toBe(midnight(27));
    expect(endOf("week", "", now)).toBe(midnight(33));
    expect(endOf("date", "2026-11-27", now)).toBe(midnight(28));
    expect(endOf("date", "2026-11-25", now)).toBe(midnight(26));
  });
  it("is missing while the day is, or is over", () => {
    expect(endOf("date", "", now)).toBeUndefined();
    expect(endOf("date", "2026-11-24", now)).toBeUndefined();
  });
});

describe("areas on the map", () => {
  const square: [number, number][] = [[0, 0], [1, 0], [1, 1]];
  it("are closed rings; with two corners a line, with one nothing yet", () => {
    const shapes = (corners: [number, number][]) =>
      areaCollection([{ corners, memory: true }]).features.map((feature) => (feature as { geometry: { type: string; coordinates: unknown } }).geometry);
    expect(shapes(square)).toEqual([{ type: "Polygon", coordinates: [[...square, [0, 0]]] }]);
    expect(shapes(square.slice(0, 2)).map(({ type }) => type)).toEqual(["LineString"]);
    expect(shapes(square.slice(0, 1))).toEqual([]);
  });
});
