import { gzipSync } from "node:zlib";
import { svelte } from "@sveltejs/vite-plugin-svelte";
import type { Plugin } from "vite";
import { defineConfig } from "vitest/config";

/** The most that the page may load of scripts before it shows anything, gzipped, in bytes. */
const MOST_AT_FIRST = 80 * 1024;

// The server's content policy allows nothing inline, so styles and scripts are files and no asset becomes a data: URL.
export default defineConfig({
  plugins: [svelte(), lightAtFirst()],
  // Tests of state need Svelte as it is in the browser, not as it renders on a server.
  ...(process.env["VITEST"] ? { resolve: { conditions: ["browser"] } } : {}),
  build: {
    target: "es2023",
    assetsInlineLimit: 0,
    cssCodeSplit: false,
    modulePreload: { polyfill: false },
    reportCompressedSize: true,
    rolldownOptions: {
      output: {
        // What the page needs at first is one file: split by who shares what with parts fetched later, it takes a tenth more.
        codeSplitting: { groups: [{ name: "first", tags: ["$initial"] }] },
      },
    },
  },
  test: {
    include: ["src/**/*.test.ts", "frames/**/*.test.ts"],
    environment: "node",
  },
});

/** Fails a build whose page is slower to come up than it may be. */
function lightAtFirst(): Plugin {
  return {
    name: "light-at-first",
    apply: (_, { command, mode }) => command === "build" && mode === "production",
    generateBundle(_, bundle) {
      const first = new Set<string>();
      const take = (name: string) => {
        const file = bundle[name];
        if (file?.type !== "chunk" || first.has(name)) return;
        first.add(name);
        for (const imported of file.imports) take(imported);
      };
      for (const file of Object.values(bundle)) if (file.type === "chunk" && file.isEntry) take(file.fileName);
      let bytes = 0;
      for (const name of first) {
        const file = bundle[name];
        if (file?.type === "chunk") bytes += gzipSync(file.code).length;
      }
      if (bytes > MOST_AT_FIRST) this.error(`the page's first scripts are ${bytes} bytes gzipped, over ${MOST_AT_FIRST}`);
      this.info(`the page's first scripts are ${bytes} bytes gzipped`);
    },
  };
}
