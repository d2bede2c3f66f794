// @vitest-environment jsdom
import { afterEach, describe, expect, it } from "vitest";
import { app } from "../app.svelte";
import { locale } from "../i18n/index.svelte";
import { plan } from "../ipc/fake/planning";
import { toasts } from "../shared/toasts.svelte";
import { close, find, get, ids, open, until } from "../testing";
import RouteDialog from "./RouteDialog.svelte";

afterEach(close);

const made = plan({ utterance: "to the office", origin: null, destination: null, vias: [], dropped: [], lifetimes: {}, disabled: [], wishes: [], depart_at: null, weather: null, lang: "en", keep_context: false, draft: false });

describe("a route for elsewhere", { timeout: 20_000 }, () => {
  it.each(["en", "zh"] as const)("as three files and three links, and says what a link tells, in %s", async (lang) => {
    await open(RouteDialog, () => (locale.lang = lang), { plan: made, route: made.routes[0], onclose: () => {} });
    await until(() => ids("link-").length === 3);
    expect(ids("export-").filter((id) => !["export-links", "export-close"].includes(id))).toEqual(["export-gpx", "export-geojson", "export-sheet"]);
    expect(get<HTMLInputElement>("link-google").value).toContain("google.com/maps/dir");
    expect(get("route-export").textContent).toContain(lang === "zh" ? "不发送" : "sends nothing");
    expect(get("route-export").textContent).not.toMatch(/outward\.\w+|undefined/);
  });

  it("is saved under the name that the program gives", async () => {
    let saved = "";
    let closed = false;
    await open(
      RouteDialog,
      () => {
        app.client.save_text = (name) => ((saved = name), Promise.resolve(true));
      },
      { plan: made, route: made.routes[0], onclose: () => (closed = true) },
    );
    get("export-gpx").click();
    await until(() => closed);
    expect([saved, toasts.current?.text.includes("laolu-route.gpx")]).toEqual(["laolu-route.gpx", true]);
  });

  it("an address can be taken by hand where the clipboard is closed", async () => {
    await open(RouteDialog, () => {}, { plan: made, route: made.routes[0], onclose: () => {} });
    await until(() => find("copy-osmand") !== null);
    get("copy-osmand").click();
    await until(() => document.activeElement === get("link-osmand"));
  });
});
