/**
 * A strip of frames of one undo: the stroke, then what is seen at exact times after the key, side by side with the times
 * below them.
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

/** @param {Page} page @param {string} file */
export async function takeStrip(page, file) {
  const driver = /** @type {import("selenium-webdriver/chrome.js").Driver} */ (page.driver);
  const ask = /** @type {(command: string, how: object) => Promise<any>} */ (driver.sendAndGetDevToolsCommand.bind(driver));
  await page.open("index.html");
  await drawCap(page);
  await page.call("run", "view.zoom.4");
  await paint(page, BEFORE);
  await page.undo();
  await page.redo();
  await paint(page, STEP);
  await rest(page);
  const corner = await page.client([PART.x, PART.y]);
  const clip = { x: corner.x - ZOOM / 2, y: corner.y - ZOOM / 2, width: PART.width * ZOOM, height: PART.height * ZOOM, scale: 1 };
  const frame = async () => (await ask("Page.captureScreenshot", { clip })).data;
  const frames = [{ words: "the stroke", data: await frame() }];
  await hold(page);
  await page.undo();
  await begun(page);
  for (const time of TIMES) {
    await seek(page, time);
    frames.push({ words: time === 0 ? "Ctrl+Z" : `${time} ms`, data: await frame() });
  }
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
