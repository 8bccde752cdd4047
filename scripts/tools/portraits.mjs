/**
 * The page's portraits: a small drawing in three windows, in both themes, in docs/look/; docs/look/undo.png, a strip of
 * frames of one undo; docs/look/take-back.png, one of a stroke taken back; docs/editor.png, with what taking back shows; docs/lab.png, with a recording that was replayed.
 *
 * `npm run tool -- portraits` draws them anew, so that whoever changes the look can see, and show, what it is now.
 * Names on the command line choose among `look`, `takeback`, `undo`, `editor` and `lab`. It takes the browser that the journeys run in.
 */
import { mkdirSync, writeFileSync } from "node:fs";
import path from "node:path";
import { startBrowser } from "../../tests/browser/browsers.mjs";
import { Page } from "../../tests/browser/page.mjs";
import { SEEN, serve } from "../../tests/browser/server.mjs";
import { on } from "../../tests/browser/screens.mjs";
import { draw } from "./portraits/drawing.mjs";
import { aimAtTakingBack, paintSeveral, takeStrip, takeStripOfTakingBack } from "./portraits/strip.mjs";
import { Failure, root } from "../run.mjs";

/** @typedef {import("../../tests/browser/screens.mjs").Screen} Screen */

const WINDOWS = /** @type {const} */ ([[1440, 900], [1024, 768], [390, 844]]);

const DOCS = path.join(root, "docs");
const LOOK = path.join(DOCS, "look");

/** @param {Page} page @param {string} file */
const portray = async (page, file) => writeFileSync(file, Buffer.from(await page.driver.takeScreenshot(), "base64"));

/** @type {Record<string, (page: Page) => Promise<void>>} */
const PORTRAITS = {
  look: async (page) => {
    for (const [width, height] of WINDOWS) {
      for (const theme of /** @type {const} */ (["light", "dark"])) {
        await on(page, { theme, width, height }, async () => {
          await page.open("index.html");
          await draw(page);
          // Keys have drawn, and a ring would show that they are the canvas's.
          await page.driver.executeScript("document.activeElement.blur()");
          await portray(page, path.join(LOOK, `${width}x${height}-${theme}.png`));
        });
      }
    }
  },
  takeback: (page) => on(page, { theme: "dark", width: 1440, height: 900 }, () => takeStripOfTakingBack(page, path.join(LOOK, "take-back.png"))),
  undo: (page) => on(page, { theme: "dark", width: 1024, height: 768 }, () => takeStrip(page, path.join(LOOK, "undo.png"))),
  editor: (page) => on(page, { theme: "dark", width: 1440, height: 900 }, async () => {
    await page.open("index.html");
    await draw(page);
    await paintSeveral(page);
    await aimAtTakingBack(page);
    await portray(page, path.join(DOCS, "editor.png"));
  }),
  lab: (page) => on(page, { theme: "light", width: 1280, height: 1180 }, async () => {
    await page.open("lab.html?size=64");
    await page.driver.executeScript("return undoodle.replay('fills-512')");
    await page.until("the end of the packing", () => page.driver.executeScript("return undoodle.series().at(-1).bytes.at(-1) < 500_000"));
    await page.until("no cursor", () => page.driver.executeScript("return document.getAnimations().length === 0"));
    await portray(page, path.join(DOCS, "lab.png"));
  }),
};

/** @param {string[]} words Names of portraits; all by default. */
export async function main(words) {
  const unknown = words.find((name) => !(name in PORTRAITS));
  if (unknown !== undefined) throw new Failure(`portrait "${unknown}": expected ${Object.keys(PORTRAITS).join(", ")}`);
  mkdirSync(LOOK, { recursive: true });
  const server = await serve("/", SEEN);
  const driver = await startBrowser({});
  try {
    const page = new Page(driver, server.url, LOOK);
    for (const [name, take] of Object.entries(PORTRAITS)) if (words.length === 0 || words.includes(name)) await take(page);
  } finally {
    await driver.quit();
    server.stop();
  }
}
