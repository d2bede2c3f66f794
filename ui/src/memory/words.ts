import type { MemoryKindDto, MemoryRowDto, OriginDto, StrengthDto, TargetDto } from "../ipc/bindings";
import { isKey, t } from "../i18n/index.svelte";
import { propertyWord } from "../stream/words";
import type { IconName } from "../shared/icons";
import type { StateFacet } from "./filter";

/* Words and icons for the words that come over the wire. */

export function kindIcon(kind: MemoryKindDto): IconName {
  if (kind === "statement") return "sentence";
  return kind === "noticed" ? "info" : kind;
}

export function kindWord(kind: MemoryKindDto): string {
  return t(`memory.kinds_${kind}`);
}

export function kindGroup(kind: MemoryKindDto): string {
  return t(`memory.kindGroups_${kind}`);
}

export function originWord(origin: OriginDto): string {
  return t(`memory.origins_${origin}`);
}

export function originGroup(origin: OriginDto): string {
  return t(`memory.originGroups_${origin}`);
}

export function stateGroup(state: StateFacet): string {
  return t(`memory.states_${state}`);
}

export function strengthWord(strength: StrengthDto): string {
  return t(`memory.detail_strengths_${strength}`);
}

/** Why its confidence changed; a reason this version doesn't know shows as an edit would. */
export function becauseWord(why: string): string {
  const key = `memory.detail_because_${why}`;
  return isKey(key) ? t(key) : why;
}

/** What a preference is about, where it has a name of its own. */
export function targetName(target: TargetDto | null): string {
  if (target === null || target.kind === "feature") return "";
  return target.kind === "road" ? target.name : target.label;
}

/** Whether the percentage says anything: a question has none yet, and a trip is a fact. */
export function showsSure(row: MemoryRowDto): boolean {
  return row.state !== "proposed" && row.kind !== "trip" && row.confidence !== null;
}

/** What a row is called. People know a trip by where it went, not by the roads that its statement lists. */
export function headline(row: MemoryRowDto): string {
  // What was done without words is written down as its property and the value.
  const [property = "", ...value] = row.text.split(" ");
  if (row.kind === "noticed" && value.length > 0 && propertyWord(property) !== property) return [propertyWord(property), ...value].join(" ");
  return row.kind === "trip" && row.place !== "" ? row.place : row.text;
}

/** Where it holds; for a trip with a headline of places, its roads. */
export function whereabouts(row: MemoryRowDto): string {
  return row.kind === "trip" && row.place !== "" ? row.text : row.place;
}

export const strengths: readonly StrengthDto[] = ["follow", "prefer", "allow", "rather_not", "avoid", "never"];
export const buckets = ["morning", "midday", "afternoon", "evening", "night"] as const;
export const dayWords = ["workday", "weekend"] as const;
export const weathers = ["rain", "snow", "fog", "clear"] as const;
export const tags = ["home", "work", "school", "gym"] as const;
