import { percent } from "../i18n/format";
import { isKey, t } from "../i18n/index.svelte";
import type { NoticedDto } from "../ipc/bindings";

/** What happened, in the page's language; the word itself when this page is older than it. */
export function kindWord(kind: string): string {
  const key = `stream.kind_${kind}`;
  return isKey(key) ? t(key) : kind;
}

export function sourceWord(source: string): string {
  const key = `stream.source_${source}`;
  return isKey(key) ? t(key) : source;
}

/** A property in the page's language; most are a person's own, and stand as they are. */
export function propertyWord(attribute: string): string {
  const key = `stream.property_${attribute.replaceAll(".", "_")}`;
  return isKey(key) ? t(key) : attribute;
}

/** One thing noticed on one line: what was said, else what was done to what. */
export function headline(seen: NoticedDto): string {
  const about = [propertyWord(seen.attribute), seen.value].filter((part) => part !== "" && part !== seen.words).join(" ");
  if (seen.words !== "") return about === "" ? seen.words : `${seen.words} (${about})`;
  return about === "" ? kindWord(seen.kind) : about;
}

/** Why it matters, for a tooltip: the three parts of its importance. */
export function matters(seen: NoticedDto): string {
  const [a, b, c] = seen.parts;
  return t("stream.matters_parts", { a: percent(a ?? 0), b: percent(b ?? 0), c: percent(c ?? 0) });
}

export function weatherWord(weather: string): string {
  const key = `memory.form_weathers_${weather}`;
  return isKey(key) ? t(key) : weather;
}
