/** Where the preview floats, and how large it shows a pixel. */
import assert from "node:assert/strict";
import test from "node:test";
import { movedBy, nextCorner } from "../../www/panels/floating.js";
import { blockOf, sideOf } from "../../www/panels/previewsize.js";

test("a panel is moved within its room, and not beyond it", () => {
  const room = { x: 800, y: 400 };
  assert.deepEqual(movedBy({ x: 1, y: 0 }, { x: -200, y: 100 }, room), { x: 0.75, y: 0.25 });
  assert.deepEqual(movedBy({ x: 1, y: 0 }, { x: 50, y: -900 }, room), { x: 1, y: 0 });
  assert.deepEqual(movedBy({ x: 0.5, y: 0.5 }, { x: 10, y: 10 }, { x: 0, y: -4 }), { x: 0.5, y: 0.5 }, "where there is no room it stays");
});

test("presses lead around all four corners", () => {
  const corners = [{ x: 1, y: 0 }];
  for (let i = 0; i < 4; i += 1) corners.push(nextCorner(corners[i]));
  assert.deepEqual(corners.map(({ x, y }) => `${x}${y}`), ["10", "11", "01", "00", "10"]);
});

test("pixels take whole screen pixels, but where the picture is larger than the room", () => {
  const room = { width: 150, height: 150 };
  const fit = (/** @type {number} */ width, /** @type {number} */ height, ratio = 1, wraps = false) => sideOf(0, { width, height }, room, ratio, wraps);
  assert.deepEqual([fit(16, 16), fit(64, 64), fit(64, 16), fit(200, 100)], [9, 2, 2, 0.75]);
  assert.equal(fit(16, 16, 1, true), 4, "there is room for a second one");
  assert.equal(fit(64, 64, 1.5), 4 / 3, "a screen of one and a half pixels has two for each");
  assert.deepEqual([sideOf(8, { width: 64, height: 64 }, room, 1, false), sideOf(3, { width: 9, height: 9 }, room, 2, true)], [8, 3]);
});

test("of a picture that is shrunk no more is rendered than the screen has pixels for, and no less", () => {
  for (const [length, room, ratio, rendered] of [[512, 118, 1, 128], [600, 118, 1, 120], [512, 118, 2, 256], [200, 150, 1, 200], [64, 150, 1, 64], [4096, 128, 1, 128]]) {
    const side = sideOf(0, { width: length, height: length }, { width: room, height: room }, ratio, false);
    assert.equal(Math.ceil(length / blockOf(side, ratio)), rendered, `${length} in ${room}`);
  }
});
