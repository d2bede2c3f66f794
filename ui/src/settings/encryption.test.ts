// @vitest-environment jsdom
import { flushSync, mount, unmount, type Component } from "svelte";
import { afterEach, describe, expect, it, vi } from "vitest";
import App from "../App.svelte";
import { app } from "../app.svelte";
import { t } from "../i18n/index.svelte";
import EncryptionRows from "./EncryptionRows.svelte";

/* Locked memories at the start, and the switch in the settings, over the made-up program. */

let view: ReturnType<typeof mount> | undefined;

const find = (id: string): HTMLElement | null => document.querySelector(`[data-testid="${id}"]`);
const get = (id: string): HTMLElement => {
  const element = find(id);
  if (!element) throw new Error(`${id} is not on the page`);
  return element;
};

async function until(what: () => boolean): Promise<void> {
  await vi.waitFor(
    () => {
      flushSync();
      if (!what()) throw new Error("not yet");
    },
    { timeout: 15_000 },
  );
}

async function open(page: Component, search: string): Promise<void> {
  vi.stubGlobal("matchMedia", () => ({ matches: false, addEventListener: () => {}, removeEventListener: () => {} }));
  history.replaceState(null, "", search);
  app.status = null;
  await app.start();
  view = mount(page, { target: document.body });
  flushSync();
}

function type(id: string, value: string): void {
  const input = get(id) as HTMLInputElement;
  input.value = value;
  input.dispatchEvent(new Event("input", { bubbles: true }));
  flushSync();
}

const disabled = (id: string): boolean => (get(id) as HTMLButtonElement).disabled;

afterEach(async () => {
  if (view) await unmount(view);
  document.body.replaceChildren();
  app.fatal = null;
});

describe("locked memories", { timeout: 40_000 }, () => {
  it("ask for the passphrase, say a wrong one, and open by the right one", async () => {
    await open(App, "/?fake=first&locked=refused");
    await until(() => find("locked") !== null);
    expect(get("locked").textContent).toContain(t("encryption.keyring_refused"));
    expect((get("locked-passphrase") as HTMLInputElement).type).toBe("password");
    expect(disabled("locked-open")).toBe(true);
    expect(get("locked-forgotten").textContent).toContain(t("encryption.forgottenText"));
    type("locked-passphrase", "battery staple");
    get("locked-open").click();
    await until(() => get("locked").textContent?.includes(t("encryption.wrong")) ?? false);
    expect(app.status).toBeNull();
    type("locked-passphrase", "correct horse");
    get("locked-open").click();
    await until(() => find("locked") === null);
    expect(app.status).not.toBeNull();
  });
});

describe("the switch", { timeout: 40_000 }, () => {
  it("encrypts only after the passphrase twice and the typed words", async () => {
    await open(EncryptionRows, "/");
    await until(() => find("encryption-on") !== null);
    get("encryption-on").click();
    await until(() => find("encryption-dialog") !== null);
    expect(get("encryption-loss").textContent).toContain(t("encryption.loss"));
    type("encryption-fresh", "short");
    type("encryption-again", "short");
    type("encryption-sure", t("encryption.lossWords"));
    expect(disabled("encryption-go")).toBe(true);
    type("encryption-fresh", "correct horse");
    type("encryption-again", "correct house");
    expect(disabled("encryption-go")).toBe(true);
    type("encryption-again", "correct horse");
    type("encryption-sure", "yes");
    expect(disabled("encryption-go")).toBe(true);
    type("encryption-sure", t("encryption.lossWords"));
    expect(disabled("encryption-go")).toBe(false);
    const encrypt = vi.spyOn(app.client, "encrypt");
    get("encryption-dialog").querySelector("form")?.requestSubmit();
    await until(() => find("encryption-off") !== null);
    expect(encrypt).toHaveBeenCalledWith({ current: "", passphrase: "correct horse", remember: false });
  });

  it("decrypts and changes only by the present passphrase, and says where there is no keyring", async () => {
    await open(EncryptionRows, "/?locked=1&keyring=missing");
    await until(() => find("encryption-off") !== null);
    expect(find("encryption-remember")).toBeNull();
    expect(document.body.textContent).toContain(t("encryption.noKeyring"));
    get("encryption-off").click();
    await until(() => find("encryption-dialog") !== null);
    type("encryption-current", "battery staple");
    get("encryption-dialog").querySelector("form")?.requestSubmit();
    await until(() => find("encryption-error") !== null);
    type("encryption-current", "correct horse");
    get("encryption-dialog").querySelector("form")?.requestSubmit();
    await until(() => find("encryption-on") !== null);
  });
});
