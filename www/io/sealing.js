/**
 * Hands idle moments to the editor, which compresses cold commits in them. A slice is a small
 * bounded piece of work, and none is begun unless the browser has a moment left, so input always
 * comes first.
 */

import { QUIETLY } from "../how.js";
import { REST, whenIdle } from "./idle.js";

/** @import { Engine } from "../engine.js" */

/** How long it waits after panels have heard of a change, in milliseconds: what follows from that, and often the next one, comes first. */
const REST_MS = 120;

/** How long it waits then before it compresses the newest steps, in milliseconds: people undo these most. */
const NEWEST_MS = 400;

/** Compresses the history in idle moments, and its newest steps, too, once nothing happens any more. @param {Engine} engine */
export function connectSealing(engine) {
  let waiting = false;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let resting;
  /** @param {"idle" | "rest"} kind @param {number} ms @param {() => void} [then] */
  const wait = (kind, ms, then) => {
    if (waiting || engine.stopped) return;
    waiting = true;
    setTimeout(() => whenIdle((rest) => {
      waiting = false;
      // What a held key undoes next would be packed before.
      if (engine.isHeld) return wait(kind, NEWEST_MS, then);
      engine.send((editor) => {
        let more = true;
        while (more && rest() > REST) more = editor[kind]();
        if (more) wait(kind, 0, then);
        else then?.();
      }, QUIETLY);
    }), ms);
  };
  engine.on("changed", () => {
    clearTimeout(resting);
    wait("idle", REST_MS, () => {
      resting = setTimeout(() => wait("rest", 0), NEWEST_MS);
    });
  });
}
