/**
 * The plainest static server: the files of dist/, below a folder, and nothing else. What works
 * here works on any. A journey can have a script run before those of the pages, in any browser: the
 * pages then load it first, from this server, as their policy allows.
 */
import { readFileSync, statSync } from "node:fs";
import { createServer } from "node:http";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { BROWSERS_OWN } from "./reset.mjs";

/** The folder of the site: what is published, or what UNDOODLE_SITE names. */
export const DIST = process.env.UNDOODLE_SITE || fileURLToPath(new URL("../../dist/", import.meta.url));

/** A name under which browsers that have the ability find this machine. It makes no secure context, as that of another machine by plain HTTP. */
export const NAME = "undoodle.test";

/** @type {Record<string, string>} */
const TYPES = {
  ".html": "text/html; charset=utf-8",
  ".js": "text/javascript",
  ".css": "text/css",
  ".svg": "image/svg+xml",
  ".wasm": "application/wasm",
  ".webmanifest": "application/manifest+json",
  ".png": "image/png",
};

/** Has a page believe that somebody has been here before, so that nothing greets. Where storage is denied, nothing is noted. */
export const SEEN = "try { localStorage.setItem('undoodle: welcomed', 'true'); } catch {}\n";

/**
 * Has a page find no service workers, as some browsers have none in a private window: to store the site takes a process of its own
 * and a second of a processor in each browser that a journey starts. `copies.mjs` serves those that are about it.
 */
const UNSTORED = "Object.defineProperty(Navigator.prototype, 'serviceWorker', { value: undefined });\n";

/**
 * Has a page note the last events of input that have reached it, for whoever reads why a journey failed: when, of which kind, where,
 * what was there, and whether somebody has taken it.
 */
export const INPUT = `{
  const noted = window.lastInput = [];
  const place = (target) => !(target instanceof Element) ? String(target) : target.id ? "#" + target.id : target.tagName.toLowerCase() + (target.className && typeof target.className === "string" ? "." + target.className.trim().replace(/\\s+/g, ".") : "");
  const note = (event) => {
    // What the page rehearses by itself is nobody's input.
    if (!event.isTrusted) return;
    const what = event.key ?? (event.clientX === undefined ? "" : Math.round(event.clientX) + "," + Math.round(event.clientY));
    const entry = { text: Math.round(event.timeStamp) + " ms " + event.type + " " + what + " " + place(event.target), event };
    if (event.type === "pointermove" && noted.at(-1)?.event.type === "pointermove") noted.pop();
    noted.push(entry);
    if (noted.length > 60) noted.shift();
    setTimeout(() => { entry.text += event.defaultPrevented ? " (taken)" : ""; });
  };
  for (const type of ["pointerdown", "pointermove", "pointerup", "pointercancel", "click", "dblclick", "wheel", "keydown", "keyup", "input", "change", "submit", "copy", "cut", "paste", "drop", "focusin", "blur"]) addEventListener(type, note, { capture: true, passive: true });
}
`;

/**
 * Returns the script that runs before those of a journey's pages.
 * @param {string} before The journey's own.
 * @param {boolean} first Whether it is a first visit, which is greeted.
 * @param {boolean} stored Whether the site is stored.
 * @param {boolean} [again] Whether the page may be brought back for another journey. To list what is the browser's own takes a third of the
 * time of loading the page.
 */
export const prelude = (before, first, stored, again = false) => (again ? BROWSERS_OWN : "") + INPUT + (first ? "" : SEEN) + (stored ? "" : UNSTORED) + before;

/** Name under which the script that runs first is served. */
const BEFORE = "before-the-page.js";

/** Ports that this process has had: at the address of an earlier journey, its browser still has what that one kept. @type {Set<number>} */
const had = new Set();

/** Listens on a port that this process has not had before, and returns it. @param {import("node:http").Server} server @returns {Promise<number>} */
async function listen(server) {
  await new Promise((resolve) => server.listen(0, "127.0.0.1", () => resolve(undefined)));
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("the server has no port");
  if (!had.has(address.port)) {
    had.add(address.port);
    return address.port;
  }
  await new Promise((resolve) => server.close(resolve));
  return listen(server);
}

/**
 * Serves the files at an address that was nobody's in this process before, so that nothing is stored there.
 * @param {string} folder Such as "/" or "/some/folder/".
 * @param {string} before A script that runs before those of each page.
 * @param {string} root The folder of the files.
 */
export async function serve(folder = "/", before = "", root = DIST) {
  const server = createServer((request, response) => {
    const { pathname } = new URL(request.url ?? "/", "http://localhost");
    const file = path.join(root, pathname.slice(folder.length));
    const inside = pathname.startsWith(folder) && file.startsWith(root);
    if (before && pathname === folder + BEFORE) {
      response.writeHead(200, { "content-type": TYPES[".js"] }).end(before);
      return;
    }
    if (!inside || !statSync(file, { throwIfNoEntry: false })?.isFile()) {
      response.writeHead(404).end();
      return;
    }
    response.writeHead(200, { "content-type": TYPES[path.extname(file)] ?? "application/octet-stream" });
    if (before && file.endsWith(".html")) response.end(readFileSync(file, "utf8").replace(/(?=<title>)/, `<script src="./${BEFORE}"></script>`));
    else response.end(readFileSync(file));
  });
  const port = await listen(server);
  const stop = () => {
    server.close();
    // A browser holds connections ready that have not been used. They count as busy, and would be answered for ever.
    server.closeAllConnections();
  };
  return { url: `http://127.0.0.1:${port}${folder}`, stop };
}
