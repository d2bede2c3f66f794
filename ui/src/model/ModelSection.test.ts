// @vitest-environment jsdom
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { app } from "../app.svelte";
import { errorWords } from "../i18n/errorWords";
import { isKey } from "../i18n/index.svelte";
import { close, find, get, ids, open, until, write } from "../testing";
import ModelSection from "./ModelSection.svelte";
import { model } from "./model.svelte";
import { USES } from "./words";

const on = (id: string): boolean => get(id).getAttribute("aria-checked") === "true";

beforeEach(async () => {
  await open(ModelSection);
  await until(() => find("model-switch") !== null && !on("model-switch"));
});
afterEach(async () => {
  await close();
  // What is set is one for the whole window.
  [model.set, model.said, model.checked, model.asked] = [null, [], null, null];
});

async function switchOn(address = "http://127.0.0.1:11434"): Promise<void> {
  write("model-address", address);
  await until(() => model.set?.address === address);
  write("model-name", "qwen3:4b");
  await until(() => model.set?.model === "qwen3:4b");
  get("model-switch").click();
}

describe("settings of a language model", { timeout: 20_000 }, () => {
  it("S0-17 is off at first, and switching on without an address leads to the field that is missing", async () => {
    expect(on("model-switch")).toBe(false);
    expect(document.body.textContent).toContain("Off: nothing is asked.");
    get("model-switch").click();
    await until(() => document.activeElement === get("model-address"));
    expect(document.body.textContent).toContain("Say first where the server is.");
    expect(on("model-switch")).toBe(false);
    expect(app.status?.network_requests).toBe(0);
  });

  it("S0-17 asks this computer only, until another one is allowed; either way it says who would see what", async () => {
    write("model-name", "qwen3:4b");
    write("model-address", "http://10.0.0.7:8080");
    await until(() => model.set?.address === "http://10.0.0.7:8080" && model.set.model === "qwen3:4b");
    get("model-switch").click();
    await until(() => document.body.textContent!.includes("This address is another computer’s"));
    expect(on("model-switch")).toBe(false);
    get("model-remote").click();
    await until(() => on("model-remote"));
    get("model-switch").click();
    await until(() => on("model-switch"));
    expect(document.body.textContent).toContain("10.0.0.7:8080, another computer");
    write("model-address", "http://127.0.0.1:11434");
    await until(() => document.body.textContent!.includes("127.0.0.1:11434, which is this computer"));
    for (const use of [...USES, "intent"]) expect(isKey(`model.tells_${use}`), use).toBe(true);
  });

  it("S0-17 tests the connection when asked, and the question is counted", async () => {
    expect(get<HTMLButtonElement>("model-check").disabled).toBe(true);
    await switchOn();
    await until(() => !get<HTMLButtonElement>("model-check").disabled);
    expect(app.status?.network_requests).toBe(0);
    get("model-check").click();
    await until(() => get("model-checked").textContent!.includes("It answers as it should, in 413 ms."));
    expect(get("model-checked").textContent).toContain("qwen3:4b, smollm2:135m");
    await until(() => app.status?.network_requests === 1);
    // Another model is another answer.
    write("model-name", "nowhere");
    await until(() => get("model-checked").textContent!.trim() === "");
  });

  it("each use is switched by itself", async () => {
    get("model-use-relevance").click();
    await until(() => !on("model-use-relevance"));
    expect(USES.filter((use) => on(`model-use-${use}`))).toEqual(["extraction", "rephrase", "reflection"]);
    write("model-intents", "rules");
    await until(() => get<HTMLSelectElement>("model-intents").value === "rules");
  });

  it("shows every word that was sent and what came back, of a sentence to try and of the last questions", async () => {
    await switchOn();
    await until(() => on("model-switch"));
    write("model-try-text", "somewhere nice by the water");
    get("model-try-ask").click();
    await until(() => get("model-answer").textContent!.includes("Decided by the model."));
    expect(get("model-answer").textContent).toContain("plan a way");
    await until(() => get("model-said").querySelector("[data-testid=exchange-intent]") !== null);
    const exchange = get("model-said").querySelector("[data-testid=exchange-intent]")!;
    expect(exchange.textContent).toMatch(/Told.+Choose what kind.+Asked.+take me home.+Answer.+plan_route/s);
    expect(ids("exchange-intent").length).toBeGreaterThan(1);
  });

  it("a failure says what happened, why, and the next step", () => {
    const words = errorWords({ code: "network", args: { why: "unreachable", model: "language" } });
    expect(words).toEqual({
      what: "The language model could not be asked.",
      why: "Reason: nobody answers at this address.",
      next: "Check the address and that its program runs, then test again.",
    });
  });
});
