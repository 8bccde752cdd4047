/**
 * The clock: while an animation, a game or a timed stroke is under way in the editor, every animation frame tells
 * it the time. Otherwise no frame is requested.
 */

import { QUIETLY } from "../how.js";

/** @import { Editor, Engine } from "../types.js" */

/** Ticks the editor while its state asks for it. @param {Engine} engine */
export function connectTicking(engine) {
  let ticking = false;

  const next = () => requestAnimationFrame((now) => engine.send((editor) => {
    ticking = false;
    ticking = editor.tick(now);
    if (ticking) next();
  }, QUIETLY));

  const begin = (/** @type {Editor} */ editor) => {
    if (ticking || !editor.is_ticking()) return;
    ticking = true;
    next();
  };

  engine.on("state", () => engine.look(begin));
}
