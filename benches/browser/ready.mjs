/**
 * How soon one can paint: the time from asking for the page until it is ready, beside that of the bare page, in turns, with
 * nothing in the browser's cache, and the bytes that are asked for until then. Both pages set the mark "ready" themselves.
 */
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { gzipSync } from "node:zlib";
import { startBrowser } from "../../tests/browser/browsers.mjs";
import { serve } from "../../tests/browser/server.mjs";

const BARE = fileURLToPath(new URL("../page/", import.meta.url));
const SITE = new URL("../../dist/", import.meta.url);

/** How often each page is loaded, and how many loads pass before the browser is at its speed. */
const [LOADS, FIRST] = [21, 4];

/** @param {number[]} values */
const median = (values) => values.toSorted((a, b) => a - b)[values.length >> 1] ?? NaN;

/**
 * Returns the times in milliseconds, medians; `painted` is the editor's first frame with something on it.
 * @param {string[]} [roots] Folders of other builds of the site, to be compared.
 * @returns {Promise<{ready: number, painted: number}[]>} The bare page's, the site's, and those of the other builds.
 */
export async function ready(roots = []) {
  const servers = [await serve("/", "", BARE), await serve(), ...await Promise.all(roots.map((root) => serve("/", "", root)))];
  const driver = await startBrowser({});
  const found = servers.map(() => /** @type {{ready: number, painted: number}[]} */ ([]));
  try {
    const ask = (/** @type {string} */ method, params = {}) => /** @type {any} */ (driver).sendAndGetDevToolsCommand(method, params);
    await ask("Network.enable");
    await ask("Network.setCacheDisabled", { cacheDisabled: true });
    for (let load = 0; load < LOADS + FIRST; load += 1) {
      for (const [i, server] of servers.entries()) {
        await driver.get(`${server.url}index.html?side=64&width=878&height=467`);
        const times = await driver.executeAsyncScript(`
          const done = arguments[0];
          const look = () => {
            const time = (name) => performance.getEntriesByName(name)[0]?.startTime;
            if (time("ready") === undefined) setTimeout(look, 5);
            else setTimeout(() => done({ ready: time("ready"), painted: time("first-contentful-paint") ?? NaN }), 100);
          };
          look();`);
        if (load >= FIRST) found[i].push(/** @type {any} */ (times));
        await driver.get("about:blank");
      }
    }
  } finally {
    await driver.quit();
    for (const server of servers) server.stop();
  }
  return found.map((times) => ({ ready: median(times.map((one) => one.ready)), painted: median(times.map((one) => one.painted)) }));
}

/**
 * Returns the bytes, packed by gzip, of the files that the page asks for before it is ready, without the second part of the module: it comes
 * meanwhile, and nobody waits for it. The app's manifest and its icons
 * are asked for by the browser, whenever it has time, to tell whether the app can be installed.
 * @returns {Promise<number>}
 */
export async function bytesUntilReady() {
  const server = await serve();
  const driver = await startBrowser({});
  try {
    await driver.get(`${server.url}index.html`);
    /** @type {string[]} */
    const files = await driver.executeAsyncScript(`
      const done = arguments[0];
      const look = () => {
        const [ready] = performance.getEntriesByName("ready");
        if (ready) done(performance.getEntriesByType("resource").filter((entry) => entry.startTime < ready.startTime).map(({ name }) => name));
        else setTimeout(look, 5);
      };
      look();`);
    const paths = new Set(["index.html", ...files.map((file) => file.slice(server.url.length)).filter((file) => file.startsWith("assets/") && !file.includes("undoodle_rest"))]);
    return [...paths].reduce((sum, file) => sum + gzipSync(readFileSync(new URL(file, SITE)), { level: 9 }).length, 0);
  } finally {
    await driver.quit();
    server.stop();
  }
}

if (process.argv[1] === fileURLToPath(import.meta.url)) console.log(await bytesUntilReady(), await ready(process.argv.slice(2)));
