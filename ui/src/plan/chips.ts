import type { ChipDto, LifetimeDto, ParseDto, PlaceHitDto, WaypointDto } from "../ipc/bindings";

/** What was set by hand: on the map, in a picker, or by choosing a suggestion. It wins over the sentence. */
export interface ByHand {
  origin: PlaceHitDto | null;
  destination: PlaceHitDto | null;
  vias: PlaceHitDto[];
  departAt: number | null;
  weather: string | null;
}

export const NOTHING_BY_HAND: ByHand = { origin: null, destination: null, vias: [], departAt: null, weather: null };

/** A chip as shown: from the sentence, or by hand (then `hand` says which part). */
export interface ViewChip {
  chip: ChipDto;
  hand: "from" | "to" | "via" | null;
  /** Position among the stops set by hand. */
  index: number;
}

/** The chips to show: those of the sentence that were not removed, where what was set by hand replaces the sentence's
 *  chip of the same role. Stops set by hand come before the sentence's, as planning takes them. */
export function mergeChips(
  chips: ChipDto[],
  hand: ByHand,
  dropped: ReadonlySet<string>,
  lifetimes: Readonly<Record<string, LifetimeDto>>,
  labels: { from: string; to: string; via: string },
): ViewChip[] {
  const spoken = chips
    .filter((chip) => !dropped.has(chip.id))
    .filter((chip) => !(chip.role === "to" && hand.destination))
    .filter((chip) => !(chip.role === "from" && hand.origin))
    .map((chip) => ({ ...chip, lifetime: chip.lifetime && (lifetimes[chip.id] ?? chip.lifetime) }))
    .map((chip): ViewChip => ({ chip, hand: null, index: 0 }));
  const made: ViewChip[] = [];
  if (hand.origin) made.push({ chip: handChip("from", "from", labels.from, hand.origin), hand: "from", index: 0 });
  hand.vias.forEach((via, index) => {
    made.push({ chip: handChip(`via-hand-${index}`, "via", labels.via, via), hand: "via", index });
  });
  if (hand.destination) made.push({ chip: handChip("to", "to", labels.to, hand.destination), hand: "to", index: 0 });
  return [...made, ...spoken];
}

function handChip(id: string, role: ChipDto["role"], label: string, place: PlaceHitDto): ChipDto {
  return {
    id,
    role,
    label,
    value: place.label,
    source: place.memory ? "memory" : "map",
    span: [],
    lifetime: null,
    until: null,
    place,
    problem: null,
    suggestions: [],
  };
}

/** Whether the words are only a place, so that suggestions of places help: nothing wished, nothing else said. */
export function isBarePlace(text: string, parse: ParseDto | null): boolean {
  if (text.trim() === "") return true;
  if (!parse) return false;
  const others = parse.chips.filter((chip) => chip.role !== "to" && chip.role !== "unknown");
  if (others.length > 0) return false;
  // "to the office": a destination with words around it is a sentence already understood.
  const to = parse.chips.find((chip) => chip.role === "to");
  if (!to) return parse.kind === "unknown" || parse.kind === "plan_route";
  const covered = (to.span[1] ?? 0) - (to.span[0] ?? 0);
  return covered >= text.trim().length;
}

/** What a sentence about the memories is about, as words to search for: a place, else a wish, else nothing. */
export function about(text: string, parse: ParseDto | null): string {
  if (parse?.kind === "forget") return bare(parse.subject);
  const chips = parse?.chips ?? [];
  const wish = (chip: ChipDto) => chip.role === "avoid" || chip.role === "prefer";
  const chip = chips.find((each) => each.place) ?? chips.find(wish) ?? chips.find((each) => each.role === "unknown");
  if (!chip) return "";
  const [from = 0, to = 0] = chip.span;
  // A place's words are what the person calls it; a wish's value is how memories word it.
  const words = wish(chip) ? chip.value : text.slice(from, to) || chip.value;
  return bare(words);
}

/** Without the article: memories call it "office". */
function bare(words: string): string {
  return words.trim().replace(/^(the|my|our)\s+/i, "");
}

/** Ids of the sentence's chips that a place chosen for the whole text stands in for. */
export function replacedBy(parse: ParseDto | null): string[] {
  return (parse?.chips ?? []).filter((chip) => chip.role === "to" || chip.role === "unknown").map((chip) => chip.id);
}

export function waypoint(place: PlaceHitDto): WaypointDto {
  return { point: place.point, label: place.label, memory: place.memory };
}
