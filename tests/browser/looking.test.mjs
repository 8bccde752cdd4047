/** Looking: the brush under the cursor, the line before it is drawn, turned views, cursors, and tiles. */
import assert from "node:assert/strict";
import test from "node:test";
import { Key } from "selenium-webdriver";
import { LEFT, seen } from "./page.mjs";
import { visit } from "./visit.mjs";

/** @typedef {import("./page.mjs").Page} Page */

/** Waits until what has changed is on the screen. @param {Page} page */
const shown = (page) =>
  page.driver.executeAsyncScript("const done = arguments[0]; requestAnimationFrame(() => requestAnimationFrame(() => done()))");

/** Whether the screen shows a colour in the middle of a pixel. @param {Page} page @param {[number, number]} pixel @param {number[]} color */
async function isSeen(page, pixel, color) {
  await shown(page);
  const { x, y } = await page.client(pixel);
  return String(seen(await page.screenshot(), { x: x + 1, y: y + 1 })) === String(color);
}

test("the brush's own pixels are filled with its colour before it paints, and do not cover what undo changes", () =>
  visit({}, async (page) => {
    await page.call("setColor", "#d02030");
    await page.call("setTool", "pencil", { size: 9 });
    await page.moveTo([30, 30]);
    assert.ok(await isSeen(page, [30, 30], [0xd0, 0x20, 0x30]), "the middle");
    assert.ok(await isSeen(page, [30, 27], [0xd0, 0x20, 0x30]), "within the round brush");
    assert.ok(!(await isSeen(page, [26, 26], [0xd0, 0x20, 0x30])), "the corner of its square");
    assert.deepEqual(await page.painted(), []);
    await page.press("e");
    assert.ok(!(await isSeen(page, [30, 30], [0xd0, 0x20, 0x30])), "an eraser leaves no colour");
    await page.call("setTool", "pencil", { size: 1 });
    await page.drag([[30, 30]]);
    await page.undo();
    await page.until("the pixel is gone", async () => !(await isSeen(page, [30, 30], [0xd0, 0x20, 0x30])));
    // A hand goes on moving: the highlight may begin after the first move.
    await page.until("the next pixel", async () => {
      for (const x of [34, 33]) await page.moveTo([x, 30]);
      return isSeen(page, [33, 30], [0xd0, 0x20, 0x30]);
    });
  }));

test("with Shift held the line is seen before it is drawn, the pointer says what a press would do, and the status line how large a selection is", () =>
  visit({}, async (page) => {
    await page.call("setColor", "#d02030");
    const lined = () => page.driver.executeScript("return document.querySelector('.brush-line').hasAttribute('hidden') === false");
    await page.drag([[3, 3]]);
    await page.drag([[20, 3]], { keys: [Key.SHIFT] });
    assert.equal((await page.painted()).length, 18);
    await page.undo();
    await page.moveTo([3, 20]);
    assert.equal(await lined(), false);
    await page.keyDown(Key.SHIFT);
    await page.until("the line", lined);
    const path = await page.driver.executeScript("return document.querySelector('.brush-line path').getAttribute('d')");
    assert.equal(path, "M3 3L4 3L4 21L3 21Z", "straight down from the first dab");
    await page.driver.actions().press(LEFT).release(LEFT).perform();
    await page.keyUp(Key.SHIFT);
    assert.deepEqual(await page.painted(), Array.from({ length: 18 }, (_, i) => `3,${3 + i}`));
    await page.until("no line", async () => !(await lined()));

    const pointer = () => page.driver.executeScript("return getComputedStyle(document.querySelector('#stage')).cursor");
    await page.press("m");
    await page.moveTo([30, 30]);
    assert.equal(await pointer(), "crosshair");
    await page.drag([[10, 10], [29, 26]], { hold: true });
    await page.until("its size", async () => (await page.text("#status")).includes("20 × 17"));
    await page.release();
    await page.moveTo([15, 15]);
    await page.until("a pointer that moves", async () => (await pointer()) === "move");
    await page.moveTo([50, 50]);
    await page.until("a pointer that selects", async () => (await pointer()) === "crosshair");
    await page.press("z");
    assert.equal(await pointer(), "zoom-in");
    await page.press("i");
    assert.match(await pointer(), /^url\("data:image\/svg\+xml/);
  }));

// All eight views, without what the page lays over them, are those of `tests/editor/turning.rs`.
test("in a view that is flipped and rotated, strokes, undo and the selection are where they are seen", () =>
  visit({}, async (page) => {
    await page.call("setColor", "#d02030");
    const straight = await page.client([5, 9]);
    for (const command of ["view.mirror", "view.turn-right"]) await page.call("run", command);
    assert.notDeepEqual(await page.client([5, 9]), straight, "the pixel is elsewhere");
    await page.drag([[5, 9], [12, 9], [12, 14]]);
    assert.equal((await page.painted()).length, 13);
    await page.moveTo([40, 40]);
    assert.ok(await isSeen(page, [12, 12], [0xd0, 0x20, 0x30]));
    assert.ok(!(await isSeen(page, [20, 9], [0xd0, 0x20, 0x30])));
    await page.undo();
    await page.until("the highlight around it", async () => {
      const [frame, ends] = await page.glance(`
        const contour = document.querySelector(".highlight-contour:not(.pointed)");
        if (!contour) return [[], []];
        const { left, top, right, bottom } = contour.getBoundingClientRect();
        return [[left, top, right, bottom], [[5, 9], [12, 14]].map(([x, y]) => undoodle.clientPoint(x, y))];`);
      const [xs, ys] = [ends.map((/** @type {{x: number}} */ { x }) => x), ends.map((/** @type {{y: number}} */ { y }) => y)];
      const near = (/** @type {number} */ a, /** @type {number} */ b) => Math.abs(a - b) < 8;
      return near(frame[0], Math.min(...xs)) && near(frame[1], Math.min(...ys)) && near(frame[2], Math.max(...xs)) && near(frame[3], Math.max(...ys));
    });
    await page.press("m");
    await page.drag([[10, 20], [13, 22]]);
    assert.deepEqual((await page.call("selection")).rect, { x: 10, y: 20, width: 4, height: 3 });
    await page.call("run", "view.straight");
    assert.deepEqual(await page.client([5, 9]), straight);
  }));

test("a reference image is shown beside and over the picture, and is no part of it", () =>
  visit({}, async (page) => {
    const image = await page.driver.executeAsyncScript(`
      const done = arguments[0];
      const canvas = Object.assign(document.createElement("canvas"), { width: 8, height: 8 });
      const context = canvas.getContext("2d");
      context.fillStyle = "#00c040";
      context.fillRect(0, 0, 8, 8);
      canvas.toBlob((blob) => {
        const transfer = new DataTransfer();
        transfer.items.add(new File([blob], "apple.png", { type: "image/png" }));
        const input = document.querySelector("#reference-file");
        input.files = transfer.files;
        input.dispatchEvent(new Event("change"));
        done(blob.size);
      });`);
    assert.ok(image > 0);
    await page.until("the image", () => page.driver.executeScript("return document.querySelector('#reference-image')?.naturalWidth === 8"));
    await page.click("#reference-lies");
    await page.set("#reference-strength", "95");
    await page.moveTo([60, 60]);
    const { x, y } = await page.client([20, 20]);
    const over = async () => {
      await shown(page);
      const [r, g] = seen(await page.screenshot(), { x, y });
      return g > 150 && r < 60;
    };
    await page.until("green over the picture", over);
    await page.drag([[20, 20], [24, 20]]);
    assert.equal((await page.painted()).length, 5, "presses go through");
    assert.equal(await page.steps(), 1);
    await page.click("#reference-remove");
    await page.until("the picture alone", async () => !(await over()));
  }));
