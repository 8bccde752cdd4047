import path from "node:path";
import { defineConfig } from "vite";
import { app } from "./scripts/site/app.mjs";
import { GOES } from "./scripts/site/pages.mjs";
import { smaller } from "./scripts/site/smaller.mjs";

/**
 * What stands for pkg/undoodle.js, since the build script has the module cut in two; and for the folders of the other modules, where
 * journeys are made on a quick build.
 */
const { UNDOODLE_MODULE: chosen, UNDOODLE_FORMATS: formats, UNDOODLE_LAB: lab } = process.env;

const alias = [
  ...(chosen ? [{ find: /^(\.\.\/)+pkg\/undoodle\.js$/, replacement: path.resolve(chosen) }] : []),
  ...(formats ? [{ find: /^(\.\.\/)+pkg\/files\/(formats[\w.]+(\?url)?)$/, replacement: `${path.resolve(formats)}/$2` }] : []),
  ...(lab ? [{ find: /^(\.\.\/)+pkg\/lab\/(lab[\w.]+)$/, replacement: `${path.resolve(lab)}/$2` }] : []),
];

/**
 * Has the browser ask for the module together with the scripts, which would ask for it only when they run.
 * @type {import("vite").Plugin}
 */
const moduleAtOnce = {
  name: "undoodle-module-at-once",
  transformIndexHtml: {
    order: "post",
    handler(_, { bundle, path: page }) {
      const wanted = page.endsWith("/index.html") ? "undoodle_bg" : "lab_bg";
      const module = Object.keys(bundle ?? {}).find((name) => name.includes(`/${wanted}-`) && name.endsWith(".wasm"));
      if (module === undefined) return [];
      const attrs = { rel: "preload", as: "fetch", type: "application/wasm", crossorigin: "", href: `./${module}` };
      return [{ tag: "link", attrs, injectTo: "head" }];
    },
  },
};

/** In which go pages are made. `npm run dev` serves all of them, and has none. */
const { UNDOODLE_PAGES: pages = "" } = process.env;
const isEditor = pages !== "others";

/** What the other pages begin with, in one file. */
const FIRST = /\/node_modules\/lit(?:-html)?\/(?:lit-html|html|directive|directive-helpers|directives\/(?:unsafe-html|live))\.js$|\/www\/(?:settings|language|words|theme|controls|fields|how|tasks|io\/idle|io\/typing)\.js$|\/icons\/(?:paint-bucket|eraser|redo-2|undo-2|pencil)\.svg\?raw$/;

/** Where the editor's page imports from, in order: before it starts, for the panels around the picture, and for what people ask for. */
const STARTS = Object.entries({ editor: ["main"], around: ["studio", "around"], within: ["within"] });

/** @typedef {{getModuleInfo: (id: string) => {importedIds: string[]} | null}} Graph */

/** The file of each module that the editor's page imports, by the module's address. @type {Map<string, string>} */
const files = new Map();

/**
 * Returns the file that a module goes to, if the editor's page imports it. By itself Vite makes one of each set of modules that the page and
 * what it loads later have in common.
 * @param {string} id
 * @param {Graph} graph
 */
function fileOf(id, graph) {
  const go = (/** @type {string} */ module, /** @type {string} */ file) => {
    if (files.has(module)) return;
    files.set(module, file);
    for (const imported of graph.getModuleInfo(module)?.importedIds ?? []) go(imported, file);
  };
  for (const [file, starts] of STARTS) for (const start of starts) go(path.resolve(`www/${start}.js`), file);
  return id.endsWith(".css") ? null : files.get(id);
}

/** Tells the bundler of a file: what an earlier one needs is not in a later one. @param {(typeof STARTS)[number]} start @param {number} place */
const groupOf = ([file], place) => ({
  name: (/** @type {string} */ id, /** @type {Graph} */ graph) => (fileOf(id, graph) === file ? file : null),
  debugName: file,
  priority: STARTS.length - 1 - place,
});

/** The files of the editor's page, and of the others. */
const EDITOR = STARTS.map(groupOf);
const OTHERS = [{ name: "first", test: FIRST }];

export default defineConfig({
  plugins: [moduleAtOnce, app(), smaller()],
  resolve: { alias },
  // Relative addresses: the site works from any folder of any server.
  base: "./",
  // The worker that measures loads the WebAssembly module as the pages do.
  worker: { format: "es" },
  build: {
    target: "es2023",
    // The page's policy allows no code and no data inside of markup, so nothing is inlined:
    // the wasm module, styles and icons are files of their own.
    assetsInlineLimit: 0,
    // What the page has begun with is there. Firefox takes it for a failure to be told once more to load it.
    modulePreload: { polyfill: false, resolveDependencies: (_, files) => files.filter((file) => !file.includes("/editor-")) },
    // What is shipped carries the notices of the packages in it.
    license: { fileName: isEditor ? "licenses.md" : "licenses-of-other-pages.md" },
    rolldownOptions: {
      input: GOES[pages] ?? Object.values(GOES).flat(),
      output: { codeSplitting: { groups: isEditor ? EDITOR : OTHERS } },
    },
  },
});
