import { describe, expect, it } from "vitest";
import type { MemoryRowDto } from "../ipc/bindings";
import { everything, facetsOn, isFiltered, picked, picksHere, sortedBy, toQuery } from "./filter";

const NOW = 1_795_910_400;
const DAY = 86_400;
const row: MemoryRowDto = {
  id: "pref-1",
  kind: "avoid",
  text: "avoid tunnels",
  place: "",
  when: "",
  origin: "stated",
  state: "active",
  confidence: 1,
  created_at: NOW - 200 * DAY,
  last_used: NOW - DAY,
  uses: 3,
  expires_at: null,
  deleted_at: null,
};

describe("facets that look at dates", () => {
  const cases: [string, Partial<MemoryRowDto>, "expiring" | "unused", boolean][] = [
    ["never expires", {}, "expiring", false],
    ["expires in 14 days", { expires_at: NOW + 14 * DAY }, "expiring", true],
    ["expires in 15 days", { expires_at: NOW + 15 * DAY }, "expiring", false],
    ["has expired", { expires_at: NOW - 1 }, "expiring", false],
    ["used yesterday", {}, "unused", false],
    ["used 91 days ago", { last_used: NOW - 91 * DAY }, "unused", true],
    ["never used and old", { last_used: null }, "unused", true],
    ["never used and new", { last_used: null, created_at: NOW - DAY }, "unused", false],
  ];
  it.each(cases)("%s", (_, change, state, expected) => {
    expect(picked({ ...row, ...change }, state, NOW)).toBe(expected);
  });
});

describe("sorting by a column head", () => {
  it("starts with the useful direction, then turns round", () => {
    const byText = sortedBy(everything, "text");
    expect([byText.sort, byText.ascending]).toEqual(["text", true]);
    expect(sortedBy(byText, "text").ascending).toBe(false);
    expect(sortedBy(everything, "uses").ascending).toBe(false);
    expect(sortedBy(everything, "expires").ascending).toBe(true);
  });
});

describe("the query", () => {
  it("asks for everything by default", () => {
    expect(toQuery(everything, "en", 0, 200)).toEqual({
      text: "",
      kinds: [],
      origins: [],
      max_confidence: null,
      unconfirmed: false,
      deleted: false,
      sort: "last_used",
      ascending: false,
      limit: 200,
      offset: 0,
      lang: "en",
    });
  });
  it("carries every facet", () => {
    const filter = { ...everything, text: " 隧道 ", kind: "avoid", origin: "stated", sure: 0.8 } as const;
    const query = toQuery({ ...filter, state: "unconfirmed" }, "zh", 200, 200);
    expect(query).toMatchObject({
      text: "隧道",
      kinds: ["avoid"],
      origins: ["stated"],
      max_confidence: 0.8,
      unconfirmed: true,
      deleted: false,
      offset: 200,
      lang: "zh",
    });
    expect(toQuery({ ...everything, state: "deleted" }, "zh", 0, 1).deleted).toBe(true);
    expect(facetsOn({ ...filter, state: "unused" })).toBe(4);
    expect(picksHere({ ...filter, state: "unused" })).toBe(true);
    expect(picksHere({ ...filter, state: "deleted" })).toBe(false);
  });
  it("words alone filter too, spaces don't", () => {
    expect(isFiltered({ ...everything, text: "a" })).toBe(true);
    expect(isFiltered({ ...everything, text: "  " })).toBe(false);
  });
});
