/**
 * A visit to a page of the built site, as most journeys begin.
 *
 * Starting a browser takes longer than most journeys. So the journeys of a file share one, and each has an
 * address of its own, where nothing has been kept. A browser in which a journey failed is not used again.
 */
import { mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { after } from "node:test";
import { can, startBrowser } from "./browsers.mjs";
import { keepFailure } from "./failures.mjs";
import { Page } from "./page.mjs";
import { prelude, serve } from "./server.mjs";
import { forgetWords } from "./words.mjs";

/**
 * @typedef {object} Shared A browser that waits for the next journey.
 * @property {import("selenium-webdriver").WebDriver} driver
 * @property {string} downloads
 * @property {import("selenium-webdriver").IRectangle} rect The window, as it was at the start.
 */

/** Browsers that wait, by what was wished of them. @type {Map<string, Shared>} */
const waiting = new Map();

after(async () => {
  for (const browser of waiting.values()) await end(browser);
});

/** @param {{scale?: number, stillness?: boolean, language?: string}} wish @returns {Promise<Shared>} */
async function start(wish) {
  const downloads = mkdtempSync(path.join(tmpdir(), "undoodle-downloads-"));
  const driver = await startBrowser({ ...wish, downloads });
  return { driver, downloads, rect: await driver.manage().window().getRect() };
}

/** @param {Shared} browser */
async function end({ driver, downloads }) {
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
  const { x, y, width, height } = await driver.manage().window().getRect();
  // To set a size lays the page out, even if it has it.
  if (String([x, y, width, height]) !== String([rect.x, rect.y, rect.width, rect.height])) await driver.manage().window().setRect(rect);
  // What the last page has complained of is not the next one's.
  if (can("log")) await driver.manage().logs().get("browser");
  forgetWords(driver);
  for (const name of readdirSync(downloads)) rmSync(path.join(downloads, name), { recursive: true, force: true });
}

/**
 * Opens a page of the built site and hands it to a journey.
 * @param {{page?: string, folder?: string, scale?: number, stillness?: boolean, language?: string, before?: string, first?: boolean, stored?: boolean}} wish `before` is a script that runs
 * before those of the page; `first` asks for a first visit, which is greeted; `stored` for a site that may be stored.
 * @param {(page: Page) => Promise<void>} journey
 */
export async function visit({ page = "index.html", folder = "/", scale, stillness, language, before = "", first = false, stored = false }, journey) {
  const key = JSON.stringify([scale, stillness, language]);
  const server = await serve(folder, prelude(before, first, stored));
  const browser = waiting.get(key) ?? await start({ scale, stillness, language });
  waiting.delete(key);
  let passed = false;
  try {
    const visited = new Page(browser.driver, server.url, browser.downloads);
    await visited.open(page);
    await journey(visited);
    await tidy(browser);
    passed = true;
  } catch (error) {
    await keepFailure(browser.driver, error);
    throw error;
  } finally {
    if (passed) waiting.set(key, browser);
    else await end(browser);
    server.stop();
  }
}
