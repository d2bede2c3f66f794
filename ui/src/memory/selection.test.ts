import { describe, expect, it } from "vitest";
import { all, clicked, moved, noSelection, without, type Selection } from "./selection";

const order = ["a", "b", "c", "d", "e"];
const plain = { shift: false, ctrl: false };
const shift = { shift: true, ctrl: false };
const ctrl = { shift: false, ctrl: true };

function check(selection: Selection, ids: string, cursor: string | null): void {
  expect([...selection.ids].sort().join("")).toBe(ids);
  expect(selection.cursor).toBe(cursor);
}

describe("selecting rows", () => {
  const b = clicked(noSelection, "b", order, plain);

  it("a click selects one row", () => check(clicked(b, "d", order, plain), "d", "d"));
  it("shift selects from the anchor, down and up", () => {
    check(clicked(b, "d", order, shift), "bcd", "d");
    check(clicked(clicked(b, "d", order, shift), "a", order, shift), "ab", "a");
  });
  it("ctrl adds and takes away", () => {
    const two = clicked(b, "e", order, ctrl);
    check(two, "be", "e");
    check(clicked(two, "b", order, ctrl), "e", "b");
  });
  it("shift without a visible anchor selects the row alone", () => {
    const elsewhere: Selection = { ids: new Set(["z"]), anchor: "z", cursor: "z" };
    check(clicked(elsewhere, "c", order, shift), "c", "c");
  });
  it("arrows move, stop at the ends, and start at the nearer end", () => {
    check(moved(b, 1, order, plain), "c", "c");
    check(moved(b, -9, order, plain), "a", "a");
    check(moved(noSelection, 1, order, plain), "a", "a");
    check(moved(noSelection, -1, order, plain), "e", "e");
    check(moved(noSelection, 5, order, plain), "e", "e");
    check(moved(noSelection, -5, order, plain), "a", "a");
    check(moved(b, 1, [], plain), "b", "b");
  });
  it("shift with arrows extends, ctrl moves without selecting", () => {
    check(moved(moved(b, 1, order, shift), 1, order, shift), "bcd", "d");
    check(moved(b, 2, order, ctrl), "b", "d");
  });
  it("everything", () => check(all(b, order), "abcde", "b"));
  it("after a deletion the cursor goes to the row that took the place", () => {
    check(without(b, new Set(["b"]), order), "", "c");
    check(without(clicked(b, "e", order, plain), new Set(["e", "d"]), order), "", "c");
    check(without(b, new Set(order), order), "", null);
    check(without(all(b, order), new Set(["a"]), order), "bcde", "b");
  });
});
