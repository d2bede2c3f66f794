import { flushSync, mount, unmount, type Component } from "svelte";
import { vi } from "vitest";
import { app } from "./app.svelte";
import { NOW } from "./ipc/fake/now";
import { locale } from "./i18n/index.svelte";
import { toasts } from "./shared/toasts.svelte";

/* What tests of whole pages share: a page over the made-up program, and a person's hands. */

let view: ReturnType<typeof mount> | undefined;

export const find = (id: string): HTMLElement | null => document.querySelector(`[data-testid="${id}"]`);

export function get<T extends HTMLElement = HTMLElement>(id: string): T {
  const element = find(id);
  if (!element) throw new Error(`${id} is not on the page`);
  return element as T;
}

/** The ids of everything whose id begins so, in the order of the page. */
export const ids = (begin: string): string[] =>
  [...document.querySelectorAll<HTMLElement>(`[data-testid^="${begin}"]`)].map((each) => each.dataset.testid ?? "");

/** Waits for what the page does by itself; the made-up program answers after some milliseconds. */
export async function until(what: () => boolean): Promise<void> {
  await vi.waitFor(
    () => {
      flushSync();
      if (!what()) throw new Error("not yet");
    },
    { timeout: 8000 },
  );
}

export function press(target: Element, key: string, init: KeyboardEventInit = {}): boolean {
  const event = new KeyboardEvent("keydown", { key, bubbles: true, cancelable: true, ...init });
  target.dispatchEvent(event);
  flushSync();
  return event.defaultPrevented;
}

export function write(id: string, value: string): void {
  const field = get<HTMLInputElement>(id);
  field.value = value;
  field.dispatchEvent(new Event("input", { bubbles: true }));
  field.dispatchEvent(new Event("change", { bubbles: true }));
  flushSync();
}

/** Opens a page as wide as a desktop, over a program that knows the demo. */
export async function open<Props extends object>(page: Component<Props>, prepare: () => void = () => {}, props: NoInfer<Partial<Props>> = {}): Promise<void> {
  vi.stubGlobal("matchMedia", (query: string) => ({ matches: query.includes("min-width"), addEventListener: () => {}, removeEventListener: () => {} }));
  vi.stubGlobal(
    "ResizeObserver",
    class {
      observe(): void {}
      unobserve(): void {}
      disconnect(): void {}
    },
  );
  // The made-up program's now: what is due in some days stays due in as many.
  vi.useFakeTimers({ toFake: ["Date"], now: NOW * 1000 });
  Element.prototype.scrollIntoView = () => {};
  await app.start();
  prepare();
  view = mount(page as unknown as Component<Record<string, unknown>>, { target: document.body, props: props as Record<string, unknown> });
}

export async function close(): Promise<void> {
  if (view) await unmount(view);
  view = undefined;
  toasts.dismiss();
  vi.useRealTimers();
  [app.inside, app.traceToOpen, app.memoryToOpen, app.noticedToFind, app.tab] = [null, null, null, null, "plan"];
  locale.lang = "en";
  document.body.replaceChildren();
}
