// @vitest-environment jsdom
import { afterEach, describe, expect, it } from "vitest";
import { app } from "../app.svelte";
import type { PlanRequest } from "../ipc/bindings";
import { plan } from "../ipc/fake/planning";
import { model } from "../model/model.svelte";
import { close, find, get, open, until } from "../testing";
import Why from "./Why.svelte";

afterEach(async () => {
  await close();
  model.set = null;
});

const request = (): PlanRequest => ({
  utterance: "to the office", lang: "en", origin: null, destination: null, vias: [], wishes: [], dropped: [], disabled: [], depart_at: null, weather: null, draft: false,
}) as unknown as PlanRequest;
const nothing = { key: null, allow_remote: null, timeout_s: null, wait_ms: null, schema: null, intents: null, uses: null };

async function openWhy(enabled: boolean): Promise<void> {
  await open(Why as never, () => {}, { plan: plan(request()) });
  await app.client.model_set({ ...nothing, enabled, address: "http://127.0.0.1:11434", model: "trial" });
  await model.look();
}

describe("reasons in other words", () => {
  it("are not offered while the language model is off", async () => {
    await openWhy(false);
    expect(find("other-words-ask")).toBe(null);
  });

  it("E-7 replace only the sentences that passed the check, and go back as they were", async () => {
    await openWhy(true);
    await until(() => find("other-words-ask") !== null);
    const statements = (): string[] => [...document.querySelectorAll("[data-testid^=reason-] .statement")].map((each) => each.textContent ?? "");
    const before = statements();
    get("other-words-ask").click();
    await until(() => find("other-words-back") !== null);
    const after = statements();
    expect(after[0]).toBe(`${before[0]} ↻`);
    expect(after[1]).toBe(before[1]);
    get("other-words-back").click();
    await until(() => find("other-words-ask") !== null);
    expect(statements()).toEqual(before);
  });
});
