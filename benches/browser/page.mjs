/**
 * The editor's page beside the bare one of benches/page/, in turns: the main thread's time for a move of the pencil, for an
 * undo, and for a step of panning and of zooming, by the browser's own count.
 *
 * Input is real input by the browser's protocol, one event a frame. Each page lives in a browser of its own, so that what one
 * of them leaves to be done isn't counted for the other.
 */
import path from "node:path";
import { fileURLToPath } from "node:url";
import { startBrowser } from "../../tests/browser/browsers.mjs";
import { Page } from "../../tests/browser/page.mjs";
import { serve } from "../../tests/browser/server.mjs";

const BARE = fileURLToPath(new URL("../page/", import.meta.url));

/** Moves of a stroke, steps of panning, and how often all of it is done. */
const [MOVES, STEPS, ROUNDS] = [120, 40, 3];

/** Time from one event to the next, in milliseconds: a frame of 60 a second. */
const FRAME = 1000 / 60;

/** @typedef {import("selenium-webdriver").WebDriver} WebDriver */
/** @typedef {{x: number, y: number, width: number, height: number}} Box In CSS pixels. */

const wait = (/** @type {number} */ ms) => new Promise((resolve) => { setTimeout(resolve, ms); });

/** A page under measurement. */
class Subject {
  /** @param {WebDriver} driver @param {Box} box The canvas. */
  constructor(driver, box) {
    this.driver = driver;
    this.box = box;
  }

  /** @param {string} method @param {object} params @returns {Promise<any>} */
  ask(method, params = {}) {
    return /** @type {any} */ (this.driver).sendAndGetDevToolsCommand(method, params);
  }

  /** Milliseconds that the main thread was busy while something was done. @param {() => Promise<void>} doing */
  async busy(doing) {
    const sum = async () => {
      const { metrics } = await this.ask("Performance.getMetrics");
      return metrics.find((/** @type {{name: string}} */ { name }) => name === "TaskDuration").value * 1000;
    };
    await wait(300);
    const before = await sum();
    await doing();
    return (await sum()) - before;
  }

  /** One mouse event at a place from (0, 0) to (1, 1) of the canvas. @param {string} type @param {number} x @param {number} y @param {object} [more] */
  async mouse(type, x, y, more = {}) {
    const { box } = this;
    await this.ask("Input.dispatchMouseEvent", { type, x: box.x + box.width * x, y: box.y + box.height * y, ...more });
  }

  /** A drag over the canvas, a move a frame. @param {[number, number]} from @param {[number, number]} to @param {number} moves @param {"left" | "middle"} button */
  async drag([x, y], [endX, endY], moves, button) {
    const held = { button, buttons: button === "left" ? 1 : 4, clickCount: 1 };
    await this.mouse("mousePressed", x, y, held);
    const begin = performance.now();
    for (let i = 1; i <= moves; i += 1) {
      await this.mouse("mouseMoved", x + ((endX - x) * i) / moves, y + ((endY - y) * i) / moves, held);
      await wait(begin + i * FRAME - performance.now());
    }
    await this.mouse("mouseReleased", endX, endY, { ...held, buttons: 0 });
    await wait(100);
  }

  /** Presses Ctrl+Z and waits for the second frame after it. */
  async undo() {
    const key = { key: "z", code: "KeyZ", windowsVirtualKeyCode: 90, modifiers: 2 };
    await this.ask("Input.dispatchKeyEvent", { type: "rawKeyDown", ...key });
    await this.frames();
    await this.ask("Input.dispatchKeyEvent", { type: "keyUp", ...key });
  }

  frames() {
    const expression = "new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)))";
    return this.ask("Runtime.evaluate", { expression, awaitPromise: true });
  }

  /** The time of the key's handlers, in milliseconds. @returns {Promise<number>} */
  handler() {
    return this.driver.executeScript(`
      const event = new KeyboardEvent("keydown", { key: "z", code: "KeyZ", ctrlKey: true, bubbles: true, cancelable: true });
      const begin = performance.now();
      document.body.dispatchEvent(event);
      return performance.now() - begin;`);
  }
}

/** @param {number[]} values */
const median = (values) => values.toSorted((a, b) => a - b)[values.length >> 1] ?? NaN;

/**
 * What is measured, in milliseconds of the main thread; `frames` are how many frames there were in each second.
 * @typedef {{move: number, up: number, undo: number, handler: number, quiet: number, pan: number, panFrames: number, zoom: number}} Figures
 */

/** Does everything once. @param {Subject} page @returns {Promise<Figures>} */
async function round(page) {
  const stroke = await page.busy(() => page.drag([0.1, 0.15], [0.9, 0.8], MOVES, "left"));
  const undo = await page.busy(() => page.undo());
  await page.drag([0.1, 0.8], [0.9, 0.15], MOVES >> 2, "left");
  const quiet = await page.busy(async () => {
    await page.undo();
    await wait(900);
  });
  await page.drag([0.1, 0.7], [0.9, 0.25], MOVES >> 2, "left");
  await wait(500);
  const handler = await page.handler();
  await wait(700);
  let panFrames = 0;
  const pan = await page.busy(async () => {
    await page.driver.executeScript(`
      window.frames_seen = [];
      const look = (now) => { window.frames_seen?.push(now); if (window.frames_seen) requestAnimationFrame(look); };
      requestAnimationFrame(look);`);
    await page.drag([0.4, 0.4], [0.6, 0.6], STEPS, "middle");
    panFrames = await page.driver.executeScript(`
      const seen = window.frames_seen;
      window.frames_seen = undefined;
      return (seen.length - 1) / (seen.at(-1) - seen[0]) * 1000;`);
  });
  await page.drag([0.6, 0.6], [0.4, 0.4], 1, "middle");
  const zoom = await page.busy(async () => {
    for (let i = 0; i < 8; i += 1) {
      await page.mouse("mouseWheel", 0.5, 0.5, { deltaX: 0, deltaY: i < 4 ? -100 : 100 });
      await page.frames();
    }
  });
  return { move: stroke / MOVES, up: 0, undo, handler, quiet, pan: pan / STEPS, panFrames, zoom: zoom / 8 };
}

/**
 * Measures both pages with a picture of a size.
 * @param {number} side
 * @param {number} layers of the editor's drawing
 * @param {{ratio?: number, scale?: number}} [setting]
 * @returns {Promise<{ours: Figures, bare: Figures}>}
 */
export async function beside(side, layers, { scale = 1 } = {}) {
  const [site, yardstick] = [await serve(), await serve("/", "", BARE)];
  const drivers = [await startBrowser({ scale }), await startBrowser({ scale })];
  try {
    const [editor, plain] = drivers;
    const page = new Page(editor, site.url, "");
    await page.open("index.html");
    await page.call("newDocument", { width: side, height: side });
    for (let i = 1; i < layers; i += 1) await page.call("run", "layer.add");
    await page.call("setTool", "pencil");
    const box = await editor.executeScript(`
      const { x, y, width, height } = document.querySelector("#surface").getBoundingClientRect();
      return { x, y, width, height };`);
    const [width, height] = [Math.round(box.width * scale), Math.round(box.height * scale)];
    await plain.get(`${yardstick.url}index.html?side=${side}&width=${width}&height=${height}`);
    const bareBox = await plain.executeScript(`
      const { x, y, width, height } = document.querySelector("canvas").getBoundingClientRect();
      return { x, y, width, height };`);
    const subjects = [new Subject(editor, box), new Subject(plain, bareBox)];
    for (const subject of subjects) {
      await subject.ask("Performance.enable");
      // The first stroke compiles what the others run.
      await subject.drag([0.1, 0.1], [0.9, 0.9], 30, "left");
      await subject.undo();
    }
    /** @type {Figures[][]} */
    const found = [[], []];
    for (let i = 0; i < ROUNDS; i += 1) {
      for (const which of i % 2 ? [1, 0] : [0, 1]) found[which].push(await round(subjects[which]));
    }
    const [ours, bare] = found.map((rounds) => /** @type {Figures} */ (Object.fromEntries(
      Object.keys(rounds[0]).map((key) => [key, median(rounds.map((one) => one[/** @type {keyof Figures} */ (key)]))]),
    )));
    return { ours, bare };
  } finally {
    for (const driver of drivers) await driver.quit();
    site.stop();
    yardstick.stop();
  }
}

if (path.resolve(process.argv[1] ?? "") === fileURLToPath(import.meta.url)) {
  for (const size of process.argv.slice(2)) {
    const [side, layers = 1] = size.split("x").map(Number);
    const { ours, bare } = await beside(side, layers);
    for (const key of /** @type {(keyof Figures)[]} */ (Object.keys(ours))) {
      console.log(`${size.padEnd(8)} ${key.padEnd(10)} ours ${ours[key].toFixed(2).padStart(8)}  bare ${bare[key].toFixed(2).padStart(8)}  ratio ${(ours[key] / bare[key]).toFixed(2)}`);
    }
  }
}
