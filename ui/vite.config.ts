import { svelte } from "@sveltejs/vite-plugin-svelte";
import { type Plugin } from "vite";
import { defineConfig } from "vitest/config";

/** The font packages list each subset as woff2 and as woff. Every web view we run in reads woff2, so the
 *  second list would only double the package. */
function onlyWoff2(): Plugin {
  return {
    name: "only-woff2",
    enforce: "pre",
    transform(code, id) {
      if (!id.includes("@fontsource") || !id.includes(".css")) return null;
      return { code: code.replace(/,\s*url\([^)]*\.woff\)\s*format\(['"]woff['"]\)/g, ""), map: null };
    },
  };
}

/** The made-up program of development must not reach a person's computer: a build that holds it fails. */
function noFake(): Plugin {
  return {
    name: "no-fake",
    apply: "build",
    generateBundle(_, bundle) {
      for (const chunk of Object.values(bundle)) {
        const fake = chunk.type === "chunk" && Object.keys(chunk.modules).find((id) => id.includes("/src/ipc/fake/"));
        if (fake) this.error(`${fake} is in the production bundle`);
      }
    },
  };
}

export default defineConfig({
  plugins: [onlyWoff2(), noFake(), svelte()],
  clearScreen: false,
  server: { port: 1420, strictPort: true },
  worker: { format: "es" },
  build: {
    target: ["es2022", "safari16.4"],
    // Fonts inlined as data URLs would be loaded even for scripts that nobody reads on this screen.
    assetsInlineLimit: 0,
    chunkSizeWarningLimit: 1400,
  },
  resolve: process.env.VITEST ? { conditions: ["browser"] } : undefined,
  // Tests are of data and need no page; one that does says `@vitest-environment jsdom` at its head.
  test: { environment: "node", css: true, include: ["src/**/*.test.ts"] },
});
