/**
 * F2 before the names are there that it renames.
 *
 * Problem: panels come a moment after one can paint. A key that only they hear is lost until then, and what is typed as a name
 * chooses tools. Idea: F2 has them come at once, and it waits with all keys behind it. The invariant: keys reach the page in
 * their order, once.
 */

import { studio } from "../later.js";
import { isAsking, isTyping } from "./typing.js";

/** @import { Engine } from "../types.js" */
/** @import { Later } from "../later.js" */

/** Holds F2, and keys behind it, until the panels have come. @param {Engine} engine @param {Later} panels */
export function connectEarly(engine, panels) {
  /** @type {KeyboardEvent[]} */
  const keys = [];
  const end = () => window.removeEventListener("keydown", hold, { capture: true });
  /** @param {KeyboardEvent} event */
  const hold = (event) => {
    if (keys.length === 0 && panels.here) return end();
    if (keys.length === 0 && (event.key !== "F2" || isTyping(event.target) || isAsking())) return;
    event.preventDefault();
    event.stopImmediatePropagation();
    if (keys.push(event) > 1) return;
    void panels.come().then(studio).then(({ pressAgain }) => {
      end();
      pressAgain(keys);
    }).catch((error) => {
      keys.length = 0;
      engine.failed(error);
    });
  };
  window.addEventListener("keydown", hold, { capture: true });
}
