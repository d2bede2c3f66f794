import { t, type Key } from "../i18n/index.svelte";
import type { LaneDto } from "../ipc/bindings";

/** Lane arrows on the 16 px grid of our icons; all start at the foot of the lane. */
const ARROWS: Record<string, string> = {
  through: "M8 14V3M5.5 5.5 8 3l2.5 2.5",
  left: "M8 14V8.500Q8 6.500 6 6.500H3M5.500 4 3 6.500 5.500 9",
  right: "M8 14V8.500Q8 6.500 10 6.500h3M10.500 4 13 6.500 10.500 9",
  slight_left: "M8 14V9.500L4 4.500M4.300 8V4.500H7.800",
  slight_right: "M8 14V9.500l4-5M11.700 8V4.500H8.200",
  sharp_left: "M8 14V4.500L3.500 10M3.500 6.500V10H7",
  sharp_right: "M8 14V4.500L12.500 10M12.500 6.500V10H9",
  reverse: "M10 14V6.500a3 3 0 0 0-6 0V10M1.800 8 4 10.300 6.200 8",
  merge_to_left: "M11 14V10.500L5 6V3M2.800 5.200 5 3l2.200 2.200",
  merge_to_right: "M5 14V10.500L11 6V3M8.800 5.200 11 3l2.200 2.200",
};

/** The drawing of one arrow; one that this version does not know goes straight on. */
export function arrowPath(arrow: string): string {
  return ARROWS[arrow] ?? ARROWS.through!;
}

/** Lanes in words from left to right, for those who don't see them: "left; straight on, take this". */
export function laneText(lanes: LaneDto[]): string {
  return lanes
    .map((lane) => {
      const arrows = lane.arrows.filter((arrow) => arrow in ARROWS).map((arrow) => t(`plan.lane_${arrow}` as Key));
      const what = arrows.length > 0 ? arrows.join(t("plan.lane_and")) : t("plan.lane_bare");
      if (lane.closed) return t("plan.lane_closed", { what });
      return lane.take !== "" ? t("plan.lane_take", { what }) : what;
    })
    .join(t("plan.lane_next"));
}
