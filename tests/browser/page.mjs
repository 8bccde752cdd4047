/**
 * A page in a browser, with the words that journeys are told in: drag, press, pixels. Input is
 * real input, through WebDriver; pixels are read through window.undoodle, never from the canvas.
 */
import { setTimeout as sleep } from "node:timers/promises";
import { PNG } from "pngjs";
import { By, Key } from "selenium-webdriver";
import { PATIENCE, READY, SHOWN } from "./readiness.mjs";

/** Buttons by WebDriver's numbers. */
export const LEFT = 0;
export const MIDDLE = 1;
export const RIGHT = 2;

/** How long until what is to come is looked for again, in milliseconds: at first, and at most. Each look is work for a page that others wait for as well. */
const [SOON, LATE] = [20, 100];

/** @typedef {[number, number]} Pixel */

/** Letters that stand for colours in pictures; digits are the first ones of a new drawing's palette. */
const LETTERS = new Map([
  ["#00000000", "."], ["#000000ff", "K"], ["#ffffffff", "W"], ["#ff0000ff", "R"], ["#00ff00ff", "G"], ["#0000ffff", "B"],
  ["#00000080", "k"], ["#ff000080", "r"],
  ["#14121fff", "0"], ["#3b3a4dff", "1"], ["#6c6b80ff", "2"], ["#a3a2b3ff", "3"], ["#d8d7e0ff", "4"],
]);

/** The plain scripts of drivers whose scripts see the page as its next frame would show it. @type {WeakMap<object, Function>} */
const PLAIN = new WeakMap();

/**
 * A driver whose scripts see the page as its next frame would show it, with what was begun done: a driver is quicker than
 * a frame.
 * @param {import("selenium-webdriver").WebDriver} driver
 */
function settling(driver) {
  // A driver that was given to a page before does so already.
  if (PLAIN.has(driver)) return driver;
  const { executeScript, executeAsyncScript } = driver;
  PLAIN.set(driver, executeScript);
  /** @param {(script: string, ...values: unknown[]) => Promise<any>} execute */
  const first = (execute) => (/** @type {string | Function} */ script, /** @type {unknown[]} */ ...values) => {
    const words = typeof script === "string" ? script : `return (${script}).apply(null, arguments)`;
    return execute.call(driver, `return (async () => { await window.undoodle?.finished?.(); window.undoodle?.settle?.(); ${words}\n})()`, ...values);
  };
  return Object.assign(driver, { executeScript: first(executeScript), executeAsyncScript: first(executeAsyncScript) });
}

export class Page {
  /** Messages that were seen while the page began. @type {(string | undefined)[]} */
  #said = [];

  /**
   * @param {import("selenium-webdriver").WebDriver} driver
   * @param {string} url
   * @param {string} downloads
   */
  constructor(driver, url, downloads) {
    this.driver = settling(driver);
    this.url = url;
    this.downloads = downloads;
  }

  /** Runs a script that sees the page as it is at this moment. @param {string} script @returns {Promise<any>} */
  glance(script) {
    return PLAIN.get(this.driver)?.call(this.driver, script);
  }

  /** @param {string} page */
  async open(page) {
    await this.driver.get(this.url + page);
    await this.ready();
  }

  /**
   * Waits until the page is ready, with all of its panels unless the journey is about a page without them. WebKit's driver
   * calls a page loaded before its modules have run.
   */
  async ready() {
    await this.until("a page", () => this.glance("return window.undoodle !== undefined"));
    const said = await this.glance(READY);
    if (!said) throw new Error("the page has no panels");
    this.#said = said;
  }

  /** Waits for a message with which the page begins, and gives the whole: it may be gone when panels come. @param {string} part @returns {Promise<string>} */
  async opening(part) {
    return this.#said.find((text) => text?.includes(part)) ?? this.message(part);
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
  async pixels() {
    // Drivers take a tenth of the time for one text that they take for thousands.
    const text = /** @type {string} */ (await this.driver.executeScript("return undoodle.pixels().map((row) => row.join(' ')).join('\\n')"));
    return text.split("\n").map((row) => row.split(" "));
  }

  /** The pixels that are not transparent, as "x,y" in rows. */
  async painted() {
    const rows = await this.pixels();
    return rows.flatMap((row, y) => row.flatMap((color, x) => (color === "#00000000" ? [] : [`${x},${y}`])));
  }

  /** The picture as rows of letters; another colour is named. */
  async letters() {
    const rows = await this.pixels();
    return rows.map((row) => row.map((color) => LETTERS.get(color) ?? color).join(""));
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

  /** Chooses a command in its menu by pointer. @param {string} id */
  async menu(id) {
    await this.click(`[data-menu="${await this.menuOf(id)}"]`);
    await this.click(`[data-command="${id}"]`);
  }

  /** @param {string} id @returns {Promise<string>} */
  menuOf(id) {
    return this.driver.executeScript("return undoodle.commands().find(({ id }) => id === arguments[0]).menu", id);
  }

  /** Chooses a command in its menu by Tab, arrows and Enter alone. @param {string} id */
  async menuByKeys(id) {
    const name = await this.menuOf(id);
    await this.tabTo("[data-menu]");
    await this.press(Key.ARROW_DOWN);
    await this.#goTo(Key.ARROW_RIGHT, `[aria-label="${name}"] [role^=menuitem]`);
    await this.#goTo(Key.ARROW_DOWN, `[data-command="${id}"]`);
    await this.press(Key.ENTER);
  }

  /** Moves the focus by Tab, or by Shift+Tab if the element lies before it: past the page's end the focus is the browser's. @param {string} css */
  tabTo(css) {
    return this.#goTo(Key.TAB, css);
  }

  /** Presses a key until an element has the focus. @param {string} key @param {string} css */
  async #goTo(key, css) {
    const place = () => this.driver.executeScript(
      `const { activeElement } = document;
       if (activeElement.matches(arguments[0])) return "there";
       return document.querySelector(arguments[0])?.compareDocumentPosition(activeElement) & Node.DOCUMENT_POSITION_FOLLOWING ? "behind" : "before";`,
      css,
    );
    // There are fewer places to go to than this on the whole page.
    for (let i = 0; i < 150; i += 1) {
      const at = await place();
      if (at === "there") return;
      await this.press(key, ...(key === Key.TAB && at === "behind" ? [Key.SHIFT] : []));
    }
    throw new Error(`keys don't lead to ${css}`);
  }

  /**
   * Fills fields of the form that is open, by the names of the command's parameters, as a hand does.
   * @param {Record<string, string | number | boolean>} values
   */
  async fill(values) {
    for (const [name, value] of Object.entries(values)) {
      const css = `#form-${name}`;
      await this.until(`a field ${css}`, () => this.driver.executeScript("return document.querySelector(arguments[0]) !== null", css));
      const [type, checked] = await this.driver.executeScript("const field = document.querySelector(arguments[0]); return [field.role ?? field.type, field.checked]", css);
      if (type === "radiogroup") await this.click(`${css} [value="${value}"]`);
      else if (type === "color") await this.set(css, String(value));
      else if (typeof value === "boolean") {
        if (checked !== value) await this.click(css);
      } else if (type === "select-one") await this.choose(css, String(value));
      else await this.type(css, value === "" ? Key.DELETE : String(value));
    }
  }

  /**
   * Types over what a field has. Its text is selected by a script, since Ctrl+A selects nothing in some browsers
   * without a screen.
   * @param {string} css @param {string[]} keys
   */
  async type(css, ...keys) {
    const focused = "const field = document.querySelector(arguments[0]); field.focus(); field.select(); return document.activeElement === field";
    await this.until(`a field ${css}`, () => this.driver.executeScript(focused, css));
    await this.driver.actions().sendKeys(...keys).perform();
  }

  /**
   * Chooses an entry of a list. WebKit compares the entry with that of the time when the list got the focus, and says
   * nothing if they are equal, so the list gets the focus anew.
   * @param {string} css @param {string} value
   */
  async choose(css, value) {
    await this.driver.executeScript("arguments[0].blur(); arguments[0].focus()", await this.find(css));
    await (await this.find(`${css} :is(option[value="${value}"], [data-value="${value}"])`)).click();
  }

  /** Chooses a command in its menu, fills its form and accepts it. @param {string} id @param {Record<string, string | number | boolean>} values */
  async form(id, values) {
    await this.menu(id);
    await this.until("the form", () => this.asked());
    await this.fill(values);
    await this.click("#form-ok");
  }

  /** Has the dialogs drawn that are drawn when somebody asks for them. */
  async drawDialogs() {
    await this.driver.executeScript(`
      for (const detail of ["appearance-dialog", "hands-dialog", "language-dialog"]) {
        document.dispatchEvent(new CustomEvent("open", { detail }));
        document.getElementById(detail).close();
      }`);
  }

  /** Whether a form is open. @returns {Promise<boolean>} */
  asked() {
    return this.driver.executeScript("return document.querySelector('#form-dialog').open");
  }

  /** How many steps can be undone. @returns {Promise<number>} */
  async steps() {
    return (await this.call("history")).position;
  }

  /** @param {Pixel} pixel */
  async client(pixel) {
    return (await this.#clients([pixel]))[0];
  }

  /** Where pixels are once the picture fits its place: a panel that has come or gone gives it another size with the next frame. @param {Pixel[]} pixels @returns {Promise<{x: number, y: number}[]>} */
  #clients(pixels) {
    // The middle of a pixel that is one point wide lies between two points, of which the greater one is the next pixel's.
    return this.driver.executeScript(`
      const picture = document.querySelector("#surface");
      const fits = () => {
        if (!picture) return true;
        const { width, height } = picture.getBoundingClientRect();
        return width < 1 || Math.abs(width * devicePixelRatio - picture.width) < 3 && Math.abs(height * devicePixelRatio - picture.height) < 3;
      };
      return (async () => {
        while (!fits()) await new Promise(requestAnimationFrame);
        return arguments[0].map(([x, y]) => undoodle.clientPoint(x, y)).map(({ x, y }) => ({ x: Math.ceil(x - 0.5), y: Math.ceil(y - 0.5) }));
      })();`, pixels);
  }

  /**
   * Moves the pointer over pixels of the document with a button held; released unless `hold`. A text on the
   * way is a key that is pressed there.
   * @param {(Pixel | string)[]} way
   * @param {{button?: number, hold?: boolean, keys?: string[]}} [how] `keys` are held all the while.
   */
  async drag(way, { button = LEFT, hold = false, keys = [] } = {}) {
    const points = await this.#clients(way.filter((step) => typeof step !== "string"));
    const steps = way.map((step) => (typeof step === "string" ? step : /** @type {{x: number, y: number}} */ (points.shift())));
    let actions = this.driver.actions();
    for (const key of keys) actions = actions.keyDown(key);
    for (const [i, step] of steps.entries()) {
      if (typeof step === "string") actions = actions.keyDown(step).keyUp(step);
      else actions = actions.move({ ...step, duration: 0 });
      if (i === 0) actions = actions.press(button);
    }
    if (!hold) actions = actions.release(button);
    for (const key of keys) actions = actions.keyUp(key);
    await actions.perform();
  }

  /** @param {string} key */
  async keyDown(key) {
    await this.driver.actions().keyDown(key).perform();
  }

  /** @param {string} key */
  async keyUp(key) {
    await this.driver.actions().keyUp(key).perform();
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

  /** @param {string} css @returns {Promise<import("selenium-webdriver").WebElement>} */
  async find(css) {
    await this.driver.executeScript("");
    return this.driver.findElement(By.css(css));
  }

  /** Presses and releases the left button over an element that can be seen. @param {string} css */
  async click(css) {
    // A driver's own click takes five times as long. A hand waits until it sees what it clicks.
    /** @type {{x: number, y: number} | string} */
    let at = "not there";
    const look = `
      const element = document.querySelector(arguments[0]);
      if (!element) return "not there";
      element.scrollIntoView({ block: "nearest", inline: "nearest" });
      const { left, top, right, bottom } = element.getBoundingClientRect();
      if (left === right || top === bottom) return "not shown";
      const [x, y] = [Math.floor((left + right) / 2), Math.floor((top + bottom) / 2)];
      const there = document.elementFromPoint(x, y);
      return element.contains(there) || there?.closest("label")?.control === element ? { x, y } : "behind " + there?.outerHTML.slice(0, 80);`;
    const sees = async () => {
      at = await this.driver.executeScript(look, css);
      return typeof at !== "string";
    };
    await this.until(css, sees).catch((error) => {
      throw typeof at === "string" ? new Error(`${css} is ${at}`) : error;
    });
    await this.driver.actions().move({ .../** @type {{x: number, y: number}} */ (/** @type {unknown} */ (at)), duration: 0 }).press().release().perform();
  }

  /** The middle of an element, which is scrolled into view. @param {string} css @returns {Promise<{x: number, y: number}>} */
  middle(css) {
    return this.driver.executeScript(`
      const element = document.querySelector(arguments[0]);
      element.scrollIntoView({ block: "nearest", inline: "nearest" });
      const { left, right, top, bottom } = element.getBoundingClientRect();
      return { x: Math.floor((left + right) / 2), y: Math.floor((top + bottom) / 2) };`, css);
  }

  /** Moves the pointer to an element. @param {string} css */
  async pointAt(css) {
    await this.find(css);
    await this.driver.actions().move({ ...await this.middle(css), duration: 0 }).perform();
  }

  /** Opens the menu of an element by the right button. @param {string} css */
  async openMenu(css) {
    await this.pointAt(css);
    await this.driver.actions().press(RIGHT).release(RIGHT).perform();
  }

  /** Presses an element twice in one go. @param {string} css */
  async doubleClick(css) {
    await this.driver.actions().doubleClick(await this.find(css)).perform();
  }

  /** Clicks with a key held. @param {string} css @param {string} key */
  async clickWith(css, key) {
    await this.driver.actions().keyDown(key).click(await this.find(css)).keyUp(key).perform();
  }

  /** @param {string} css @returns {Promise<string>} */
  async text(css) {
    return this.driver.executeScript("return document.querySelector(arguments[0]).textContent.trim()", css);
  }

  /**
   * Waits until something is so and stays so, and fails with the words otherwise. What may be over again in less time than lies between two
   * looks is not to be waited for here: an observer in the page notes it, and the note is what is waited for.
   * @param {string} words
   * @param {() => Promise<unknown>} holds
   */
  async until(words, holds) {
    const end = performance.now() + PATIENCE;
    for (let pause = SOON; !await holds(); pause = Math.min(pause * 1.5, LATE)) {
      if (performance.now() > end) throw new Error(`${words}: it did not come in ${PATIENCE / 1000} s`);
      await sleep(pause);
    }
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

  /** Gives the page a size in CSS pixels, at least 500 wide. @param {number} width @param {number} height */
  async resize(width, height) {
    const size = () => /** @type {Promise<number[]>} */ (this.driver.executeScript("return [innerWidth, innerHeight, outerWidth, outerHeight]"));
    const [innerWidth, innerHeight, outerWidth, outerHeight] = await size();
    await this.driver.manage().window().setRect({ width: width + outerWidth - innerWidth, height: height + outerHeight - innerHeight });
    await this.until(`a page of ${width}×${height}`, async () => String((await size()).slice(0, 2)) === `${width},${height}`);
    await this.glance(SHOWN);
  }

  /** What the browser shows, in device pixels. */
  async screenshot() {
    const driver = /** @type {any} */ (this.driver);
    // The protocol's own is packed less, which takes half of the time.
    const data = "sendAndGetDevToolsCommand" in driver
      ? (await driver.sendAndGetDevToolsCommand("Page.captureScreenshot", { format: "png", optimizeForSpeed: true })).data
      : await driver.takeScreenshot();
    return PNG.sync.read(Buffer.from(data, "base64"));
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
