// The frame that draws diagrams, as one file with everything in it: nothing else could reach it in its sandbox. The
// server allows its script by hash.

import { defineConfig, type Plugin } from "vite";

export default defineConfig({
  base: "./",
  plugins: [inOneFile()],
  publicDir: false,
  build: {
    target: "es2023",
    outDir: "dist",
    emptyOutDir: false,
    modulePreload: false,
    reportCompressedSize: false,
    chunkSizeWarningLimit: 10_000,
    rolldownOptions: { input: "frames/mermaid.html", output: { codeSplitting: false } },
  },
});

/** Puts the script into the page and leaves no other file. */
function inOneFile(): Plugin {
  return {
    name: "in-one-file",
    enforce: "post",
    generateBundle: {
      // After Vite has put its own last words into the script.
      order: "post",
      handler(_, bundle) {
        const pages = Object.values(bundle).filter((file) => file.type === "asset" && file.fileName.endsWith(".html"));
        const scripts = Object.values(bundle).filter((file) => file.type === "chunk");
        const [page] = pages;
        const [script] = scripts;
        if (page?.type !== "asset" || script === undefined || scripts.length > 1) this.error("the frame is not one page and one script");
        const without = String(page.source).replace(/\s*<script[^>]*><\/script>/, "");
        // In a string or a pattern the two are the same; in the page only one of them ends the script or hides it.
        const code = script.code.replaceAll("</script", "\\x3c/script").replaceAll("<!--", "\\x3c!--");
        page.source = without.replace("</body>", () => `<script type="module">${code}</script>\n  </body>`);
        delete bundle[script.fileName];
      },
    },
  };
}
