import { isKey, t } from "../i18n/index.svelte";

/** Why a model's answer was of no use, in words; a word of the answer's form that this page doesn't know stands in brackets. */
export function whyWords(word: string): string {
  const key = `model.why_${word}`;
  return isKey(key) ? t(key) : t("model.why_other", { word });
}

/** The uses that can be switched one by one; understanding a sentence has a choice of its own. */
export const USES = ["extraction", "relevance", "rephrase", "reflection"] as const;

/** The server's name in an address; the whole of it when it is none. */
export function serverOf(address: string): string {
  try {
    return new URL(address).host;
  } catch {
    return address;
  }
}
