import { describe, expect, it } from "vitest";
import { locale } from "../i18n/index.svelte";
import type { LangDto } from "../ipc/bindings";
import { arrowPath, laneText } from "./lanes";

const lane = (take: string, closed: boolean, ...arrows: string[]) => ({ arrows, take, closed });

describe("lanes", () => {
  it("are read from left to right, the ones to take named", () => {
    const lanes = [lane("left", false, "left"), lane("", false, "through", "right"), lane("", true, "right"), lane("through", false)];
    const check = (lang: LangDto, words: string) => {
      locale.lang = lang;
      expect(laneText(lanes)).toBe(words);
    };
    check("en", "left (take this); straight on and right; right (not for cars); unmarked (take this)");
    check("zh", "左转（走这条）；直行、右转；右转（非机动车道或公交道）；无标线（走这条）");
  });

  it("are drawn, even an arrow of a later version", () => {
    expect(arrowPath("left")).not.toBe(arrowPath("right"));
    expect(arrowPath("sideways")).toBe(arrowPath("through"));
  });
});
