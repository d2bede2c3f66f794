import { describe, expect, it } from "vitest";
import { readSize, type Size } from "./vehicle";

describe("the size of the car", () => {
  const cases: [Size, string, number | null | undefined][] = [
    ["height_m", "2.7", 2.7],
    ["height_m", "2,7", 2.7],
    ["height_m", " 2 ", 2],
    ["height_m", "", null],
    ["height_m", "   ", null],
    ["height_m", "0.5", undefined],
    ["height_m", "27", undefined],
    ["height_m", "tall", undefined],
    ["width_m", "2.05", 2.05],
    ["length_m", "12", 12],
    ["weight_t", "0.2", 0.2],
    ["weight_t", "-1", undefined],
    ["weight_t", "1e9", undefined],
  ];
  it.each(cases)("%s typed as “%s” is %s", (size, text, expected) => {
    expect(readSize(size, text)).toBe(expected);
  });
});
