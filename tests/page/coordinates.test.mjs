/** The pointer and the pixel under it, at any ratio of device pixels, zoom and place of the canvas. */
import assert from "node:assert/strict";
import test from "node:test";
import { snapped, toClient, toDevice } from "../../www/io/coordinates.js";

const RATIOS = [1, 1.1, 1.25, 1.3333333730697632, 1.5, 1.75, 2, 2.5, 2.625, 3, 0.9, 0.8, 0.67];

let seed = 5;
/** Returns a number from 0 to below a bound. @param {number} most */
const below = (most) => (seed = (seed * 48271) % 2147483647) % most;

/** Returns the edges of an element as the browser tells them: laid out in parts of a device pixel, told as floats of CSS pixels. @param {number} ratio */
function laidOut(ratio) {
  const [left, top, width, height] = [below(600 * 64), below(300 * 64), 64 + below(3000 * 64), 64 + below(2000 * 64)].map((part) => part / 64);
  const told = (/** @type {number} */ length) => Math.fround(length / ratio);
  const box = { left: told(left), top: told(top), right: told(left + width), bottom: told(top + height), width: told(width), height: told(height) };
  // The browser shows the contents from the nearest device pixels on.
  const shown = { left: Math.floor(left + 0.5), top: Math.floor(top + 0.5), right: Math.floor(left + width + 0.5), bottom: Math.floor(top + height + 0.5) };
  return { box, shown };
}

/** @param {{left: number, top: number, right: number, bottom: number}} box @param {number} width @param {number} height */
const canvasAt = (box, width, height) => /** @type {HTMLCanvasElement} */ (/** @type {unknown} */ ({ width, height, getBoundingClientRect: () => box }));

test("a device pixel of the screen leads to the pixel of the canvas that it shows", () => {
  for (const ratio of RATIOS) {
    globalThis.devicePixelRatio = ratio;
    for (let i = 0; i < 400; i += 1) {
      const { box, shown } = laidOut(ratio);
      const [width, height] = [shown.right - shown.left, shown.bottom - shown.top];
      assert.deepEqual(snapped(box), { left: shown.left, top: shown.top, width, height, ratio }, `${ratio}`);
      const canvas = canvasAt(box, width, height);
      for (let j = 0; j < 20; j += 1) {
        // A mouse lies on a device pixel; what is told of it is a float of CSS pixels.
        const [across, down] = [below(width), below(height)];
        const event = { clientX: Math.fround((shown.left + across) / ratio), clientY: Math.fround((shown.top + down) / ratio) };
        const { x, y } = toDevice(canvas, event);
        assert.deepEqual([Math.floor(x), Math.floor(y)], [across, down], `${ratio} ${JSON.stringify(box)}`);
        // So any zoom and origin of the view lead to the pixel of the picture that is seen there.
        const [zoom, origin] = [1 + below(64), below(500) - 250];
        assert.equal(Math.floor((x - origin) / zoom), Math.floor((across - origin) / zoom));
      }
    }
  }
});

test("the finding: at 125 %, the press at 752 paints the pixel that covers the device pixels 940 and 941", () => {
  globalThis.devicePixelRatio = 1.25;
  // 701.5 device pixels high, shown in 702.
  const box = { left: 176, top: 60, right: 912, bottom: 621.2, width: 736, height: 561.2 };
  const canvas = canvasAt(box, 920, 702);
  const { x, y } = toDevice(canvas, { clientX: 752, clientY: 620.8 });
  assert.deepEqual([x, y], [720, 701]);
});

test("a pen's place within a pixel is kept, to a part of 64", () => {
  globalThis.devicePixelRatio = 1.5;
  const canvas = canvasAt({ left: 10, top: 10, right: 110, bottom: 110 }, 150, 150);
  const { x } = toDevice(canvas, { clientX: 20 + 7 / 64, clientY: 20 });
  assert.ok(Math.abs(x - (15 + 10.5 / 64)) <= 0.5 / 64);
});

test("both directions undo each other, also while the canvas has another size than its box", () => {
  for (const ratio of RATIOS) {
    globalThis.devicePixelRatio = ratio;
    for (let i = 0; i < 100; i += 1) {
      const { box } = laidOut(ratio);
      const canvas = canvasAt(box, 1 + below(3000), 1 + below(2000));
      const point = { x: below(canvas.width), y: below(canvas.height) };
      const client = toClient(canvas, point);
      const back = toDevice(canvas, { clientX: client.x, clientY: client.y });
      const { width, height } = snapped(box);
      assert.ok(Math.abs(back.x - point.x) <= canvas.width / width / 64 && Math.abs(back.y - point.y) <= canvas.height / height / 64);
    }
  }
});
