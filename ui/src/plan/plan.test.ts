import { describe, expect, it } from "vitest";
import type { ChipDto, PlaceHitDto, ReasonDto } from "../ipc/bindings";
import { parse, plan as fakePlan } from "../ipc/fake/planning";
import { about, isBarePlace, mergeChips, NOTHING_BY_HAND, replacedBy } from "./chips";
import { barPixels, rowOrder, segments, sumLine, sumWords, terms, unquoted, withSwitchedOff } from "./sum";
import { dayOf, momentOf, offsetAt, parseTime } from "./when";

const LABELS = { from: "From", to: "To", via: "Via" };

function place(label: string, memory: string | null = null): PlaceHitDto {
  return { label, detail: "", kind: "", point: { lon: 7.4, lat: 43.7 }, source: memory ? "memory" : "map", memory, distance_m: null };
}

describe("chips", () => {
  const spoken = parse("to the office, avoid the motorway", "en").chips;
  const ids = (hand = NOTHING_BY_HAND, dropped: string[] = []) =>
    mergeChips(spoken, hand, new Set(dropped), {}, LABELS).map(({ chip }) => chip.id);

  it("shows what the sentence says", () => {
    expect(ids()).toEqual(["to", "wish-0"]);
  });

  it("what was removed is gone", () => {
    expect(ids(NOTHING_BY_HAND, ["wish-0"])).toEqual(["to"]);
  });

  it("what was set by hand stands in for the sentence's chip of that role", () => {
    const views = mergeChips(spoken, { ...NOTHING_BY_HAND, destination: place("Gym", "place-3") }, new Set(), {}, LABELS);
    expect(views.map(({ chip, hand }) => [chip.id, chip.value, chip.source, hand])).toEqual([
      ["to", "Gym", "memory", "to"],
      ["wish-0", "motorway", "sentence", null],
    ]);
  });

  it("stops set by hand come first, each with a chip of its own", () => {
    expect(ids({ ...NOTHING_BY_HAND, vias: [place("A"), place("B")] })).toEqual(["via-hand-0", "via-hand-1", "to", "wish-0"]);
  });

  it("a lifetime set by hand shows on its wish, and nowhere else", () => {
    const views = mergeChips(spoken, NOTHING_BY_HAND, new Set(), { "wish-0": "always", to: "always" }, LABELS);
    expect(views.map(({ chip }) => chip.lifetime)).toEqual([null, "always"]);
  });

  it.each([
    ["", true],
    ["larv", true],
    ["office", true],
    ["to the office", false],
    ["office, avoid the motorway", false],
  ])("%o asks for suggestions of places: %o", (text, bare) => {
    expect(isBarePlace(text, text ? parse(text, "en") : null)).toBe(bare);
  });

  it("a chosen place replaces the destination and unknown words, not the wishes", () => {
    expect(replacedBy(parse("office zwb avoid tunnels", "en"))).toEqual(["to", "unknown-0"]);
  });
});

describe("the sum", () => {
  it.each([
    [[1200, 120, 60, 120], [20, 2, 1, 2], 25, "min"],
    // Rounded one by one these would read 8 + 1 + 1 = 9.
    [[480, 40, 35], [8, 1, 0], 9, "min"],
    [[480, 24], [480, 24], 504, "s"],
    [[1500, -180], [25, -3], 22, "min"],
    [[1490, -95], [25, -2], 23, "min"],
    [[600], [10], 10, "min"],
  ])("%o reads %o = %d %s", (seconds, parts, total, unit) => {
    const words = sumWords(seconds);
    expect(words).toEqual({ parts, total, unit });
    expect(words.parts.reduce((a, b) => a + b, 0)).toBe(total);
  });

  it("what is printed adds up, whatever the numbers (seed 7)", () => {
    let seed = 7;
    const random = () => (seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648) / 2_147_483_648;
    for (let round = 0; round < 500; round++) {
      const seconds = Array.from({ length: 1 + Math.floor(random() * 6) }, () => random() * 3000 - 400);
      const { parts, total } = sumWords(seconds);
      expect([seconds, parts.reduce((a, b) => a + b, 0)]).toEqual([seconds, total]);
    }
  });

  it("signs stand between the figures", () => {
    expect(sumLine({ parts: [20, 2, -1], unit: "min" })).toBe("20 + 2 − 1");
    expect(sumLine({ parts: [480, 24, -9], unit: "s" })).toBe("8:00 + 0:24 − 0:09");
  });

  it("the plan's base and steps are its route's time", () => {
    const plan = fakePlan({
      utterance: "to the office, avoid the motorway",
      origin: null,
      destination: null,
      vias: [],
      dropped: [],
      lifetimes: {},
      disabled: [],
      wishes: [],
      depart_at: null,
      weather: null,
      lang: "en",
      keep_context: false,
      draft: false,
    });
    const all = terms(plan);
    expect(all.map((term) => term.kind)).toEqual(["base", "sentence", "memory"]);
    expect(all.reduce((sum, term) => sum + term.seconds, 0)).toBe(plan.routes[0]!.duration_s);
    const bar = segments(all);
    expect(bar.reduce((sum, segment) => sum + segment.share, 0)).toBeCloseTo(1);
  });

  it.each([
    [0, 0],
    [60, 14],
    [-120, 28],
    [5, 2],
    [36_000, 64],
  ])("%d seconds are a bar of %d pixels", (seconds, pixels) => {
    expect(barPixels(seconds)).toBe(pixels);
  });
});

describe("rows of reasons", () => {
  const reason = (id: string, more: Partial<ReasonDto> = {}): ReasonDto => ({
    id,
    kind: "memory",
    text: id,
    source: "",
    confidence: null,
    memory: null,
    state: "decisive",
    decisive: true,
    enabled: true,
    minimal: false,
    delta_s: 60,
    delta_m: 0,
    without_s: 60,
    without_m: 0,
    group: null,
    group_s: null,
    intervals: [],
    ...more,
  });

  it("the smallest sufficient set comes first, in the plan's order", () => {
    const rows = [reason("a", { decisive: false }), reason("b"), reason("c", { minimal: true }), reason("d", { minimal: true })];
    expect(rowOrder(rows).map((row) => row.id)).toEqual(["c", "d", "b", "a"]);
  });

  it("what was switched off stays in view, even when the plan no longer lists it", () => {
    const known = new Map([["a", reason("a")]]);
    const rows = withSwitchedOff([reason("b")], known, new Set(["a", "never-seen"]));
    expect(rows.map((row) => [row.id, row.enabled, row.delta_s])).toEqual([
      ["b", true, 60],
      ["a", false, 0],
    ]);
  });
});

describe("departure", () => {
  it.each([
    ["8:30", 510],
    ["08.30", 510],
    ["0830", 510],
    ["8", 480],
    ["8点半", 510],
    ["20点15分", 1215],
    ["8：30", 510],
    ["24:00", null],
    ["8:61", null],
    ["soon", null],
    ["", null],
  ])("%o is minute %o of the day", (text, minutes) => {
    expect(parseTime(text)).toBe(minutes);
  });

  it("a time is that of the place, also across a change of the clocks", () => {
    const zone = "Europe/Paris";
    const before = { year: 2026, month: 10, day: 24 };
    const after = { year: 2026, month: 10, day: 26 };
    expect(momentOf(before, 480, zone)).toBe(Date.UTC(2026, 9, 24, 6) / 1000);
    expect(momentOf(after, 480, zone)).toBe(Date.UTC(2026, 9, 26, 7) / 1000);
    expect(dayOf(Date.UTC(2026, 9, 24, 23) / 1000, zone)).toEqual({ year: 2026, month: 10, day: 25 });
    expect(offsetAt(Date.UTC(2026, 6, 1) / 1000, zone)).toBe(7200);
  });
});

it("a chip of the sentence has the place in words it came from", () => {
  const text = "to the office, avoid the motorway";
  const words = (chip: ChipDto) => text.slice(chip.span[0], chip.span[1]);
  expect(parse(text, "en").chips.map(words)).toEqual(["office", "motorway"]);
});

describe("a sentence about the memories", () => {
  const text = "to the office, avoid the motorway";
  const parsed = parse(text, "en");
  it.each([
    ["a place, as it was called", text, { ...parsed, kind: "query_history" }, "office"],
    ["a wish, as memories word it", text, { ...parsed, kind: "query_history", chips: parsed.chips.slice(1) }, "motorway"],
    ["what is to be forgotten", "forget the school", { ...parsed, kind: "forget", subject: "the school", chips: [] }, "school"],
    ["nothing in particular", "what do you know", { ...parsed, kind: "query_history", chips: [] }, ""],
  ])("searches for %s", (_, sentence, parse, words) => {
    expect(about(sentence, parse)).toBe(words);
  });
});

it.each([
  ["“not through the tunnels”", "not through the tunnels"],
  ["「别走隧道」", "别走隧道"],
  ["Prefer waterside roads in rain", "Prefer waterside roads in rain"],
])("%s goes without its own quotation marks inside others", (text, words) => {
  expect(unquoted(text)).toBe(words);
});
