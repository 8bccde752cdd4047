/** The palette by its panel: choosing, changing, ordering. */
import assert from "node:assert/strict";
import test from "node:test";
import { Key } from "selenium-webdriver";
import { RIGHT, visit } from "./page.mjs";

/** @typedef {import("./page.mjs").Page} Page */

/** @param {number} index */
const swatch = (index) => `#palette [data-index="${index}"]`;

/** The palette of these letters' colours. @param {Page} page @param {string} letters */
async function having(page, letters) {
  await page.paint([letters]);
  await page.menu("palette.from-picture");
}

/** @param {Page} page */
const colors = async (page) => (await page.call("palette")).map((/** @type {string} */ color) => color.slice(1, 7));

test("a press paints with a colour, the right button makes it the secondary one", () =>
  visit({}, async (page) => {
    await having(page, "RGB");
    await page.click(swatch(1));
    await page.drag([[0, 0]]);
    await page.driver.actions().contextClick(await page.find(swatch(2))).perform();
    await page.drag([[1, 0]], { button: RIGHT });
    assert.deepEqual(await page.letters(), ["GBB"]);
    assert.equal(await page.steps(), 3, "choosing is no step");
  }));

test("colours are added, changed, deleted and gathered, and each is undone", () =>
  visit({}, async (page) => {
    await having(page, "RGB");
    assert.deepEqual(await colors(page), ["ff0000", "00ff00", "0000ff"]);
    await page.call("setColor", "#123456");
    await page.click("#palette-add");
    assert.deepEqual((await colors(page))[3], "123456");
    await page.driver.actions().doubleClick(await page.find(swatch(3))).perform();
    await page.fill({ color: "#abcdef" });
    await page.click("#form-ok");
    assert.deepEqual(await colors(page), ["ff0000", "00ff00", "0000ff", "abcdef"]);
    await page.click(swatch(0));
    await page.click("#palette-delete");
    assert.deepEqual(await colors(page), ["00ff00", "0000ff", "abcdef"]);
    for (let i = 0; i < 3; i += 1) await page.undo();
    assert.deepEqual(await colors(page), ["ff0000", "00ff00", "0000ff"]);
  }));

test("colours are sorted, and a run of them becomes a ramp", () =>
  visit({}, async (page) => {
    await having(page, "WKRW");
    await page.ask("palette.sort", { by: "Lightness" });
    assert.deepEqual(await colors(page), ["000000", "ff0000", "ffffff"]);
    await page.click(swatch(0));
    await page.driver.actions().keyDown(Key.SHIFT).perform();
    await page.click(swatch(2));
    await page.driver.actions().keyUp(Key.SHIFT).perform();
    await page.click("#palette-ramp");
    await page.click("#form-ok");
    // The middle between 0 and 255 is 127.5, and is rounded.
    assert.match((await colors(page))[1], /^(7f7f7f|808080)$/);
    await page.undo();
    await page.undo();
    assert.deepEqual(await colors(page), ["ffffff", "000000", "ff0000"]);
    await page.ask("palette.move", { from: 3, to: 1 });
    assert.deepEqual(await colors(page), ["ff0000", "ffffff", "000000"]);
  }));
