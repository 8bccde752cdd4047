/** Text by hand: typed by real keys and by an input method, moved, changed and placed. What it paints is held in `tests/editor/tools/text.rs`. */
import assert from "node:assert/strict";
import test from "node:test";
import { Key } from "selenium-webdriver";
import { needs } from "./browsers.mjs";
import { choose, labels, lay } from "./grids.mjs";
import { visit } from "./visit.mjs";

/** @typedef {import("./page.mjs").Page} Page */

const EMPTY = Array(28).fill(".".repeat(24));

/** "Hi" at the top left in the small font, its first seven rows. */
const HI = ["K...K.K", "K...K..", "K...K.K", "KKKKK.K", "K...K.K", "K...K.K", "K...K.K"];

/** Opens an empty drawing with the text tool in hand, and has a text begin at a pixel. @param {Page} page @param {[number, number]} at */
async function begin(page, at) {
  await lay(page, EMPTY);
  await page.press("t");
  await page.drag([at]);
  await typing(page);
}

/** Waits until what is typed goes into the field. @param {Page} page */
const typing = (page) => page.until("the field", () => page.driver.executeScript("return document.activeElement.id === 'text-field'"));

/** Types into what has the focus. @param {Page} page @param {string[]} keys */
const type = (page, ...keys) => page.driver.actions().sendKeys(...keys).perform();

/** A part of the picture. @param {Page} page @param {number} x @param {number} y @param {number} width @param {number} height */
const part = async (page, x, y, width, height) => (await page.letters()).slice(y, y + height).map((row) => row.slice(x, x + width));

/** Whether the bar is there. @param {Page} page */
const isOpen = (page) => page.driver.executeScript("return !document.querySelector('#text-bar').hidden");

test("a text of two lines is typed, moved and given another font, and a press beside it places it as one step", () =>
  visit({}, async (page) => {
    await begin(page, [1, 1]);
    assert.match(await page.message("Ctrl+Enter"), /^Type and drag the text/);
    await type(page, "Hi", Key.ENTER, "b");
    await page.until("two lines", async () => (await part(page, 1, 11, 1, 1))[0] === "K");
    assert.deepEqual(await part(page, 1, 1, 7, 7), HI);
    assert.deepEqual([await page.steps(), (await page.call("tool")).id], [0, "text"], "letters are no keys of tools");
    await page.drag([[3, 4], [6, 6]]);
    assert.deepEqual(await part(page, 4, 3, 7, 7), HI, "a drag moves it");
    await typing(page);
    await choose(page, "font", "8x8");
    const wide = ["##..##.##", "##..##...", "##..##.##"].map((row) => row.replaceAll("#", "K"));
    await page.until("the large font", async () => (await part(page, 4, 3, 9, 3)).join() === wide.join());
    await typing(page);
    await type(page, Key.BACK_SPACE, "e");
    await page.until("another letter", async () => (await part(page, 4, 16, 6, 1))[0] === ".KKKK.");
    await page.drag([[20, 1]]);
    assert.deepEqual(await labels(page), ["Text"]);
    await page.until("another text", async () => (await page.driver.executeScript("return document.querySelector('#text-field').value")) === "");
    await page.press(Key.ESCAPE);
    assert.deepEqual(await labels(page), ["Text"], "one that is empty is none");
    await page.until("the bar is gone", async () => !(await isOpen(page)));
    await page.undo();
    assert.deepEqual(await page.letters(), EMPTY, "one undo takes all of it away");
  }));

test("Escape discards a text, undo takes letters back, Ctrl+Enter places it, and the keys are the picture's again", () =>
  visit({}, async (page) => {
    await begin(page, [1, 1]);
    await type(page, "Hi");
    await page.until("the text", async () => (await part(page, 1, 1, 7, 7)).join() === HI.join());
    // A line of the text is a line of the field, however long it is.
    await type(page, "W".repeat(60));
    assert.equal(await page.driver.executeScript("const { scrollHeight, clientHeight } = document.querySelector('#text-field'); return scrollHeight <= clientHeight"), true);
    await page.press(Key.ESCAPE);
    assert.deepEqual([await page.letters(), await page.steps()], [EMPTY, 0]);
    await page.drag([[1, 1]]);
    await typing(page);
    await type(page, "Hiib");
    // The undo button takes letters from the field as well.
    await page.click("#undo");
    await page.click("#undo");
    await page.until("two letters", async () => (await page.driver.executeScript("return document.querySelector('#text-field').value")) === "Hi");
    await page.press(Key.ENTER, Key.CONTROL);
    assert.deepEqual([await part(page, 1, 1, 7, 7), await labels(page)], [HI, ["Text"]]);
    await page.press("b");
    assert.equal((await page.call("tool")).id, "pencil");
    await page.undo();
    assert.deepEqual(await page.letters(), EMPTY);
  }));

test("what an input method composes is drawn while it is composed, and nothing of it is lost", needs("emulation"), () =>
  visit({}, async (page) => {
    await begin(page, [1, 1]);
    const driver = /** @type {import("selenium-webdriver/chrome.js").Driver} */ (page.driver);
    const compose = (/** @type {string} */ text) => driver.sendDevToolsCommand("Input.imeSetComposition", { text, selectionStart: text.length, selectionEnd: text.length });
    const field = () => page.driver.executeScript("return document.querySelector('#text-field').value");
    for (const text of ["H", "Hi", "Hiü"]) {
      await compose(text);
      await page.until(`${text} is drawn`, async () => (await page.call("text"))?.letters === text);
      assert.equal(await field(), text);
    }
    // The editor's other news leave it alone.
    await page.call("setColor", "#ff0000");
    await page.until("a red text", async () => (await part(page, 1, 1, 1, 1))[0] === "R");
    assert.equal(await field(), "Hiü");
    await driver.sendDevToolsCommand("Input.insertText", { text: "Hi" });
    assert.equal(await field(), "Hi");
    await page.click("#text-place");
    assert.deepEqual([(await part(page, 1, 1, 7, 7)).join().replaceAll("R", "K"), await labels(page)], [HI.join(), ["Text"]]);
    await page.until("the bar is gone", async () => !(await isOpen(page)));
  }));
