/** What the page loads when there is time for it. */
import assert from "node:assert/strict";
import test from "node:test";
import { Later } from "../../www/later.js";

test("what is loaded in an idle moment comes after some seconds where a busy machine has none", async () => {
  /** @type {number | undefined} */
  let waits;
  // The browser has no idle moment, and calls back when it was told to wait no longer.
  const requestIdleCallback = (/** @type {(deadline: {timeRemaining: () => number}) => void} */ work, /** @type {{timeout?: number}} */ { timeout } = {}) => {
    waits = timeout;
    if (timeout !== undefined) setImmediate(work, { timeRemaining: () => 0 });
  };
  Object.assign(globalThis, { requestIdleCallback, window: { requestIdleCallback } });
  let loaded = 0;
  let isDrawing = true;
  const later = new Later(async () => { loaded += 1; });
  later.whenIdle(() => !isDrawing);
  await new Promise((resolve) => { setTimeout(resolve, 20); });
  assert.equal(loaded, 0, "nothing comes in the way of a stroke");
  isDrawing = false;
  await new Promise((resolve) => { setTimeout(resolve, 20); });
  assert.deepEqual([loaded, later.here], [1, true]);
  assert.ok(waits !== undefined && waits >= 2000 && waits < 10_000, `${waits} ms`);
});
