/** The canvas: the form of its size, and the checkers below it. */
import assert from "node:assert/strict";
import test from "node:test";
import { Key } from "selenium-webdriver";
import { needs } from "./browsers.mjs";
import { lay } from "./grids.mjs";
import { seen } from "./page.mjs";
import { on } from "./screens.mjs";
import { visit } from "./visit.mjs";

const PICTURE = ["RGB", "KW."];

test("the anchor is chosen in a grid, by arrows too", () =>
  visit({}, async (page) => {
    await lay(page, PICTURE);
    await page.menu("image.resize");
    await page.fill({ width: 5, height: 4 });
    await page.until("the new canvas", async () => (await page.letters()).join("/") === "...../.RGB./.KW../.....");
    assert.equal(await page.steps(), 0, "it is only looked at");
    const chosen = () => page.driver.executeScript("return [document.querySelector('#form-anchor :checked').value, document.activeElement.value]");
    await page.press(Key.TAB);
    assert.deepEqual(await chosen(), ["center", "center"], "the chosen one is the stop of the Tab key");
    for (const [key, place] of [
      [Key.ARROW_UP, "top"], [Key.ARROW_UP, "top"], [Key.ARROW_RIGHT, "top-right"], [Key.ARROW_DOWN, "right"], [Key.ARROW_DOWN, "bottom-right"],
      [Key.HOME, "top-left"], [Key.END, "bottom-right"], [Key.ARROW_LEFT, "bottom"],
    ]) {
      await page.press(key);
      assert.deepEqual(await chosen(), [place, place]);
    }
    const group = await page.driver.executeScript(`const group = document.querySelector("#form-anchor");
      return [group.getAttribute("role"), document.getElementById(group.getAttribute("aria-labelledby")).textContent, group.querySelector(":checked").ariaLabel]`);
    assert.deepEqual(group, ["radiogroup", "Anchor", "Bottom"]);
    await page.press(Key.ENTER);
    await page.until("the form to close", async () => !(await page.asked()));
    assert.deepEqual([await page.letters(), await page.steps()], [[".....", ".....", ".RGB.", ".KW.."], 1]);
    assert.equal(await page.text("#status-size"), "5 × 4");
  }));

/** How bright a colour is, by the contrast formula of WCAG 2. @param {number[]} color */
function luminance(color) {
  const [red, green, blue] = color.map((byte) => byte / 255).map((part) => (part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4));
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

test("black, nearly black and white stand out from the checkers of the dark theme", needs("emulation"), () =>
  visit({}, async (page) => {
    await page.call("newDocument", { width: 16, height: 16 });
    const cells = async () => {
      const shot = await page.screenshot();
      return Promise.all([[4, 4], [5, 4]].map(async ([x, y]) => luminance(seen(shot, await page.client([x, y])))));
    };
    /** @param {number} one @param {number} other */
    const contrast = (one, other) => (Math.max(one, other) + 0.05) / (Math.min(one, other) + 0.05);
    await on(page, { theme: "dark" }, async () => {
      await page.until("dark checkers", async () => (await cells())[0] < 0.5);
      const found = await cells();
      assert.notEqual(found[0], found[1]);
      for (const [color, least] of /** @type {[number[], number][]} */ ([[[0, 0, 0], 2.9], [[0x22, 0x22, 0x22], 2.2], [[255, 255, 255], 4.5]])) {
        for (const cell of found) assert.ok(contrast(cell, luminance(color)) >= least, `${color} on ${found}: ${contrast(cell, luminance(color))}`);
      }
    });
  }));
