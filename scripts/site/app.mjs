/**
 * Vite's plugin that makes the site an app: its manifest, its icons and its service worker.
 *
 * The worker gets the list of all files that pages can ask for, and a version that is a digest of their names and contents.
 * The same files make the same version on any machine. `npm run dev` serves a worker that removes the one of an earlier `npm
 * start`, which has the same address.
 */
import { createHash } from "node:crypto";
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { OTHERS } from "../../www/io/others.js";
import { drawIcon, ICONS } from "./icons.mjs";

const MANIFEST = "undoodle.webmanifest";
const WORKER = "offline.js";

/** Files that no page asks for. */
const ASIDE = new Set([WORKER, "licenses.md", "licenses-of-other-pages.md"]);

/** Media types of containers, in which most files are not ours. */
const CONTAINERS = ["application/zip", "application/json"];

/**
 * Returns the files that the system may open with the app, endings by their media types. Archives are not among them: whoever opens one
 * seldom means to draw.
 * @returns {Record<string, string[]>}
 */
export function handled() {
  /** @type {{mime: string, endings: string[], reads: boolean}[]} */
  const formats = JSON.parse(readFileSync(new URL("../../www/io/formats.json", import.meta.url), "utf8")).formats;
  const read = [...formats.filter(({ reads, mime }) => reads && mime !== "application/zip"), ...OTHERS];
  return Object.fromEntries(read.map(({ mime, endings }) => [CONTAINERS.includes(mime) ? `application/x-${endings[0]}` : mime, endings.map((ending) => `.${ending}`)]));
}

/**
 * A worker that removes what was stored, and itself, and has the pages load what there is now. Its activation does not wait for them: where a
 * page registers it once more just then, the loading page waits for the activation. Such a page's successor unregisters it (`www/kept/site.js`).
 */
const REMOVAL = `
addEventListener("install", () => skipWaiting());
addEventListener("activate", (event) => event.waitUntil((async () => {
  for (const name of await caches.keys()) if (name.startsWith("undoodle ")) await caches.delete(name);
  await registration.unregister();
  for (const page of await clients.matchAll({ type: "window" })) page.navigate(page.url).catch(() => {});
})()));
`;

/** Returns the files below a folder, sorted. @param {string} folder */
function filesBelow(folder) {
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  return entries.map((entry) => path.relative(folder, path.join(entry.parentPath, entry.name)).split(path.sep).join("/")).sort();
}

/**
 * Writes the service worker of a site.
 * @param {string} source The script without its list.
 * @param {string} folder The site's files.
 */
export function writeWorker(source, folder) {
  const files = filesBelow(folder).filter((file) => !ASIDE.has(file));
  const digest = createHash("sha256");
  for (const file of files) digest.update(`${file}\0`).update(createHash("sha256").update(readFileSync(path.join(folder, file))).digest());
  const site = JSON.stringify({ version: digest.digest("hex").slice(0, 16), files });
  const script = readFileSync(source, "utf8");
  const written = script.replace('{ version: "", files: [] }', () => site);
  if (written === script) throw new Error(`${source} has no place for the list of files`);
  writeFileSync(path.join(folder, WORKER), written);
}

/** Returns the plugin. @returns {import("vite").Plugin} */
export function app() {
  let [root, folder, built] = ["", "", false];
  const source = (/** @type {string} */ name) => path.join(root, "www", name);
  return {
    name: "undoodle-app",
    configResolved(config) {
      root = config.root;
      folder = path.resolve(root, config.build.outDir);
    },
    configureServer: ({ middlewares }) => {
      middlewares.use(`/${WORKER}`, (_request, response) => {
        response.writeHead(200, { "content-type": "text/javascript", "cache-control": "no-store" }).end(REMOVAL);
      });
    },
    transformIndexHtml: {
      order: "post",
      handler(_, { server }) {
        if (server) return [];
        return [{ tag: "link", attrs: { rel: "manifest", href: `./${MANIFEST}` }, injectTo: "head" }];
      },
    },
    generateBundle() {
      built = true;
      const svg = readFileSync(source("icon.svg"), "utf8");
      for (const icon of ICONS) this.emitFile({ type: "asset", fileName: icon.file, source: drawIcon(svg, icon) });
      const icons = ICONS.map(({ file, side, whole }) => ({
        src: `./${file}`, sizes: `${side}x${side}`, type: "image/png", purpose: whole ? "maskable" : "any",
      }));
      const own = JSON.parse(readFileSync(source(MANIFEST), "utf8"));
      const accept = handled();
      own.share_target.params.files[0].accept.push(...Object.values(accept).flat());
      const manifest = { ...own, icons, file_handlers: [{ action: own.start_url, accept }] };
      this.emitFile({ type: "asset", fileName: MANIFEST, source: `${JSON.stringify(manifest, null, 2)}\n` });
    },
    // When all files are there, those that Vite itself adds at the end, too. A server of sources that ends has none.
    closeBundle: () => {
      if (built) writeWorker(source(WORKER), folder);
    },
  };
}
