import { describe, expect, it } from "vitest";
import { en } from "./en";
import { fill } from "./index.svelte";
import { zh } from "./zh";

const placeholders = (text: string) => [...new Set([...text.matchAll(/\{(\w+)/g)].map((match) => match[1]))].sort();

describe("wording", () => {
  it("zh and en have the same keys", () => {
    expect(Object.keys(zh).sort()).toEqual(Object.keys(en).sort());
  });

  it("no wording is empty", () => {
    const empty = [...Object.entries(en), ...Object.entries(zh)].filter(([, text]) => text.trim() === "");
    expect(empty).toEqual([]);
  });

  it("both languages take the same arguments", () => {
    const differing = Object.entries(en)
      .filter(([key, text]) => {
        const other = zh[key as keyof typeof zh];
        return placeholders(text).join() !== placeholders(other).join();
      })
      .map(([key]) => key);
    expect(differing).toEqual([]);
  });

  it("keys are area.name", () => {
    expect(Object.keys(en).filter((key) => !/^[a-z]+\.\w+$/.test(key))).toEqual([]);
  });

  it("Chinese wording uses full-width punctuation next to Chinese characters", () => {
    const half = Object.entries(zh).filter(([, text]) => /[\u4e00-\u9fff][,;:?!]/.test(text));
    expect(half).toEqual([]);
  });

  it.each([
    ["{n} {n|trip|trips}", { n: 1 }, "1 trip"],
    ["{n} {n|trip|trips}", { n: 6 }, "6 trips"],
    ["{n} {n|question waits|questions wait}", { n: 0 }, "0 questions wait"],
    ["{missing}", {}, "{missing}"],
  ])("%s with %o reads %s", (template, args, expected) => {
    expect(fill(template, args)).toBe(expected);
  });
});
