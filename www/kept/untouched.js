/** Whether somebody is at the page: what nobody has asked for waits until no hand is on it. */

/** What tells of a hand. Moves of a pointer that is up don't, and while one is down its moves need not be heard. */
const TOUCHES = ["pointerdown", "pointerup", "pointercancel", "keydown", "wheel"];

/** Resolves when nobody has touched the page for so many milliseconds, and no pointer is down. @param {number} ms @returns {Promise<void>} */
export function untouched(ms) {
  return new Promise((resolve) => {
    /** @type {Set<number>} */
    const down = new Set();
    let last = performance.now();
    // To set and clear a timer with each touch would take longer than the rest of what is done here.
    const look = () => {
      const rest = down.size > 0 ? ms : last + ms - performance.now();
      if (rest > 0) return void setTimeout(look, rest);
      for (const type of TOUCHES) window.removeEventListener(type, touched, { capture: true });
      resolve();
    };
    const touched = (/** @type {Event} */ event) => {
      const { isPrimary, pointerId } = /** @type {PointerEvent} */ (event);
      // The end of one may have been lost, to a menu of the browser's: no other is down when a first one comes.
      if (isPrimary && event.type === "pointerdown") down.clear();
      if (event.type === "pointerdown") down.add(pointerId);
      else if (event.type !== "keydown" && event.type !== "wheel") down.delete(pointerId);
      last = performance.now();
    };
    for (const type of TOUCHES) window.addEventListener(type, touched, { capture: true, passive: true });
    setTimeout(look, ms);
  });
}
