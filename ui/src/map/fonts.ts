import latinRanges from "@fontsource/noto-sans/unicode.json";
import chineseRanges from "@fontsource/noto-sans-sc/unicode.json";

/** Faces of the map's labels. The engine draws each glyph itself and loads, by range, only the pieces it needs; they
 *  are the files that the window's text uses too. */
export const REGULAR = "Noto Sans";
export const SEMIBOLD = "Noto Sans Semibold";
export const ITALIC = "Noto Sans Italic";

interface Face {
  url: string;
  "unicode-range": string[];
}

const latin = import.meta.glob<string>(
  [
    "/node_modules/@fontsource/noto-sans/files/noto-sans-latin-{400,600}-normal.woff2",
    "/node_modules/@fontsource/noto-sans/files/noto-sans-latin-ext-{400,600}-normal.woff2",
    "/node_modules/@fontsource/noto-sans/files/noto-sans-latin-400-italic.woff2",
  ],
  { query: "?url", import: "default", eager: true },
);
const chinese = import.meta.glob<string>(
  "/node_modules/@fontsource/noto-sans-sc/files/noto-sans-sc-+([0-9])-{400,600}-normal.woff2",
  { query: "?url", import: "default", eager: true },
);

function find(files: Record<string, string>, ending: string): string | undefined {
  return Object.entries(files).find(([path]) => path.endsWith(ending))?.[1];
}

function faces(
  files: Record<string, string>,
  prefix: string,
  ranges: Record<string, string>,
  style: string,
  base: string,
): Face[] {
  return Object.entries(ranges).flatMap(([subset, range]) => {
    const url = find(files, `/${prefix}-${subset.replace(/[[\]]/g, "")}-${style}.woff2`);
    return url ? [{ url: new URL(url, base).href, "unicode-range": range.split(",") }] : [];
  });
}

/** `base` makes the addresses absolute: the engine's worker has no page to resolve them against. */
export function fontFaces(base: string): Record<string, Face[]> {
  const stack = (weight: 400 | 600): Face[] => [
    ...faces(latin, "noto-sans", latinRanges, `${weight}-normal`, base),
    ...faces(chinese, "noto-sans-sc", chineseRanges, `${weight}-normal`, base),
  ];
  return {
    [REGULAR]: stack(400),
    [SEMIBOLD]: stack(600),
    // Chinese has no italics: names of seas fall back to upright ones.
    [ITALIC]: [...faces(latin, "noto-sans", latinRanges, "400-italic", base), ...stack(400)],
  };
}
