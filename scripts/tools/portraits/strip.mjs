/**
 * Strips of frames, side by side with words below them. One undo: the stroke, then what is seen at exact times after the key. One stroke taken back:
 * the stroke, what came after it, what would go and what would stay, and the end.
 */
import { writeFileSync } from "node:fs";
import { drawCap, paint, rest } from "./drawing.mjs";
import { begun, hold, seek } from "./still.mjs";

/** @typedef {import("../../../tests/browser/page.mjs").Page} Page */
/** @typedef {import("./drawing.mjs").Parts} Parts */

/** Times of the frames after the key, in milliseconds. */
const TIMES = [0, 100, 250, 500, 900];
/** Device pixels of a pixel of the drawing at that zoom, and the pixels that a frame shows. */
const ZOOM = 8;
const PART = { x: 3, y: 2, width: 27, height: 26 };

/** What is painted before, so that the frame has somewhere to come from, and the step that is undone. @type {Parts} */
const BEFORE = [["b", "#f08a86", [[[20, 5], [23, 8]]]]];
/** @type {Parts} */
const STEP = [["b", "#54ae4a", [[[5, 24], [8, 18], [11, 24], [14, 18], [17, 24], [20, 18], [23, 24], [26, 18], [27, 20]]]]];

/** The page that the frames are put together on. */
const SHEET = `data:text/html,<!doctype html><meta charset="utf-8"><style>
  body { display: inline-flex; gap: 6px; margin: 0; font: 13px system-ui, sans-serif; color: %238b909b; text-align: center; }
  figure { margin: 0; } img { display: block; border-radius: 4px; } figcaption { padding: 5px 0 1px; }</style>`;

/** Asks the browser by its own protocol. @param {Page} page @returns {(command: string, how: object) => Promise<any>} */
function protocol(page) {
  const driver = /** @type {import("selenium-webdriver/chrome.js").Driver} */ (page.driver);
  return driver.sendAndGetDevToolsCommand.bind(driver);
}

/** Opens the page with the toadstool, and zooms in. @param {Page} page */
async function begin(page) {
  await page.open("index.html");
  await drawCap(page);
  await showHistory(page);
  await page.call("run", "view.zoom.4");
}

/** Opens the history, where it is folded. @param {Page} page */
async function showHistory(page) {
  const folded = await page.driver.executeScript("return document.querySelector('#history-toggle').ariaExpanded !== 'true'");
  if (folded) await page.click("#history-toggle");
}

/** Returns what takes a frame of the picture as it is seen. @param {Page} page */
async function camera(page) {
  const corner = await page.client([PART.x, PART.y]);
  const clip = { x: corner.x - ZOOM / 2, y: corner.y - ZOOM / 2, width: PART.width * ZOOM, height: PART.height * ZOOM, scale: 1 };
  return async () => (await protocol(page)("Page.captureScreenshot", { clip })).data;
}

/** A strip of one undo. @param {Page} page @param {string} file */
export async function takeStrip(page, file) {
  await begin(page);
  await paint(page, BEFORE);
  await page.undo();
  await page.redo();
  await paint(page, STEP);
  await rest(page);
  const frame = await camera(page);
  const frames = [{ words: "the stroke", data: await frame() }];
  await hold(page);
  await page.undo();
  await begun(page);
  for (const time of TIMES) {
    await seek(page, time);
    frames.push({ words: time === 0 ? "Ctrl+Z" : `${time} ms`, data: await frame() });
  }
  await join(page, frames, file);
}

/** What is painted after the step that is taken back: a part of it lies on the step, and a part beside. @type {Parts} */
const AFTER = [
  ["b", "#ffd166", [[[11, 20], [11, 23]], [[12, 21], [20, 21]]]],
  ["b", "#3b3a4d", [[[24, 22], [28, 22]]]],
];

/** A strip of one stroke taken back, while later ones stay. @param {Page} page @param {string} file */
export async function takeStripOfTakingBack(page, file) {
  await begin(page);
  const frame = await camera(page);
  const frames = [];
  await paint(page, STEP);
  await rest(page);
  frames.push({ words: "a stroke", data: await frame() });
  await paint(page, AFTER);
  await rest(page);
  frames.push({ words: "three more", data: await frame() });
  await aimAtTakingBack(page);
  frames.push({ words: "“Take back only this”", data: await frame() });
  await page.click(TAKE_BACK);
  await page.click("#takeback .chief");
  await page.message("Took back");
  await rest(page);
  frames.push({ words: "done, as one step", data: await frame() });
  await join(page, frames, file);
}

const TAKE_BACK = ".context-menu [data-command='history.take-back']";

/** Opens the menu of the stroke that all of `AFTER` came after, and points at what takes it back alone. @param {Page} page */
export async function aimAtTakingBack(page) {
  const after = AFTER.reduce((count, [, , ways]) => count + ways.length, 0);
  await showHistory(page);
  await page.until("the step's row", () => page.driver.executeScript(`
    const rows = [...document.querySelectorAll('#steps [aria-level="1"]')];
    const row = rows[rows.findIndex((row) => row.ariaCurrent === "true") - ${after}];
    if (row) row.dataset.portrait = "";
    return row !== undefined;`));
  await page.openMenu("[data-portrait] .step-label");
  await page.pointAt(TAKE_BACK);
  await page.until("what would go", () => page.driver.executeScript("return document.querySelector('.highlight-contour.takeback-taken:not([hidden])') !== null"));
}

/** Paints the strokes of which one is to be taken back. @param {Page} page */
export async function paintSeveral(page) {
  await paint(page, STEP);
  await paint(page, AFTER);
  await rest(page);
}

/** Puts frames side by side with their words below, and writes the picture. @param {Page} page @param {{words: string, data: string}[]} frames @param {string} file */
async function join(page, frames, file) {
  const { driver } = page;
  const ask = protocol(page);
  await driver.get(SHEET);
  await driver.executeScript(`
    return Promise.all(arguments[0].map(async ({ words, data }) => {
      const figure = document.createElement("figure");
      const image = document.createElement("img");
      image.src = "data:image/png;base64," + data;
      const caption = document.createElement("figcaption");
      caption.textContent = words;
      figure.append(image, caption);
      document.body.append(figure);
      await image.decode();
    }));`, frames);
  const size = await driver.executeScript("const { width, height } = document.body.getBoundingClientRect(); return { width: Math.ceil(width), height: Math.ceil(height) };");
  await ask("Emulation.setDefaultBackgroundColorOverride", { color: { r: 0, g: 0, b: 0, a: 0 } });
  const { data } = await ask("Page.captureScreenshot", { clip: { x: 0, y: 0, scale: 1, .../** @type {{width: number, height: number}} */ (size) }, captureBeyondViewport: true });
  await ask("Emulation.setDefaultBackgroundColorOverride", {});
  writeFileSync(file, Buffer.from(data, "base64"));
}
