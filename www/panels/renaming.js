/**
 * F2, which renames what was chosen last, wherever the keyboard is.
 *
 * Problem: a name that is pressed leaves the keyboard where it was, so it hears no key, and what has the focus hears one that is
 * not meant for it. Idea: whoever draws names says what F2 begins once one of them was pressed or got the focus.
 * The next press anywhere ends that, and F2 is again about the active layer. The invariant: F2 does nothing while somebody types.
 */

import { isTyping } from "../io/typing.js";

/** @import { Engine } from "../types.js" */

/** What F2 begins, after a name was pressed. @type {(() => void) | undefined} */
let pressed;

/** Has F2 begin this until the next press. @param {() => void} begin */
export function renames(begin) {
  pressed = begin;
}

/** Connects the key. @param {Engine} engine @param {() => void} usual What F2 begins otherwise. */
export function connectRenaming(engine, usual) {
  for (const type of ["pointerdown", "focusin"]) {
    document.addEventListener(type, ({ target }) => {
      // The field that it has opened ends nothing.
      if (!isTyping(target)) pressed = undefined;
    }, { capture: true });
  }
  window.addEventListener("keydown", (event) => {
    if (event.key !== "F2" || event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || event.shiftKey) return;
    if (engine.stopped || isTyping(event.target) || document.querySelector("dialog[open]")) return;
    event.preventDefault();
    (pressed ?? usual)();
  });
}

/**
 * Presses keys again that were pressed before anybody heard them: letters go into the field that F2 has opened.
 * @param {KeyboardEvent[]} keys
 */
export function pressAgain(keys) {
  for (const event of keys) {
    const at = document.activeElement ?? document.body;
    const letter = [...event.key].length === 1 && !event.ctrlKey && !event.metaKey && !event.altKey;
    if (letter && at instanceof HTMLInputElement && isTyping(at)) at.setRangeText(event.key, at.selectionStart ?? 0, at.selectionEnd ?? at.value.length, "end");
    else at.dispatchEvent(new KeyboardEvent(event.type, event));
  }
}
