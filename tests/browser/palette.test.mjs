/** The palette by hand: choosing, adding, deleting and changing colours. */
import assert from "node:assert/strict";
import test from "node:test";
import { Key } from "selenium-webdriver";
import { needs } from "./browsers.mjs";
import { labels, lay } from "./grids.mjs";
import { RIGHT } from "./page.mjs";
import { visit } from "./visit.mjs";

/** @typedef {import("./page.mjs").Page} Page */

/** What a new drawing's palette begins with, and how many colours it has. */
const FIRST = ["#14121fff", "#3b3a4dff", "#6c6b80ff", "#a3a2b3ff", "#d8d7e0ff", "#ffffffff"];
const COUNT = 24;

/** @param {number} index */
const swatch = (index) => `#palette .swatch-button[data-index="${index}"]`;

/** @param {Page} page @returns {Promise<string[]>} */
const palette = (page) => page.call("palette");

/** The swatches that are chosen. @param {Page} page @returns {Promise<number[]>} */
const chosen = (page) =>
  page.driver.executeScript(`
    return [...document.querySelectorAll('#palette .swatch-button[aria-pressed="true"]')].map((button) => Number(button.dataset.index));`);

/** The colours that the swatches have on the screen's behalf. @param {Page} page @returns {Promise<string[]>} */
const drawn = (page) =>
  page.driver.executeScript(`
    return [...document.querySelectorAll("#palette .swatch-button")].map((button) => button.style.getPropertyValue("--color"));`);

/** The colours of the left and the right button, as the panel shows them. @param {Page} page */
const wells = async (page) => [await page.text("#colors .primary .well-value"), await page.text("#colors .secondary .well-value")];

/** Presses a swatch with a button and keys. @param {Page} page @param {number} index @param {{button?: number, keys?: string[]}} [how] */
async function press(page, index, { button = 0, keys = [] } = {}) {
  let actions = page.driver.actions();
  for (const key of keys) actions = actions.keyDown(key);
  actions = actions.move({ origin: await page.find(swatch(index)), duration: 0 }).press(button).release(button);
  for (const key of keys) actions = actions.keyUp(key);
  await actions.perform();
}

/**
 * Does something that is one step, and sees that undo and redo show before and after again.
 * @param {Page} page @param {string} label @param {() => Promise<unknown>} run @param {string[]} after
 */
async function step(page, label, run, after) {
  const [before, made] = [await palette(page), (await page.call("history")).position];
  await run();
  assert.deepEqual(await palette(page), after, label);
  assert.deepEqual(await drawn(page), after, `${label}, as it is shown`);
  assert.equal((await labels(page))[made], label);
  assert.equal((await page.call("history")).position, made + 1);
  await page.undo();
  assert.deepEqual([await palette(page), await drawn(page)], [before, before], `${label}, undone`);
  await page.redo();
  assert.deepEqual(await palette(page), after, `${label}, redone`);
  await page.undo();
}

test("a swatch is taken by either button and by keys, and by Shift a run; colours are added and deleted, but for the last", needs("other buttons"), () =>
  visit({}, async (page) => {
    await lay(page, ["...."]);
    const before = await palette(page);
    assert.deepEqual([before.length, before.slice(0, 6)], [COUNT, FIRST]);
    await press(page, 3);
    assert.deepEqual([await wells(page), await chosen(page)], [["#a3a2b3", "transparent"], [3]]);
    await press(page, 1, { button: RIGHT });
    assert.deepEqual([await wells(page), await chosen(page)], [["#a3a2b3", "#3b3a4d"], [3]]);
    await page.drag([[0, 0]]);
    await page.drag([[2, 0]], { button: RIGHT });
    assert.deepEqual(await page.letters(), ["3.1."]);
    // By keys a swatch is a button as any other.
    await (await page.find(swatch(4))).sendKeys(Key.ENTER);
    assert.deepEqual([await wells(page), await chosen(page)], [["#d8d7e0", "#3b3a4d"], [4]]);
    await press(page, 1, { keys: [Key.SHIFT] });
    assert.deepEqual(await chosen(page), [1, 2, 3, 4]);
    assert.equal((await wells(page))[0], "#d8d7e0", "the colour stays the one that was chosen");
    assert.deepEqual(await labels(page), ["Pencil", "Pencil"], "choosing is no step");

    await page.set("#primary", "#123456");
    await step(page, "Add colour", () => page.click("#palette-add"), [...before, "#123456ff"]);
    await page.redo();
    assert.equal(await page.text("#palette .count"), String(COUNT + 1));
    await press(page, COUNT);
    await step(page, "Delete colour", () => page.click("#palette-delete"), before);
    await page.call("run", "palette.paste", { list: "#f00" });
    assert.equal(await (await page.find("#palette-delete")).isEnabled(), false);
  }));

test("swatches are squares without gaps, in a size that is chosen and kept, and Change colour asks for the digits", () =>
  visit({}, async (page) => {
    /** The sides of the first swatch, the distance to the second one, and that of a row from the next. */
    const sides = () => page.driver.executeScript(`
      const all = [...document.querySelectorAll("#palette .swatch-button")].map((one) => one.getBoundingClientRect());
      const below = all.find(({ top }) => top > all[0].top);
      return [all[0].width, all[0].height, all[1].left - all[0].left, below.top - all[0].top];`);
    const square = (/** @type {number} */ side) => [side, side, side, side];
    assert.deepEqual(await sides(), square(24));
    for (const side of [32, 16]) {
      await page.click("#swatch-size");
      assert.deepEqual(await sides(), square(side));
    }
    await page.driver.navigate().refresh();
    await page.ready();
    await page.until("the palette", () => page.driver.executeScript("return document.querySelector('#palette .swatch-button') !== null"));
    assert.deepEqual(await sides(), square(16), "kept");
    await press(page, 2);
    await page.menu("palette.set");
    await page.until("the form", () => page.asked());
    assert.equal(await page.driver.executeScript("return document.activeElement.id"), "form-color-hex");
    await page.driver.actions().sendKeys("#ff8800", Key.ENTER).perform();
    await page.until("the colour", async () => (await palette(page))[2] === "#ff8800ff");
  }));

test("a double click changes a colour, and what is painted along with it where that is wished", needs("double click"), () =>
  visit({}, async (page) => {
    await lay(page, ["RG.R"]);
    await page.call("run", "palette.paste", { list: "#f00 #0f0" });
    const made = await labels(page);
    const ask = async () => {
      await page.doubleClick(swatch(0));
      await page.until("the form", () => page.asked());
    };
    await ask();
    await page.type("#form-color-hex", "#00f");
    assert.equal((await palette(page))[0], "#0000ffff", "digits are taken while they are typed");
    assert.deepEqual(await page.letters(), ["RG.R"], "pixels stay unless that is chosen");
    await page.fill({ pixels: "frame" });
    assert.deepEqual(await page.letters(), ["BG.B"], "it is seen before it is done");
    await page.click("#form-cancel");
    assert.deepEqual([await page.letters(), await palette(page), await labels(page)], [["RG.R"], ["#ff0000ff", "#00ff00ff"], made]);
    await step(page, "Change colour", async () => {
      await ask();
      await page.fill({ color: "#10ff20" });
      await page.click("#form-ok");
    }, ["#10ff20ff", "#00ff00ff"]);
    assert.deepEqual(await page.letters(), ["RG.R"]);
  }));
