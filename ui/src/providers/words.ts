import { isKey, t } from "../i18n/index.svelte";
import { locale } from "../i18n/index.svelte";
import type { ProviderDto } from "../ipc/bindings";

/** The server of an address, as a person would recognise it. */
export function hostOf(address: string): string {
  try {
    return new URL(address).host;
  } catch {
    return address;
  }
}

/** What a question tells the server beside the stops, as a list in words. */
export function sendsWords(provider: ProviderDto): string {
  const words = ["stops", ...provider.sends].map((word) => `providers.sends_${word}`).filter(isKey).map((key) => t(key));
  return new Intl.ListFormat(locale.lang === "zh" ? "zh-CN" : "en-GB").format(words);
}
