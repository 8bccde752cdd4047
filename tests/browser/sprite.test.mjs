/** A small animated sprite, drawn only through the page: by buttons, keys, drags and forms, as a person would. */
import assert from "node:assert/strict";
import test from "node:test";
import { Key } from "selenium-webdriver";
import { visit } from "./visit.mjs";

/** Letters for the colours of the palette that a new drawing has, by their index. */
const LETTERS = new Map([["#00000000", "."], ["#14121fff", "K"], ["#ffffffff", "W"], ["#54ae4aff", "G"], ["#1d7349ff", "D"], ["#e4573dff", "R"]]);

/** The active frame as rows of letters. @param {import("./page.mjs").Page} page */
async function picture(page) {
  const rows = await page.pixels();
  return rows.map((row) => row.map((color) => LETTERS.get(color) ?? "?").join(""));
}

/** A face of 8×7 with a dark border, eyes mirrored at the middle, and a mouth. */
const FACE = [
  "..DDDD....",
  ".DGGGGD...",
  "DGGGGGGD..",
  "DGWGGWGD..",
  "DGKGGKGD..",
  ".DGRRGD...",
  "..DDDD....",
  "..........",
];

test("a sprite of two layers and two frames is drawn, moved, tagged, and undone to the first stroke", () =>
  visit({}, async (page) => {
    await page.click("#new");
    for (const [field, value] of [["#new-width", "10"], ["#new-height", "8"]]) {
      const input = await page.find(field);
      await input.clear();
      await input.sendKeys(value);
    }
    await page.click("#new-create");
    const color = (/** @type {number} */ index) => page.click(`#palette [data-index="${index}"]`);

    // The head: an octagon by lines, filled; its own layer's name.
    await color(13);
    await page.press("l");
    for (const way of /** @type {[number, number][][]} */ ([
      [[2, 0], [5, 0]], [[6, 1], [7, 2]], [[7, 2], [7, 4]], [[6, 5], [5, 6]], [[5, 6], [2, 6]], [[1, 5], [0, 4]], [[0, 4], [0, 2]], [[0, 2], [2, 0]],
    ])) await page.drag(way);
    await color(14);
    await page.press("g");
    await page.drag([[3, 3]]);

    // The eyes on a layer above, mirrored between columns 3 and 4.
    await page.click("#layer-add");
    await page.press("b");
    await page.click("#option-vertical");
    await page.type("#option-axisX", "4", Key.TAB);
    await color(5);
    await page.drag([[2, 3]]);
    await color(0);
    await page.drag([[2, 4]]);
    await page.click("#option-vertical");
    await color(8);
    await page.drag([[3, 5], [4, 5]]);
    assert.deepEqual(await picture(page), FACE);

    // Another frame: the same again, both layers moved to the right by two.
    await page.click("#frame-duplicate");
    for (const layer of [1, 0]) {
      await page.click(`.cels-name[data-layer="${layer}"]`);
      await page.press("v");
      await page.drag([[4, 4], [6, 4]]);
    }
    const right = FACE.map((row) => `..${row.slice(0, 8)}`);
    assert.deepEqual(await picture(page), right);

    await page.type("#frame-duration", "250", Key.TAB);
    await page.click("#frame-tag");
    const name = await page.find("#form-name");
    await name.clear();
    await name.sendKeys("hop");
    await page.click("#form-ok");
    assert.deepEqual(await page.call("tags"), [{ name: "hop", from: 0, to: 1, direction: "forward", color: "#000000ff", repeat: 0, text: "" }]);
    assert.deepEqual(await page.call("frames"), [{ duration: 100 }, { duration: 250 }]);

    for (const [frame, expected] of [FACE, right].entries()) {
      await page.click(`#timeline [data-frame="${frame}"]`);
      assert.deepEqual(await picture(page), expected, `frame ${frame}`);
    }

    // Everything goes, step by step, and comes back.
    const { position } = await page.call("history");
    const often = (/** @type {string} */ id) => page.driver.executeScript("for (let step = 0; step < arguments[1]; step += 1) undoodle.run(arguments[0])", id, position);
    await often("edit.undo");
    assert.deepEqual([await page.painted(), (await page.call("layers")).length, (await page.call("frames")).length], [[], 1, 1]);
    await often("edit.redo");
    await page.click('#timeline [data-frame="1"]');
    assert.deepEqual(await picture(page), right);
  }));
