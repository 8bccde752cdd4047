/**
 * A field that somebody types a value into, and that gives the keyboard back.
 *
 * Problem: in a field that keeps the focus after Enter, the next letter is typed and not the key of a tool. Idea: Enter commits
 * and leaves the field, Escape leaves it with the value that held, arrows step. Invariant: a value that is refused stays
 * to be mended while the field has the focus, and is gone when it has not; what is typed is never overwritten.
 */

import { live } from "lit/directives/live.js";
import { fieldKeys } from "../io/typing.js";

/**
 * @typedef {object} EntryParts
 * @property {() => string} show Returns the value that holds, as text.
 * @property {(text: string) => boolean} commit Returns `false`, and says why, if the text can't be the value.
 * @property {(by: number) => void} [step] Changes the value by this many.
 */

/** Returns what a field shows: what is being typed into it, or else its value. @param {string} id @param {string} text */
export function shown(id, text) {
  const field = document.activeElement;
  return live(field instanceof HTMLInputElement && field.id === id ? field.value : text);
}

/** Returns the listeners of a field. @param {EntryParts} parts */
export function entry({ show, commit, step }) {
  /** @param {HTMLInputElement} field */
  const accept = (field) => {
    const done = commit(field.value.trim());
    if (done) field.removeAttribute("aria-invalid");
    else field.setAttribute("aria-invalid", "true");
    return done;
  };
  /** @param {Event} event */
  const of = (event) => /** @type {HTMLInputElement} */ (event.currentTarget);
  return {
    change: (/** @type {Event} */ event) => void accept(of(event)),
    focus: (/** @type {Event} */ event) => of(event).select(),
    blur: (/** @type {Event} */ event) => {
      of(event).removeAttribute("aria-invalid");
      of(event).value = show();
    },
    keydown: fieldKeys({
      accept: (event) => {
        event.preventDefault();
        if (accept(of(event))) of(event).blur();
      },
      leave: (event) => {
        of(event).value = show();
        of(event).blur();
      },
      other: (event) => {
        const field = of(event);
        if (!step || !/^Arrow(?:Up|Down)$/.test(event.key)) return;
        event.preventDefault();
        // What was typed counts before it is stepped from.
        if (field.value !== show() && !accept(field)) return;
        step((event.key === "ArrowUp" ? 1 : -1) * (event.shiftKey ? 10 : 1));
        field.value = show();
      },
    }),
  };
}
