/**
 * What takes long on large pictures, done as a person does it: how long the page can't answer meanwhile.
 *
 * The figures are those of the longest tasks of the main thread by the browser's trace: what they computed, and how long they
 * took by the clock, which holds whatever else the machine did meanwhile. What the page does afterwards, such as writing the step
 * to the disk, counts too, and so do the menu and the form of a command.
 */
import path from "node:path";
import { fileURLToPath } from "node:url";
import { Key } from "selenium-webdriver";
import { startBrowser } from "../../tests/browser/browsers.mjs";
import { Page } from "../../tests/browser/page.mjs";
import { greys, maze, openPicture } from "../../tests/browser/pictures.mjs";
import { serve } from "../../tests/browser/server.mjs";

const wait = (/** @type {number} */ ms) => new Promise((resolve) => { setTimeout(resolve, ms); });

/**
 * What is measured.
 * @typedef {object} Case
 * @property {string} name
 * @property {number} side
 * @property {import("../../tests/browser/pictures.mjs").Painter} [painter] What is there at first; by default nothing.
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

/** Side of the picture that the wide brush paints on, its size, pixels from one sample to the next, and samples a frame. */
const WIDE = { side: 2048, brush: 64, step: 125, samples: 4, frames: 120 };

/**
 * Opens a page for a measurement.
 * @template T
 * @param {(page: Page) => Promise<T>} measure
 * @param {string} [trace] What the browser traces.
 * @returns {Promise<T>}
 */
async function alone(measure, trace) {
  const site = await serve();
  const driver = await startBrowser({ trace });
  try {
    const page = new Page(driver, site.url, "");
    await page.open("index.html");
    return await measure(page);
  } finally {
    await driver.quit();
    site.stop();
  }
}

/** A task of the main thread, in milliseconds: how long it took by the clock, and of the processor. @typedef {{clock: number, computed: number}} Task */

/** Name of the mark that the page sets when the measurement begins. */
const BEGIN = "measured";

/**
 * Returns the tasks of the page's main thread after its mark. The browser hands out its trace once.
 * @param {import("selenium-webdriver").WebDriver} driver @returns {Promise<Task[]>}
 */
async function traced(driver) {
  const events = (await driver.manage().logs().get("performance")).map(({ message }) => JSON.parse(message).message)
    .filter(({ method }) => method === "Tracing.dataCollected").map(({ params }) => params);
  const mark = events.find(({ name }) => name === BEGIN);
  if (!mark) throw new Error(`the trace of ${events.length} events has no mark “${BEGIN}”`);
  return events.filter(({ name, pid, tid, ts, dur }) => /\bRunTask$/.test(name) && dur > 0 && ts > mark.ts && pid === mark.pid && tid === mark.tid)
    .map(({ dur, tdur }) => ({ clock: dur / 1000, computed: tdur / 1000 }));
}

/** Returns all tasks of the main thread, the longest first, by what they computed. @param {Case} what @returns {Promise<Task[]>} */
export const longTasks = ({ side, painter, before, doing }) => alone(async (page) => {
  if (painter) await openPicture(page, side, painter);
  else await page.call("newDocument", { width: side, height: side });
  await before?.(page);
  await page.call("kept");
  await wait(1500);
  await page.driver.executeScript("performance.mark(arguments[0])", BEGIN);
  await doing(page);
  await wait(4000);
  return (await traced(page.driver)).sort((a, b) => b.computed - a.computed);
}, "toplevel,blink.user_timing");

/**
 * Returns the time from one frame to the next that 95 of 100 frames of a wide brush's stroke stay below, in milliseconds. Each
 * frame has four samples 125 pixels apart, which are events of the page's own: a driver can't send so many in one.
 * @returns {Promise<number>}
 */
export const wideBrush = () => alone(async (page) => {
  await page.call("newDocument", { width: WIDE.side, height: WIDE.side });
  await page.call("setBrush", { size: WIDE.brush });
  await page.call("kept");
  await wait(500);
  return page.driver.executeScript(`
    const { side, step, samples, frames } = arguments[0];
    const surface = document.querySelector("#surface");
    const place = (i) => {
      const along = i * step % (2 * side);
      return undoodle.clientPoint(along < side ? along : 2 * side - 1 - along, Math.floor(i * 37 % side));
    };
    const places = Array.from({ length: samples * frames + 1 }, (_, i) => place(i));
    const event = (type, i, more) => new PointerEvent(type, {
      pointerId: 1, isPrimary: true, bubbles: true, cancelable: true, clientX: places[i].x, clientY: places[i].y, buttons: 1, ...more,
    });
    const frame = () => new Promise((resolve) => { requestAnimationFrame(resolve); });
    surface.dispatchEvent(event("pointerdown", 0, { button: 0 }));
    const times = [];
    for (let i = 0, last = await frame(); i < frames; i += 1) {
      const gathered = Array.from({ length: samples }, (_, j) => event("pointermove", i * samples + j + 1, { button: -1 }));
      surface.dispatchEvent(event("pointermove", (i + 1) * samples, { button: -1, coalescedEvents: gathered }));
      const now = await frame();
      times.push(now - last);
      last = now;
    }
    surface.dispatchEvent(event("pointerup", samples * frames, { button: 0, buttons: 0 }));
    return times.sort((a, b) => a - b)[Math.floor(frames * 0.95)];`, WIDE);
});

if (path.resolve(process.argv[1] ?? "") === fileURLToPath(import.meta.url)) {
  for (const what of CASES.filter(({ name }) => process.argv.slice(2).every((part) => name.includes(part)))) {
    console.log(`${what.name.padEnd(40)} ${(await longTasks(what)).slice(0, 5).map(({ clock, computed }) => `${computed.toFixed(0)} (${clock.toFixed(0)})`).join(" ")}`);
  }
  console.log(`${"a wide brush: a frame of 95 in 100".padEnd(40)} ${(await wideBrush()).toFixed(1)}`);
}
