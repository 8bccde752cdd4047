/** The canvas: its size, what lies below it and over it, and all of its colours at once. */
import assert from "node:assert/strict";
import test from "node:test";
import { Key } from "selenium-webdriver";
import { needs } from "./browsers.mjs";
import { labels, lay } from "./grids.mjs";
import { seen } from "./page.mjs";
import { on } from "./screens.mjs";
import { visit } from "./visit.mjs";

/** @typedef {import("./page.mjs").Page} Page */

const PICTURE = ["RGB", "KW."];

test("the canvas grows around its anchor and shrinks towards it", () =>
  visit({}, async (page) => {
    /** @type {[string, string[]][]} */
    const anchors = [
      ["top-left", ["RGB..", "KW...", ".....", "....."]],
      ["top", [".RGB.", ".KW..", ".....", "....."]],
      ["right", [".....", "..RGB", "..KW.", "....."]],
      ["center", [".....", ".RGB.", ".KW..", "....."]],
      ["bottom-left", [".....", ".....", "RGB..", "KW..."]],
      ["bottom-right", [".....", ".....", "..RGB", "..KW."]],
    ];
    for (const [anchor, after] of anchors) {
      await lay(page, PICTURE);
      await page.form("image.resize", { width: 5, height: 4, anchor });
      assert.deepEqual([await page.letters(), await labels(page)], [after, ["Canvas size"]], anchor);
      await page.undo();
      assert.deepEqual(await page.letters(), PICTURE);
    }
    await page.form("image.resize", { width: 1, height: 2, anchor: "right" });
    assert.deepEqual(await page.letters(), ["B", "."]);
    await page.form("image.resize", { width: 3, height: 2, anchor: "right" });
    assert.deepEqual(await page.letters(), ["..B", "..."], "what was cut away does not come back by itself");
    await page.undo();
    await page.undo();
    assert.deepEqual(await page.letters(), PICTURE, "undo brings it back");
    assert.equal(await page.text("#status-size"), "3 × 2");
  }));

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
    assert.deepEqual(group, ["radiogroup", "The picture stays", "Bottom"]);
    await page.press(Key.ENTER);
    await page.until("the form to close", async () => !(await page.asked()));
    assert.deepEqual(await page.letters(), [".....", ".....", ".RGB.", ".KW.."]);
  }));

test("the canvas is cropped to what is selected and to what is painted", () =>
  visit({}, async (page) => {
    const before = [".....", ".RG..", ".B.K.", "....."];
    await lay(page, before);
    await page.menu("image.crop-content");
    assert.deepEqual(await page.letters(), ["RG.", "B.K"]);
    await page.undo();
    assert.deepEqual(await page.letters(), before);
    await page.click('[data-menu="Image"]');
    const crop = await page.find('[data-command="image.crop-selection"]');
    assert.equal(await crop.getAttribute("aria-disabled"), "true", "nothing is selected");
    await page.press(Key.ESCAPE);
    await page.press("m");
    await page.drag([[2, 1], [3, 3]]);
    await page.menu("image.crop-selection");
    assert.deepEqual(await page.letters(), ["G.", ".K", ".."]);
    assert.equal(await page.call("selection"), null);
    assert.deepEqual(await labels(page), ["Select rectangle", "Crop to selection"]);
    await page.undo();
    assert.deepEqual(await page.letters(), before);
    await lay(page, ["..", ".."]);
    await page.menu("image.crop-content");
    assert.equal(await page.message("nothing is painted"), 'canvas "2×2": nothing is painted to crop to');
    assert.deepEqual([await page.letters(), await labels(page)], [["..", ".."], []]);
  }));

test("the image is scaled with all its layers", () =>
  visit({}, async (page) => {
    await lay(page, PICTURE);
    await page.click("#layer-add");
    await page.drag([[2, 1]]);
    await page.form("image.scale", { width: 6, height: 4 });
    assert.deepEqual(await page.letters(), ["RRGGBB", "RRGGBB", "KKWWKK", "KKWWKK"]);
    await page.click('.layer[data-layer="1"] .eye');
    assert.deepEqual(await page.letters(), ["RRGGBB", "RRGGBB", "KKWW..", "KKWW.."]);
    await page.undo();
    await page.undo();
    assert.deepEqual(await page.letters(), ["RGB", "KWK"]);
    assert.deepEqual(await labels(page), ["New layer", "Pencil", "Image scale", "Show or hide layer"]);
  }));

test("every colour becomes the nearest of the palette", () =>
  visit({}, async (page) => {
    await lay(page, ["KWR.k"]);
    await page.menu("image.remap");
    // Black is nearest to the darkest grey; red to #e4573d, by (27, 87, 61); half transparent black is
    // nearer to something opaque of the palette than nothing is, and the darkest again.
    assert.deepEqual(await page.letters(), ["0W#e4573dff.0"]);
    assert.deepEqual(await labels(page), ["Remap to palette"]);
    await page.undo();
    assert.deepEqual(await page.letters(), ["KWR.k"]);
  }));

test("the background is seen below everything, while it is chosen already", () =>
  visit({}, async (page) => {
    await lay(page, ["K.r"]);
    for (const end of ["#form-cancel", "#form-ok"]) {
      await page.menu("image.background");
      await page.fill({ color: "#ffffff" });
      // Half transparent red over white: 255 · 127 / 255 of the white is left.
      assert.deepEqual(await page.letters(), ["KW#ff7f7fff"]);
      await page.click(end);
      assert.equal(await page.asked(), false);
      if (end === "#form-cancel") assert.deepEqual([await page.letters(), await labels(page)], [["K.r"], []]);
    }
    assert.deepEqual([await page.letters(), await labels(page)], [["KW#ff7f7fff"], ["Background"]]);
    await page.press("e");
    await page.drag([[0, 0]]);
    assert.equal(await page.pixel(0, 0), "#ffffffff", "it can't be erased");
    await page.undo();
    await page.undo();
    assert.deepEqual(await page.letters(), ["K.r"]);
  }));

/** The colour of the screen's first column of a column of pixels, in the middle of a row. @param {Page} page @param {number} column */
async function border(page, column) {
  const [before, at] = [await page.call("clientPoint", column - 1, 2), await page.call("clientPoint", column, 2)];
  return seen(await page.screenshot(), { x: (before.x + at.x) / 2, y: at.y });
}

test("the grid's lines are drawn where its cells begin, while they are chosen already", () =>
  visit({}, async (page) => {
    await lay(page, Array(8).fill("WWWWWWWW"));
    const plain = await border(page, 4);
    assert.deepEqual(await border(page, 3), plain, "at first every pixel has the same line");
    for (const end of ["#form-cancel", "#form-ok"]) {
      await page.menu("image.grid");
      await page.fill({ width: 4, height: 4 });
      await page.click(end);
      if (end === "#form-cancel") {
        assert.deepEqual(await labels(page), []);
        await page.until("the lines as they were", async () => String(await border(page, 4)) === String(plain));
      }
    }
    assert.deepEqual(await labels(page), ["Grid size"]);
    await page.until("a line of its own", async () => String(await border(page, 4)) !== String(plain));
    assert.deepEqual(await border(page, 3), plain);
    await page.press("'", Key.CONTROL);
    await page.until("no lines", async () => String(await border(page, 4)) === String([255, 255, 255]));
    await page.menu("image.grid");
    assert.deepEqual(
      [await (await page.find("#form-width")).getAttribute("value"), await (await page.find("#form-height")).getAttribute("value")],
      ["4", "4"],
    );
  }));

test("strokes that wrap go round in the tile", () =>
  visit({}, async (page) => {
    const empty = [".......", ".......", ".......", ".......", "......."];
    await lay(page, empty);
    await page.form("image.tile", { width: 3, height: 2 });
    assert.deepEqual(await labels(page), ["Tile size"]);
    await page.click("#option-wrap");
    // It began in the tile of columns 3 to 5 and rows 2 and 3, and stays there.
    await page.drag([[5, 2], [6, 2], [6, 3]]);
    assert.deepEqual(await page.letters(), [".......", ".......", "...K.K.", "...K...", "......."]);
    await page.undo();
    await page.form("image.tile", { width: 0, height: 0 });
    await page.drag([[5, 2], [7, 2]]);
    assert.deepEqual(await page.letters(), [".......", ".......", "K....KK", ".......", "......."], "0 is the canvas");
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
