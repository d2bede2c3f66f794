// @vitest-environment jsdom
import { flushSync, mount, unmount } from "svelte";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { app } from "../app.svelte";
import { toasts } from "../shared/toasts.svelte";
import MemoryView from "./MemoryView.svelte";

/* The page as a person meets it, over the made-up program: what is on it, what keys do, what a toast offers. */

let view: ReturnType<typeof mount> | undefined;

const find = (id: string): HTMLElement | null => document.querySelector(`[data-testid="${id}"]`);
const get = (id: string): HTMLElement => {
  const element = find(id);
  if (!element) throw new Error(`${id} is not on the page`);
  return element;
};
const rows = (): string[] =>
  [...document.querySelectorAll("[data-testid^=memory-row-]")].map((row) => (row as HTMLElement).dataset.testid ?? "");

/** Long enough for a busy machine; a page that works needs a few milliseconds. */
const PATIENCE = { timeout: 8000 };

/** Waits for what the page does by itself; the made-up program answers after some milliseconds. */
async function until(what: () => boolean): Promise<void> {
  await vi.waitFor(() => {
    flushSync();
    if (!what()) throw new Error("not yet");
  }, PATIENCE);
}

function press(target: HTMLElement, key: string, init: KeyboardEventInit = {}): void {
  target.dispatchEvent(new KeyboardEvent("keydown", { key, bubbles: true, cancelable: true, ...init }));
  flushSync();
}

beforeEach(async () => {
  vi.stubGlobal("matchMedia", (query: string) => ({
    matches: query.includes("min-width"),
    addEventListener: () => {},
    removeEventListener: () => {},
  }));
  vi.stubGlobal(
    "ResizeObserver",
    class {
      observe(): void {}
      unobserve(): void {}
      disconnect(): void {}
    },
  );
  await app.start();
  view = mount(MemoryView, { target: document.body });
  await until(() => rows().length > 10);
});

afterEach(async () => {
  if (view) await unmount(view);
  toasts.dismiss();
  document.body.replaceChildren();
});

describe("the memory page", { timeout: 20_000 }, () => {
  it("finds by words", async () => {
    const all = rows().length;
    const search = get("memory-search") as HTMLInputElement;
    search.value = "tunnel";
    search.dispatchEvent(new Event("input", { bubbles: true }));
    await until(() => rows().length < all);
    expect(rows()).toEqual(["memory-row-pref-6"]);
  });

  it("shows one facet, and a second click shows all again", async () => {
    const all = rows().length;
    get("facet-place").click();
    await until(() => rows().length < all);
    expect(rows().every((row) => row.includes("place"))).toBe(true);
    expect(get("facet-place").getAttribute("aria-pressed")).toBe("true");
    get("facet-place").click();
    await until(() => rows().length === all);
  });

  it("deletes with the keyboard, goes on to the next row, and takes it back", async () => {
    const all = rows().length;
    const table = get("memory-table");
    press(table, "ArrowDown");
    const [first, second] = rows();
    press(table, "Delete");
    await until(() => rows().length === all - 1 && toasts.current?.run !== null);
    expect(rows()).not.toContain(first);
    expect(table.getAttribute("aria-activedescendant")).toBe(second?.replace("memory-row-", "row-"));
    toasts.act();
    await until(() => rows().length === all);
  });

  it("brings the last deletion back also when its toast is gone", async () => {
    const all = rows().length;
    press(get("memory-table"), "ArrowDown");
    press(get("memory-table"), "Delete");
    await until(() => rows().length === all - 1 && toasts.current !== null);
    toasts.dismiss();
    press(document.body, "z", { ctrlKey: true });
    await until(() => rows().length === all);
  });

  it("offers acts for many when many are selected, and Esc lets go", async () => {
    press(get("memory-table"), "a", { ctrlKey: true });
    expect(get("selected-count").textContent?.trim()).toBe(`${rows().length} selected`);
    press(document.body, "Escape");
    expect(find("selected-count")).toBeNull();
  });

  it("renames in place: Enter keeps, Esc doesn't", async () => {
    press(get("memory-table"), "ArrowDown");
    press(get("memory-table"), "F2");
    const field = get("rename") as HTMLInputElement;
    field.value = "Another name";
    field.dispatchEvent(new Event("input", { bubbles: true }));
    press(field, "Escape");
    expect(find("rename")).toBeNull();
    expect(document.body.textContent).not.toContain("Another name");

    press(get("memory-table"), "F2");
    const again = get("rename") as HTMLInputElement;
    again.value = "Another name";
    again.dispatchEvent(new Event("input", { bubbles: true }));
    press(again, "Enter");
    await until(() => document.body.textContent?.includes("Another name") ?? false);
  });

  it("S1-51 a memory is seen in one click, changed or deleted in two, and a correction can be taken back", async () => {
    const first = rows()[0]!;
    const before = get(first).textContent;
    press(get("memory-table"), "ArrowDown");
    press(get("memory-table"), "F2");
    const field = get("rename") as HTMLInputElement;
    field.value = "Another name";
    field.dispatchEvent(new Event("input", { bubbles: true }));
    press(field, "Enter");
    await until(() => toasts.current?.action === "Undo");
    await until(() => document.body.textContent?.includes("Another name") ?? false);
    await toasts.current?.run?.();
    await until(() => !(document.body.textContent?.includes("Another name") ?? true));
    expect(get(first).textContent).toBe(before);
    // Seen: one click. Changed: a second. Deleted: a second.
    get(first).click();
    await until(() => find("detail-edit") !== null && find("detail-delete") !== null);
  });

  it("S3-24 every memory says where it comes from, and a click opens the source", async () => {
    get(rows()[0]!).click();
    await until(() => find("source-t6b01-1") !== null);
    expect(get("source-trip-1").textContent).toContain("D 6098");
    // Versions, energy, ties and accesses lie under it, in words.
    const under = get("detail-inside").textContent ?? "";
    for (const words of ["Energy", "74%", "supports", "A plan", "recalled it", "consequence"]) expect(under).toContain(words);
    expect(get("detail-versions").textContent).toContain("Seaside road in the morning");
    get("source-t6b01-1").click();
    expect([app.inside, app.traceToOpen]).toEqual(["traces", "t6b01-1"]);
    app.inside = null;
    app.traceToOpen = null;
  });

  it("asks one question at a time, by single keys that typing doesn't trigger", async () => {
    await until(() => find("confirm") !== null);
    expect(get("confirm-position").textContent?.trim()).toBe("1 of 2");
    press(get("memory-search"), "y");
    expect(get("confirm-position").textContent?.trim()).toBe("1 of 2");
    press(document.body, "Escape");
    await until(() => find("confirm-position")?.textContent?.trim() === "2 of 2");
    await until(() => get("confirm").getAttribute("aria-busy") === "false");
    press(document.body, "n");
    await until(() => find("confirm") === null);
  });

  it("opens a memory with what it changed and where it came from", async () => {
    get("memory-row-pref-5").click();
    await until(() => find("detail-effect") !== null);
    expect(get("detail-effect").textContent).toContain("Changed 1 of the 2 routes");
    expect(document.querySelectorAll("[data-testid^=detail-trip-]").length).toBe(3);
    press(get("detail"), "Escape");
    await until(() => find("detail") === null);
  });

  it("sorts by a column and says so", async () => {
    get("sort-uses").click();
    await until(() => get("sort-uses").closest("[role=columnheader]")?.getAttribute("aria-sort") === "descending");
    expect(rows()[0]).toBe("memory-row-place-1");
  });
});
