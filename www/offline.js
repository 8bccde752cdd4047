/**
 * The service worker: after the first visit the pages open without a network, each as one version.
 *
 * Problem: a network comes and goes, and a page with one file of yesterday and one of today doesn't work at all. Idea: the
 * build writes the list of the site's files into this script, with a version made of all their contents. A version is stored
 * as a whole before it is used, and takes over when no page is open any more, or when a person says so. Older versions
 * stay as long as a page is open that came from them, since it may still load parts.
 *
 * Where the browser knows static routes, it reads stored files itself. Starting this worker for each page takes time, and
 * Chromium does not always start it when a page's process was killed. Elsewhere the fetch handler does the same.
 *
 * A page that was fetched is stored only if all parts that it names are in the list: a server may have got its next version between
 * the list and the page.
 *
 * The system hands pictures that are shared with the app to an address that no server answers. They are kept here until the page takes
 * them (`io/launched.js`).
 *
 * Invariant: a page comes from one version, and nothing is asked of another server.
 */

/** Written here by the build. @type {{version: string, files: string[]}} */
const SITE = { version: "", files: [] };

/**
 * What this script uses of the worker's scope.
 * @typedef {object} Scope
 * @property {{claim: () => Promise<void>}} clients
 * @property {() => Promise<void>} skipWaiting
 * @property {(type: string, listener: (event: any) => void) => void} addEventListener
 * @property {{scope: string}} registration
 */
const scope = /** @type {Scope} */ (/** @type {unknown} */ (self));

/** Address of the folder of the site. */
const FOLDER = scope.registration.scope;

/** Begins the names of this site's caches. Other sites of the server have their own. */
const PREFIX = `undoodle ${new URL(FOLDER).pathname} `;
const CACHE = PREFIX + SITE.version;

/** Begins the name of the lock that a page holds while it is open; the address of its script follows. See `kept/site.js`. */
const HELD = "undoodle page ";

/** Name of the cache of files that were shared with the app, and the address that they are sent to; the manifest and `io/launched.js` know them, too. */
const SHARED = `undoodle shared ${new URL(FOLDER).pathname}`;
const SHARE = `${FOLDER}share`;

/** Headers that are true of the answer as it was sent, but not of the stored one. */
const OF_SENDING = ["content-encoding", "content-length", "vary"];

/** Folder of files whose names hold a digest of their contents. */
const ASSETS = "assets/";

/** Names of the other versions' caches, the oldest first. */
const others = async () => (await caches.keys()).filter((name) => name.startsWith(PREFIX) && name !== CACHE);

/**
 * Stores a file in a cache, unless it is there.
 * @param {Cache} cache
 * @param {string} file
 */
async function storeFile(cache, file) {
  const address = FOLDER + file;
  if (await cache.match(address)) return;
  const asset = file.startsWith(ASSETS);
  const answer = (asset ? await caches.match(address) : undefined) ?? await fetch(address, { cache: asset ? "default" : "no-cache" });
  if (!answer.ok) throw new Error(`${file} can't be stored: ${answer.status}`);
  const headers = new Headers(answer.headers);
  for (const name of OF_SENDING) headers.delete(name);
  // A new answer is no redirection, which the browser would not take for a page.
  const stored = new Response(await answer.blob(), { headers });
  const strange = file.endsWith(".html") ? await strangeIn(stored.clone()) : undefined;
  if (strange) throw new Error(`${file} can't be stored: it is of another version, with ${strange}`);
  // The folder itself stands for its index.
  if (file === "index.html") await cache.put(FOLDER, stored.clone());
  await cache.put(address, stored);
}

/** Returns a part that a page names and this version does not have, if there is one. @param {Response} page */
async function strangeIn(page) {
  const parts = (await page.text()).matchAll(/(?:src|href)="\.\/(assets\/[^"]+)"/g);
  return [...parts].map(([, part]) => part).find((part) => !SITE.files.includes(part));
}

/** Stores this version, or nothing of it. */
async function store() {
  const cache = await caches.open(CACHE);
  try {
    // All have ended before the cache is deleted, so that none makes it anew.
    const ends = await Promise.allSettled(SITE.files.map((file) => storeFile(cache, file)));
    for (const end of ends) if (end.status === "rejected") throw end.reason;
  } catch (error) {
    await caches.delete(CACHE);
    throw error;
  }
}

/** A path as a pattern that matches nothing else. @param {string} file */
const exactly = (file) => (new URL(FOLDER).pathname + file).replace(/[\\{}()*+?:]/g, "\\$&");

/** Routes by which the browser reads stored files without this worker. What is not stored comes from the network. */
function routes() {
  const from = (/** @type {string} */ pathname, /** @type {unknown} */ source) => ({ condition: { urlPattern: { pathname, search: "" }, requestMethod: "GET" }, source });
  const plain = ["", ...SITE.files.filter((file) => !file.startsWith(ASSETS))];
  return [
    ...plain.map((file) => from(exactly(file), { cacheName: CACHE })),
    // Also those of older versions, for pages that came from them.
    from(`${exactly(ASSETS)}*`, "cache"),
  ];
}

/** Deletes versions that no page can need. The one before this may have a page that does not hold its lock yet. */
async function tidy() {
  const { held = [] } = await navigator.locks.query();
  const scripts = held.flatMap(({ name = "" }) => (name.startsWith(HELD) ? [name.slice(HELD.length)] : []));
  const older = (await others()).slice(0, -1);
  await Promise.all(older.map(async (name) => {
    const cache = await caches.open(name);
    const needed = await Promise.all(scripts.map((script) => cache.match(script)));
    if (!needed.some(Boolean)) await caches.delete(name);
  }));
}

/** Answers a request for a file of the site. @param {Request} request @param {string} file */
async function answer(request, file) {
  const known = file.startsWith(ASSETS) ? await caches.match(request.url) : await (await caches.open(CACHE)).match(FOLDER + file);
  return known ?? fetch(request);
}

/** Keeps files that were shared with the app, and leads to the page that opens them. @param {Request} request */
async function receive(request) {
  try {
    const files = (await request.formData()).getAll("file").filter((entry) => entry instanceof File);
    const cache = await caches.open(SHARED);
    await Promise.all(files.map((file, at) => cache.put(`${SHARE}/${Date.now()}-${at}/${encodeURIComponent(file.name)}`, new Response(file))));
  } catch {
    // There is no room. The page finds nothing, and says so.
  }
  return Response.redirect(`${FOLDER}index.html#shared`, 303);
}

scope.addEventListener("install", (event) => {
  event.waitUntil(store());
  // A browser that knows other routes than these has the handler.
  if (event.addRoutes) event.waitUntil(Promise.resolve(event.addRoutes(routes())).catch(() => {}));
});
scope.addEventListener("activate", (event) => event.waitUntil(Promise.all([scope.clients.claim(), tidy()])));
scope.addEventListener("fetch", (event) => {
  const { request } = event;
  if (request.method === "POST" && request.url === SHARE) event.respondWith(receive(request));
  if (request.method !== "GET" || !request.url.startsWith(FOLDER)) return;
  const file = request.url.slice(FOLDER.length).replace(/[?#].*$/, "");
  if (file === "" || file.startsWith(ASSETS) || SITE.files.includes(file)) event.respondWith(answer(request, file));
});
scope.addEventListener("message", ({ data }) => {
  if (data === "take over") void scope.skipWaiting();
});
