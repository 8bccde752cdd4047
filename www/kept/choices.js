/**
 * Has what a person chooses written a moment later.
 *
 * Problem: tools, folded steps and limits are no changes of the drawing, so no batch follows them, and what a page writes
 * while it is being left may be dropped. Idea: when nothing has happened for a moment, the browser is idle or has been busy for
 * long, and no stroke is under way, the drawing's record is written if the choices in it are old. Invariant: moves of the
 * pointer, strokes and views that glide write nothing before they have ended.
 */

import { whenIdle } from "../io/idle.js";

/** @import { Keeper } from "./keeper.js" */
/** @import { Engine } from "../types.js" */

/** How long nothing must have happened, in milliseconds. */
const REST_MS = 500;

/** How long an idle moment is waited for then, in milliseconds. */
const BUSY_MS = 2000;

/** @param {Engine} engine @param {Keeper} keeper */
export function connectChoices(engine, keeper) {
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let timer;
  /** When something happened last, by `Date.now()`. */
  let last = 0;
  const look = () => {
    const left = last + REST_MS - Date.now();
    // A timer for each change would take time in strokes.
    timer = left > 0 ? setTimeout(look, left) : undefined;
    if (timer === undefined) whenIdle(() => keeper.keepChoices(), BUSY_MS);
  };
  engine.on("changed", () => {
    last = Date.now();
    timer ??= setTimeout(look, REST_MS);
  });
}
