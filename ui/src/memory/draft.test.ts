import { describe, expect, it } from "vitest";
import type { MemoryDetailDto } from "../ipc/bindings";
import { changes, draftOf, splitAliases } from "./draft";

const detail: MemoryDetailDto = {
  row: {
    id: "place-1",
    kind: "place",
    text: "Home",
    place: "Cap-d'Ail",
    when: "",
    origin: "stated",
    state: "active",
    confidence: 1,
    created_at: 1,
    last_used: null,
    uses: 0,
    expires_at: null,
    deleted_at: null,
  },
  point: { lon: 7.4, lat: 43.7 },
  aliases: ["家", "my place"],
  tag: "home",
  note: "",
  target: null,
  strength: null,
  scope: { bucket: null, days: null, weather: null, from: null, to: null },
  lines: [],
  trips: [],
  history: [],
  uses: [],
  dependents: [],
  user_edited: false,
  inside: { class: "", kind: "", about: "", value: "", importance: [], energy: null, situation: [], sources: [], versions: [], ties: [], recalled: [], accesses: [] },
};

describe("what an edit sends", () => {
  it("is nothing when nothing changed, spaces included", () => {
    expect(changes(detail, draftOf(detail))).toBeNull();
    expect(changes(detail, { ...draftOf(detail), text: " Home ", aliases: "家,my place" })).toBeNull();
  });
  it("is only what changed", () => {
    expect(changes(detail, { ...draftOf(detail), text: "Home 家" })).toEqual({
      id: "place-1",
      text: "Home 家",
      aliases: null,
      point: null,
      tag: null,
      target: null,
      strength: null,
      scope: null,
      expires_at: null,
    });
  });
  it("can clear other names, tag and expiry", () => {
    const dated = { ...detail, row: { ...detail.row, expires_at: 1_795_910_400 } };
    const request = changes(dated, { ...draftOf(dated), aliases: "", tag: "", expires: "" });
    expect([request?.aliases, request?.tag, request?.expires_at]).toEqual([[], "", 0]);
  });
  it("carries a changed scope whole", () => {
    const draft = draftOf(detail);
    const request = changes(detail, { ...draft, scope: { ...draft.scope, days: "workday" } });
    expect(request?.scope).toEqual({ bucket: null, days: "workday", weather: null, from: null, to: null });
  });
  it("of a trip is its note", () => {
    const trip = { ...detail, row: { ...detail.row, kind: "trip" as const }, note: "with Lin" };
    expect(draftOf(trip).text).toBe("with Lin");
  });
});

describe("other names as typed", () => {
  it("may be separated the Chinese way, and double ones count once", () => {
    expect(splitAliases("家、 老家，home, 家,,")).toEqual(["家", "老家", "home"]);
  });
});
