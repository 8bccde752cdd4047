/**
 * A plugin of the build that lists the site's files for its service worker.
 *
 * The list and a version, which is a sum of all files' contents, take the place of the empty ones in www/offline.js.
 * The same files make the same version on any machine.
 */
import { createHash } from "node:crypto";
import { readFileSync, readdirSync, writeFileSync } from "node:fs";
import path from "node:path";

/** Files that no page asks for. */
const ASIDE = new Set(["offline.js", "licenses.md"]);

/** Returns the files below a folder, sorted. @param {string} folder */
function filesOf(folder) {
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  return entries.map((entry) => path.relative(folder, path.join(entry.parentPath, entry.name)).split(path.sep).join("/")).sort();
}

/** Writes the service worker of a site. @param {string} source The script without its list. @param {string} folder The site's files. */
export function writeWorker(source, folder) {
  const files = filesOf(folder).filter((file) => !ASIDE.has(file));
  const sum = createHash("sha256");
  for (const file of files) sum.update(file).update("\0").update(readFileSync(path.join(folder, file)));
  const site = JSON.stringify({ version: sum.digest("hex").slice(0, 16), files });
  const script = readFileSync(source, "utf8");
  const written = script.replace('{ version: "", files: [] }', () => site);
  if (written === script) throw new Error(`${source} has no place for the list of files`);
  writeFileSync(path.join(folder, "offline.js"), written);
}

/** @returns {import("vite").Plugin} */
export const offline = () => {
  let [root, folder] = ["", ""];
  return {
    name: "undoodle-offline",
    apply: "build",
    configResolved(config) {
      root = config.root;
      folder = path.resolve(root, config.build.outDir);
    },
    closeBundle: () => writeWorker(path.join(root, "www/offline.js"), folder),
  };
};
