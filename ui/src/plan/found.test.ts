import { describe, expect, it } from "vitest";
import { locale } from "../i18n/index.svelte";
import type { OpenDto, SearchDto } from "../ipc/bindings";
import { search } from "../ipc/fake/planning";
import { farWords, openWords, searchNote, usedWords } from "./found";

const NOTHING: SearchDto = { hits: [], guess: false, search: false, open_now: false, along: false, near: null, problem: null };
const closed = { ...search("pharmacy", "en", 8).hits[2]! };

describe("what stands above the places", () => {
  it.each<[string, Partial<SearchDto>, string, string]>([
    ["nothing", {}, "Nothing found", "什么也没找到"],
    ["nothing along", { along: true }, "Nothing of that kind along the way", "路上没有"],
    ["no way", { problem: "no_way" }, "Plan a way first", "还没有规划路线"],
    ["no anchor", { problem: "unknown_place" }, "I don't know the place", "不认识"],
    ["a guess", { hits: [closed], guess: true }, "Did you mean", "是不是要找"],
    ["all closed", { hits: [closed], open_now: true }, "closed now", "都没开门"],
    ["near", { hits: [closed], near: "Home" }, "Near Home", "「Home」附近"],
  ])("%s", (_, change, en, zh) => {
    const found = { ...NOTHING, ...change };
    locale.lang = "zh";
    expect(searchNote(found)).toContain(zh);
    locale.lang = "en";
    expect(searchNote(found)).toContain(en);
  });

  it("says nothing when there is nothing to say", () => {
    expect(searchNote(search("pharmacy open now", "en", 8))).toBe("");
  });
});

describe("a place", () => {
  it.each<[OpenDto, string]>([
    [{ state: "open", until: "19:30", days: 0 }, "Open until 19:30"],
    [{ state: "open", until: null, days: 0 }, "Open"],
    [{ state: "closed", until: "08:30", days: 1 }, "Opens tomorrow 08:30"],
    [{ state: "closed", until: "08:30", days: 3 }, "Opens in 3 days, 08:30"],
    [{ state: "closed", until: null, days: 0 }, "Closed"],
    [{ state: "unknown", until: null, days: 0 }, "Hours unknown"],
  ])("%o is %s", (open, words) => {
    locale.lang = "en";
    expect(openWords(open)).toBe(words);
  });

  it("says what the detour costs, else how far it is", () => {
    locale.lang = "en";
    const [along] = search("pharmacy along the way", "en", 8).hits;
    expect(farWords(along!)).toBe("+1 min detour");
    expect(farWords({ ...along!, detour: { distance_m: 640, duration_s: null, after_m: 0 } })).toBe("650 m detour");
    expect(farWords(closed)).toBe("1.8 km");
    expect([usedWords(1), usedWords(3)]).toEqual(["Been there once", "Been there 3 times"]);
  });
});
