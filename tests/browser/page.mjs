/**
 * A page in a browser, with the words that journeys are told in: drag, press, pixels. Input is
 * real input, through WebDriver; pixels are read through window.undoodle, never from the canvas.
 */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { PNG } from "pngjs";
import { By, Key } from "selenium-webdriver";
import { startBrowser } from "./browsers.mjs";
import { serve } from "./server.mjs";

/** Buttons by WebDriver's numbers. */
export const LEFT = 0;
export const MIDDLE = 1;
export const RIGHT = 2;

/** How long something may take to come, in milliseconds. */
const PATIENCE = 10_000;

/** @typedef {[number, number]} Pixel */

/**
 * Opens a page of the built site and hands it to a journey; takes everything down after it.
 * @param {{page?: string, folder?: string, scale?: number, stillness?: boolean}} wish
 * @param {(page: Page) => Promise<void>} journey
 */
export async function visit({ page = "index.html", folder = "/", scale, stillness }, journey) {
  const downloads = mkdtempSync(path.join(tmpdir(), "undoodle-downloads-"));
  const server = await serve(folder);
  const driver = await startBrowser({ downloads, scale, stillness });
  try {
    const visited = new Page(driver, server.url, downloads);
    await visited.open(page);
    await journey(visited);
  } finally {
    await driver.quit();
    server.stop();
    rmSync(downloads, { recursive: true, force: true });
  }
}

export class Page {
  /**
   * @param {import("selenium-webdriver").WebDriver} driver
   * @param {string} url
   * @param {string} downloads
   */
  constructor(driver, url, downloads) {
    this.driver = driver;
    this.url = url;
    this.downloads = downloads;
  }

  /** @param {string} page */
  async open(page) {
    await this.driver.get(this.url + page);
    await this.driver.executeScript("return window.undoodle.ready");
  }

  /**
   * Calls a function of window.undoodle.
   * @param {string} name
   * @param {unknown[]} values
   * @returns {Promise<any>}
   */
  call(name, ...values) {
    return this.driver.executeScript("return window.undoodle[arguments[0]](...arguments[1])", name, values);
  }

  /** @param {number} x @param {number} y @returns {Promise<string>} */
  pixel(x, y) {
    return this.call("pixel", x, y);
  }

  /** All pixels of the document, row by row, as texts. @returns {Promise<string[][]>} */
  pixels() {
    return this.driver.executeScript(`
      const { width, height } = undoodle.size();
      return Array.from({ length: height }, (_, y) => Array.from({ length: width }, (_, x) => undoodle.pixel(x, y)));`);
  }

  /** The pixels that are not transparent, as "x,y" in rows. */
  async painted() {
    const rows = await this.pixels();
    return rows.flatMap((row, y) => row.flatMap((color, x) => (color === "#00000000" ? [] : [`${x},${y}`])));
  }

  /** @param {Pixel} pixel */
  async client([x, y]) {
    const point = await this.call("clientPoint", x, y);
    return { x: Math.round(point.x), y: Math.round(point.y) };
  }

  /**
   * Moves the pointer over pixels of the document with a button held; released unless `hold`.
   * @param {Pixel[]} path
   * @param {{button?: number, hold?: boolean}} [how]
   */
  async drag(path, { button = LEFT, hold = false } = {}) {
    const points = await Promise.all(path.map((pixel) => this.client(pixel)));
    let actions = this.driver.actions().move({ ...points[0], duration: 0 }).press(button);
    for (const point of points.slice(1)) actions = actions.move({ ...point, duration: 0 });
    await (hold ? actions : actions.release(button)).perform();
  }

  /** @param {Pixel} pixel */
  async moveTo(pixel) {
    await this.driver.actions().move({ ...(await this.client(pixel)), duration: 0 }).perform();
  }

  /** @param {number} [button] */
  async release(button = LEFT) {
    await this.driver.actions().release(button).perform();
  }

  /** Presses a key with others held. @param {string} key @param {string[]} held */
  async press(key, ...held) {
    let actions = this.driver.actions();
    for (const modifier of held) actions = actions.keyDown(modifier);
    actions = actions.keyDown(key).keyUp(key);
    for (const modifier of held.toReversed()) actions = actions.keyUp(modifier);
    await actions.perform();
  }

  undo() {
    return this.press("z", Key.CONTROL);
  }

  redo() {
    return this.press("z", Key.CONTROL, Key.SHIFT);
  }

  /** @param {string} css */
  find(css) {
    return this.driver.findElement(By.css(css));
  }

  /** @param {string} css */
  async click(css) {
    await (await this.find(css)).click();
  }

  /** @param {string} css @returns {Promise<string>} */
  async text(css) {
    return this.driver.executeScript("return document.querySelector(arguments[0]).textContent.trim()", css);
  }

  /**
   * Waits until something is so, and fails with the words otherwise.
   * @param {string} words
   * @param {() => Promise<unknown>} holds
   */
  until(words, holds) {
    return this.driver.wait(async () => Boolean(await holds()), PATIENCE, words);
  }

  /** Waits for a message that has this in it, and gives the whole. @param {string} part */
  async message(part) {
    await this.until(`a message with "${part}"`, async () => (await this.text("#message")).includes(part));
    return this.text("#message");
  }

  /** Sets a range or colour input as the browser would for a hand. @param {string} css @param {string} value */
  async set(css, value) {
    await this.driver.executeScript(
      `const input = document.querySelector(arguments[0]);
       input.value = arguments[1];
       input.dispatchEvent(new Event("input", { bubbles: true }));
       input.dispatchEvent(new Event("change", { bubbles: true }));`,
      css,
      value,
    );
  }

  /** What the browser shows, in device pixels. */
  async screenshot() {
    return PNG.sync.read(Buffer.from(await this.driver.takeScreenshot(), "base64"));
  }
}

/**
 * The colour in a screenshot at a place in client coordinates, [r, g, b].
 * @param {PNG} shot
 * @param {{x: number, y: number}} at
 * @param {number} [scale]
 */
export function seen(shot, at, scale = 1) {
  const start = (Math.floor(at.y * scale) * shot.width + Math.floor(at.x * scale)) * 4;
  return [...shot.data.subarray(start, start + 3)];
}
