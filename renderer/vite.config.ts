// Builds the renderer once for both of its homes: the server at http://…/ and the desktop at app://lastmile/.
import { fileURLToPath } from "node:url";
import react from "@vitejs/plugin-react";
import mantine from "postcss-preset-mantine";
import { defineConfig } from "vite";

export default defineConfig({
  root: fileURLToPath(new URL(".", import.meta.url)),
  // Both homes serve at the root of their origin, and routes may be deep: relative addresses would break there.
  base: "/",
  plugins: [react()],
  css: { postcss: { plugins: [mantine()] } },
  build: {
    outDir: "../.build/renderer",
    emptyOutDir: true,
    sourcemap: true,
    // The content security policy allows no inline script and no data: address for code.
    modulePreload: { polyfill: false },
    assetsInlineLimit: 0,
    target: "es2023",
    // What the service worker keeps for reloads without a connection: every file, also those that are loaded later.
    manifest: "asset-manifest.json",
    // One large file on purpose: what is loaded later might be wanted when there is no connection.
    chunkSizeWarningLimit: 2500,
    rolldownOptions: {
      treeshake: {
        // An area's index names what others may use: importing one of it loads nothing of the rest.
        moduleSideEffects: [{ test: /\/(renderer|shared)\/[a-z]+\/index\.ts$/, sideEffects: false }],
      },
    },
  },
});
