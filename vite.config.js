import { defineConfig } from "vite";

export default defineConfig({
  // Relative addresses: the site works from any folder of any server.
  base: "./",
  build: {
    target: "es2023",
    // The page's policy allows no code and no data inside of markup, so nothing is inlined:
    // the wasm module, styles and icons are files of their own.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    // What is shipped carries the notices of the packages in it.
    license: { fileName: "licenses.md" },
    rolldownOptions: { input: ["index.html", "squares.html", "lab.html"] },
  },
});
