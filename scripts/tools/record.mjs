/**
 * Records the Lab's recordings: opens the built page in a browser, paints with real pointer events
 * the way a hand does, and writes what the page has seen to www/lab/recordings/.
 *
 * What is painted follows from seeds, so that a recording can be made again. Names
 * on the command line choose among the recordings, else all are recorded:
 *
 *     npm run tool -- record pencil-64 fills-512
 */
import { mkdirSync, writeFileSync } from "node:fs";
import path from "node:path";
import { Page } from "../../tests/browser/page.mjs";
import { startBrowser } from "../../tests/browser/browsers.mjs";
import { serve } from "../../tests/browser/server.mjs";
import { erasing, fills, pencil } from "./record/hand.mjs";
import { root } from "../run.mjs";

/** @typedef {import("./record/hand.mjs").Gesture} Gesture */

const FOLDER = path.join(root, "www", "lab", "recordings");
const LARGEST_FILE = 200_000;
/** The canvas must be wholly on the screen, for no pointer gets outside of it. */
const WINDOW = { width: 1280, height: 1000 };

/** How many strokes a canvas of each side gets. */
const STROKES = { 64: 100, 512: 220, 4096: 60 };
/** @type {Record<string, (seed: number, side: number, strokes: number) => Iterable<Gesture>>} */
const KINDS = { pencil, fills, erasing };

/** What the hand holds, so that only what changes is chosen anew. */
class Hand {
  /** @type {Record<string, string | number>} */
  #held = {};

  /** @param {Page} page @param {number} side */
  constructor(page, side) {
    this.page = page;
    this.side = side;
  }

  /** @param {string} css @param {string | number} value */
  async #hold(css, value) {
    if (this.#held[css] === value) return;
    this.#held[css] = value;
    if (css === "#tool") await this.page.click(`#${value}`);
    else await this.page.set(css, String(value));
  }

  /** @param {Gesture} gesture */
  async perform(gesture) {
    if ("undo" in gesture) for (let i = 0; i < gesture.undo; i += 1) await this.page.undo();
    else if ("redo" in gesture) for (let i = 0; i < gesture.redo; i += 1) await this.page.redo();
    else {
      await this.#hold("#tool", gesture.tool);
      if (gesture.tool !== "eraser") await this.#hold("#color", gesture.color);
      await this.#hold("#brush", gesture.size);
      await this.#draw(gesture.points);
    }
  }

  /** @param {[number, number][]} points */
  async #draw(points) {
    const [from, to] = [await this.page.call("clientPoint", 0, 0), await this.page.call("clientPoint", this.side - 1, this.side - 1)];
    const scale = (to.x - from.x) / (this.side - 1);
    const moves = points.map(([x, y]) => ({ x: Math.round(from.x + x * scale), y: Math.round(from.y + y * scale), duration: 0 }));
    let actions = this.page.driver.actions().move(moves[0]).press();
    for (const move of moves.slice(1)) actions = actions.move(move);
    await actions.release().perform();
  }
}

/** @param {string} kind @param {number} side @param {number} seed */
async function record(kind, side, seed) {
  const server = await serve();
  const driver = await startBrowser({});
  try {
    await driver.manage().window().setRect(WINDOW);
    const page = new Page(driver, server.url, "");
    // Of a large picture few whole copies have room, and for recording nobody needs them.
    await page.open(`lab.html?size=${side}${side > 1000 ? "&snapshots=3" : ""}`);
    const hand = new Hand(page, side);
    for (const gesture of KINDS[kind](seed, side, STROKES[/** @type {64 | 512 | 4096} */ (side)])) await hand.perform(gesture);
    return String(await page.call("recording"));
  } finally {
    await driver.quit();
    server.stop();
  }
}

/** @param {string[]} words */
export async function main(words) {
  mkdirSync(FOLDER, { recursive: true });
  const wanted = words;
  let seed = 0;
  for (const side of Object.keys(STROKES).map(Number)) {
    for (const kind of Object.keys(KINDS)) {
      seed += 1;
      const name = `${kind}-${side}`;
      if (wanted.length > 0 && !wanted.includes(name)) continue;
      const text = await record(kind, side, seed);
      if (text.length > LARGEST_FILE) throw new Error(`${name} has ${text.length} bytes: expected at most ${LARGEST_FILE}`);
      writeFileSync(path.join(FOLDER, `${name}.txt`), text);
      console.log(`${name}: ${text.split("\n").length} lines, ${text.length} bytes`);
    }
  }
}
