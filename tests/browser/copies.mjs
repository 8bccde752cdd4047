/**
 * Copies of the site, which may be changed and taken away, for journeys about what the browser has stored of them.
 *
 * The journeys of a file share a browser, as those of `visit.mjs` do: each copy has an address of its own.
 */
import { cpSync, mkdtempSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { writeWorker } from "../../scripts/site/app.mjs";
import { startBrowser } from "./browsers.mjs";
import { atEnd } from "./ending.mjs";
import { keepFailure } from "./failures.mjs";
import { Page } from "./page.mjs";
import { DIST, INPUT, SEEN, serve } from "./server.mjs";
import { tidy } from "./visit.mjs";

const WORKER = fileURLToPath(new URL("../../www/offline.js", import.meta.url));

/**
 * @typedef {object} Copy
 * @property {string} folder
 * @property {() => Promise<void>} stop Ends its server, as if the network were gone.
 */

/** Runs before a page's scripts: the site is stored as soon as the page is ready, and not three seconds later. */
export const STORED_AT_ONCE = `{
  const later = window.setTimeout;
  window.setTimeout = (action, ms, ...rest) => later(action, ms === 3000 ? 0 : ms, ...rest);
}
`;

/** The browser that waits for the next journey, and its folder of downloads. @type {Parameters<typeof tidy>[0] | undefined} */
let waiting;

/** Whether journeys run, and not a script that wants one copy. */
const testing = process.env.NODE_TEST_CONTEXT !== undefined;
if (testing) atEnd(() => end(waiting));

/** @returns {Promise<NonNullable<typeof waiting>>} */
async function start() {
  const driver = await startBrowser({});
  return { driver, downloads: mkdtempSync(path.join(tmpdir(), "undoodle-downloads-")), rect: await driver.manage().window().getRect() };
}

/** @param {typeof waiting} browser */
async function end(browser) {
  await browser?.driver.quit().catch(() => {});
  if (browser) rmSync(browser.downloads, { recursive: true, force: true });
}

/**
 * Hands a copy of the site to a journey.
 * @param {(page: Page, copy: Copy) => Promise<void>} journey
 * @param {{at?: string, before?: string, start?: string, change?: (folder: string) => void}} [how] `at` is the folder of the server that it lies in; `before` is a script that
 * runs before those of the pages; `start` is the first page; `change` changes the copy's files first.
 */
export async function withCopy(journey, { at = "/", before = "", start: first = "index.html", change = () => {} } = {}) {
  const folder = mkdtempSync(path.join(tmpdir(), "undoodle-site-"));
  cpSync(DIST, folder, { recursive: true });
  change(folder);
  const server = await serve(at, INPUT + SEEN + STORED_AT_ONCE + before, `${folder}/`);
  const browser = waiting ?? await start();
  waiting = undefined;
  let passed = false;
  try {
    const page = new Page(browser.driver, server.url, browser.downloads);
    await opens(page, first);
    const stop = async () => {
      server.stop();
      await page.until("no network", () => fetch(server.url).then(() => false, () => true));
    };
    await journey(page, { folder, stop });
    if (testing) await tidy(browser);
    passed = true;
  } catch (error) {
    await keepFailure(browser.driver, error);
    throw error;
  } finally {
    if (testing && passed) waiting = browser;
    else await end(browser);
    server.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Opens one of the pages and waits until it is ready. @param {Page} page @param {string} address */
export async function opens(page, address) {
  await page.driver.get(page.url + address);
  await page.ready();
}

/** Waits until the site is stored and the page reads from there. @param {Page} page */
export const stored = (page) => page.until("a stored site", () => page.driver.executeScript("return navigator.serviceWorker.controller !== null"));

/** Paints a row. @param {Page} page @param {number} y */
export const row = (page, y) => page.drag([[3, y], [9, y]]);

/** The rows that are painted. @param {Page} page */
export const rows = async (page) => [...new Set((await page.painted()).map((place) => Number(place.split(",")[1])))];

/** The files that pages can load, by their addresses in the site. @param {string} folder */
export function assets(folder) {
  return readdirSync(path.join(folder, "assets")).map((name) => `assets/${name}`);
}

/**
 * Puts another version in the place of the site: its pages say so, and each file that pages load has another name, as if all
 * had changed. Of the old ones nothing is left.
 * @param {string} folder
 * @param {string} version Eight letters.
 */
export function renew(folder, version) {
  const place = path.join(folder, "assets");
  const names = readdirSync(place);
  const fresh = new Map(names.map((name) => [name, name.replace(/(?=\.\w+$)/, `-${version}`)]));
  const texts = [...names.map((name) => path.join(place, name)), ...["index", "lab", "squares"].map((name) => path.join(folder, `${name}.html`))].filter((file) => /\.(js|css|html)$/.test(file));
  for (const file of texts) {
    let text = readFileSync(file, "utf8");
    for (const [old, now] of fresh) text = text.replaceAll(old, now);
    writeFileSync(file, text.replace(/(<meta name="version"[^>]*>)?<title>/, `<meta name="version" content="${version}"><title>`));
  }
  for (const [old, now] of fresh) renameSync(path.join(place, old), path.join(place, now));
  writeWorker(WORKER, folder);
}

/** The version that the page comes from; empty for the first one. @param {Page} page @returns {Promise<string>} */
export const versionOf = (page) => page.driver.executeScript("return document.querySelector('meta[name=version]')?.content ?? ''");

/** Whether the page offers a new version. @param {Page} page @returns {Promise<boolean>} */
export const offered = (page) => page.driver.executeScript("return document.querySelector('#update')?.hidden === false");

/** Has the browser look for another version, as it does by itself when a page is opened. @param {Page} page */
export const look = (page) => page.driver.executeScript("return navigator.serviceWorker.getRegistration().then((known) => known.update()).then(() => true)");

/** How many files of a list the page can load. @param {Page} page @param {string[]} files @returns {Promise<number>} */
export const loads = (page, files) => page.driver.executeScript(
  "return Promise.all(arguments[0].map((file) => fetch(new URL(file, arguments[1])).then(({ ok }) => ok, () => false))).then((all) => all.filter(Boolean).length)",
  files, page.url,
);

/** How many versions of the site are stored. @param {Page} page @returns {Promise<number>} */
export const versions = (page) => page.driver.executeScript("return caches.keys().then((names) => names.length)");
