// @vitest-environment jsdom
import { flushSync, mount, unmount } from "svelte";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { app } from "../app.svelte";
import { isKey, locale } from "../i18n/index.svelte";
import { madeTrace } from "../ipc/fake/inspect";
import InsideView from "../views/InsideView.svelte";
import { asText } from "./words";

let view: ReturnType<typeof mount> | undefined;
const find = (id: string): HTMLElement | null => document.querySelector(`[data-testid="${id}"]`);
const get = (id: string): HTMLElement => {
  const element = find(id);
  if (!element) throw new Error(`${id} is not on the page`);
  return element;
};
async function until(what: () => boolean): Promise<void> {
  await vi.waitFor(() => {
    flushSync();
    if (!what()) throw new Error("not yet");
  }, { timeout: 8000 });
}

beforeEach(async () => {
  vi.stubGlobal("matchMedia", () => ({ matches: true, addEventListener: () => {}, removeEventListener: () => {} }));
  await app.start();
  app.look("traces");
  view = mount(InsideView, { target: document.body });
  await until(() => find("trace-detail") !== null);
});

afterEach(async () => {
  if (view) await unmount(view);
  app.inside = null;
  app.traceToOpen = null;
  app.memoryToOpen = null;
  locale.lang = "en";
  document.body.replaceChildren();
});

describe("the page of traces", () => {
  it("S0-11 shows the stages in order, each with its time, what went in and what came out", () => {
    const stages = [...document.querySelectorAll("[data-testid^=trace-page-]")].filter((each) => each.tagName === "LI");
    expect(stages.map((each) => each.getAttribute("data-testid"))).toEqual([
      "trace-page-intent",
      "trace-page-store",
      "trace-page-recall",
      "trace-page-route",
    ]);
    for (const stage of stages) {
      expect(stage.textContent).toMatch(/\d+\.\d ms/);
      expect(stage.textContent).toMatch(/In.+Out/s);
    }
  });

  it("S3-46 shows the words, the answer, and for each candidate its way, its score in parts and its fate", () => {
    expect(get("trace-said").textContent).toContain("去公司别走高速");
    expect(get("trace-answer").textContent).toContain("25 min");
    const candidate = get("trace-page-recall").querySelector("[data-testid=trace-candidate-pref-1]")!;
    for (const words of ["kept", "near enough", "meaning", "fits this trip", "score 0.71", "0.74", "0.86"]) {
      expect(candidate.textContent).toContain(words);
    }
    const unknown = get("trace-page-recall").querySelector("[data-testid=trace-candidate-pref-4]")!;
    expect(unknown.textContent).toContain("–");
    const lost = get("trace-page-route").querySelector("[data-testid=trace-candidate-pref-7]")!;
    expect(lost.textContent).toMatch(/dropped.+something that ranks higher decides.+sentence-0/s);
  });

  it("S3-46 is one press away from its memories, and Esc leads back", async () => {
    get("trace-page-recall").querySelector<HTMLElement>("[data-testid=trace-candidate-pref-1] button")!.click();
    expect([app.tab, app.memoryToOpen, app.inside]).toEqual(["memory", "pref-1", null]);
    app.memoryToOpen = null;
    app.look("traces");
    document.body.dispatchEvent(new KeyboardEvent("keydown", { key: "Escape", bubbles: true, cancelable: true }));
    expect(app.inside).toBe(null);
  });

  it("S1-50 says why, with as many rows as the words count, and each can be opened", async () => {
    await until(() => find("trace-why") !== null);
    expect(get("trace-why").textContent).toContain("the last 3 times");
    const rows = document.querySelectorAll<HTMLElement>("[data-testid^=why-row-]");
    expect(rows).toHaveLength(3);
    rows[0]!.click();
    expect(app.memoryToOpen).toBe("trip-3");
  });

  it("goes through the answers with the arrow keys", async () => {
    const rows = [...document.querySelectorAll<HTMLElement>("[data-testid^=trace-row-]")];
    expect(rows[0]!.getAttribute("aria-current")).toBe("true");
    rows[0]!.dispatchEvent(new KeyboardEvent("keydown", { key: "ArrowDown", bubbles: true, cancelable: true }));
    await until(() => rows[1]!.getAttribute("aria-current") === "true");
    expect(get("trace-said").textContent).toContain("to the office");
  });

  it("S3-46 can be cleared, and then says what will appear here", async () => {
    get("traces-clear").click();
    await until(() => find("traces-empty") !== null);
  });

  it("has a wording in both languages for every word that the program can send", () => {
    const trace = madeTrace("t1", "x", "en");
    const words = trace.stages.flatMap((stage) => [
      `trace.stage_${stage.name}`,
      ...stage.candidates.flatMap((one) => [
        `trace.why_${one.why}`,
        ...one.ways.map((way) => `trace.way_${way}`),
        ...one.parts.map((part) => `trace.part_${part.name}`),
      ]),
    ]);
    expect(words.filter((key) => !isKey(key))).toEqual([]);
    expect(asText(trace)).toContain("- pref-7 ranks_lower (sentence-0)");
  });
});
