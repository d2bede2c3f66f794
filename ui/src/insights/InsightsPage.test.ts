// @vitest-environment jsdom
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { app } from "../app.svelte";
import { isKey } from "../i18n/index.svelte";
import { toasts } from "../shared/toasts.svelte";
import { close, find, get, ids, open, until, write } from "../testing";
import InsideView from "../views/InsideView.svelte";

beforeEach(async () => {
  await open(InsideView, () => app.look("insights"));
  await until(() => find("insights") !== null && ids("written-").length > 0);
});
afterEach(close);

describe("the page of insights", { timeout: 20_000 }, () => {
  it("S1-40 tells what is only observed from what was borne out, each with its evidence and its end", () => {
    const pending = get("insight-stmt-31");
    expect(pending.textContent).toContain("Observed, changes nothing yet");
    expect(pending.textContent).toMatch(/has to be borne out by .+ ends /);
    expect(get("insight-evidence-stmt-31").querySelectorAll("li")).toHaveLength(4);
    const active = get("insight-stmt-28");
    expect(active.textContent).toContain("Borne out");
    expect(active.textContent).toContain("1 against it");
  });

  it("S1-38 takes the person's yes as theirs and a no as a deletion that can be undone", async () => {
    get("insight-yes-stmt-28").click();
    await until(() => find("insight-yes-stmt-28") === null);
    expect(get("insight-stmt-28").textContent).toContain("You said yes");
    get("insight-no-stmt-31").click();
    await until(() => find("insight-stmt-31") === null);
    expect(toasts.current?.action).toBe("Undo");
  });

  it("S1-07 thinks when asked, and can be paused", async () => {
    get("insights-run").click();
    await until(() => toasts.current !== null);
    expect(toasts.current?.text).toContain("1 borne out");
    expect(get("insights-pause").getAttribute("aria-checked")).toBe("true");
    get("insights-pause").click();
    await until(() => get("insights-pause").getAttribute("aria-checked") === "false");
    expect(get("insights").textContent).toContain("Paused");
    write("insights-caution", "2");
    await until(() => get<HTMLSelectElement>("insights-caution").value === "2");
  });

  it("S1-03 says which places are no longer suggested, and opens them", () => {
    get("no-longer-place-3").click();
    expect([app.tab, app.memoryToOpen]).toEqual(["memory", "place-3"]);
  });

  it("S1-36 lists the newest writings with what is like each; removing one lowers those, and both come back", async () => {
    expect(ids("written-")).toEqual(["written-stmt-31", "written-stmt-28"]);
    expect(get("written-stmt-31").textContent).toContain("1 like it would weigh less");
    expect(get("wrong").textContent).toContain("Demo: Monaco");
    get("wrong-remove-stmt-31").click();
    await until(() => find("written-stmt-31") === null);
    expect(toasts.current?.text).toContain("1 like it weighs less");
    toasts.act();
    await until(() => find("written-stmt-31") !== null);
  });

  it("S2-43 asks about what says nearly the same, and takes either answer", async () => {
    await until(() => find("alike") !== null);
    expect(get("alike").textContent).toContain("95% alike");
    get("alike-keep-stmt-19").click();
    await until(() => find("alike") === null);
    expect(toasts.current?.text).toBe("One stands for both.");
  });

  it("leads from evidence to the stream, where it is marked", async () => {
    get("insight-evidence-stmt-31").querySelector<HTMLElement>("li button")!.click();
    expect(app.inside).toBe("stream");
    await until(() => document.querySelector("[data-marked]") !== null);
  });

  it("has a wording for every cause and doubt that the program can send", () => {
    const words = [
      ...["count", "importance", "asked", "night"].map((word) => `insights.cause_${word}`),
      ...["empty", "too_little", "no_such_evidence", "other_thing", "other_condition", "unsupported", "does_not_follow", "contradicted"].map((word) => `insights.doubt_${word}`),
    ];
    expect(words.filter((key) => !isKey(key))).toEqual([]);
  });
});
