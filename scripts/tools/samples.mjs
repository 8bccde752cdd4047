/**
 * Paints the sample drawings: opens the built page in a browser, paints with real pointer events and the page's own commands, and
 * saves each drawing with its history to www/samples/, with a picture of it for the page to show before it is opened.
 *
 * What is painted is written down in scripts/tools/samples/, so that a sample can be made again. Names
 * on the command line choose among the samples, else all are painted:
 *
 *     npm run tool -- samples slime dusk
 */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { startBrowser } from "../../tests/browser/browsers.mjs";
import { Page } from "../../tests/browser/page.mjs";
import { SEEN, serve } from "../../tests/browser/server.mjs";
import { root } from "../run.mjs";
import { Hand } from "./samples/hand.mjs";
import { STORIES } from "./samples/stories.mjs";

const FOLDER = path.join(root, "www", "samples");
const LARGEST_FILE = 30_000;

/** @param {string} name */
async function paint(name) {
  const { side, colors, tell } = STORIES[name];
  const downloads = mkdtempSync(path.join(tmpdir(), "undoodle-samples-"));
  const server = await serve("/", SEEN);
  const driver = await startBrowser({ downloads });
  try {
    const page = new Page(driver, server.url, downloads);
    await page.open("index.html");
    await page.call("newDocument", { width: side, height: side });
    const hand = new Hand(page, colors);
    await tell(hand);
    const { commits, branched } = await page.call("history");
    return { picture: await hand.picture(), file: await hand.save(), commits, branched };
  } finally {
    await driver.quit();
    server.stop();
    rmSync(downloads, { recursive: true, force: true });
  }
}

/** @param {string[]} words */
export async function main(words) {
  mkdirSync(FOLDER, { recursive: true });
  const wanted = words;
  for (const name of wanted.length > 0 ? wanted : Object.keys(STORIES)) {
    const { picture, file, commits, branched } = await paint(name);
    if (file.length > LARGEST_FILE) throw new Error(`${name} has ${file.length} bytes: expected at most ${LARGEST_FILE}`);
    writeFileSync(path.join(FOLDER, `${name}.undoodle`), file);
    writeFileSync(path.join(FOLDER, `${name}.png`), picture);
    console.log(`${name}: ${commits} steps, ${branched} of them set aside, ${file.length} bytes`);
  }
}
