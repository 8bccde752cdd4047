/** What is selected, what moves with it, and how it is seen. */
import assert from "node:assert/strict";
import test from "node:test";
import { Key } from "selenium-webdriver";
import { RIGHT, seen, visit } from "./page.mjs";

const EMPTY = [".......", ".......", ".......", ".......", "......."];

test("rectangles are replaced, added, taken away and intersected, by keys, by the right button and by choice", () =>
  visit({}, async (page) => {
    await page.paint(EMPTY);
    await page.click("#select-rectangle");
    await page.drag([[0, 0], [3, 2]]);
    assert.deepEqual(await page.selected(), ["####...", "####...", "####...", ".......", "......."]);
    assert.deepEqual(await page.call("selection"), { rect: { x: 0, y: 0, width: 4, height: 3 }, floating: false });
    await page.drag([[5, 3], [6, 4]], { keys: [Key.SHIFT] });
    await page.drag([[1, 1], [2, 1]], { keys: [Key.CONTROL] });
    assert.deepEqual(await page.selected(), ["####...", "#..#...", "####...", ".....##", ".....##"]);
    await page.drag([[5, 3], [6, 4]], { button: RIGHT });
    await page.drag([[0, 1], [5, 3]], { keys: [Key.SHIFT, Key.CONTROL] });
    assert.deepEqual(await page.selected(), [".......", "#..#...", "####...", ".......", "......."]);
    await (await page.find("#option-mode")).sendKeys("Add");
    await page.drag([[6, 0]]);
    assert.deepEqual(await page.selected(), ["......#", "#..#...", "####...", ".......", "......."]);
    await page.undo();
    await page.undo();
    assert.deepEqual(await page.selected(), ["####...", "#..#...", "####...", ".......", "......."]);
  }));

test("everything, nothing and the rest are selected by keys", () =>
  visit({}, async (page) => {
    await page.paint(EMPTY);
    await page.press("a", Key.CONTROL);
    assert.deepEqual(await page.selected(), EMPTY.map(() => "#######"));
    await page.press("d", Key.CONTROL);
    assert.equal(await page.call("selection"), null);
    await page.press("m");
    await page.drag([[1, 1], [5, 3]]);
    await page.press("I", Key.CONTROL, Key.SHIFT);
    assert.deepEqual(await page.selected(), ["#######", "#.....#", "#.....#", "#.....#", "#######"]);
    await page.press("I", Key.CONTROL, Key.SHIFT);
    await page.drag([[6, 4]]);
    assert.equal(await page.call("selection"), null, "a click beside it takes it away");
  }));

test("ellipses, lassos and wands select their shapes", () =>
  visit({}, async (page) => {
    await page.paint(["R.R....", "RRR....", ".......", "..R....", "......."]);
    await page.click("#select-ellipse");
    await page.drag([[0, 0], [3, 3]]);
    assert.deepEqual(await page.selected(), [".##....", "####...", "####...", ".##....", "......."]);
    await page.click("#lasso");
    await page.drag([[6, 0], [6, 4], [2, 4], [6, 0]]);
    assert.deepEqual(await page.selected(), ["......#", ".....##", "....###", "...####", "..#####"]);
    await page.click("#wand");
    await page.drag([[0, 0]]);
    assert.deepEqual(await page.selected(), ["#.#....", "###....", ".......", ".......", "......."]);
    await page.click("#option-contiguous");
    await page.drag([[0, 0]]);
    assert.deepEqual(await page.selected(), ["#.#....", "###....", ".......", "..#....", "......."]);
    await page.menu("select.content");
    assert.deepEqual(await page.selected(), ["#.#....", "###....", ".......", "..#....", "......."]);
  }));

test("painting stays inside of the selection", () =>
  visit({}, async (page) => {
    await page.paint(EMPTY);
    await page.press("m");
    await page.drag([[1, 1], [3, 3]]);
    await page.press("b");
    await page.drag([[0, 2], [6, 2]]);
    assert.deepEqual(await page.letters(), [".......", ".......", ".KKK...", ".......", "......."]);
  }));

test("what is moved floats, is nudged as one step, lands, and goes back the whole way", () =>
  visit({}, async (page) => {
    const before = ["RR.....", "RRG....", ".......", ".......", "......."];
    await page.paint(before);
    await page.press("m");
    await page.drag([[1, 0], [2, 1]]);
    await page.press("v");
    await page.drag([[2, 2], [4, 4]]);
    assert.deepEqual(await page.letters(), ["R......", "R......", "...R...", "...RG..", "......."]);
    assert.equal((await page.call("selection")).floating, true);
    for (let i = 0; i < 3; i += 1) await page.press(Key.ARROW_RIGHT);
    assert.deepEqual(await page.letters(), ["R......", "R......", "......R", "......R", "......."]);
    assert.equal(await page.steps(), 3, "select, move, and nudges that are one step");
    await page.press(Key.ARROW_LEFT);
    assert.deepEqual(await page.letters(), ["R......", "R......", ".....R.", ".....RG", "......."], "nothing was lost at the edge");
    await page.press(Key.ENTER);
    assert.deepEqual(await page.call("selection"), { rect: { x: 5, y: 2, width: 2, height: 2 }, floating: false });
    const steps = await page.steps();
    for (let i = 0; i < steps; i += 1) await page.undo();
    assert.deepEqual(await page.letters(), before);
    // Without a selection the whole cel is moved, and with a selection tool what is pressed inside.
    await page.drag([[0, 0], [2, 1]]);
    assert.deepEqual(await page.letters(), [".......", "..RR...", "..RRG..", ".......", "......."]);
    await page.press("m");
    await page.drag([[2, 1], [3, 2]]);
    await page.drag([[3, 1], [1, 3]]);
    assert.deepEqual(await page.letters(), [".......", ".......", "....G..", "RR.....", "RR....."]);
  }));

test("the selection has a border of black and white that stands still where motion is unwelcome", () =>
  visit({ stillness: true }, async (page) => {
    await page.press("m");
    await page.drag([[10, 10], [29, 29]]);
    await page.moveTo([50, 50]);
    // Just outside of the first row: the line lies on the border between two pixels.
    const [corner, end] = [await page.client([10, 10]), await page.client([29, 10])];
    const row = async () => {
      const shot = await page.screenshot();
      const size = (await page.client([11, 10])).x - corner.x;
      const y = Math.round(corner.y - size / 2);
      const line = (/** @type {number} */ at) => Array.from({ length: end.x - corner.x }, (_, i) => seen(shot, { x: corner.x + i, y: at })[0]);
      // Rounding may put the line a pixel beside: the one that has both colours is meant.
      return [-1, 0, 1].map((by) => line(y + by)).find((colors) => colors.includes(0) && colors.includes(255));
    };
    const first = await row();
    assert.ok(first, "black and white alternate along the border");
    assert.deepEqual(await row(), first);
  }));
