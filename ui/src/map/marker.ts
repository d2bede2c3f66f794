import type { ActionReturn } from "svelte/action";
import { type MapLibreMap, Marker } from "./engine";

export interface MarkerOptions {
  map: MapLibreMap;
  at: [number, number];
  anchor?: "center" | "bottom" | "top" | "left" | "right";
  offset?: [number, number];
  ondrop?: (lon: number, lat: number) => void;
}

/** Puts an element on the map. The element leaves its place in the page for the map's own; keep it inside a holder
 *  that stays, so that the page's order is not disturbed. */
export function marker(node: HTMLElement, options: MarkerOptions): ActionReturn<MarkerOptions> {
  let current = options;
  const label = node.getAttribute("aria-label");
  const made = new Marker({
    element: node,
    anchor: options.anchor ?? "center",
    offset: options.offset ?? [0, 0],
    draggable: options.ondrop !== undefined,
  })
    .setLngLat(options.at)
    .addTo(options.map);
  if (label) node.setAttribute("aria-label", label);
  else node.removeAttribute("aria-label");
  made.on("dragend", () => {
    const { lng, lat } = made.getLngLat();
    current.ondrop?.(lng, lat);
  });
  return {
    update(next) {
      current = next;
      made.setLngLat(next.at);
      made.setOffset(next.offset ?? [0, 0]);
    },
    destroy() {
      made.remove();
    },
  };
}
