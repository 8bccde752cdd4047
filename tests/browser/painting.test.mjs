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

test("a drag paints exactly the pixels of its path, however far apart its samples are", () =>
  visit({}, async (page) => {
    /** @type {[number, number][]} */
    const corners = [[5, 5], [40, 5], [40, 20], [30, 30], [10, 30], [10, 50]];
    await page.drag(corners);
    assert.deepEqual(await page.painted(), rows(path(corners)));
    assert.equal(await page.pixel(40, 5), "#000000ff");
    assert.equal((await page.call("history")).position, 1, "one drag is one step");
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

test("Escape or undo in a stroke takes back that stroke and nothing else", () =>
  visit({}, async (page) => {
    await page.drag([[5, 5], [9, 5]]);
    const before = await page.pixels();
    for (const [key, ...held] of /** @type {string[][]} */ ([[Key.ESCAPE], ["z", Key.CONTROL]])) {
      await page.drag([[20, 20], [30, 20]], { hold: true });
      assert.equal((await page.painted()).length, 16);
      const { temp, redo } = await page.call("history");
      assert.ok(temp > redo);
      await page.driver.executeScript("document.querySelector('#message').replaceChildren()");
      await page.press(key, ...held);
      assert.deepEqual(await page.pixels(), before);
      assert.equal(await page.message("cancelled"), "Stroke cancelled");
      await page.moveTo([40, 40]);
      await page.release();
      assert.deepEqual(await page.pixels(), before, "the rest of the held drag paints nothing");
      const after = await page.call("history");
      assert.deepEqual([after.position, after.steps.length, after.temp - after.redo], [1, 1, 0]);
    }
  }));

test("a stroke whose pointer the system takes away is taken back, which is said, and one that lost its capture goes on", () =>
  visit({}, async (page) => {
    await page.drag([[3, 3], [9, 3]]);
    await page.driver.executeScript("document.querySelector('#surface').addEventListener('pointerdown', ({ pointerId }) => { window.pointer = pointerId; })");
    await page.drag([[3, 6], [9, 6]], { hold: true });
    await page.driver.executeScript("document.querySelector('#surface').dispatchEvent(new PointerEvent('pointercancel', { pointerId: window.pointer, pointerType: 'mouse', isPrimary: true, bubbles: true }))");
    assert.equal(await page.message("cancelled"), "Stroke cancelled");
    const row = (/** @type {number} */ y, /** @type {number} */ from, /** @type {number} */ to) => Array.from({ length: to - from + 1 }, (_, i) => `${from + i},${y}`);
    assert.deepEqual(await page.painted(), row(3, 3, 9));
    await page.release();
    assert.equal(await page.steps(), 1);
    // chromedriver lets go of a captured pointer between two calls, as a system's window may.
    await page.drag([[20, 20], [22, 20]], { hold: true });
    await page.moveTo([24, 20]);
    await page.release();
    assert.deepEqual([await page.painted(), await page.steps()], [[...row(3, 3, 9), ...row(20, 20, 24)], 2]);
  }));
