/** Brushes, inks, symmetry and wrapping, chosen by their controls, and what a change of them does to a stroke. */
import assert from "node:assert/strict";
import test from "node:test";
import { Key } from "selenium-webdriver";
import { needs } from "./browsers.mjs";
import { choose, labels, lay } from "./grids.mjs";
import { RIGHT } from "./page.mjs";
import { visit } from "./visit.mjs";

/** @typedef {import("./page.mjs").Page} Page */

const EMPTY = [".......", ".......", ".......", ".......", "......."];

/** What an option's control shows. @param {Page} page @param {string} name */
const shown = async (page, name) => (await page.find(`#option-${name}`)).getAttribute("value");

test("brushes are round, square, or cut out of the picture", () =>
  visit({}, async (page) => {
    await lay(page, EMPTY);
    await choose(page, "size", 4);
    await page.drag([[3, 2]]);
    // The corners' middles are √18 half pixels away from the brush's, which has a radius of 4.
    assert.deepEqual(await page.letters(), ["..KK...", ".KKKK..", ".KKKK..", "..KK...", "......."]);
    await choose(page, "shape", "square");
    await page.press("]");
    await page.press("e");
    assert.equal(await shown(page, "size"), "1", "the eraser's own");
    await choose(page, "size", 5);
    await page.drag([[2, 3]]);
    assert.deepEqual(await page.letters(), ["..KK...", ".......", ".......", ".......", "......."], "5 wide, and as square as the pencil");
    await page.click("#rectangle");
    await choose(page, "size", 3);
    await page.drag([[1, 1], [5, 3]]);
    assert.deepEqual(await page.letters(), Array(5).fill("KKKKKKK"), "put down all along the outline");

    await lay(page, ["RG.....", ".B.....", ".......", ".......", "......."]);
    assert.equal(await (await page.find("#option-shape [value=custom]")).isEnabled(), false, "there is none yet");
    await choose(page, "size", 65);
    assert.deepEqual([await shown(page, "shape"), await shown(page, "size")], ["round", "64"], "controls show what is so");
    await choose(page, "size", 1);
    // Escape leaves the field, so that keys are the tools' again.
    await (await page.find("#option-size")).sendKeys(Key.ESCAPE);
    await page.press("m");
    await page.drag([[0, 0], [1, 1]]);
    await page.press("b", Key.CONTROL);
    await page.press("d", Key.CONTROL);
    await page.press("b");
    assert.equal(await shown(page, "shape"), "custom");
    // Of two by two pixels the one right and below of the middle lies under the pointer.
    await page.drag([[5, 3]]);
    assert.deepEqual(await page.letters(), ["RG.....", ".B.....", "....RG.", ".....B.", "......."]);
  }));

test("inks lock the alpha, shade along a run of the palette, and alternate", needs("other buttons"), () =>
  visit({}, async (page) => {
    await lay(page, ["Rr.R"]);
    await choose(page, "ink", "lock-alpha");
    await page.drag([[0, 0], [3, 0]]);
    assert.deepEqual(await page.letters(), ["Kk.K"]);

    await lay(page, ["01234."]);
    await page.click("#palette [data-index='1']");
    await page.clickWith("#palette [data-index='3']", Key.SHIFT);
    await choose(page, "ink", "shade");
    // There and back in one stroke: each pixel goes one step, up to the run's end.
    await page.drag([[0, 0], [5, 0], [0, 0]]);
    assert.deepEqual(await page.letters(), ["02334."]);
    await page.drag([[0, 0], [5, 0]], { button: RIGHT });
    assert.deepEqual(await page.letters(), ["01224."], "and back by the right button");

    await lay(page, ["....", "WWWW"]);
    await page.press("u");
    await choose(page, "filled");
    await choose(page, "ink", "dither");
    await page.drag([[0, 0], [3, 1]]);
    assert.deepEqual(await page.letters(), ["K.K.", "WKWK"], "a transparent second colour leaves what was there");
    await page.set("#secondary", "#00ff00");
    await page.drag([[0, 0], [3, 1]]);
    assert.deepEqual(await page.letters(), ["KGKG", "GKGK"]);
  }));

test("strokes are mirrored at axes that are set by number or moved beside the canvas", () =>
  visit({}, async (page) => {
    await lay(page, EMPTY);
    await choose(page, "vertical");
    await page.drag([[0, 0], [1, 1]]);
    assert.deepEqual(await page.letters(), ["K.....K", ".K...K.", ".......", ".......", "......."]);
    await page.undo();
    await choose(page, "horizontal");
    await page.drag([[0, 0], [1, 1]]);
    assert.deepEqual(await page.letters(), ["K.....K", ".K...K.", ".......", ".K...K.", "K.....K"]);
    await page.undo();
    // Through the middle of the third column: 0 and 4 are each other's image.
    await choose(page, "axisX", 2.5);
    await choose(page, "horizontal");
    await page.drag([[0, 0], [1, 1]]);
    assert.deepEqual(await page.letters(), ["K...K..", ".K.K...", ".......", ".......", "......."]);
    await page.undo();
    await page.drag([[2, -2], [1, -2]]);
    await choose(page, "horizontal");
    await page.drag([[-2, 2], [-2, 1]]);
    assert.deepEqual([await shown(page, "axisX"), await shown(page, "axisY")], ["1.5", "1.5"]);
    assert.deepEqual([await page.letters(), await page.steps()], [EMPTY, 0], "an axis is not the drawing's");
    await page.drag([[0, 0], [3, 0]]);
    assert.deepEqual(await page.letters(), ["KKKK...", ".......", "KKKK...", ".......", "......."]);
  }));

test("wrapped strokes go on at the other side", () =>
  visit({}, async (page) => {
    await lay(page, EMPTY);
    await choose(page, "wrap");
    await page.drag([[5, 1], [8, 1]]);
    await page.drag([[3, 3], [3, 6]]);
    assert.deepEqual(await page.letters(), ["...K...", "KK.K.KK", ".......", "...K...", "...K..."]);
  }));

test("what is chosen in the middle of a stroke counts from the next one on", () =>
  visit({}, async (page) => {
    await lay(page, EMPTY);
    // Some is chosen by keys while the button is down, and some by a script at the first of them.
    const also = (/** @type {string} */ tool, /** @type {object} */ options) => page.driver.executeScript(
      "const [...choice] = arguments; addEventListener('keydown', () => undoodle.setTool(...choice), { once: true });",
      tool,
      options,
    );
    await also("hand", { vertical: true, wrap: true, shape: "square" });
    await page.drag([[0, 0], [2, 0], "x", "e", "]", [4, 0]]);
    assert.deepEqual(await page.letters(), ["KKKKK..", ".......", ".......", ".......", "......."]);
    assert.equal(await page.text("#colors .primary .well-value"), "transparent", "the colours are swapped");
    await page.drag([[4, 1]]);
    // The eraser's 2×2 takes columns 3 and 4; mirrored, 2 and 3.
    assert.deepEqual(await page.letters(), ["KK.....", ".......", ".......", ".......", "......."]);
    assert.deepEqual(await labels(page), ["Pencil", "Eraser"]);

    await lay(page, EMPTY);
    await page.press("u");
    await also("ellipse", { filled: true });
    await page.drag([[1, 1], [3, 2], "]", "x", [5, 3]]);
    assert.deepEqual(await page.letters(), [".......", ".KKKKK.", ".K...K.", ".KKKKK.", "......."], "a shape too, which is drawn anew");
    await lay(page, EMPTY);
    await page.drag([[0, 0], [2, 0], Key.ESCAPE, [4, 0]]);
    assert.deepEqual([await page.letters(), await labels(page)], [EMPTY, []], "and one that was given up does not go on");
    // chromedriver lets go of a captured pointer between two calls, as a system's window may.
    await page.drag([[0, 0], [2, 0]], { hold: true });
    await page.moveTo([4, 0]);
    await page.release();
    assert.deepEqual([(await page.letters())[0], await labels(page)], ["KKKKK..", ["Pencil"]], "one that lost its capture does");
  }));
