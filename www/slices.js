/**
 * Work of the page's own in slices: what comes after the first stroke must not come in its way.
 *
 * Problem: a dozen panels that are made at once hold the page up just when it says that one can draw. Idea: they are made one
 * after the other, for some milliseconds in a task, and none while the hand draws. Invariant: who asks for them waits for no timer.
 */

import { lastTask, nextFrame } from "./tasks.js";

/** @import { Engine } from "./types.js" */

/** Time after which nothing else is begun in the same task, in milliseconds. */
const SLICE_MS = 8;

/** Resolves as soon as nothing is under way in the editor, neither work nor a stroke. @param {Engine} engine */
export async function rested(engine) {
  await engine.ask();
  while (engine.isDrawing) {
    await nextFrame();
    await engine.ask();
  }
}

/**
 * Does the pieces of something each in a task of its own, from one `yield` to the next, and none while the hand draws. It doesn't wait for the whole
 * editor, which may not be there yet.
 * @param {{isDrawing: boolean}} engine @param {Iterator<unknown>} pieces
 */
export async function inTasks(engine, pieces) {
  do {
    await lastTask();
    while (engine.isDrawing) await nextFrame();
  } while (!pieces.next().done);
}

/** Does all pieces of something, each from one `yield` to the next. @param {Engine} engine @param {Iterator<unknown>} pieces */
export async function inSlices(engine, pieces) {
  let end = 0;
  do {
    if (performance.now() < end) continue;
    await lastTask();
    await rested(engine);
    end = performance.now() + SLICE_MS;
  } while (!pieces.next().done);
}
