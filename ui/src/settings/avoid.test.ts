import { describe, expect, it } from "vitest";
import { strengthOf, withStrength } from "./avoid";

const set = [
  { feature: "tunnel", strength: "rather_not", since: 100 },
  { feature: "waterside", strength: "never", since: 50 },
];

describe("standing avoidances", () => {
  it("are read by feature, and one that isn't set is none", () => {
    expect([strengthOf(set, "tunnel"), strengthOf(set, "toll")]).toEqual(["rather_not", "none"]);
    expect(strengthOf([{ feature: "toll", strength: "a later word", since: 1 }], "toll")).toBe("none");
  });
  it("keep their date when only the strength changes", () => {
    expect(withStrength(set, "tunnel", "never", 999)).toContainEqual({ feature: "tunnel", strength: "never", since: 100 });
  });
  it("start now when they are new, and leave when they are none", () => {
    expect(withStrength(set, "toll", "avoid", 999)).toContainEqual({ feature: "toll", strength: "avoid", since: 999 });
    expect(withStrength(set, "tunnel", "none", 999)).toEqual([set[1]]);
  });
});
