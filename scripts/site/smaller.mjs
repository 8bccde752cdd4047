/**
 * Vite's plugin that leaves out what no browser reads: the indents of pages and of templates, and in Lucide's icons, which are
 * shipped as texts, white space, classes, the namespace and the notice, which licenses.md has once.
 */
import { readFileSync } from "node:fs";

const SOURCE = /[\\/]www[\\/].*\.js$/;
const ICON = /[\\/]lucide-static[\\/]icons[\\/][\w-]+\.svg(?=\?raw$)/;

/** Returns the plugin. @returns {import("vite").Plugin} */
export function smaller() {
  return {
    name: "undoodle-smaller",
    apply: "build",
    enforce: "pre",
    load(id) {
      if (!ICON.test(id)) return undefined;
      const svg = readFileSync(id.replace(/\?raw$/, ""), "utf8").replace(/<!--.*?-->/gs, "").replace(/\s+/g, " ").replace(/ ?([<>]) ?/g, "$1")
        .replace(/ class="[^"]*" xmlns="[^"]*"/, "");
      return `export default ${JSON.stringify(svg.trim())};`;
    },
    // A template keeps its line breaks, which may part two words.
    transform: (code, id) => (SOURCE.test(id) ? { code: code.replace(/\n +/g, "\n"), map: null } : undefined),
    transformIndexHtml: { order: "post", handler: (html) => html.replace(/\n\s+/g, "\n") },
  };
}
