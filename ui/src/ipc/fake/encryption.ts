import type { EncryptionDto } from "../bindings";
import type { Client } from "../client";
import { fail, later, type FakeState } from "./index";

type EncryptionCommands = Pick<
  Client,
  "unlock" | "encryption_status" | "encrypt" | "decrypt" | "passphrase_change" | "passphrase_remember"
>;

/** A made-up locked file. `waits` says why nothing can be read yet. */
export function fakeEncryption(
  state: FakeState,
  params: URLSearchParams,
): { commands: EncryptionCommands; waits: () => Record<string, string> | null } {
  const start = params.get("locked");
  let passphrase = start ? "correct horse" : "";
  let waiting: Record<string, string> | null = start ? (start === "1" ? {} : { keyring: start }) : null;
  let now: EncryptionDto = { locked: start !== null, remembered: false, keyring: params.get("keyring") ?? "ready" };
  const set = (change: Partial<EncryptionDto>) => (now = { ...now, ...change });
  const mustKnow = (current: string) => {
    if (!now.locked) fail("bad_request", { field: "encryption", why: "not_locked" });
    if (current !== passphrase) fail("wrong_passphrase");
  };
  const lock = (fresh: string, remember: boolean) => {
    if (fresh.length < 8) fail("bad_request", { field: "passphrase", why: "short" });
    passphrase = fresh;
    return set({ locked: true, remembered: remember && now.keyring === "ready" });
  };
  return {
    waits: () => waiting,
    commands: {
      unlock: ({ current, remember }) =>
        later(state, () => {
          mustKnow(current);
          waiting = null;
          set({ remembered: remember && now.keyring === "ready" });
          return state.status;
        }),
      encryption_status: () => later(state, () => now),
      encrypt: (request) => later(state, () => lock(request.passphrase, request.remember)),
      decrypt: (request) =>
        later(state, () => {
          mustKnow(request.current);
          return set({ locked: false, remembered: false });
        }),
      passphrase_change: (request) =>
        later(state, () => {
          mustKnow(request.current);
          return lock(request.passphrase, request.remember);
        }),
      passphrase_remember: (remember) =>
        later(state, () => {
          if (now.keyring !== "ready") fail("keyring", { why: now.keyring });
          return set({ remembered: remember });
        }),
    },
  };
}
