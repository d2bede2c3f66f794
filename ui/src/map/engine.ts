import { setWorkerUrl } from "maplibre-gl";
import workerUrl from "maplibre-gl/dist/maplibre-gl-worker.mjs?worker&url";
import "maplibre-gl/dist/maplibre-gl.css";

/** The drawing engine with its worker file in place: whoever needs a map imports it from here. */
setWorkerUrl(workerUrl);

export { Map as MapLibreMap, Marker } from "maplibre-gl";
export type { GeoJSONSource, MapMouseEvent, VectorTileSource } from "maplibre-gl";

/** Whether this computer can draw at all: asked before the engine starts, which would only fail later. */
export function canDraw(): boolean {
  try {
    return document.createElement("canvas").getContext("webgl2") !== null;
  } catch {
    return false;
  }
}
