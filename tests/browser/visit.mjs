/**
 * A visit to a page of the built site, as most journeys begin.
 *
 * Starting a browser takes longer than most journeys, and so does loading the page. So the journeys of a process share a browser, and
 * those that ask for nothing of their own share its page, which is brought back to its first state in between (`reset.mjs`).
 * Any other has an address of its own, where nothing has been kept. A browser in which a journey failed is not used again.
 */
import { mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { browserName, can, saveTo, startBrowser } from "./browsers.mjs";
import { atEnd } from "./ending.mjs";
import { keepFailure } from "./failures.mjs";
import { Page } from "./page.mjs";
import { RESET } from "./reset.mjs";
import { prelude, SEEN, serve } from "./server.mjs";
import { forgetWords } from "./words.mjs";

/**
 * @typedef {object} Shared A browser that waits for the next journey.
 * @property {import("selenium-webdriver").WebDriver} driver
 * @property {string} downloads
 * @property {import("selenium-webdriver").IRectangle} rect The window, as it was at the start.
 * @property {Site} [site] Where the page that it shows comes from, if another journey can have that page.
 *
 * @typedef {{url: string, stop: () => void}} Site
 */

/** Browsers that wait, by what was wished of them. @type {Map<string, Shared>} */
const waiting = new Map();

atEnd(async () => {
  for (const browser of waiting.values()) await end(browser);
});

/** @param {{scale?: number, stillness?: boolean, language?: string}} wish @returns {Promise<Shared>} */
async function start(wish) {
  const downloads = mkdtempSync(path.join(tmpdir(), "undoodle-downloads-"));
  const driver = await startBrowser({ ...wish, downloads, direct: true });
  return { driver, downloads, rect: await driver.manage().window().getRect() };
}

/** @param {Shared} browser */
async function end({ driver, downloads, site }) {
  site?.stop();
  await driver.quit().catch(() => {});
  rmSync(downloads, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 });
}

/**
 * Makes a browser as it was when it had just started, but for the page: the next one takes its place. Leaving it for an empty one
 * would take as long again as opening the next.
 * @param {Shared} browser
 */
export async function tidy({ driver, downloads, rect }) {
  // Keys and buttons that a journey has left pressed are let go.
  await driver.actions().clear();
  const [first, ...others] = await driver.getAllWindowHandles();
  for (const handle of others) {
    await driver.switchTo().window(handle);
    await driver.close();
  }
  if (others.length > 0) await driver.switchTo().window(first);
  // Chromium forgets it with the tab in which it was told so, and drivers list tabs in any order.
  await saveTo(driver, downloads);
  const { x, y, width, height } = await driver.manage().window().getRect();
  // To set a size lays the page out, even if it has it.
  if (String([x, y, width, height]) !== String([rect.x, rect.y, rect.width, rect.height])) await driver.manage().window().setRect(rect);
  // What the last page has complained of is not the next one's.
  if (can("log")) await driver.manage().logs().get("browser");
  forgetWords(driver);
  for (const name of readdirSync(downloads)) rmSync(path.join(downloads, name), { recursive: true, force: true });
}

/**
 * Brings the page that a browser shows back to its first state. Resolves to whether it is so now.
 * @param {Page} page
 */
export async function broughtBack(page) {
  // What lies under the pointer is shown in another way.
  await page.driver.actions().move({ x: 0, y: 0, duration: 0 }).perform();
  const hindrance = await page.glance(RESET).catch((/** @type {unknown} */ error) => String(error));
  if (hindrance !== "") return false;
  await page.glance(SEEN);
  await page.ready();
  return true;
}

/**
 * Opens a page of the built site and hands it to a journey.
 * @param {{page?: string, folder?: string, scale?: number, stillness?: boolean, language?: string, before?: string, first?: boolean, stored?: boolean, own?: boolean}} wish `before` is a script that runs
 * before those of the page; `first` asks for a first visit, which is greeted; `stored` for a site that may be stored; `own` for a page that nobody had before, and that nobody gets afterwards.
 * @param {(page: Page) => Promise<void>} journey
 */
export async function visit({ page = "index.html", folder = "/", scale, stillness, language, before = "", first = false, stored = false, own = false }, journey) {
  const plain = page === "index.html" && folder === "/" && before === "" && !first && !stored;
  const shared = plain && !own;
  // A page that is shared waits in a browser of its own, as any other page would take its place. Other browsers than Chromium take longer to start
  // than a page to load.
  const key = JSON.stringify([scale, stillness, language, browserName === "chromium" && shared]);
  // A site's service worker outlives its page, and its complaint that the site has gone would be taken for one of the next page's.
  const browser = (stored ? undefined : waiting.get(key)) ?? await start({ scale, stillness, language });
  if (!stored) waiting.delete(key);
  let [site, passed] = [browser.site, false];
  try {
    let visited = site && new Page(browser.driver, site.url, browser.downloads);
    if (!shared || !visited || !await broughtBack(visited)) {
      site?.stop();
      site = await serve(folder, prelude(before, first, stored, plain));
      visited = new Page(browser.driver, site.url, browser.downloads);
      await visited.open(page);
    }
    await journey(visited);
    await tidy(browser);
    passed = true;
  } catch (error) {
    await keepFailure(browser.driver, error);
    throw error;
  } finally {
    browser.site = passed && shared ? site : undefined;
    if (!browser.site) site?.stop();
    if (passed && !stored) waiting.set(key, browser);
    else await end(browser);
  }
}
