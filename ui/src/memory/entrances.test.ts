// @vitest-environment jsdom
import { flushSync } from "svelte";
import { afterEach, describe, expect, it } from "vitest";
import { app } from "../app.svelte";
import { locale } from "../i18n/index.svelte";
import { markStale } from "../ipc/tags";
import { toasts } from "../shared/toasts.svelte";
import { close, find, get, ids, open, press, until, write } from "../testing";
import MemoryView from "../views/MemoryView.svelte";

afterEach(close);

const rows = (): string[] => ids("entrance-4-");

async function school(lang: "en" | "zh" = "en"): Promise<void> {
  await open(MemoryView, () => {
    locale.lang = lang;
    app.memoryToOpen = "place-4";
  });
  await until(() => rows().length === 2);
}

describe("s0_03 a place's entrances in the memory page", { timeout: 20_000 }, () => {
  it.each(["en", "zh"] as const)("are listed with how often each was chosen, in %s", async (lang) => {
    await school(lang);
    expect(get("entrance-4-1").textContent).toContain(lang === "zh" ? "选过 1 次" : "chosen 1×");
    expect(get("detail").textContent).not.toMatch(/entrance\.\w+|undefined/);
  });

  it("one is renamed and keeps its spot, its button has the focus again", async () => {
    await school();
    get("entrance-edit-entrance-4-1").click();
    flushSync();
    write("entrance-name", "North gate");
    get("entrance-save").click();
    await until(() => get("entrance-4-1").textContent?.includes("North gate") ?? false);
    await until(() => document.activeElement === get("entrance-edit-entrance-4-1"));
    const { entrances } = await app.client.memory_show("place-4", "en");
    expect(entrances?.[0]?.point).toEqual({ lon: 7.4251, lat: 43.7316 });
  });

  it("what is being written stays when the memories are read again", async () => {
    await school();
    get("entrance-add").click();
    flushSync();
    write("entrance-name", "Car park");
    markStale(["Memories"]);
    await new Promise((resolve) => setTimeout(resolve, 300));
    flushSync();
    expect(get<HTMLInputElement>("entrance-name").value).toBe("Car park");
  });

  it("a new one needs a name and a spot; Esc leaves the form and not the panel", async () => {
    await school();
    get("entrance-add").click();
    flushSync();
    get("entrance-save").click();
    flushSync();
    expect(get("entrance-form").querySelectorAll("[role=alert]").length).toBe(2);
    press(get("entrance-name"), "Escape");
    expect([find("entrance-form"), find("detail") !== null]).toEqual([null, true]);
    get("entrance-add").click();
    flushSync();
    write("entrance-name", "Car park");
    write("entrance-where", "larvotto");
    await until(() => find("place-hit-0") !== null);
    get("place-hit-0").click();
    flushSync();
    get("entrance-save").click();
    await until(() => rows().length === 3);
  });

  it("Enter takes the place of all the letters, however fast they were typed", async () => {
    await school();
    get("entrance-add").click();
    flushSync();
    write("entrance-where", "g");
    await until(() => find("place-hit-0") !== null);
    // The answer to these is not there yet.
    write("entrance-where", "larvotto");
    press(get("entrance-where"), "Enter");
    await until(() => get<HTMLInputElement>("entrance-where").value === "Larvotto");
  });

  it("one is forgotten at once, and comes back by undo with its choices", async () => {
    await school();
    get("entrance-forget-entrance-4-2").click();
    await until(() => rows().length === 1);
    toasts.act();
    await until(() => rows().length === 2);
    await until(() => get(rows()[1]!).textContent?.includes("chosen 1×") ?? false);
    expect(get(rows()[1]!).textContent).toContain("Parking −2");
  });
});
