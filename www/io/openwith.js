/**
 * The editor opens a file that it knows, in slices.
 *
 * A large picture takes a second to be decoded and checked, and a project file with a long history more. Escape and Stop leave the
 * drawing that is open as it is.
 */

import { RAISES } from "../how.js";

/** @import { Engine, Message } from "../types.js" */

/**
 * Replaces the drawing with a file's.
 * @param {Engine} engine @param {Uint8Array} bytes @param {string} name The file's name.
 * @returns {Promise<Message>} What was left out or changed, or nothing.
 * @throws {Error} One sentence, if it can't be read or was stopped.
 */
export async function openWith(engine, bytes, name) {
  /** @type {Message} */
  let notes = "";
  await engine.send((editor) => editor.plan_open(bytes, name), RAISES);
  // Taken at once: what was opened is seen before it is kept, which takes as long again.
  await engine.send((editor) => {
    notes = editor.opened();
  });
  engine.tell();
  return notes;
}
