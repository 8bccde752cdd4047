/**
 * The form of the German texts in `www/words/de/`: one entry a line, sorted by its English key.
 *
 * Two branches that each add a text then change different lines, and a diff shows which texts have changed. The test of the German
 * texts holds this form. `node scripts/german.mjs --sort` writes the files in it.
 */
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { pathToFileURL } from "node:url";

const folder = path.resolve(import.meta.dirname, "../www/words/de");

/** Returns a file's source with one entry a line, sorted by code units. Of entries with equal keys the last remains. @param {string} source */
export function sorted(source) {
  const entries = Object.entries(JSON.parse(source)).sort(([a], [b]) => (a < b ? -1 : 1));
  return `${JSON.stringify(Object.fromEntries(entries), null, 2)}\n`;
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? "").href) {
  if (process.argv[2] !== "--sort") throw new Error("usage: node scripts/german.mjs --sort");
  for (const name of readdirSync(folder)) {
    const file = path.join(folder, name);
    writeFileSync(file, sorted(readFileSync(file, "utf8")));
  }
}
