import type { MemoryDetailDto, MemoryEditRequest, PlaceHitDto, ScopeDto, StrengthDto } from "../ipc/bindings";
import { fromField, toField } from "./dates";

/** What the edit form holds while somebody types. */
export interface Draft {
  text: string;
  /** Other names, separated by commas as typed. */
  aliases: string;
  /** A known tag, a word of one's own, or empty. */
  tag: string;
  /** A new point; null keeps the old one. */
  place: PlaceHitDto | null;
  strength: StrengthDto | null;
  scope: ScopeDto;
  /** Value of the date field; empty means no end. */
  expires: string;
}

export function draftOf(detail: MemoryDetailDto): Draft {
  return {
    text: detail.row.kind === "trip" ? detail.note : detail.row.text,
    aliases: detail.aliases.join(", "),
    tag: detail.tag,
    place: null,
    strength: detail.strength,
    scope: { ...detail.scope },
    expires: detail.row.expires_at === null ? "" : toField(detail.row.expires_at),
  };
}

/** Names as typed, without empty ones and doubles; full-width commas and 、 separate as well. */
export function splitAliases(typed: string): string[] {
  const names = typed.split(/[,，、;；]/).map((name) => name.trim());
  return [...new Set(names.filter((name) => name !== ""))];
}

/**
 * The request for what the person changed, and nothing else: a field left alone is sent as null, so that saving a
 * name never rewrites a scope that came from learning.
 */
export function changes(detail: MemoryDetailDto, draft: Draft): MemoryEditRequest | null {
  const before = draftOf(detail);
  const aliases = splitAliases(draft.aliases);
  const request: MemoryEditRequest = {
    id: detail.row.id,
    text: draft.text.trim() === before.text ? null : draft.text.trim(),
    aliases: aliases.join("\n") === detail.aliases.join("\n") ? null : aliases,
    point: draft.place?.point ?? null,
    tag: draft.tag.trim() === before.tag ? null : draft.tag.trim(),
    target: null,
    strength: draft.strength === before.strength ? null : draft.strength,
    scope: sameScope(draft.scope, before.scope) ? null : draft.scope,
    expires_at: draft.expires === before.expires ? null : (fromField(draft.expires) ?? 0),
  };
  const touched = Object.entries(request).some(([name, value]) => name !== "id" && value !== null);
  return touched ? request : null;
}

function sameScope(a: ScopeDto, b: ScopeDto): boolean {
  return a.bucket === b.bucket && a.days === b.days && a.weather === b.weather && a.from === b.from && a.to === b.to;
}
