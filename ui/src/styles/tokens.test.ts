import { describe, expect, it } from "vitest";
import css from "./tokens.css?raw";


function tokens(block: string | undefined): Record<string, string> {
  return Object.fromEntries([...(block ?? "").matchAll(/(--[\w-]+):\s*([^;]+);/g)].map(([, name, value]) => [name, value]));
}

const light = tokens(/^:root \{([^}]*)\}/m.exec(css)?.[1]);
const bySystem = tokens(/:root:not\(\[data-theme="light"\]\) \{([^}]*)\}/.exec(css)?.[1]);
const byChoice = tokens(/:root\[data-theme="dark"\] \{([^}]*)\}/.exec(css)?.[1]);

function luminance(hex: string): number {
  const [r, g, b] = [1, 3, 5].map((i) => {
    const c = Number.parseInt(hex.slice(i, i + 2), 16) / 255;
    return c <= 0.03928 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * r! + 0.7152 * g! + 0.0722 * b!;
}

function contrast(a: string, b: string): number {
  const [hi, lo] = [luminance(a), luminance(b)].sort((x, y) => y - x);
  return (hi! + 0.05) / (lo! + 0.05);
}

describe("colour tokens", () => {
  it("dark by choice and dark by the desktop are the same", () => {
    expect(byChoice).toEqual(bySystem);
    expect(Object.keys(byChoice).length).toBeGreaterThan(20);
  });

  const pairs: [string, string, number][] = [
    ["--ink", "--surface", 7],
    ["--ink2", "--surface", 4.5],
    ["--ink2", "--sunk", 4.5],
    ["--ink3", "--surface", 4.5],
    ["--ink3", "--bg", 4.5],
    ["--line2", "--surface", 3],
    ["--accent", "--surface", 4.5],
    ["--accent", "--accent-soft", 4.5],
    ["--on-accent", "--accent", 4.5],
    ["--mem", "--surface", 4.5],
    ["--mem", "--mem-soft", 4.5],
    ["--mem-fill", "--surface", 3],
    ["--danger", "--surface", 4.5],
    ["--on-danger", "--danger", 4.5],
    ["--ok", "--surface", 4.5],
    ["--on-ink", "--ink", 7],
  ];
  it.each(pairs)("%s on %s has a contrast of at least %d, light and dark", (front, back, least) => {
    const dark = { ...light, ...byChoice };
    expect(contrast(light[front]!, light[back]!)).toBeGreaterThanOrEqual(least);
    expect(contrast(dark[front]!, dark[back]!)).toBeGreaterThanOrEqual(least);
  });
});
