import { svelte } from "@sveltejs/vite-plugin-svelte";
import { defineConfig } from "vitest/config";

// Names without hashes and no source maps: the bundle is committed, and must come out the same.
export default defineConfig({
  plugins: [svelte()],
  base: "./",
  build: {
    outDir: "../src/playout/web/static",
    emptyOutDir: true,
    modulePreload: { polyfill: false },
    rollupOptions: {
      output: {
        entryFileNames: "page.js",
        chunkFileNames: "[name].js",
        assetFileNames: "[name][extname]",
      },
    },
  },
  test: { testTimeout: 120_000, hookTimeout: 120_000 }, // a busy machine is no failure
  server: { proxy: { "/api": "http://127.0.0.1:8642", "/ws": { target: "ws://127.0.0.1:8642", ws: true } } },
});
