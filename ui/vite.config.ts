import { svelte } from "@sveltejs/vite-plugin-svelte";
import { defineConfig } from "vitest/config";

// The server's content policy allows nothing inline, so styles and scripts are files and no asset becomes a data: URL.
export default defineConfig({
  plugins: [svelte()],
  // Tests of state need Svelte as it is in the browser, not as it renders on a server.
  ...(process.env["VITEST"] ? { resolve: { conditions: ["browser"] } } : {}),
  build: {
    target: "es2023",
    assetsInlineLimit: 0,
    cssCodeSplit: false,
    modulePreload: { polyfill: false },
    reportCompressedSize: true,
  },
  test: {
    include: ["src/**/*.test.ts"],
    environment: "node",
  },
});
