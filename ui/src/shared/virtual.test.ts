import { describe, expect, it } from "vitest";
import { scrollToRow, visibleRows } from "./virtual";

describe("rows in the document", () => {
  const cases: [string, Parameters<typeof visibleRows>, [number, number]][] = [
    ["an empty list has none", [0, 400, 36, 0, 5], [0, 0]],
    ["a short list is whole", [0, 400, 36, 4, 5], [0, 4]],
    ["at the top only the rows below are added", [0, 360, 36, 1000, 5], [0, 16]],
    ["in the middle both sides are added", [3600, 360, 36, 1000, 5], [95, 116]],
    ["at the end nothing past the last row", [36000 - 360, 360, 36, 1000, 5], [985, 1000]],
    ["scrolled past a list that just got shorter", [36000, 360, 36, 10, 5], [4, 10]],
    ["overscroll above the top", [-80, 360, 36, 1000, 0], [0, 11]],
  ];
  it.each(cases)("%s", (_, args, [first, last]) => {
    expect(visibleRows(...args)).toEqual({ first, last });
  });
});

describe("bringing a row into view", () => {
  it("stays when the row is whole in view", () => expect(scrollToRow(5, 100, 400, 36)).toBe(100));
  it("goes up to a row above", () => expect(scrollToRow(1, 100, 400, 36)).toBe(36));
  it("goes down just far enough", () => expect(scrollToRow(20, 0, 400, 36)).toBe(21 * 36 - 400));
});
