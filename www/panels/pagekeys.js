/**
 * Keys of the page itself: they show and hide what lies around the picture, which the editor knows nothing of.
 *
 * A key that somebody has given to a command is that command's: the editor's listener comes first, and what it takes does not reach
 * these.
 */

import { isAsking, isTyping } from "../io/typing.js";

/** @import { Engine } from "../types.js" */

/**
 * Calls an action when a key is pressed alone.
 * @param {string} code Its place on the keyboard, as `KeyboardEvent.code` has it: another country has another letter there.
 * @param {Engine} engine
 * @param {() => void} action
 */
export function pageKey(code, engine, action) {
  window.addEventListener("keydown", (event) => {
    if (event.code !== code || event.defaultPrevented || event.repeat || event.ctrlKey || event.metaKey || event.altKey || event.shiftKey) return;
    if (engine.stopped || isTyping(event.target) || isAsking()) return;
    event.preventDefault();
    action();
  });
}
