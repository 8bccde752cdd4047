/**
 * The service worker: after the first visit the pages open without a network, and always as one version.
 *
 * Problem: a school's network comes and goes, and a page of which one file is of yesterday and one of today doesn't work at all.
 * Idea: the build writes the list of the site's files, and a version made of all their contents, into this script. A new version is stored
 * wholly before it is used, beside the one in use; it takes over when no page is open any more, or when a person says so.
 * Files whose names hold a sum of their contents are copied from the version before. That one is kept until the next takes over, as pages that it
 * has opened may still ask for parts of theirs. The invariant: a page comes from one version, and nothing is asked of
 * any other server.
 */

/** What the build puts in this place. @type {{version: string, files: string[]}} */
const SITE = { version: "", files: [] };

const CACHE = `undoodle ${SITE.version}`;

/**
 * The worker's scope, as far as this script knows it.
 * @typedef {object} Scope
 * @property {{claim: () => Promise<void>}} clients
 * @property {() => Promise<void>} skipWaiting
 * @property {(type: string, listener: (event: any) => void) => void} addEventListener
 * @property {{scope: string}} registration
 */
const scope = /** @type {Scope} */ (/** @type {unknown} */ (self));

/** Names of the caches of this site, the newest last. */
const versions = async () => (await caches.keys()).filter((name) => name.startsWith("undoodle "));

/** Stores this version. */
async function store() {
  const cache = await caches.open(CACHE);
  const others = await Promise.all((await versions()).filter((name) => name !== CACHE).map((name) => caches.open(name)));
  await Promise.all(SITE.files.map(async (file) => {
    if (await cache.match(file)) return;
    const known = file.startsWith("assets/") ? (await Promise.all(others.map((other) => other.match(file)))).find(Boolean) : undefined;
    const answer = known ?? await fetch(file, { cache: "no-cache" });
    if (!answer.ok) throw new Error(`${file} can't be stored: ${answer.status}`);
    await cache.put(file, answer);
  }));
}

/** Drops what is older than the version before. */
async function tidy() {
  const others = (await versions()).filter((name) => name !== CACHE);
  await Promise.all(others.slice(0, -1).map((name) => caches.delete(name)));
  await scope.clients.claim();
}

/** Answers a page's request from this version, or one of a page of the version before, or from the site. @param {Request} request */
async function answer(request) {
  const { pathname } = new URL(request.url);
  const wanted = pathname.endsWith("/") ? new URL("index.html", request.url).href : request;
  const cache = await caches.open(CACHE);
  const known = await cache.match(wanted, { ignoreSearch: true });
  if (known) return known;
  return (pathname.includes("/assets/") ? await caches.match(request) : undefined) ?? fetch(request);
}

scope.addEventListener("install", (event) => event.waitUntil(store()));
scope.addEventListener("activate", (event) => event.waitUntil(tidy()));
scope.addEventListener("fetch", (event) => {
  const { request } = event;
  if (request.method === "GET" && request.url.startsWith(scope.registration.scope)) event.respondWith(answer(request));
});
scope.addEventListener("message", ({ data }) => {
  if (data === "take over") void scope.skipWaiting();
});
