/**
 * The clock: while something in the editor goes on by itself, an animation, a game, a spray under a pointer
 * that rests, it is told the time with every animation frame. Otherwise no frame is asked for.
 */

/** @import { Engine } from "./types.js" */

/** @param {Engine} engine */
export function connectTicking(engine) {
  let ticking = false;

  /** @param {number} now */
  const tick = (now) => {
    ticking = engine.apply((editor) => editor.tick(now)) ?? false;
    if (ticking) requestAnimationFrame(tick);
  };

  engine.on("state", ({ state }) => {
    if (!state.ticking || ticking) return;
    ticking = true;
    requestAnimationFrame(tick);
  });
}
