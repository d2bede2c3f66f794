import { validateStyleMin } from "@maplibre/maplibre-gl-style-spec";
import { describe, expect, it } from "vitest";
import { DARK, LIGHT } from "./palette";
import { mapStyle } from "./style";

const BASE = "http://localhost/";

describe("the style is one the drawing engine accepts", () => {
  it.each([
    ["light, English", LIGHT, "en" as const],
    ["dark, Chinese", DARK, "zh" as const],
  ])("%s", (_, palette, lang) => {
    const style = mapStyle({ palette, lang, tiles: "tiles://localhost/{z}/{x}/{y}", base: BASE });
    expect(validateStyleMin(style).map((error) => error.message)).toEqual([]);
  });
});
