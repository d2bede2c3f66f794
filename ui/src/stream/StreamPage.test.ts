// @vitest-environment jsdom
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { app } from "../app.svelte";
import { toasts } from "../shared/toasts.svelte";
import { close, find, get, ids, open, press, until, write } from "../testing";
import InsideView from "../views/InsideView.svelte";

const rows = (): string[] => ids("stream-row-");

beforeEach(async () => {
  await open(InsideView, () => app.look("stream"));
  await until(() => rows().length === 40);
});
afterEach(close);

describe("the page of the stream", { timeout: 20_000 }, () => {
  it("S3-50 shows everything that was noticed, what drives say included, each with its situation", () => {
    expect(get("stream-count").textContent).toBe("40 of 40");
    expect(get("stream-row-obs-9").textContent).toMatch(/said.+今天要迟到了.+Rain · heard 93%.+words/s);
    expect(get("stream-row-obs-8").textContent).toMatch(/drove another way.+on this trip.+slow/s);
    expect(get("stream-row-obs-7").textContent).toContain("at Home 家");
    get("stream-trip-obs-8").click();
    expect(app.memoryToOpen).toBe("trip-8");
  });

  it("S3-50 is found by words, by source and by kind", async () => {
    write("stream-search", "soothing");
    await until(() => rows().length > 0 && rows().length < 40);
    expect(get("stream-row-obs-2").textContent).toContain("music soothing");
    write("stream-search", "");
    await until(() => rows().length === 40);
    write("stream-source", "dialogue");
    await until(() => rows().length === 4);
    write("stream-source", "");
    write("stream-kind", "deviated");
    await until(() => rows().length === 5);
    write("stream-search", "nothing like it");
    await until(() => find("stream-nothing") !== null);
  });

  it("S3-50 is chosen and acted on together, and asks before it erases", async () => {
    get("stream-choose-obs-1").click();
    get("stream-choose-obs-2").click();
    await until(() => find("stream-selected") !== null);
    expect(get("stream-selected").textContent).toBe("2 selected");
    get("stream-erase").click();
    await until(() => find("erase-dialog") !== null);
  });

  it("goes by keyboard: down into the list, arrows, space chooses", async () => {
    press(get("stream-search"), "ArrowDown");
    expect(document.activeElement).toBe(get("stream-row-obs-1"));
    press(get("stream-row-obs-1"), "ArrowDown");
    expect(document.activeElement).toBe(get("stream-row-obs-2"));
    press(get("stream-row-obs-2"), "End");
    expect(document.activeElement).toBe(get("stream-row-obs-40"));
    press(get("stream-row-obs-40"), " ");
    await until(() => find("stream-selected") !== null);
    expect(toasts.current).toBe(null);
    // Only one row is a stop of Tab, with its own controls.
    expect([...document.querySelectorAll("[data-stream-row][tabindex='0']")]).toEqual([get("stream-row-obs-40")]);
    expect([...document.querySelectorAll("li button[tabindex='0']")]).toEqual([get("stream-trip-obs-40"), get("stream-delete-obs-40")]);
  });
});
