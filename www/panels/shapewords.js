/**
 * Words about a shape of several presses, which go with the shape.
 *
 * What is said while a shape waits for its next press, such as which key ends it, is wrong as soon as it has ended. So it is taken
 * away then, unless something else has been said since. Invariant: no other message is taken away.
 */

/** @import { Engine } from "../types.js" */

/** Takes words away with the shape that they were about. @param {Engine} engine @param {HTMLElement} message Where they are. */
export function shapeWords(engine, message) {
  let waited = false;
  for (const event of /** @type {const} */ (["message", "offer"])) engine.on(event, () => {
    waited = engine.state.waiting;
  });
  engine.shows(["stroke"], ({ state }) => {
    if (!waited || state.waiting) return;
    waited = false;
    message.classList.remove("shown");
    message.replaceChildren();
  });
}
