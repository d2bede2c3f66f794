import { t } from "../i18n/index.svelte";
import { distance, signed } from "../i18n/format";
import type { OpenDto, PlaceHitDto, SearchDto } from "../ipc/bindings";

/** What stands above the places found: what the search could not do, where it looked, or that it only guesses. */
export function searchNote(found: SearchDto): string {
  if (found.problem === "no_way") return t("plan.searchNoWay");
  if (found.problem === "unknown_place") return t("plan.searchNoAnchor");
  if (found.hits.length === 0) return found.along ? t("plan.searchNoneAlong") : t("plan.searchNothing");
  if (found.guess) return t("plan.didYouMean");
  if (found.open_now && !found.hits.some((hit) => hit.open?.state === "open")) {
    return found.hits.some((hit) => hit.open?.state === "closed") ? t("plan.searchAllClosed") : t("plan.searchHoursUnknown");
  }
  if (found.near !== null) return t("plan.searchNear", { place: found.near });
  return "";
}

/** Whether a place is open, and until when. The time is the place's own clock's. */
export function openWords(open: OpenDto): string {
  if (open.state === "unknown") return t("plan.hoursUnknown");
  const isOpen = open.state === "open";
  if (open.until === null) return isOpen ? t("plan.open") : t("plan.closed");
  const at = open.days === 0 ? open.until : open.days === 1 ? t("plan.tomorrowAt", { time: open.until }) : t("plan.inDaysAt", { days: String(open.days), time: open.until });
  return t(isOpen ? "plan.openUntil" : "plan.opensAt", { time: at });
}

/** What stopping there costs, else how far it is. */
export function farWords(place: PlaceHitDto): string {
  if (place.detour) {
    const { duration_s, distance_m } = place.detour;
    return duration_s === null ? t("plan.detour", { cost: distance(distance_m) }) : t("plan.detour", { cost: signed(duration_s) });
  }
  return place.distance_m === null ? "" : distance(place.distance_m);
}

export function usedWords(times: number): string {
  return times === 1 ? t("plan.usedOnce") : t("plan.usedTimes", { times: String(times) });
}
