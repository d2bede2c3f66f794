// @vitest-environment jsdom
import { flushSync, mount, unmount, type Component } from "svelte";
import { afterEach, describe, expect, it, vi } from "vitest";
import { app } from "../app.svelte";
import { importing, preparing } from "../regions/jobs";
import FirstStart from "./FirstStart.svelte";
import RegionsView from "./RegionsView.svelte";

/* The first start and the settings over the made-up program. */

let view: ReturnType<typeof mount> | undefined;

const find = (id: string): HTMLElement | null => document.querySelector(`[data-testid="${id}"]`);
const get = (id: string): HTMLElement => {
  const element = find(id);
  if (!element) throw new Error(`${id} is not on the page`);
  return element;
};

/** Long enough for a busy machine; a page that works needs a few milliseconds. */
const PATIENCE = { timeout: 15_000 };

async function until(what: () => boolean): Promise<void> {
  await vi.waitFor(() => {
    flushSync();
    if (!what()) throw new Error("not yet");
  }, PATIENCE);
}

async function open(page: Component, search: string): Promise<void> {
  vi.stubGlobal("matchMedia", () => ({ matches: false, addEventListener: () => {}, removeEventListener: () => {} }));
  history.replaceState(null, "", search);
  await app.start();
  view = mount(page, { target: document.body });
  flushSync();
}

function choose(id: string, value: string): void {
  const select = get(id) as HTMLSelectElement;
  select.value = value;
  select.dispatchEvent(new Event("change", { bubbles: true }));
}

afterEach(async () => {
  if (view) await unmount(view);
  document.body.replaceChildren();
  for (const job of [importing, preparing]) job.error = null;
});

describe("the first start", { timeout: 40_000 }, () => {
  it("asks for consent on its own, off, and writes nothing before a choice", async () => {
    await open(FirstStart, "/?fake=first");
    expect(get("onboarding-learning").getAttribute("aria-checked")).toBe("false");
    const write = vi.spyOn(app.client, "settings_set");
    get("onboarding-learning").click();
    flushSync();
    expect(get("onboarding-learning").getAttribute("aria-checked")).toBe("true");
    expect(write).not.toHaveBeenCalled();
  });

  it("shows how far the demo is and can be stopped, leaving the choice open", async () => {
    await open(FirstStart, "/?fake=first");
    get("onboarding-demo").click();
    await until(() => find("import-progress") !== null);
    await until(() => Number(find("import-bar")?.getAttribute("aria-valuenow")) > 0);
    get("import-cancel").click();
    await until(() => find("onboarding-demo") !== null);
    expect(app.status?.first_start).toBe(true);
    expect(document.body.textContent).toContain("Nothing was left behind");
  });

  it("words a file that is no map, with the next step, and offers another", async () => {
    await open(FirstStart, "/?fake=first&badfile=html");
    get("import-button").click();
    await until(() => find("import-error") !== null);
    expect(get("import-error").textContent).toContain("is a web page, not a map");
    expect(get("import-error").textContent).toContain("Download the .osm.pbf file itself");
  });
});

describe("settings", { timeout: 40_000 }, () => {
  it("change at once and are kept", async () => {
    await open(RegionsView, "/");
    choose("setting-avoid-toll", "never");
    await until(() => app.status?.settings.avoid.some((each) => each.feature === "toll") ?? false);
    expect(app.status?.settings.avoid.find((each) => each.feature === "toll")?.strength).toBe("never");
    get("setting-learning").click();
    await until(() => app.status?.settings.learning === false);
    choose("setting-lang", "zh");
    await until(() => document.body.textContent?.includes("隐私和学习") ?? false);
    choose("setting-lang", "en");
    await until(() => document.body.textContent?.includes("Privacy and learning") ?? false);
  });

  it("remove a map only after asking in its row", async () => {
    await open(RegionsView, "/");
    get("region-remove-monaco").click();
    flushSync();
    expect(app.status?.regions.length).toBe(1);
    get("region-remove-confirm-monaco").click();
    await until(() => find("region-monaco") === null);
    expect(app.status?.regions.length).toBe(0);
  });

  it("download a region only when asked: switch, list, size, button", async () => {
    await open(RegionsView, "/");
    const asked = vi.spyOn(app.client, "regions_online");
    expect(find("online")).toBeNull();
    get("online-switch").click();
    await until(() => find("online-fetch") !== null);
    expect(asked.mock.calls.every(([refresh]) => !refresh)).toBe(true);
    expect(get("privacy").textContent).toContain("Network requests sent so far: 0");
    get("online-fetch").click();
    await until(() => find("online-list") !== null);
    expect(find("online-liechtenstein")).toBeNull();
    const search = get("online-search") as HTMLInputElement;
    search.value = "li";
    search.dispatchEvent(new Event("input", { bubbles: true }));
    await until(() => find("online-liechtenstein") !== null);
    expect(find("online-download-liechtenstein")).toBeNull();
    get("online-size-liechtenstein").click();
    await until(() => find("online-download-liechtenstein") !== null);
    expect(get("online-download-liechtenstein").textContent).toContain("3.2 MB");
    get("online-download-liechtenstein").click();
    await until(() => find("import-progress") !== null);
    expect(get("import-progress").textContent).toContain("Compare the checksum");
    get("import-cancel").click();
    await until(() => find("import-progress") === null);
    expect(find("region-liechtenstein")).toBeNull();
  });

  it("import what is dropped on the window, and say what is wrong with it", async () => {
    await open(RegionsView, "/");
    let drop: (over: boolean, paths: string[]) => void = () => {};
    vi.spyOn(app.host, "onFileDrop").mockImplementation((run) => {
      drop = run;
      return () => {};
    });
    const imports = vi.spyOn(app.client, "region_import");
    if (view) await unmount(view);
    view = mount(RegionsView, { target: document.body });
    flushSync();
    drop(true, []);
    flushSync();
    expect(get("import-drop").textContent).toContain("Drop it to import");
    expect(imports).not.toHaveBeenCalled();
    drop(false, ["/media/card/Downloads/andorra.osm.pbf", "/media/card/second.osm.pbf"]);
    await until(() => find("import-progress") !== null);
    expect(imports).toHaveBeenCalledTimes(1);
    expect(imports.mock.calls[0]?.[0]).toEqual({ path: "/media/card/Downloads/andorra.osm.pbf", name: "" });
    get("import-cancel").click();
    await until(() => find("import-progress") === null);
    drop(true, []);
    drop(false, []);
    flushSync();
    expect(get("import-drop").textContent).not.toContain("Drop it to import");
    expect(imports).toHaveBeenCalledTimes(1);
  });

  it("say what was checked, in words", async () => {
    await open(RegionsView, "/");
    get("doctor-run").click();
    await until(() => find("doctor-report") !== null);
    expect(get("doctor-report").textContent).toContain("All is well.");
    expect(get("doctor-region_monaco").textContent).toContain("Monaco and the Corniches");
  });

  it("erase everything only once the word is typed", async () => {
    await open(RegionsView, "/");
    get("erase-everything").click();
    await until(() => find("erase-word") !== null);
    const confirm = get("erase-confirm") as HTMLButtonElement;
    expect(confirm.disabled).toBe(true);
    const word = get("erase-word") as HTMLInputElement;
    word.value = "erase";
    word.dispatchEvent(new Event("input", { bubbles: true }));
    flushSync();
    expect(confirm.disabled).toBe(false);
    confirm.click();
    await until(() => find("receipt-body") !== null);
    expect(get("receipt-body").textContent).toContain("files scanned");
  });
});
