/**
 * The clock: while an animation, a game or a timed stroke is under way in the editor, it is told the time. Otherwise nothing is asked for.
 *
 * Problem: a film shows twenty frames a second and a screen sixty, and each frame of the page costs a browser as much as what is painted in it.
 * Idea: the editor says how long it has nothing to do, and until then there is no frame. When it is told the time, a frame of
 * the page begins, in which what follows from that is painted too. Invariant: an animation has one frame of the page for each of its own.
 */

import { QUIETLY } from "../how.js";

/** @import { Editor, Engine } from "../types.js" */

/** The longest that a screen's frame lasts, in milliseconds: what is due sooner is waited for from frame to frame. */
const FRAME_MS = 17;

/** How much sooner than it is due a frame is asked for, in milliseconds: a timer may come late, and the screen doesn't wait. */
const SOONER_MS = 3;

/** Ticks the editor while its state asks for it. @param {Engine} engine */
export function connectTicking(engine) {
  /** When the next tick has something to do, by `performance.now()`; none while nothing is under way. */
  let due = Infinity;
  /** Whether it comes with the next frame. */
  let comes = false;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let timer;

  const come = () => {
    comes = true;
    engine.requestFrame();
  };

  /** Waits until something is due. @param {number} now @param {number} rest In milliseconds. */
  const wait = (now, rest) => {
    clearTimeout(timer);
    due = now + rest;
    if (rest <= FRAME_MS) come();
    else timer = setTimeout(come, due - SOONER_MS - performance.now());
  };

  const tick = (/** @type {number} */ now) => {
    comes = false;
    engine.send((editor) => {
      due = Infinity;
      if (editor.tick(now)) wait(now, editor.tick_rest(now));
    }, QUIETLY);
  };

  const follow = (/** @type {Editor} */ editor) => {
    if (comes) return;
    if (!editor.is_ticking()) {
      clearTimeout(timer);
      due = Infinity;
      return;
    }
    // What has begun meanwhile may be due sooner than what was waited for.
    const now = performance.now();
    const rest = editor.tick_rest(now);
    if (now + rest < due) wait(now, rest);
  };

  engine.on("tick", (now) => {
    if (comes) tick(now);
  });
  engine.on("state", () => engine.look(follow));
}
