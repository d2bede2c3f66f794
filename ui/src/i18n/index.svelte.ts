import type { LangDto } from "../ipc/bindings";
import { en, type Key } from "./en";
import { zh } from "./zh";

export type { Key } from "./en";

const TABLES: Record<LangDto, Record<Key, string>> = { en, zh };

class Locale {
  lang = $state<LangDto>("en");
}

/** The language of the window. `t` reads it, so every text follows a change at once. */
export const locale = new Locale();

export type Args = Record<string, string | number>;

/** The wording of `key` in the window's language. `{name}` takes an argument, `{n|trip|trips}` chooses by whether
 *  argument `n` is one. */
export function t(key: Key, args: Args = {}): string {
  return fill(TABLES[locale.lang][key], args);
}

/** Whether there is a wording for a name put together from a word that came over the wire. */
export function isKey(key: string): key is Key {
  return Object.hasOwn(en, key);
}

export function fill(template: string, args: Args): string {
  return template.replace(/\{(\w+)(?:\|([^|}]*)\|([^}]*))?\}/g, (whole, name: string, one?: string, many?: string) => {
    const value = args[name];
    if (value === undefined) return whole;
    if (one === undefined || many === undefined) return String(value);
    return Number(value) === 1 ? one : many;
  });
}
