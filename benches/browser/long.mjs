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
import { greys, maze, noise, openPicture } from "../../tests/browser/pictures.mjs";
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

/** Wide changes, each done by one step. @type {{what: string, painter?: import("../../tests/browser/pictures.mjs").Painter, tool?: string, options?: object, doing: (page: Page, side: number) => Promise<unknown>}[]} */
const CHANGES = [
  { what: "a wide scribble over noise", painter: noise, tool: "pencil", doing: (page, side) => page.drag(zigzag(side, 40)) },
  { what: "a fill of near greys", painter: greys, tool: "fill", options: { tolerance: 20 }, doing: (page, side) => page.drag([center(side)]) },
  { what: "a fill of a maze", painter: maze, tool: "fill", doing: (page) => page.drag([[0, 0]]) },
  { what: "a gradient", painter: noise, tool: "gradient", doing: (page, side) => page.drag(corners(side)) },
  { what: "a flip", painter: noise, doing: (page) => page.call("run", "edit.flip-horizontal") },
];

/** A stroke from side to side, all over a picture. @param {number} side @param {number} lines */
function zigzag(side, lines) {
  return Array.from({ length: lines }, (_, i) => /** @type {[number, number]} */ ([i % 2 ? side - (side >> 4) : side >> 4, Math.round((side * (i + 0.5)) / lines)]));
}

/** Sides and layers of the drawings in which each wide change is undone. */
const WIDELY = /** @type {const} */ ([[2048, 1], [2048, 4], [4096, 1], [4096, 4]]);

/** How often a change is made before the key of undo is held, and how often the key repeats: 30 times a second. */
const [HELD, REPEAT_MS] = [6, 33];

/** What is undone. @typedef {typeof CHANGES[number] & {name: string, side: number, layers: number}} Wide */

/** @type {Wide[]} */
export const WIDE_CHANGES = WIDELY.flatMap(([side, layers]) => CHANGES.map((change) => ({
  ...change, side, layers, name: `${change.what} at ${side}², ${layers === 1 ? "one layer" : `${layers} layers`}`,
})));

/** Holds the key of undo down as long as there are steps. @param {Page} page */
async function holdUndo(page) {
  const ask = (/** @type {string} */ method, params = {}) => /** @type {any} */ (page.driver).sendAndGetDevToolsCommand(method, params);
  const key = { key: "z", code: "KeyZ", windowsVirtualKeyCode: 90, modifiers: 2 };
  const begin = performance.now();
  for (let i = 0; i < HELD; i += 1) {
    await ask("Input.dispatchKeyEvent", { type: "rawKeyDown", autoRepeat: i > 0, ...key });
    await wait(begin + (i + 1) * REPEAT_MS - performance.now());
  }
  await ask("Input.dispatchKeyEvent", { type: "keyUp", ...key });
}

/** Opens a picture with its layers, and makes a wide change. @param {Page} page @param {Wide} what */
async function change(page, { side, layers, painter, tool, options, doing }) {
  if (painter) await openPicture(page, side, painter);
  else await page.call("newDocument", { width: side, height: side });
  // Copies that let those below show through, so that all of them count.
  for (let i = 1; i < layers; i += 1) {
    await page.call("run", "layer.duplicate");
    await page.call("run", "layer.opacity", { opacity: 128 });
  }
  await page.call("setBrush", { size: 64 });
  if (tool) await page.call("setTool", tool, options ?? {});
  await doing(page, side);
  await page.call("kept");
}

/**
 * Undoes and redoes a wide change, by single keys and with the key held.
 * @param {Wide} what
 * @returns {Promise<{task: number, frame: number}>} The longest task after a single key, by the clock in milliseconds, 0 if none is
 * longer than 50; and the longest time from one frame to the next with the key held.
 */
export const undone = (what) => alone(async (page) => {
  const { side, tool, options, doing } = what;
  await change(page, what);
  await wait(1500);
  await page.driver.executeScript(`
    window.tasks = [0];
    new PerformanceObserver((list) => { for (const { duration } of list.getEntries()) tasks.push(duration); }).observe({ entryTypes: ["longtask"] });`);
  for (const letter of ["z", "y", "z", "y"]) {
    await page.press(letter, Key.CONTROL);
    await wait(1200);
  }
  const task = await page.driver.executeScript("return Math.max(...tasks)");
  for (let i = 1; i < HELD; i += 1) {
    await page.call("setTool", "eraser");
    await page.drag([[side >> 4, 64 * i + 40], [side - (side >> 4), 64 * i + 40]]);
    if (tool) await page.call("setTool", tool, options ?? {});
    await doing(page, side);
  }
  await page.call("kept");
  await wait(1500);
  await page.driver.executeScript(`
    window.frames = [];
    let last = 0;
    const look = (now) => { if (last) window.frames.push(now - last); last = now; requestAnimationFrame(look); };
    requestAnimationFrame(look);`);
  await wait(200);
  await holdUndo(page);
  await wait(800);
  return { task, frame: await page.driver.executeScript("return Math.max(...window.frames)") };
});

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

/** A task of the main thread, in milliseconds: when it ended after the mark, how long it took by the clock, and of the processor. @typedef {{end: number, clock: number, computed: number}} Task */

/** Name of the mark that the page sets when the measurement begins. */
const BEGIN = "measured";

/**
 * Returns the tasks of the page's main thread after its mark, for so many milliseconds. The browser hands out its trace once.
 * @param {import("selenium-webdriver").WebDriver} driver @param {string} [name] @param {number} [ms] @returns {Promise<Task[]>}
 */
async function traced(driver, name = BEGIN, ms = Infinity) {
  const events = (await driver.manage().logs().get("performance")).map(({ message }) => JSON.parse(message).message)
    .filter(({ method }) => method === "Tracing.dataCollected").map(({ params }) => params);
  const mark = events.findLast((event) => event.name === name);
  if (!mark) throw new Error(`the trace of ${events.length} events has no mark “${name}”`);
  const end = mark.ts + ms * 1000;
  return events.filter(({ name, pid, tid, ts, dur }) => /\bRunTask$/.test(name) && dur > 0 && ts > mark.ts && ts < end && pid === mark.pid && tid === mark.tid)
    .map(({ ts, dur, tdur }) => ({ end: (ts + dur - mark.ts) / 1000, clock: dur / 1000, computed: tdur / 1000 }));
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

/** What is undone until all is quiet. */
export const QUIET_CHANGES = WIDE_CHANGES.filter(({ side, layers }) => side === 2048 && layers === 1);

/**
 * A task that takes longer than the first is work, all is quiet when there was none for the second, and for the third the page is left alone;
 * in milliseconds.
 */
const [WORK_MS, QUIET_MS, ALONE_MS] = [2, 500, 3000];

/**
 * Undoes a wide change, and waits until nothing follows from it any more.
 * @param {Wide} what
 * @returns {Promise<{frames: number, computed: number}>} Frames of 1/60 s until then, and what the main thread computed in them, in milliseconds.
 */
export const untilQuiet = (what) => alone(async (page) => {
  await change(page, what);
  await wait(ALONE_MS);
  await page.driver.executeScript("performance.mark(arguments[0])", BEGIN);
  await page.press("z", Key.CONTROL);
  await wait(ALONE_MS);
  let [end, computed] = [0, 0];
  for (const task of (await traced(page.driver)).sort((a, b) => a.end - b.end)) {
    if (task.computed <= WORK_MS) continue;
    if (task.end - task.clock > end + QUIET_MS) break;
    end = task.end;
    computed += task.computed;
  }
  return { frames: end / (1000 / 60), computed };
}, "toplevel,blink.user_timing");

/** How long the page is watched once it is ready, in milliseconds, and how many browsers it is opened in. */
const [WATCHED, STARTS] = [2000, 5];

/** Returns the longest task of the page within two seconds after it is ready, by the clock in milliseconds: the median of browsers that had nothing of it. */
export async function longestAfterReady() {
  const found = [];
  for (let start = 0; start < STARTS; start += 1) {
    found.push(await alone(async (page) => {
      await wait(WATCHED + 500);
      return Math.max(...(await traced(page.driver, "ready", WATCHED)).map(({ clock }) => clock));
    }, "toplevel,blink.user_timing"));
  }
  return found.sort((a, b) => a - b)[STARTS >> 1];
}

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
  const wanted = (/** @type {{name: string}} */ { name }) => process.argv.slice(2).every((part) => name.includes(part));
  for (const what of WIDE_CHANGES.filter(wanted)) {
    const { task, frame } = await undone(what);
    console.log(`undo and redo of ${what.name}`.padEnd(64), `task ${task.toFixed(0)} frame ${frame.toFixed(0)}`);
  }
  for (const what of CASES.filter(wanted)) {
    console.log(`${what.name.padEnd(40)} ${(await longTasks(what)).slice(0, 5).map(({ clock, computed }) => `${computed.toFixed(0)} (${clock.toFixed(0)})`).join(" ")}`);
  }
  console.log(`${"a wide brush: a frame of 95 in 100".padEnd(40)} ${(await wideBrush()).toFixed(1)}`);
}
