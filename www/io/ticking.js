/**
 * The clock: while an animation, a game or a timed stroke is under way in the editor, every animation frame tells
 * it the time. Otherwise no frame is requested.
 */

/** @import { Engine } from "../types.js" */

/** Ticks the editor while its state asks for it. @param {Engine} engine */
export function connectTicking(engine) {
  let ticking = false;

  /** @param {number} now */
  const tick = (now) => {
    if (engine.busy) {
      requestAnimationFrame(tick);
      return;
    }
    ticking = engine.apply((editor) => editor.tick(now)) ?? false;
    if (ticking) requestAnimationFrame(tick);
  };

  engine.on("state", () => {
    if (ticking || !engine.query((editor) => editor.is_ticking())) return;
    ticking = true;
    requestAnimationFrame(tick);
  });
}
