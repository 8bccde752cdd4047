/**
 * What takes long on large pictures, done as a person does it: how long the page can't answer meanwhile.
 *
 * The figure is the longest task of the main thread by the browser's own observer, which knows none below 50 ms. What the
 * page does afterwards, such as writing the step to the disk, counts too.
 */
import path from "node:path";
import { fileURLToPath } from "node:url";
import { PNG } from "pngjs";
import { Key } from "selenium-webdriver";
import { startBrowser } from "../../tests/browser/browsers.mjs";
import { Page } from "../../tests/browser/page.mjs";
import { serve } from "../../tests/browser/server.mjs";

/** @typedef {(x: number, y: number) => [number, number, number]} Painter Returns a pixel's colour. */

const wait = (/** @type {number} */ ms) => new Promise((resolve) => { setTimeout(resolve, ms); });

/** One way that leads through all of a picture: walls in every other column, each open at one end. @type {Painter} */
const maze = (x, y) => (x % 2 && (x % 4 === 1 ? y > 0 : y < 2047) ? [0, 0, 0] : [255, 255, 255]);

/** Greys that differ by little, in no order. @type {Painter} */
const greys = (x, y) => {
  const grey = 120 + (Math.imul(x * 31 + y * 17, 2654435761) >>> 28);
  return [grey, grey, grey];
};

/** @param {number} side @param {Painter} painter */
function picture(side, painter) {
  const png = new PNG({ width: side, height: side });
  for (let y = 0; y < side; y += 1) {
    for (let x = 0; x < side; x += 1) png.data.set([...painter(x, y), 255], (y * side + x) * 4);
  }
  return PNG.sync.write(png).toString("base64");
}

/**
 * What is measured.
 * @typedef {object} Case
 * @property {string} name
 * @property {number} side
 * @property {Painter} [painter] What is there at first; by default nothing.
 * @property {(page: Page) => Promise<unknown>} [before]
 * @property {(page: Page) => Promise<unknown>} doing
 */

const center = (/** @type {number} */ side) => /** @type {[number, number]} */ ([side >> 1, side >> 1]);
const corners = (/** @type {number} */ side) => /** @type {[[number, number], [number, number]]} */ ([[side >> 3, side >> 3], [side - (side >> 3), side - (side >> 3)]]);

/** @type {Case[]} */
export const CASES = [
  {
    name: "fill of a maze at 2048²", side: 2048, painter: maze,
    before: (page) => page.call("setTool", "fill"), doing: (page) => page.drag([[0, 0]]),
  },
  {
    name: "wand over near greys at 2048²", side: 2048, painter: greys,
    before: (page) => page.call("setTool", "wand", { tolerance: 20 }), doing: (page) => page.drag([center(2048)]),
  },
  {
    name: "a wide stroke at 2048², brush 64", side: 2048,
    before: (page) => page.call("setBrush", { size: 64 }),
    doing: (page) => page.drag(Array.from({ length: 40 }, (_, i) => /** @type {[number, number]} */ ([i % 2 ? 1900 : 100, 40 + 50 * i]))),
  },
  ...[2048, 4096].map((side) => ({
    name: `a gradient over all of ${side}²`, side,
    before: (/** @type {Page} */ page) => page.call("setTool", "gradient"), doing: (/** @type {Page} */ page) => page.drag(corners(side)),
  })),
  {
    name: "undo and redo of a gradient at 4096²", side: 4096,
    before: async (page) => {
      await page.call("setTool", "gradient");
      await page.drag(corners(4096));
      await page.call("kept");
    },
    doing: async (page) => {
      await page.press("z", Key.CONTROL);
      await wait(1500);
      await page.press("y", Key.CONTROL);
    },
  },
  { name: "a turn of 1024² by 45°", side: 1024, painter: greys, doing: (page) => page.form("edit.rotate", {}) },
  { name: "1024² at half its size", side: 1024, painter: greys, doing: (page) => page.form("edit.scale", { width: 512, height: 512 }) },
];

/** Returns the longest tasks of some rounds, in milliseconds, 0 for none over 50. @param {Case} what @returns {Promise<number[]>} */
export async function longest({ side, painter, before, doing }) {
  const site = await serve();
  const driver = await startBrowser({});
  try {
    const page = new Page(driver, site.url, "");
    await page.open("index.html");
    if (painter) {
      await driver.executeScript(`return undoodle.open(Uint8Array.from(atob(arguments[0]), (letter) => letter.charCodeAt(0)), "picture.png")`, picture(side, painter));
    } else await page.call("newDocument", { width: side, height: side });
    await before?.(page);
    await page.call("kept");
    await wait(1500);
    await driver.executeScript(`
      window.longTasks = []; window.probe=[]; window.slices=[]; window.puts=[]; const put=IDBObjectStore.prototype.put; IDBObjectStore.prototype.put=function(...a){const t=performance.now(); try{return put.apply(this,a)} finally{const d=performance.now()-t; if(d>2)window.puts.push([d,t])}};
      new PerformanceObserver((list) => window.longTasks.push(...list.getEntries().map(({ duration, startTime }) => [duration, startTime]))).observe({ type: "longtask" });`);
    await doing(page);
    await wait(4000);
    console.log(JSON.stringify(await driver.executeScript("return [window.puts, window.probe, (window.slices??[]).filter(([,d])=>d>25)]"))); return await driver.executeScript("return window.longTasks");
  } finally {
    await driver.quit();
    site.stop();
  }
}

if (path.resolve(process.argv[1] ?? "") === fileURLToPath(import.meta.url)) {
  for (const what of CASES.filter(({ name }) => process.argv.slice(2).every((part) => name.includes(part)))) {
    const found = await longest(what);
    console.log(`${what.name.padEnd(40)} ${JSON.stringify(found)}`);
  }
}
