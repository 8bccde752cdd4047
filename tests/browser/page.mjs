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

/** Letters that stand for colours in pictures. */
const LETTERS = new Map([
  ["#00000000", "."], ["#000000ff", "K"], ["#ffffffff", "W"], ["#ff0000ff", "R"], ["#00ff00ff", "G"], ["#0000ffff", "B"],
]);

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

  /** The picture as rows of letters; what is another colour is a question mark. */
  async letters() {
    const rows = await this.pixels();
    return rows.map((row) => row.map((color) => LETTERS.get(color) ?? "?").join(""));
  }

  /** What is selected, as rows of signs. @returns {Promise<string[]>} */
  selected() {
    return this.driver.executeScript(`
      const { width, height } = undoodle.size();
      return Array.from({ length: height }, (_, y) => Array.from({ length: width }, (_, x) => (undoodle.isSelected(x, y) ? "#" : ".")).join(""));`);
  }

  /** A new drawing with these letters on it, painted through the scripting surface's door: a file. @param {string[]} rows */
  async paint(rows) {
    const file = new PNG({ width: rows[0].length, height: rows.length });
    const colors = new Map([...LETTERS].map(([color, letter]) => [letter, color]));
    rows.forEach((row, y) => [...row].forEach((letter, x) => {
      file.data.write(/** @type {string} */ (colors.get(letter)).slice(1), (y * file.width + x) * 4, "hex");
    }));
    const bytes = [...PNG.sync.write(file)];
    await this.driver.executeAsyncScript(
      "const done = arguments[1]; undoodle.open(new Uint8Array(arguments[0]), 'grid.png').then(() => done())", bytes,
    );
  }

  /** Runs a command through its menu. @param {string} command */
  async menu(command) {
    const info = (await this.call("commands")).find((/** @type {{id: string}} */ { id }) => id === command);
    await this.click(`[data-menu="${info.menu}"]`);
    await this.click(`[data-command="${command}"]`);
  }

  /** Fills in the form that is open. @param {Record<string, string | number | boolean>} values */
  async fill(values) {
    for (const [name, value] of Object.entries(values)) {
      const field = await this.find(`#form-${name}`);
      const type = await field.getAttribute("type");
      if (typeof value === "boolean") {
        if ((await field.isSelected()) !== value) await field.click();
      } else if (type === "color") {
        await this.set(`#form-${name}`, String(value));
      } else if (type === "number" || type === "text") {
        await field.sendKeys(Key.chord(Key.CONTROL, "a"), String(value));
      } else {
        await field.sendKeys(String(value));
      }
    }
  }

  /** Runs a command through its menu and its form. @param {string} command @param {Record<string, string | number | boolean>} values */
  async ask(command, values) {
    await this.menu(command);
    await this.fill(values);
    await this.click("#form-ok");
  }

  /** How many steps can be undone. @returns {Promise<number>} */
  async steps() {
    return (await this.call("history")).position;
  }

  /** @param {Pixel} pixel */
  async client([x, y]) {
    const point = await this.call("clientPoint", x, y);
    return { x: Math.round(point.x), y: Math.round(point.y) };
  }

  /**
   * Moves the pointer over pixels of the document with a button held; released unless `hold`.
   * @param {Pixel[]} path
   * @param {{button?: number, hold?: boolean, keys?: string[]}} [how] `keys` are held all the while.
   */
  async drag(path, { button = LEFT, hold = false, keys = [] } = {}) {
    const points = await Promise.all(path.map((pixel) => this.client(pixel)));
    let actions = this.driver.actions();
    for (const key of keys) actions = actions.keyDown(key);
    actions = actions.move({ ...points[0], duration: 0 }).press(button);
    for (const point of points.slice(1)) actions = actions.move({ ...point, duration: 0 });
    if (!hold) actions = actions.release(button);
    for (const key of keys) actions = actions.keyUp(key);
    await actions.perform();
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
