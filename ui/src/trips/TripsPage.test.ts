// @vitest-environment jsdom
import { flushSync } from "svelte";
import { afterEach, describe, expect, it } from "vitest";
import { app } from "../app.svelte";
import { locale } from "../i18n/index.svelte";
import { toasts } from "../shared/toasts.svelte";
import { close, find, get, ids, open, until, write } from "../testing";
import TripsPage from "./TripsPage.svelte";
import { trips } from "./trips.svelte";

/* The page as a person meets it, over the made-up program. */

afterEach(async () => {
  trips.offered = [];
  trips.report = null;
  trips.places = [];
  await close();
});

async function imported(): Promise<void> {
  get("trips-files").click();
  await until(() => find("trips-offered") !== null);
  get("trips-import").click();
  await until(() => find("trips-report") !== null);
}

describe("drives from files", { timeout: 30_000 }, () => {
  it.each(["en", "zh"] as const)("nothing there is said, and so is what came of an import, in %s", async (lang) => {
    await open(TripsPage, () => (locale.lang = lang));
    await until(() => find("trips-none") !== null);
    expect(find("places-none")).not.toBeNull();
    await imported();
    expect(get("trips-sum").textContent).toContain("3");
    // What needs a word comes first.
    expect(get("trips-file-0").textContent).toContain("broken.html");
    expect(get("trips-file-1").textContent).toContain(lang === "zh" ? "不记走的路" : "no way kept");
    await until(() => ids("import-").length === 1);
    expect(ids("place-yes-")).toEqual(["place-yes-spot-1", "place-yes-spot-2", "place-yes-spot-3"]);
    expect(get("place-spot-1").textContent).toContain(lang === "zh" ? "23 个夜晚" : "23 nights");
    expect(get("trips").textContent).not.toMatch(/trips\.\w+|undefined/);
  });

  it("a place is renamed and remembered, another dismissed, a third looked at on the map", async () => {
    await open(TripsPage);
    await until(() => find("trips-none") !== null);
    await imported();
    write("place-name-spot-1", "Chez nous");
    get("place-yes-spot-1").click();
    await until(() => find("place-spot-1") === null);
    get("place-no-spot-2").click();
    await until(() => find("place-spot-2") === null);
    get("place-map-spot-3").click();
    expect([app.tab, trips.shownPlace?.id]).toEqual(["plan", "spot-3"]);
    trips.shown = null;
  });

  it.each(["en", "zh"] as const)("s0_03 where one parks is asked about as that, and a yes says what holds from then on, in %s", async (lang) => {
    await open(TripsPage);
    await app.client.settings_set({ ...app.status!.settings, lang });
    await until(() => locale.lang === lang);
    trips.offer(["/t/parked.gpx"]);
    await until(() => find("trips-import") !== null);
    get("trips-import").click();
    const id = "gate:2:43.7551,7.4729";
    await until(() => find(`place-${id}`) !== null);
    expect(get(`place-${id}`).textContent).toContain(lang === "zh" ? "就停在这里" : "Where you park");
    expect(get(`place-no-${id}`).textContent).toBe(lang === "zh" ? "不是" : "Not there");
    get(`place-yes-${id}`).click();
    await until(() => find(`place-${id}`) === null);
    expect(toasts.current?.text).toContain("Parking Hector Otto");
    expect(toasts.current?.text).toContain(lang === "zh" ? "以后去" : "From now on");
  });

  it.each(["en", "zh"] as const)("a timeline too sparse for ways still says what it is good for, and is taken back, in %s", async (lang) => {
    await open(TripsPage);
    await app.client.settings_set({ ...app.status!.settings, lang });
    await until(() => locale.lang === lang);
    trips.offer(["/t/Timeline.json"]);
    await until(() => find("trips-import") !== null);
    get("trips-import").click();
    await until(() => find("trips-report") !== null);
    const words = lang === "zh" ? "12 次停留" : "12 stays";
    expect(get("trips-sum").textContent).toContain(words);
    await until(() => get("trips-imports").textContent?.includes(words) ?? false);
    get(ids("undo-import-")[0]!).click();
    await until(() => toasts.current?.text.includes(words) ?? false);
  });

  it("an import is taken back", async () => {
    await open(TripsPage);
    await until(() => find("trips-none") !== null);
    await imported();
    await until(() => ids("undo-import-").length === 1);
    const back = get(ids("undo-import-")[0]!);
    back.focus();
    back.click();
    await until(() => find("trips-none") !== null && find("trips-report") === null);
    // Its button went with its row; the next thing to do has the focus.
    await until(() => document.activeElement === get("trips-files"));
  });

  it("one dropped track can only be looked at, several can't", async () => {
    await open(TripsPage);
    trips.offer(["/t/a.gpx"]);
    await until(() => find("trips-only-look") !== null);
    trips.offer(["/t/a.gpx", "/t/b.gpx"]);
    flushSync();
    expect([find("trips-only-look"), find("trips-columns")]).toEqual([null, null]);
    get("trips-forget").click();
    flushSync();
    expect(find("trips-offered")).toBeNull();
  });

  it("columns of a table are said by name, and without a place nothing can be imported", async () => {
    await open(TripsPage);
    trips.offer(["/t/odd.csv"]);
    await until(() => find("trips-import") !== null);
    get("trips-import").click();
    await until(() => find("mapping") !== null);
    expect([get<HTMLButtonElement>("mapping-import").disabled, find("mapping-problem") !== null]).toEqual([true, true]);
    const say = (column: number, kind: string): void => {
      const field = get<HTMLSelectElement>(`column-${column}`);
      field.value = kind;
      field.dispatchEvent(new Event("change", { bubbles: true }));
      flushSync();
    };
    say(1, "lat");
    say(2, "lon");
    expect(get("mapping-problem").textContent).toContain("time");
    say(0, "time");
    expect([get<HTMLButtonElement>("mapping-import").disabled, find("mapping-problem")]).toEqual([false, null]);
    get("mapping-import").click();
    await until(() => find("trips-report") !== null);
  });
});

describe("without choosing files", { timeout: 20_000 }, () => {
  it("a folder is watched from one press on, looked into, and no longer", async () => {
    await open(TripsPage);
    await until(() => find("watch-choose") !== null);
    get("watch-choose").click();
    await until(() => find("watch-look") !== null);
    expect(get("receiving").textContent).toContain("/media/stick/tracks, not looked into yet");
    get("watch-look").click();
    await until(() => find("trips-report") !== null);
    get("watch-stop").click();
    await until(() => find("watch-choose") !== null);
  });

  it("a drive is recorded from a receiver of this computer and of no other", async () => {
    await open(TripsPage);
    await until(() => find("record-start") !== null);
    write("record-address", "192.168.1.9:2947");
    get("record-start").click();
    await until(() => toasts.current !== null && find("record-start") !== null);
    expect(find("trips-report")).toBeNull();
    write("record-address", "127.0.0.1:2947");
    get("record-start").click();
    await until(() => get("receiving").textContent?.includes("2 positions") ?? false);
    await until(() => find("trips-report") !== null);
    expect(find("record-start")).not.toBeNull();
  });
});
