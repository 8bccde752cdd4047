/**
 * Work that begins in a task of its own.
 *
 * Problem: opening or closing a dialog has the browser compute the style of the whole page, and the first slice of the work
 * that the dialog asks for makes one long task of both. Idea: that work begins with the next task. The invariant: who waits for
 * what is under way (`Work.free`) waits for what is to begin, too.
 */

import { nextTask } from "./work.js";

/** @import { Work } from "./work.js" */

/**
 * Has work begun in a task of its own.
 * @template T @param {Work} work @param {() => T} begin @returns {Promise<Awaited<T>>} What comes of it.
 */
export async function anew(work, begin) {
  const task = nextTask();
  work.coming = task;
  await task;
  // A later call may wait already.
  if (work.coming === task) work.coming = undefined;
  return await begin();
}
