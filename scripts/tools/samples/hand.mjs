/**
 * The hand that paints the samples: grids become strokes of a real pointer on the editor's page.
 *
 * Problem: a sample's history should be one that a person could have made. Idea: each connected patch of one letter is
 * painted by one stroke that walks over its pixels, and everything else is a command of the table. Invariant: what is on
 * the page afterwards is compared with the grids, so a stroke that went astray is found at once.
 */
import { downloaded } from "../../../tests/browser/disk.mjs";
import { pixelsOf } from "./shapes.mjs";

/** @typedef {import("./shapes.mjs").Grid} Grid */
/** @typedef {[number, number]} Pixel */

const STEPS = [[1, 0], [0, 1], [-1, 0], [0, -1], [1, 1], [-1, 1], [-1, -1], [1, -1]];

/**
 * Returns a way over each connected patch of some pixels, which never leaves the patch. Where `wrap` is a side length, patches
 * cross the edges of a tile, and so do the ways.
 * @param {Pixel[]} pixels
 * @param {number} [wrap]
 * @returns {Pixel[][]}
 */
export function walks(pixels, wrap) {
  const key = (/** @type {number} */ x, /** @type {number} */ y) => (wrap ? `${(x + wrap) % wrap},${(y + wrap) % wrap}` : `${x},${y}`);
  const left = new Set(pixels.map(([x, y]) => key(x, y)));
  /** @type {Pixel[][]} */
  const found = [];
  for (const start of pixels) {
    if (!left.delete(key(...start))) continue;
    /** @type {Pixel[]} */
    const way = [start];
    const stack = [start];
    let useful = 1;
    while (stack.length > 0) {
      const [x, y] = stack[stack.length - 1];
      const next = STEPS.find(([dx, dy]) => left.has(key(x + dx, y + dy)));
      if (next) {
        const to = /** @type {Pixel} */ ([x + next[0], y + next[1]]);
        left.delete(key(...to));
        stack.push(to);
        way.push(to);
        useful = way.length;
      } else {
        stack.pop();
        if (stack.length > 0) way.push(stack[stack.length - 1]);
      }
    }
    found.push(way.slice(0, useful));
  }
  return found;
}

/** Returns a way without the points that lie between two others on a line. @param {Pixel[]} way */
function corners(way) {
  return way.filter(([x, y], i) => {
    const [before, after] = [way[i - 1], way[i + 1]];
    return !before || !after || x - before[0] !== after[0] - x || y - before[1] !== after[1] - y;
  });
}

export class Hand {
  /** The side length around which strokes wrap, if they do. @type {number | undefined} */
  wrap;

  /** @param {import("../../../tests/browser/page.mjs").Page} page @param {Record<string, string>} colors Colours by their letters. */
  constructor(page, colors) {
    this.page = page;
    this.colors = colors;
  }

  /** Runs a command. @param {string} id @param {Record<string, string | number | boolean>} [args] */
  async run(id, args = {}) {
    if (!await this.page.call("run", id, args)) throw new Error(`${id} is disabled`);
  }

  /** Moves the pointer over pixels with the left button held. @param {Pixel[]} way */
  async #drag(way) {
    const [from, to] = [await this.page.call("clientPoint", 0, 0), await this.page.call("clientPoint", 1, 1)];
    const client = ([x, y] = way[0]) => ({ x: Math.round(from.x + x * (to.x - from.x)), y: Math.round(from.y + y * (to.y - from.y)), duration: 0 });
    const [first, ...others] = corners(way).map(client);
    let actions = this.page.driver.actions().move(first).press();
    for (const move of others) actions = actions.move(move);
    await actions.release().perform();
  }

  /** @param {string} id @param {string} letter @param {Record<string, boolean>} [options] */
  async #take(id, letter, options = {}) {
    await this.page.call("setTool", id, { wrap: this.wrap !== undefined, ...options });
    await this.page.call("setColor", this.colors[letter]);
  }

  /**
   * Paints pixels by the pencil, one stroke for each connected patch.
   * @param {Pixel[]} pixels
   * @param {string} letter
   */
  async pencil(pixels, letter) {
    await this.#take("pencil", letter, { perfect: false });
    await this.page.call("setBrush", { size: 1 });
    for (const way of walks(pixels, this.wrap)) await this.#drag(way);
  }

  /** Paints a grid, its letters one after the other. @param {Grid} grid @param {string} letters */
  async paint(grid, letters) {
    for (const letter of letters) await this.pencil(pixelsOf(grid, letter), letter);
  }

  /** Fills from a pixel. @param {Pixel} at @param {string} letter */
  async fill(at, letter) {
    await this.#take("fill", letter);
    await this.#drag([at]);
  }

  /** Draws a filled rectangle. @param {Pixel} from @param {Pixel} to @param {string} letter */
  async rectangle(from, to, letter) {
    await this.#take("rectangle", letter, { filled: true });
    await this.#drag([from, to]);
  }

  /**
   * Compares a cel with grids that lie upon each other, the last one on top.
   * @param {number} layer @param {number} frame @param {Grid[]} grids
   */
  async check(layer, frame, grids) {
    const [height, width] = [grids[0].length, grids[0][0].length];
    const cel = await this.page.driver.executeScript(
      `const [layer, frame, width, height] = arguments;
       return Array.from({ length: height }, (_, y) => Array.from({ length: width }, (_, x) => undoodle.celPixel(layer, frame, x, y)));`,
      layer, frame, width, height);
    for (let y = 0; y < height; y += 1) {
      for (let x = 0; x < width; x += 1) {
        const letter = grids.map((grid) => grid[y][x]).findLast((one) => one !== ".");
        const wanted = letter ? `${this.colors[letter]}ff` : "#00000000";
        if (cel[y][x] !== wanted) throw new Error(`pixel ${x}, ${y} of layer ${layer}, frame ${frame} is ${cel[y][x]}: expected ${wanted}`);
      }
    }
  }

  /** Returns the shown frame as a PNG file. */
  async picture() {
    return Buffer.from(await this.page.driver.executeScript("return [...undoodle.encode('png')]"));
  }

  /** Saves the drawing with its history and returns the file. */
  async save() {
    // What can't be written is downloaded.
    await this.page.driver.executeScript("window.showSaveFilePicker = undefined");
    await this.run("file.save-with-history");
    return downloaded(this.page, ".undoodle");
  }
}
