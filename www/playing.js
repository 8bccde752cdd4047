/**
 * Playing: while the editor plays an animation or a game, it is told the time with every animation frame.
 */

/** @import { Engine } from "./types.js" */

/** @param {Engine} engine */
export function connectPlaying(engine) {
  let ticking = false;

  /** @param {number} now */
  const tick = (now) => {
    ticking = engine.apply((editor) => editor.tick(now)) ?? false;
    if (ticking) requestAnimationFrame(tick);
  };

  engine.on("state", ({ state }) => {
    if (!(state.playing || state.game) || ticking) return;
    ticking = true;
    requestAnimationFrame(tick);
  });
}
