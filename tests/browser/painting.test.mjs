/** Painting by hand: every pixel of the path, and none beside it. */
import assert from "node:assert/strict";
import test from "node:test";
import { Key } from "selenium-webdriver";
import { needs } from "./browsers.mjs";
import { RIGHT } from "./page.mjs";
import { visit } from "./visit.mjs";

/** Straight and diagonal steps, on which all line algorithms agree. @param {[number, number][]} corners */
function path(corners) {
  const pixels = new Set([String(corners[0])]);
  for (const [i, [x1, y1]] of corners.slice(1).entries()) {
    let [x, y] = corners[i];
    while (x !== x1 || y !== y1) {
      [x, y] = [x + Math.sign(x1 - x), y + Math.sign(y1 - y)];
      pixels.add(`${x},${y}`);
    }
  }
  return pixels;
}

/** Sorts "x,y" by rows. @param {Iterable<string>} pixels */
function rows(pixels) {
  const split = (/** @type {string} */ pixel) => pixel.split(",").map(Number);
  return [...pixels].sort((a, b) => split(a)[1] - split(b)[1] || split(a)[0] - split(b)[0]);
}

/** A dab as the brush is documented. @param {number} x @param {number} y @param {number} n */
function dab(x, y, n) {
  const pixels = [];
  for (let j = 0; j < n; j += 1) {
    for (let i = 0; i < n; i += 1) {
      const [column, row] = [x - Math.floor(n / 2) + i, y - Math.floor(n / 2) + j];
      const inside = (2 * i + 1 - n) ** 2 + (2 * j + 1 - n) ** 2 <= n * n;
      if (inside && column >= 0 && row >= 0 && column < 64 && row < 64) pixels.push(`${column},${row}`);
    }
  }
  return rows(pixels);
}

test("a new document is 64×64 and transparent", () =>
  visit({}, async (page) => {
    assert.deepEqual(await page.call("size"), { width: 64, height: 64 });
    assert.deepEqual(await page.painted(), []);
  }));

test("a drag paints exactly the pixels of its path, however far apart its samples are", () =>
  visit({}, async (page) => {
    /** @type {[number, number][]} */
    const corners = [[5, 5], [40, 5], [40, 20], [30, 30], [10, 30], [10, 50]];
    await page.drag(corners);
    assert.deepEqual(await page.painted(), rows(path(corners)));
    assert.equal(await page.pixel(40, 5), "#000000ff");
    assert.equal((await page.call("history")).position, 1, "one drag is one step");
  }));

test("a stroke goes on outside of the canvas and comes back", () =>
  visit({}, async (page) => {
    await page.drag([[60, 10], [70, 10], [70, 14], [60, 14]]);
    assert.deepEqual(await page.painted(), rows(["60,10", "61,10", "62,10", "63,10", "60,14", "61,14", "62,14", "63,14"]));
  }));

test("a stroke goes on outside of the stage, too", () =>
  visit({}, async (page) => {
    const [start, end] = [await page.client([5, 30]), await page.client([5, 40])];
    await page.driver.actions().move({ ...start, duration: 0 }).press()
      .move({ x: 3, y: start.y, duration: 0 }).move({ x: 3, y: end.y, duration: 0 })
      .move({ ...end, duration: 0 }).release().perform();
    const expected = [30, 40].flatMap((y) => [0, 1, 2, 3, 4, 5].map((x) => `${x},${y}`));
    assert.deepEqual(await page.painted(), rows(expected));
  }));

test("the right button paints the secondary colour, which erases at first", needs("other buttons"), () =>
  visit({}, async (page) => {
    await page.drag([[10, 10], [20, 10]]);
    await page.drag([[13, 10], [16, 10]], { button: RIGHT });
    assert.deepEqual(await page.painted(), rows(["10,10", "11,10", "12,10", "17,10", "18,10", "19,10", "20,10"]));
    await page.set("#secondary", "#10ff2080");
    await page.drag([[30, 30]], { button: RIGHT });
    assert.equal(await page.pixel(30, 30), "#10ff2080");
  }));

test("colours with alpha are painted as chosen, and swap by button and key", () =>
  visit({}, async (page) => {
    await page.set("#primary", "#ff800040");
    await page.drag([[3, 3]]);
    assert.equal(await page.pixel(3, 3), "#ff800040");
    await page.click("#swap");
    await page.drag([[3, 3]]);
    assert.equal(await page.pixel(3, 3), "#00000000", "the secondary was transparent");
    await page.press("x");
    await page.drag([[4, 4]]);
    assert.equal(await page.pixel(4, 4), "#ff800040");
  }));

test("the eraser takes away, by button and by key", () =>
  visit({}, async (page) => {
    await page.drag([[10, 10], [20, 10]]);
    await page.click("#eraser");
    await page.drag([[12, 10], [13, 10]]);
    await page.press("b");
    await page.drag([[12, 10]]);
    await page.press("e");
    await page.drag([[20, 10]]);
    assert.equal((await page.painted()).length, 9);
    const labels = (await page.call("history")).steps.map((/** @type {any} */ step) => step.label);
    assert.deepEqual(labels, ["Pencil", "Eraser", "Pencil", "Eraser"]);
  }));

test("brushes of 1 to 64 pixels leave their dab", () =>
  visit({}, async (page) => {
    for (const size of [2, 5, 16, 64]) {
      await page.call("newDocument", { width: 64, height: 64 });
      await page.set("#option-size", String(size));
      await page.drag([[30, 33]]);
      assert.deepEqual(await page.painted(), dab(30, 33, size), `size ${size}`);
    }
    await page.press("[");
    await page.call("newDocument", { width: 64, height: 64 });
    await page.drag([[30, 33]]);
    assert.deepEqual(await page.painted(), dab(30, 33, 63), "[ makes it smaller");
  }));

for (const [name, cancel] of /** @type {const} */ ([["Escape", [Key.ESCAPE]], ["undo", ["z", Key.CONTROL]]])) {
  test(`${name} in a stroke takes back that stroke and nothing else`, () =>
    visit({}, async (page) => {
      await page.drag([[5, 5], [9, 5]]);
      const before = await page.pixels();
      await page.drag([[20, 20], [30, 20]], { hold: true });
      assert.equal((await page.painted()).length, 16);
      assert.ok((await page.call("history")).temp > (await page.call("history")).redo);
      const [key, ...held] = cancel;
      await page.press(key, ...held);
      assert.deepEqual(await page.pixels(), before);
      assert.equal(await page.message("cancelled"), "Stroke cancelled", "what was said before is not true any more");
      await page.moveTo([40, 40]);
      await page.release();
      assert.deepEqual(await page.pixels(), before, "the rest of the held drag paints nothing");
      const { position, steps, temp, redo } = await page.call("history");
      assert.deepEqual([position, steps.length, temp - redo], [1, 1, 0]);
    }));
}

test("a stroke whose pointer the system takes away is taken back, and that is said", () =>
  visit({}, async (page) => {
    await page.drag([[3, 3], [9, 3]]);
    await page.driver.executeScript("document.querySelector('#surface').addEventListener('pointerdown', ({ pointerId }) => { window.pointer = pointerId; })");
    await page.drag([[3, 6], [9, 6]], { hold: true });
    await page.driver.executeScript("document.querySelector('#surface').dispatchEvent(new PointerEvent('pointercancel', { pointerId: window.pointer, pointerType: 'mouse', isPrimary: true, bubbles: true }))");
    assert.equal(await page.message("cancelled"), "Stroke cancelled");
    assert.deepEqual(new Set((await page.painted()).map((pixel) => pixel.split(",")[1])), new Set(["3"]));
    await page.release();
    assert.equal(await page.steps(), 1);
  }));
