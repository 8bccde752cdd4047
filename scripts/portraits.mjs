/**
 * The page's portraits: a small drawing in three windows, in both themes, in docs/look/; and docs/editor.png, with what undo
 * shows.
 *
 * `node scripts/portraits.mjs` draws them anew from dist/, so that whoever changes the look can see, and show, what it is now.
 * It takes the browser that the journeys run in.
 */
import { mkdirSync, writeFileSync } from "node:fs";
import path from "node:path";
import { startBrowser } from "../tests/browser/browsers.mjs";
import { Page } from "../tests/browser/page.mjs";
import { serve } from "../tests/browser/server.mjs";
import { on } from "../tests/browser/screens.mjs";
import { root } from "./run.mjs";

/** @typedef {import("../tests/browser/page.mjs").Pixel} Pixel */

const WINDOWS = /** @type {const} */ ([[1440, 900], [1024, 768], [390, 844]]);

/** Strokes and fills of the drawing: a tool's key, a colour, and ways. @type {[string, string, Pixel[][]][]} */
const CAP = [
  ["b", "#6b1f3a", [[[6, 15], [7, 10], [10, 6], [14, 4], [19, 4], [23, 6], [26, 10], [27, 15], [6, 15]]]],
  ["g", "#d9485b", [[[16, 10]]]],
  ["b", "#a92f4c", [[[7, 14], [26, 14]], [[8, 13], [25, 13]], [[25, 12], [25, 11]]]],
  ["b", "#f08a86", [[[11, 7], [14, 5]], [[10, 8], [13, 6]]]],
  ["b", "#ffe9d6", [[[11, 10], [13, 10]], [[11, 11], [13, 11]], [[12, 9], [13, 9]], [[19, 7], [21, 7]], [[19, 8], [20, 8]], [[22, 11], [23, 11]], [[17, 12], [17, 12]]]],
  ["b", "#5a3d36", [[[11, 16], [11, 24]], [[22, 16], [22, 24]], [[12, 25], [21, 25]]]],
  ["g", "#f2d3b0", [[[16, 19]]]],
  ["b", "#d3a683", [[[20, 16], [20, 24]], [[21, 16], [21, 24]], [[12, 16], [19, 16]]]],
  ["b", "#3b3a4d", [[[14, 19], [14, 20]], [[18, 19], [18, 20]], [[15, 22], [17, 22]]]],
];

/** @type {[string, string, Pixel[][]][]} */
const GRASS = [
  ["b", "#1d7349", [[[2, 28], [29, 28]], [[4, 29], [27, 29]], [[8, 30], [23, 30]]]],
  ["b", "#54ae4a", [[[1, 27], [30, 27]], [[4, 26], [9, 26]], [[23, 26], [27, 26]], [[5, 25], [5, 25]], [[25, 25], [25, 25]]]],
  ["b", "#a5d95a", [[[3, 27], [8, 27]], [[21, 27], [24, 27]]]],
];

/** @param {Page} page */
async function draw(page) {
  await page.call("newDocument", { width: 32, height: 32 });
  /** @param {typeof CAP} parts */
  const paint = async (parts) => {
    for (const [key, color, ways] of parts) {
      await page.press(key);
      await page.call("setColor", color);
      for (const way of ways) await page.drag(way);
    }
  };
  await paint(CAP);
  await page.call("run", "layer.add");
  await paint(GRASS);
  for (let i = 0; i < 3; i += 1) await page.call("run", "frame.duplicate");
  await page.undo();
  await page.driver.actions().move({ x: 5, y: 5, duration: 0 }).perform();
  await page.until("no message", () => page.driver.executeScript("return document.querySelector('#message').textContent === ''"));
  await page.call("kept");
}

/** Has every animation that begins stand still in its middle. */
const HOLD = `
  const { animate } = Element.prototype;
  Element.prototype.animate = function (...how) {
    const animation = animate.apply(this, how);
    animation.pause();
    animation.currentTime = animation.effect.getComputedTiming().endTime / 2;
    animation.cancel = () => {};
    return animation;
  };`;

const folder = path.join(root, "docs", "look");
mkdirSync(folder, { recursive: true });
const server = await serve("/");
const driver = await startBrowser({});
try {
  const page = new Page(driver, server.url, folder);
  for (const [width, height] of WINDOWS) {
    for (const theme of /** @type {const} */ (["light", "dark"])) {
      await on(page, { theme, width, height }, async () => {
        await page.open("index.html");
        await draw(page);
        const portray = async (/** @type {string} */ name) => writeFileSync(name, Buffer.from(await driver.takeScreenshot(), "base64"));
        await portray(path.join(folder, `${width}x${height}-${theme}.png`));
        if (width !== 1440 || theme !== "dark") return;
        await page.press("b");
        await page.call("setColor", "#e9c46a");
        await page.drag([[12, 21], [13, 23], [16, 24], [19, 23], [20, 21]]);
        await page.driver.executeScript(HOLD);
        await page.undo();
        await page.until("what undo shows", () => page.driver.executeScript("return document.querySelector('.highlight-contour:not([hidden]), .highlight') !== null"));
        await portray(path.join(root, "docs", "editor.png"));
      });
    }
  }
} finally {
  await driver.quit();
  server.stop();
}
