import { describe, expect, it } from "vitest";
import { type Box, missing } from "./missing";

const MONACO = { name: "Monaco", bbox: [7.36, 43.69, 7.5, 43.78] as Box, problem: "" };
const PORTO = { name: "Porto", bbox: [-8.7, 41.0, -8.4, 41.3] as Box, problem: "" };
const DAMAGED = { ...PORTO, problem: "damaged" };
const LOST = { name: "Lost", bbox: [0, 0, 0, 0] as Box, problem: "old_version" };

const OVER_MONACO: Box = [7.4, 43.7, 7.45, 43.75];
const OVER_PORTO: Box = [-8.6, 41.1, -8.5, 41.2];
const OVER_THE_ATLANTIC: Box = [-30, 40, -29, 41];
const EUROPE: Box = [-20, 30, 30, 60];

describe("what an empty map says", () => {
  it.each([
    ["on a region", OVER_MONACO, [MONACO], null],
    ["with a region somewhere in the view", EUROPE, [MONACO], null],
    ["touching a region", [7.5, 43.7, 7.6, 43.75] as Box, [MONACO], null],
    ["one turn of the world to the east", [367.4, 43.7, 367.45, 43.75] as Box, [MONACO], null],
    ["beside the region", OVER_PORTO, [MONACO], { kind: "here" }],
    ["on the second region", OVER_PORTO, [MONACO, PORTO], null],
    ["between two regions", OVER_THE_ATLANTIC, [MONACO, PORTO], { kind: "here" }],
    ["without any region", EUROPE, [], { kind: "none" }],
    ["without any region, before the map moved", null, [], { kind: "none" }],
    ["before the map moved", null, [MONACO], null],
    ["on a region that can't be read", OVER_PORTO, [MONACO, DAMAGED], { kind: "unreadable", name: "Porto" }],
    ["away from a region that can't be read", OVER_THE_ATLANTIC, [MONACO, DAMAGED], { kind: "here" }],
    ["with nothing but a region that can't be read", OVER_THE_ATLANTIC, [DAMAGED], { kind: "unreadable", name: "Porto" }],
    ["where a region's box is lost, too", [-1, -1, 1, 1] as Box, [MONACO, LOST], { kind: "here" }],
  ])("%s", (_, view, regions, expected) => {
    expect(missing(view, regions)).toEqual(expected);
  });
});
