import { describe, expect, it } from "vitest";
import * as f from "./format";

/** One row: what is formatted, its English and its Chinese reading. */
function check(rows: [number, string, string][], format: (n: number, lang: "en" | "zh") => string) {
  for (const [input, en, zh] of rows) {
    expect([input, format(input, "en"), format(input, "zh")]).toEqual([input, en, zh]);
  }
}

describe("numbers as a person uses them", () => {
  it("durations: minutes, seconds only under one", () => {
    check(
      [
        [0, "0 s", "0 秒"],
        [24, "24 s", "24 秒"],
        [59.6, "1 min", "1 分钟"],
        [89, "1 min", "1 分钟"],
        [1500, "25 min", "25 分钟"],
        [3600, "1 h", "1 小时"],
        [3900, "1 h 05 min", "1 小时 05 分钟"],
        [-180, "3 min", "3 分钟"],
      ],
      f.duration,
    );
  });

  it("prices carry their sign", () => {
    check(
      [
        [120, "+2 min", "+2 分钟"],
        [-40, "−40 s", "−40 秒"],
        [0.2, "±0", "±0"],
      ],
      f.signed,
    );
  });

  it("distances: no decimals nobody can use", () => {
    check(
      [
        [3, "0 m", "0 米"],
        [84, "80 m", "80 米"],
        [430, "450 m", "450 米"],
        [949, "950 m", "950 米"],
        [974, "950 m", "950 米"],
        [980, "1 km", "1 公里"],
        [1301, "1.3 km", "1.3 公里"],
        [24_300, "24 km", "24 公里"],
        [123_400, "123 km", "123 公里"],
      ],
      f.distance,
    );
  });

  it("the big figure of a card never reads zero", () => {
    expect(f.minutesParts(10, "en")).toEqual({ figure: "1", unit: "min" });
    expect(f.minutesParts(1500, "zh")).toEqual({ figure: "25", unit: "分钟" });
    expect(f.minutesParts(5400, "en")).toEqual({ figure: "1:30", unit: "h" });
  });

  it("times are those of the place", () => {
    const at = Date.UTC(2026, 10, 24, 17, 5) / 1000;
    expect(f.timeOfDay(at, "en", "Europe/Monaco")).toBe("18:05");
    expect(f.dayAndTime(at, "en", "Europe/Monaco")).toBe("Tue 24 Nov, 18:05");
    expect(f.dayAndTime(at, "zh", "Asia/Shanghai")).toBe("11月25日周三 01:05");
    expect(f.timeOfDay(at, "en", "Not/AZone")).toMatch(/^\d\d:05$/);
  });

  it.each([
    [999, "999 B"],
    [1_482_752, "1.5 MB"],
    [48_220_114, "48 MB"],
    [999_999_999, "1.0 GB"],
  ])("%d bytes read %s", (bytes, words) => {
    expect(f.bytes(bytes)).toBe(words);
  });
});
