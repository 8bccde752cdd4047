/** Small pictures are drawn in idle moments, and where a busy machine has none, one after the other all the same. */
import assert from "node:assert/strict";
import test from "node:test";

/** What a browser without an idle moment does: it calls back once the time has passed that somebody waits at most. */
const BUSY = {
  requestIdleCallback: (/** @type {(deadline: {timeRemaining: () => number}) => void} */ work, /** @type {{timeout: number} | undefined} */ wish) => {
    if (wish) setTimeout(() => work({ timeRemaining: () => 0 }), wish.timeout);
  },
};

/** A canvas that notes what it shows. @param {string} id */
const canvas = (id) => ({ id, dataset: { width: "2", height: "1" }, isConnected: true, hidden: true, width: 1, height: 1, getContext: () => ({ putImageData: () => {} }) });

test("a machine that is never idle draws them, one at a time", async (t) => {
  t.mock.timers.enable({ apis: ["setTimeout"] });
  const element = { style: {}, append: () => {} };
  Object.assign(globalThis, {
    window: BUSY, ...BUSY, devicePixelRatio: 1, requestAnimationFrame: () => {}, document: { createElement: () => element, body: element },
    ImageData: class { constructor(/** @type {Uint8ClampedArray} */ data, /** @type {number} */ width, /** @type {number} */ height) { Object.assign(this, { data, width, height }); } },
  });
  const { Miniatures } = await import("../../www/panels/miniatures.js");
  const engine = { stopped: false, state: { active: false, previewing: false, game: null }, look: (/** @type {(editor: object) => void} */ draw) => draw({}) };
  const canvases = ["a", "b", "c"].map(canvas);
  const draw = () => ({ pixels: [0, 0, 0, 255, 0, 0, 0, 255], width: 2, height: 1 });
  new Miniatures(/** @type {any} */ (engine)).show({}, /** @type {any} */ (canvases.map((one) => ({ canvas: one, key: one.id, draw }))));
  const shown = () => canvases.filter(({ hidden }) => !hidden).map(({ id }) => id).join("");
  const seen = [shown()];
  for (let second = 0; second < 3; second += 1) {
    t.mock.timers.tick(1000);
    seen.push(shown());
  }
  assert.deepEqual(seen, ["", "a", "ab", "abc"]);
});
