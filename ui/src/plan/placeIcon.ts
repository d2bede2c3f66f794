import type { ChipDto, PlaceHitDto } from "../ipc/bindings";
import type { IconName } from "../shared/icons";

export function placeIcon(place: PlaceHitDto): IconName {
  if (place.kind === "home") return "home";
  if (place.kind === "work") return "work";
  if (place.memory) return "memory";
  if (place.source === "coordinate") return "target";
  return "place";
}

export function chipIcon(chip: ChipDto): IconName {
  if (chip.problem && chip.role !== "unknown") return "question";
  switch (chip.role) {
    case "to":
      return chip.source === "memory" ? "memory" : "flag";
    case "from":
      return chip.source === "memory" ? "memory" : "start";
    case "via":
      return chip.source === "memory" ? "memory" : "via";
    case "avoid":
      return "avoid";
    case "prefer":
      return "preference";
    case "mode":
      return "mode";
    case "usual":
      return "habit";
    case "depart":
    case "arrive":
      return "clock";
    case "weather":
      return "weather";
    case "hurry":
      return "hurry";
    default:
      return "question";
  }
}
