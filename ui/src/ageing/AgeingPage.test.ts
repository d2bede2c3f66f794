// @vitest-environment jsdom
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { app } from "../app.svelte";
import { isKey, locale } from "../i18n/index.svelte";
import { POLICIES } from "../ipc/fake/mind";
import { toasts } from "../shared/toasts.svelte";
import { close, find, get, ids, open, press, until, write } from "../testing";
import InsideView from "../views/InsideView.svelte";
import { foreseen, sentences } from "./policy";

const aging = (): string[] => ids("aging-");

beforeEach(async () => {
  await open(InsideView, () => app.look("ageing"));
  await until(() => aging().length > 0);
});
afterEach(close);

const choose = (id: string, value: string): void => write(id, value);

describe("what is forgotten when", { timeout: 20_000 }, () => {
  it("S1-21 lists what will happen to which memory, with a countdown and the rule, the nearest first", () => {
    expect(aging()[0]).toBe("aging-stmt-40");
    expect(get("aging-stmt-40").textContent).toMatch(/Summaries of talks.+in 5 days is deleted \(not used\)/s);
    // A fact stays as it is, so the list of what goes does not name it.
    expect(find("aging-stmt-3")).toBe(null);
    write("ageing-kind", "habit");
    expect(aging()).toEqual(["aging-pref-9", "aging-pref-8"]);
  });

  it("S1-21 says for every kind in sentences how it is let go", () => {
    expect(ids("policy-edit-")).toHaveLength(POLICIES.length);
    expect(get("policy-fact").textContent).toContain("Stays as it is.");
    expect(get("policy-habit").textContent).toContain("Unused for 180 days, you are asked whether to forget it.");
    for (const lang of ["zh", "en"] as const) {
      locale.lang = lang;
      for (const policy of POLICIES) expect(sentences(policy).join(), policy.aged).not.toMatch(/\{|ageing\./);
    }
  });

  it("S1-21 shows what another policy would forget before it is saved, and saving can be undone", async () => {
    get("policy-edit-habit").click();
    await until(() => find("policy-preview")?.textContent?.includes("2 later") ?? false);
    choose("policy-forget", "30");
    choose("policy-way", "delete");
    choose("policy-lower", "14");
    // Twenty-six days unused: due in four days now.
    await until(() => /2 later, the first on/.test(get("policy-preview").textContent ?? ""));
    choose("policy-forget", "14");
    await until(() => get("policy-preview").textContent?.includes("1 would be due at once") ?? false);
    expect(get("policy-preview").textContent).toContain("Twice by La Turbie");
    expect(get("policy-habit").textContent).toContain("180 days");
    get("policy-save").click();
    await until(() => find("policy-own-habit") !== null);
    expect(get("policy-habit").textContent).toContain("Unused for 14 days, deleted.");
    await until(() => get("aging-pref-9").textContent?.includes("now is deleted") ?? false);
    expect(toasts.act()).toBe(true);
    await until(() => get("policy-habit").textContent?.includes("180 days") ?? false);
  });

  it("S1-21 refuses nonsense where it was chosen, and can go back to how it was installed", async () => {
    get("policy-edit-taste").click();
    await until(() => find("policy-form") !== null);
    choose("policy-forget", "14");
    await until(() => get("policy-preview").textContent?.includes("can’t be forgotten before") ?? false);
    expect(get<HTMLButtonElement>("policy-save").disabled).toBe(true);
    choose("policy-lower", "7");
    await until(() => !get<HTMLButtonElement>("policy-save").disabled);
    get("policy-save").click();
    await until(() => find("policy-own-taste") !== null);
    get("policy-edit-taste").click();
    await until(() => find("policy-default") !== null);
    get("policy-default").click();
    await until(() => find("policy-own-taste") === null);
  });

  it("S1-20 keeps one, and does what is due with an undo", async () => {
    get("keep-pref-9").click();
    await until(() => get("aging-pref-9").textContent?.includes("in 30 days") ?? false);
    get("ageing-run").click();
    await until(() => toasts.current?.text === "Nothing was due.");
  });

  it("goes by keyboard: the form takes the focus, Esc closes it and gives the focus back, Esc again leads out", async () => {
    get("policy-edit-habit").click();
    await until(() => document.activeElement === get("policy-fades"));
    press(get("policy-fades"), "Escape");
    await until(() => find("policy-form") === null);
    await until(() => document.activeElement === get("policy-edit-habit"));
    press(get("policy-edit-habit"), "Escape");
    expect(app.inside).toBe(null);
  });

  it("has a wording for every kind, fate and rule that the program can send", () => {
    const words = [
      ...POLICIES.map((policy) => `ageing.kind_${policy.aged}`),
      ...["lowered", "ends", "archived", "proposed", "deleted"].map((fate) => `ageing.fate_${fate}`),
      ...["session_ended", "expired", "unverified", "unused", "tired"].map((rule) => `ageing.rule_${rule}`),
    ];
    expect(words.filter((key) => !isKey(key))).toEqual([]);
  });

  it("counts as forgetting what takes away or asks, not what only weighs less", () => {
    const row = (id: string, fate: string, at: number) =>
      ({ id, text: id, aged: "habit", persons: false, weight: 1, parts: [1, 1, 1] as [number, number, number], energy: 1, archived: false, now: null, next: [{ at, fate, rule: "unused" }] });
    const seen = foreseen([row("a", "lowered", 1), row("b", "deleted", 9), row("c", "archived", 5)]);
    expect([seen.now.length, seen.later.map(({ row: one }) => one.id)]).toEqual([0, ["c", "b"]]);
  });
});
