import type { LangDto, MemoryKindDto, MemoryQuery, MemoryRowDto, MemorySortDto, OriginDto } from "../ipc/bindings";

/** The states a facet can ask for. */
export type StateFacet = "unconfirmed" | "expiring" | "unused" | "deleted";

/** What the table shows: one choice per facet group, the words, and the order. */
export interface Filter {
  text: string;
  kind: MemoryKindDto | null;
  origin: OriginDto | null;
  state: StateFacet | null;
  /** At most this sure, 0 to 1. */
  sure: number | null;
  sort: MemorySortDto;
  ascending: boolean;
}

export const everything: Filter = {
  text: "",
  kind: null,
  origin: null,
  state: null,
  sure: null,
  sort: "last_used",
  ascending: false,
};

/** Facets in the order they are shown. */
export const kinds: readonly MemoryKindDto[] = ["habit", "place", "avoid", "preference", "trip", "statement", "insight", "noticed"];
export const origins: readonly OriginDto[] = ["stated", "confirmed", "inferred", "imported"];
export const states: readonly StateFacet[] = ["unconfirmed", "expiring", "unused", "deleted"];
/** Steps of "how sure at most". */
export const sureSteps: readonly number[] = [0.8, 0.6];

const DAY = 86_400;
/** Days within which an expiry is worth a facet. */
export const EXPIRING_DAYS = 14;
/** Days without use after which a memory is worth a second look. */
export const UNUSED_DAYS = 90;

/** The columns of the table, in order. A column without `sort` can't be sorted by. */
export interface Column {
  id: "kind" | "text" | "place" | "origin" | "sure" | "used" | "uses" | "expires";
  sort: MemorySortDto | null;
  /** Left out on narrow windows: the panel shows it. */
  wideOnly?: boolean;
  /** Numbers stand at the right. */
  right?: boolean;
}

export const columns: readonly Column[] = [
  { id: "kind", sort: "kind" },
  { id: "text", sort: "text" },
  { id: "place", sort: null },
  { id: "origin", sort: "origin", wideOnly: true },
  { id: "sure", sort: "confidence" },
  { id: "used", sort: "last_used" },
  { id: "uses", sort: "uses", right: true },
  { id: "expires", sort: "expires", wideOnly: true },
];

/** Words read best from A; figures and dates from the largest; an expiry from the soonest. */
export function startsAscending(sort: MemorySortDto): boolean {
  return sort === "text" || sort === "kind" || sort === "origin" || sort === "expires";
}

/** A click on a column head: sort by it, or turn the order round. */
export function sortedBy(filter: Filter, sort: MemorySortDto): Filter {
  if (filter.sort === sort) return { ...filter, ascending: !filter.ascending };
  return { ...filter, sort, ascending: startsAscending(sort) };
}

/** Whether the app can answer the filter with pages, or the rows have to be picked here. */
export function picksHere(filter: Filter): boolean {
  return filter.state === "expiring" || filter.state === "unused";
}

/** Whether a row belongs to the two facets that only look at dates. */
export function picked(row: MemoryRowDto, state: StateFacet | null, now: number): boolean {
  if (state === "expiring") {
    return row.expires_at !== null && row.expires_at > now && row.expires_at <= now + EXPIRING_DAYS * DAY;
  }
  // A trip is evidence, not something to use.
  if (state === "unused") return row.kind !== "trip" && (row.last_used ?? row.created_at) < now - UNUSED_DAYS * DAY;
  return true;
}

export function toQuery(filter: Filter, lang: LangDto, offset: number, limit: number): MemoryQuery {
  return {
    text: filter.text.trim(),
    kinds: filter.kind ? [filter.kind] : [],
    origins: filter.origin ? [filter.origin] : [],
    max_confidence: filter.sure,
    unconfirmed: filter.state === "unconfirmed",
    deleted: filter.state === "deleted",
    sort: filter.sort,
    ascending: filter.ascending,
    limit,
    offset,
    lang,
  };
}

/** Whether anything is filtered at all, words included. */
export function isFiltered(filter: Filter): boolean {
  return (
    filter.text.trim() !== "" ||
    filter.kind !== null ||
    filter.origin !== null ||
    filter.state !== null ||
    filter.sure !== null
  );
}

/** How many facets are on, for the Filter button on narrow windows. */
export function facetsOn(filter: Filter): number {
  return [filter.kind, filter.origin, filter.state, filter.sure].filter((value) => value !== null).length;
}
