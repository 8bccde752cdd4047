/**
 * `window.undoodle` on this page, for the console and for tests; docs/scripting.md describes it.
 */

/** @typedef {import("./strip.js").Engine} Engine */

/**
 * Defines `window.undoodle`.
 * @param {Promise<Engine>} starting
 * @param {HTMLElement} strip
 * @param {(id: string) => boolean} run
 */
export function offerScripting(starting, strip, run) {
  /** @type {Engine | undefined} */
  let engine;
  const ready = starting.then((started) => {
    engine = started;
  });
  const squares = () => {
    if (engine === undefined) throw new Error("the page is not ready yet");
    return engine.squares;
  };
  const undoodle = Object.freeze({
    ready,
    squares: () => squares().colors(),
    history: () => squares().history(),
    branches: () => squares().branches(),
    cursor: () => squares().cursor(),
    /** @param {string} id */
    run: (id) => run(id),
    /** @param {number} index */
    clientPoint: (index) => {
      const square = strip.querySelector(`[data-index="${Number(index)}"]`);
      if (square === null) throw new Error(`square must be from 0 to 9, not ${index}`);
      const { x, y, width, height } = square.getBoundingClientRect();
      return { x: x + width / 2, y: y + height / 2 };
    },
  });
  Object.defineProperty(window, "undoodle", { value: undoodle });
}
