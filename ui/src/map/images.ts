import type { Map as MapLibreMap, StyleImageMetadata } from "maplibre-gl";
import type { Palette } from "./palette";

interface Picture {
  id: string;
  data: ImageData;
  options: Partial<StyleImageMetadata>;
}

/** The few pictures of the map, drawn here so that no sprite file has to be kept in step with the colours. */
export function addImages(map: MapLibreMap, p: Palette): void {
  for (const { id, data, options } of pictures(p)) {
    if (map.hasImage(id)) map.removeImage(id);
    map.addImage(id, data, options);
  }
}

function pictures(p: Palette): Picture[] {
  return [
    shield("shield", p.shield, p.shieldEdge),
    shield("shield-motorway", p.motorwayShield, p.motorwayShield),
    draw("dot", 8, (c) => {
      c.fillStyle = p.label2;
      c.beginPath();
      c.arc(8, 8, 4, 0, Math.PI * 2);
      c.fill();
    }),
    draw("oneway", 12, (c) => {
      c.strokeStyle = p.road;
      c.lineWidth = 2;
      c.lineCap = "round";
      c.lineJoin = "round";
      c.beginPath();
      c.moveTo(4, 12);
      c.lineTo(20, 12);
      c.moveTo(14, 7);
      c.lineTo(20, 12);
      c.lineTo(14, 17);
      c.stroke();
    }),
  ].flatMap((picture) => picture ?? []);
}

/** A rounded plate whose middle stretches with the text. */
function shield(id: string, ground: string, edge: string): Picture | null {
  const plate = draw(id, 16, (c) => {
    c.beginPath();
    c.roundRect(1, 1, 30, 30, 6);
    c.fillStyle = ground;
    c.fill();
    c.strokeStyle = edge;
    c.lineWidth = 2;
    c.stroke();
  });
  if (!plate) return null;
  return {
    ...plate,
    options: { ...plate.options, stretchX: [[10, 22]], stretchY: [[10, 22]], content: [6, 4, 26, 28] },
  };
}

/** A square picture of `size` CSS pixels at double resolution. */
function draw(id: string, size: number, paint: (c: CanvasRenderingContext2D) => void): Picture | null {
  const canvas = document.createElement("canvas");
  canvas.width = canvas.height = size * 2;
  const context = canvas.getContext("2d", { willReadFrequently: true });
  if (!context) return null;
  paint(context);
  return { id, data: context.getImageData(0, 0, size * 2, size * 2), options: { pixelRatio: 2 } };
}
