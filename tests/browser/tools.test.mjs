/** Every tool by its button and its key, with real drags: the picture before, what the hand does, the picture after. */
import assert from "node:assert/strict";
import test from "node:test";
import { Key } from "selenium-webdriver";
import { RIGHT, visit } from "./page.mjs";

/** @typedef {import("./page.mjs").Page} Page */
/** @typedef {import("./page.mjs").Pixel} Pixel */

const EMPTY = ["........", "........", "........", "........", "........"];

/**
 * Draws, then undoes and redoes all of it.
 * @param {Page} page
 * @param {string[]} before
 * @param {() => Promise<void>} draw
 * @param {string[]} after
 */
async function check(page, before, draw, after) {
  await page.paint(before);
  await page.call("setColor", "#000");
  await draw();
  assert.deepEqual(await page.letters(), after);
  const steps = await page.steps();
  for (let i = 0; i < steps; i += 1) await page.undo();
  assert.deepEqual(await page.letters(), before, "undone");
  for (let i = 0; i < steps; i += 1) await page.redo();
  assert.deepEqual(await page.letters(), after, "redone");
}

/** Sets options through their controls. @param {Page} page @param {Record<string, string | boolean>} values */
async function options(page, values) {
  for (const [name, value] of Object.entries(values)) {
    const field = await page.find(`#option-${name}`);
    if (typeof value === "boolean") {
      if ((await field.isSelected()) !== value) await field.click();
    } else if (await field.getTagName() === "select") {
      await field.sendKeys(value);
    } else {
      await field.sendKeys(Key.chord(Key.CONTROL, "a"), value, Key.TAB);
    }
  }
}

test("every tool has a button and a key", () =>
  visit({}, async (page) => {
    const tools = (await page.call("commands")).filter((/** @type {{id: string}} */ { id }) => id.startsWith("tool."));
    assert.equal(tools.length, 15);
    for (const { id, keys } of tools) {
      const name = id.slice("tool.".length);
      await page.click(`#${name}`);
      assert.equal((await page.call("tool")).id, name, "by button");
      await page.click(name === "hand" ? "#pencil" : "#hand");
      const key = keys[0].split("+").at(-1).toLowerCase();
      await (keys[0].startsWith("Shift+") ? page.press(key.toUpperCase(), Key.SHIFT) : page.press(key));
      assert.equal((await page.call("tool")).id, name, "by key");
    }
  }));

test("the pencil draws without corners where that is wanted, and goes on from its last stroke with Shift", () =>
  visit({}, async (page) => {
    await page.click("#pencil");
    await options(page, { perfect: true });
    const path = /** @type {Pixel[]} */ ([[0, 0], [2, 0], [2, 2], [4, 2], [4, 4]]);
    await check(page, EMPTY, () => page.drag(path), ["KK......", "..K.....", "...K....", "....K...", "....K..."]);
    await options(page, { perfect: false });
    await check(page, EMPTY, async () => {
      await page.drag([[0, 1]]);
      await page.drag([[5, 1]], { keys: [Key.SHIFT] });
      await page.drag([[5, 4]], { keys: [Key.SHIFT] });
    }, ["........", "KKKKKK..", ".....K..", ".....K..", ".....K.."]);
  }));

test("the eraser takes away with either button", () =>
  visit({}, async (page) => {
    await page.click("#eraser");
    await check(page, ["RRRRRR"], async () => {
      await page.drag([[1, 0], [2, 0]]);
      await page.drag([[4, 0]], { button: RIGHT });
    }, ["R..R.R"]);
  }));

test("lines hold their angle with Shift", () =>
  visit({}, async (page) => {
    await page.click("#line");
    await check(page, EMPTY, () => page.drag([[0, 0], [3, 4], [6, 0]]), ["KKKKKKK.", ...EMPTY.slice(1)]);
    await check(page, EMPTY, () => page.drag([[0, 4], [6, 4], [7, 3]], { keys: [Key.SHIFT] }), [...EMPTY.slice(1), "KKKKKKKK"]);
  }));

test("rectangles and ellipses: outlined, filled, square, from the centre", () =>
  visit({}, async (page) => {
    await page.click("#rectangle");
    await check(page, EMPTY, () => page.drag([[1, 1], [5, 3]]), ["........", ".KKKKK..", ".K...K..", ".KKKKK..", "........"]);
    const square = ["........", ".KKK....", ".K.K....", ".KKK....", "........"];
    await check(page, EMPTY, () => page.drag([[1, 1], [2, 3]], { keys: [Key.SHIFT] }), square);
    await options(page, { filled: true });
    const centred = ["........", "..KKK...", "..KKK...", "..KKK...", "........"];
    await check(page, EMPTY, () => page.drag([[3, 2], [4, 3]], { keys: [Key.CONTROL] }), centred);
    await page.press("U", Key.SHIFT);
    await check(page, EMPTY, () => page.drag([[0, 0], [3, 3]]), [".KK.....", "KKKK....", "KKKK....", ".KK.....", "........"]);
    await options(page, { filled: false });
    await check(page, EMPTY, () => page.drag([[0, 0], [3, 3]]), [".KK.....", "K..K....", "K..K....", ".KK.....", "........"]);
  }));

test("fill takes what is joined, by corners too, or everything; of the layer or the picture", () =>
  visit({}, async (page) => {
    const fenced = [".R.....", "RR.R...", "...R..."];
    await page.click("#fill");
    const click = (/** @type {Pixel} */ at) => () => page.drag([at]);
    await check(page, fenced, click([0, 0]), ["KR.....", "RR.R...", "...R..."]);
    await options(page, { contiguous: false });
    await check(page, fenced, click([0, 0]), ["KRKKKKK", "RRKRKKK", "KKKRKKK"]);
    await options(page, { contiguous: true, diagonal: true });
    await check(page, ["R.", ".R"], click([0, 0]), ["K.", ".K"]);
    await options(page, { diagonal: false, sample: "Picture" });
    await check(page, fenced, async () => {
      await page.click("#layer-add");
      await page.drag([[0, 0]]);
    }, ["KR.....", "RR.R...", "...R..."]);
    await options(page, { sample: "Layer", tolerance: "255" });
    await check(page, fenced, click([0, 0]), ["KKKKKKK", "KKKKKKK", "KKKKKKK"]);
  }));

test("gradients go from one colour to the other in an ordered pattern", () =>
  visit({}, async (page) => {
    await page.click("#gradient");
    await options(page, { dither: "Bayer 2×2" });
    await page.set("#secondary", "#ffffff");
    // At column x the share of white is x/7; Bayer's thresholds are 1/8, 5/8 in even rows and 7/8, 3/8 in odd ones.
    const draw = () => page.drag([[0, 0], [7, 0]]);
    await check(page, ["........", "........"], draw, ["KKWKWWWW", "KKKWKWKW"]);
  }));

test("the eyedropper takes up colours, and Alt does with any tool", () =>
  visit({}, async (page) => {
    await page.paint(["RGB"]);
    await page.click("#eyedropper");
    await page.drag([[1, 0]]);
    await page.drag([[2, 0]], { button: RIGHT });
    await page.press("b");
    await page.press("x");
    await page.drag([[0, 0]]);
    assert.deepEqual(await page.letters(), ["BGB"], "the right button's colour, swapped");
    for (const tool of ["pencil", "fill", "select-rectangle", "move"]) {
      await page.call("setTool", tool);
      await page.call("setColor", "#123456");
      await page.drag([[1, 0]], { keys: [Key.ALT] });
      assert.deepEqual(await page.letters(), ["BGB"], tool);
      await page.call("setTool", "pencil");
      await page.drag([[2, 0]]);
      assert.deepEqual(await page.letters(), ["BGG"], `${tool} took green`);
      await page.undo();
    }
  }));

test("hand and zoom move the view and change nothing", () =>
  visit({}, async (page) => {
    await page.drag([[3, 3]]);
    const before = await page.client([3, 3]);
    await page.click("#hand");
    await page.drag([[10, 10], [12, 11]]);
    const moved = await page.client([3, 3]);
    const size = (await page.client([4, 3])).x - moved.x;
    assert.deepEqual([moved.x - before.x, moved.y - before.y], [2 * size, size]);
    await page.click("#zoom");
    await page.drag([[3, 3]]);
    assert.ok((await page.client([4, 3])).x - (await page.client([3, 3])).x > size, "larger");
    const larger = (await page.client([4, 3])).x - (await page.client([3, 3])).x;
    await page.drag([[3, 3]], { button: RIGHT });
    assert.ok((await page.client([4, 3])).x - (await page.client([3, 3])).x < larger, "smaller");
    assert.deepEqual([await page.painted(), await page.steps()], [["3,3"], 1]);
  }));

test("brushes are round, square, or cut out of a selection", () =>
  visit({}, async (page) => {
    await options(page, { size: "4" });
    const round = ["........", "..KK....", ".KKKK...", ".KKKK...", "..KK...."];
    await check(page, EMPTY, () => page.drag([[3, 3]]), round);
    await options(page, { shape: "Square" });
    await check(page, EMPTY, () => page.drag([[3, 3]]), ["........", ".KKKK...", ".KKKK...", ".KKKK...", ".KKKK..."]);
    await check(page, ["RG......", ".B......", "........"], async () => {
      await page.press("m");
      await page.drag([[0, 0], [1, 1]]);
      await page.press("b", Key.CONTROL);
      await page.press("d", Key.CONTROL);
      await page.press("b");
      await page.drag([[5, 2]]);
    }, ["RG......", ".B..RG..", ".....B.."]);
  }));

test("inks lock alpha, shade along the palette, and alternate", () =>
  visit({}, async (page) => {
    await options(page, { ink: "Lock alpha" });
    await check(page, ["R.R."], () => page.drag([[0, 0], [3, 0]]), ["K.K."]);
    await options(page, { ink: "Dither" });
    await check(page, ["...."], () => page.drag([[0, 0], [3, 0]]), ["K.K."]);
    await options(page, { ink: "Shade" });
    await page.paint(["RRWW"]);
    await page.menu("palette.from-picture");
    await page.click('#palette [data-index="0"]');
    await page.driver.actions().keyDown(Key.SHIFT).perform();
    await page.click('#palette [data-index="1"]');
    await page.driver.actions().keyUp(Key.SHIFT).perform();
    await page.drag([[0, 0], [2, 0], [0, 0]]);
    assert.deepEqual(await page.letters(), ["WWWW"], "red goes one step to white, white stays");
    await page.drag([[3, 0]], { button: RIGHT });
    assert.deepEqual(await page.letters(), ["WWWR"], "the right button goes back");
  }));

test("strokes are mirrored at axes that move, and wrap around", () =>
  visit({}, async (page) => {
    await page.paint(EMPTY);
    await options(page, { vertical: true });
    const draw = () => page.drag([[0, 0], [1, 1]]);
    await draw();
    assert.deepEqual(await page.letters(), ["K......K", ".K....K.", ...EMPTY.slice(2)]);
    await page.undo();
    await options(page, { horizontal: true });
    await draw();
    assert.deepEqual(await page.letters(), ["K......K", ".K....K.", "........", ".K....K.", "K......K"]);
    await page.undo();
    await options(page, { horizontal: false, axisX: "2" });
    await draw();
    assert.deepEqual(await page.letters(), ["K..K....", ".KK.....", ...EMPTY.slice(2)]);
    await page.undo();
    // The axis is taken hold of by its end at the stage's upper edge, and moved by two pixels.
    const [left, next] = [await page.client([1, 0]), await page.client([3, 0])];
    const middle = Math.round((left.x + (await page.client([2, 0])).x) / 2);
    const top = 5 + await page.driver.executeScript("return Math.ceil(document.querySelector('#stage').getBoundingClientRect().top)");
    await page.driver.actions().move({ x: middle, y: top, duration: 0 }).press()
      .move({ x: middle + next.x - left.x, y: top, duration: 0 }).release().perform();
    assert.equal((await page.call("tool")).options.axisX, 4);
    await options(page, { vertical: false, wrap: true });
    await page.drag([[6, 1], [9, 1]]);
    assert.deepEqual(await page.letters(), ["........", "KK....KK", ...EMPTY.slice(2)]);
  }));

test("what is chosen in the middle of a stroke counts from the next one on", () =>
  visit({}, async (page) => {
    await page.paint(EMPTY);
    await page.call("setColor", "#000");
    await page.drag([[0, 0], [3, 0]], { hold: true });
    await page.press("]");
    await page.press("x");
    await page.press("e");
    await page.moveTo([6, 0]);
    await page.release();
    assert.deepEqual(await page.letters(), ["KKKKKKK.", ...EMPTY.slice(1)]);
    await page.drag([[2, 1]]);
    assert.deepEqual(await page.letters(), ["K..KKKK.", ...EMPTY.slice(1)], "an eraser of two pixels");
  }));
