/**
 * Small pictures are drawn in idle moments, and where a busy machine has none, one after the other all the same. A canvas shows the one
 * that it was given last, whenever the browser hands it over.
 */
import assert from "node:assert/strict";
import test from "node:test";

/** What a browser without an idle moment does: it calls back once the time has passed that somebody waits at most. */
const BUSY = {
  requestIdleCallback: (/** @type {(deadline: {timeRemaining: () => number}) => void} */ work, /** @type {{timeout: number} | undefined} */ wish) => {
    if (wish) setTimeout(() => work({ timeRemaining: () => 0 }), wish.timeout);
  },
};

/** Bitmaps that the browser has not handed over yet, and whether it has no memory for more. @type {(() => void)[]} */
const waiting = [];
const memory = { full: false };

/** An element that takes whatever is done to it. */
const element = { style: {}, append: () => {} };

Object.assign(globalThis, {
  window: BUSY, ...BUSY, devicePixelRatio: 1, requestAnimationFrame: () => {}, document: { createElement: () => element, body: element },
  ImageData: class { constructor(/** @type {Uint8ClampedArray} */ data, /** @type {number} */ width, /** @type {number} */ height) { Object.assign(this, { data, width, height }); } },
  createImageBitmap: (/** @type {ImageData} */ image) => new Promise((resolve, reject) => {
    if (memory.full) reject(new Error("there is no memory"));
    waiting.push(() => resolve({ color: image.data[0], close() {} }));
  }),
});

const { Miniatures } = await import("../../www/panels/miniatures.js");

const engine = { stopped: false, state: { active: false, previewing: false, game: null }, look: (/** @type {(editor: object) => void} */ draw) => draw({}) };

/** A canvas that notes what it shows. @param {string} [id] */
function canvas(id = "") {
  const one = {
    id, dataset: { width: "2", height: "1", shown: "" }, isConnected: true, hidden: true, width: 1, height: 1, color: NaN,
    getContext: () => ({ transferFromImageBitmap: (/** @type {{color: number}} */ { color }) => { one.color = color; } }),
  };
  return one;
}

/** Draws a picture of one colour. @param {number} color */
const draw = (color) => () => ({ pixels: Array(8).fill(color), width: 2, height: 1 });

/** Has the browser hand over the bitmaps that wait, the last one first. */
async function handOver() {
  for (const resolve of waiting.splice(0).reverse()) resolve();
  for (let i = 0; i < 4; i += 1) await Promise.resolve();
}

test("a machine that is never idle draws them, one at a time", async (t) => {
  t.mock.timers.enable({ apis: ["setTimeout"] });
  const canvases = ["a", "b", "c"].map(canvas);
  new Miniatures(/** @type {any} */ (engine)).show({}, /** @type {any} */ (canvases.map((one) => ({ canvas: one, key: one.id, draw: draw(1) }))));
  const shown = () => canvases.filter(({ hidden }) => !hidden).map(({ id }) => id).join("");
  const seen = [shown()];
  for (let second = 0; second < 3; second += 1) {
    t.mock.timers.tick(1000);
    await handOver();
    seen.push(shown());
  }
  assert.deepEqual(seen, ["", "a", "ab", "abc"]);
});

test("a picture that is handed over too late is not shown, and that of another thing is not seen meanwhile", async (t) => {
  t.mock.timers.enable({ apis: ["setTimeout"] });
  const [one, miniatures, owner] = [canvas(), new Miniatures(/** @type {any} */ (engine)), {}];
  /** @param {string} key @param {number} color @param {boolean} [stays] */
  const show = (key, color, stays) => {
    miniatures.show(owner, /** @type {any} */ ([{ canvas: one, key, stays, draw: draw(color) }]));
    t.mock.timers.tick(1000);
  };
  show("layer 1", 10);
  await handOver();
  assert.deepEqual([one.hidden, one.color, one.width], [false, 10, 2]);
  show("layer 1 once more", 11, true);
  assert.deepEqual([one.hidden, one.color], [false, 10], "the one before stays, as it is of the same thing");
  await handOver();
  assert.deepEqual([one.hidden, one.color], [false, 11]);
  show("layer 2", 20);
  show("layer 3", 30);
  assert.equal(one.hidden, true, "nothing is seen of another layer");
  await handOver();
  assert.deepEqual([one.hidden, one.color], [false, 30], "the last one, though the browser has handed it over first");
  show("", 0);
  assert.deepEqual([one.hidden, one.width], [true, 1]);
});

test("a picture for which there was no memory is made when it is wanted next", async (t) => {
  t.mock.timers.enable({ apis: ["setTimeout"] });
  const [one, miniatures] = [canvas(), new Miniatures(/** @type {any} */ (engine))];
  const show = () => {
    miniatures.show({}, /** @type {any} */ ([{ canvas: one, key: "layer", draw: draw(10) }]));
    t.mock.timers.tick(1000);
  };
  memory.full = true;
  show();
  await handOver();
  assert.equal(one.hidden, true);
  memory.full = false;
  show();
  await handOver();
  assert.deepEqual([one.hidden, one.color], [false, 10]);
});
