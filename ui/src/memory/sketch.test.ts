import { describe, expect, it } from "vitest";
import type { LineDto } from "../ipc/bindings";
import { sketch } from "./sketch";

const line = (...coordinates: [number, number][]): LineDto => ({ type: "LineString", coordinates });

describe("a drawing of lines", () => {
  it("fills the picture up to its margin, north up", () => {
    const { paths } = sketch([line([7, 0], [7.001, 0], [7.001, 0.001])], null, 100, 100);
    expect(paths).toEqual(["M14 86L86 86L86 14"]);
  });
  it("keeps the shape away from the equator", () => {
    const [path] = sketch([line([7, 60], [7.002, 60], [7.002, 60.001])], null, 100, 100).paths;
    const [[x0], [x1, y1], [, y2]] = (path ?? "")
      .slice(1)
      .split("L")
      .map((pair) => pair.split(" ").map(Number)) as [number[], number[], number[]];
    expect((x1 ?? 0) - (x0 ?? 0)).toBeCloseTo((y1 ?? 0) - (y2 ?? 0), 0);
  });
  it("puts a lonely point into the middle", () => {
    expect(sketch([], { lon: 7.4, lat: 43.7 }, 210, 110)).toEqual({ paths: [], pin: [105, 55] });
  });
  it("of nothing is empty, and a line of one point isn't drawn", () => {
    expect(sketch([], null, 10, 10)).toEqual({ paths: [], pin: null });
    expect(sketch([line([7, 43])], null, 10, 10).paths).toEqual([]);
  });
});
