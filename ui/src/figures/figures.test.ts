// @vitest-environment jsdom
import { flushSync, mount, unmount, type Component } from "svelte";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { app, type Inside } from "../app.svelte";
import AnswerFeedback from "../feedback/AnswerFeedback.svelte";
import ConfirmCard from "../habit/ConfirmCard.svelte";
import HabitCard from "../habit/HabitCard.svelte";
import { locale } from "../i18n/index.svelte";
import { toasts } from "../shared/toasts.svelte";
import InsideView from "../views/InsideView.svelte";
import { line, words } from "./share";

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
function open(page: Inside): void {
  app.look(page);
  view = mount(InsideView, { target: document.body });
}

beforeEach(async () => {
  vi.stubGlobal("matchMedia", () => ({ matches: true, addEventListener: () => {}, removeEventListener: () => {} }));
  await app.start();
});

afterEach(async () => {
  if (view) await unmount(view);
  view = undefined;
  toasts.dismiss();
  app.inside = null;
  app.memoryToOpen = null;
  app.tab = "plan";
  locale.lang = "en";
  document.body.replaceChildren();
});

describe("thumbs and labels", () => {
  it("S2-39 each answer has both thumbs and both labels, and pressing again takes it back", async () => {
    view = mount(AnswerFeedback, { target: document.body, props: { answer: "t6b01-1" } });
    flushSync();
    expect(get("feedback-used-history").textContent).toContain("Used useful past information");
    expect(get("feedback-forgot-said").textContent).toContain("Forgot what was said before");
    get("feedback-used-history").click();
    await until(() => get("feedback-used-history").getAttribute("aria-pressed") === "true");
    expect(get("feedback-up").getAttribute("aria-pressed")).toBe("true");
    expect(toasts.current?.text).toContain("1 memory moved");
    expect(toasts.current?.action).toBe("Undo");
    get("feedback-forgot-said").click();
    await until(() => get("feedback-forgot-said").getAttribute("aria-pressed") === "true");
    expect(get("feedback-up").getAttribute("aria-pressed")).toBe("false");
    await toasts.current?.run?.();
    await until(() => get("feedback-forgot-said").getAttribute("aria-pressed") === "false");
    expect(await app.client.feedback_list("en")).toEqual([]);
    locale.lang = "zh";
    flushSync();
    expect(document.body.textContent).toContain("用了有用的历史信息");
    expect(document.body.textContent).toContain("忘记了之前说过的内容");
  });

  it("S2-17 one press in a trace keeps the failing pair, which can be exported and deleted", async () => {
    open("traces");
    await until(() => find("wrong-pref-1") !== null);
    get("wrong-pref-1").click();
    await until(() => toasts.current?.text === "Kept as a mistake.");
    await unmount(view!);
    open("figures");
    await until(() => find("failure-1") !== null);
    const save = vi.spyOn(app.client, "save_text");
    get("failures-export").click();
    await until(() => save.mock.calls.length > 0);
    expect(JSON.parse(save.mock.calls[0]![1].trim())).toMatchObject({ got: "pref-1", query: expect.any(String) });
    get("failures-delete").click();
    await until(() => find("failure-1") === null);
  });
});

describe("the figures", () => {
  it("S3-47 shows utilisation, accuracy and with and without memory, each in words beside its picture", async () => {
    open("figures");
    await until(() => find("figure-utilisation") !== null);
    const total = await app.client.figures();
    for (const [id, share] of [["figure-utilisation", total.utilisation], ["figure-accuracy", total.accuracy]] as const) {
      expect(get(id).textContent).toContain(words(share));
      expect(get(id).querySelector("svg")?.getAttribute("aria-label")).toMatch(/day by day: from \d+% to \d+%/);
    }
    get("compare-run").click();
    await until(() => find("compare-with") !== null);
    expect(get("compare-with").textContent).toContain("10 of 12");
    expect(get("compare-without").textContent).toContain("4 of 12");
    expect(get("compare").querySelectorAll("tbody tr")).toHaveLength(12);
  });

  it("S2-38 the counters can be seen and reset", async () => {
    open("figures");
    await until(() => find("figure-completion") !== null);
    expect(get("figure-repetition").textContent).toContain("less is better");
    get("figures-reset").click();
    await until(() => get("figure-utilisation").textContent!.includes("nothing to count yet"));
  });

  it("S3-16 a sample is judged with one press each, and what was wrong lands among the kept mistakes", async () => {
    open("figures");
    await until(() => document.querySelectorAll("[data-testid=sample-wrong]").length === 2);
    document.querySelector<HTMLElement>("[data-testid=sample-wrong]")!.click();
    await until(() => find("failure-1") !== null && document.querySelectorAll("[data-testid=sample-wrong]").length === 1);
    document.querySelector<HTMLElement>("[data-testid=sample-right]")!.click();
    await until(() => document.body.textContent!.includes("All judged."));
  });

  it("draws no point for a day without anything to count", () => {
    const day = { asked: 0, recalled: 0, cited: 0 } as never;
    expect(line([day, { recalled: 4, cited: 1 } as never], (d) => d.cited, (d) => d.recalled, 100, 40)).toEqual([{ x: 100, y: 30 }]);
  });
});

describe("the sandbox", () => {
  it("S3-48 plays turns with the keyboard and shows what each would store and recall", async () => {
    open("sandbox");
    flushSync();
    const first = get("sandbox-turn-0") as HTMLInputElement;
    first.value = "以后别走隧道";
    first.dispatchEvent(new Event("input", { bubbles: true }));
    first.dispatchEvent(new KeyboardEvent("keydown", { key: "Enter", ctrlKey: true, bubbles: true, cancelable: true }));
    await until(() => find("sandbox-untouched") !== null);
    expect(get("sandbox-untouched").textContent).toContain("The real ones are as before.");
    expect(get("sandbox-stored").textContent).toContain("以后别走隧道");
    expect(find("trace-page-recall")).not.toBe(null);
    get("sandbox-result-1").click();
    flushSync();
    expect(document.body.textContent).toContain("Nothing would be written down");
    // Memories of a copy can't be opened: they are nobody's.
    expect(get("trace-page-recall").querySelector("button")).toBe(null);
  });
});

describe("cards that come unasked", () => {
  // Each component that shows a question nobody asked for; a new one belongs into this list.
  const cards: [string, string, Component<never>, Record<string, unknown>][] = [
    ["strip", "confirm", ConfirmCard as never, { id: "pref-4", question: "?", evidence: "", look: "strip", onanswer: () => {} }],
    ["card", "habit", HabitCard as never, { id: "pref-4", question: "?", evidence: "", look: "card" }],
    ["panel", "question", HabitCard as never, { id: "pref-4", question: "?", evidence: "", look: "panel" }],
  ];
  it.each(cards)("S1-54 a %s can be asked why, turned off and forgotten", async (_, part, card, props) => {
    view = mount(card, { target: document.body, props: props as never });
    flushSync();
    get(`${part}-trips`).click();
    expect([app.tab, app.memoryToOpen]).toEqual(["memory", "pref-4"]);
    get(`${part}-off`).click();
    await until(() => app.status?.settings.learning === false);
    const remove = vi.spyOn(app.client, "memory_delete");
    get(`${part}-forget`).click();
    await until(() => remove.mock.calls.length === 1);
    expect(remove.mock.calls[0]![0]).toEqual(["pref-4"]);
  });
});
