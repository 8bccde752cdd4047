/**
 * `window.undoodle` on this page, for the console and for tests; docs/scripting.md describes it.
 */
import { contextOf } from "./stage.js";
import { names } from "./sessions.js";

/** @import { Engine } from "./engine.js" */
/** @import { Sessions } from "./sessions.js" */

/**
 * @typedef {object} Parts
 * @property {Engine} engine
 * @property {Sessions} sessions
 * @property {Promise<unknown>} ready
 * @property {(id: string) => boolean} run
 * @property {(x: number, y: number) => {x: number, y: number}} clientPoint
 */

/** @param {string} name @param {unknown} value @param {number} end */
function within(name, value, end) {
  const number = Number(value);
  if (Number.isInteger(number) && number >= 0 && number < end) return number;
  throw new Error(`${name} ${String(value)}: expected 0..=${end - 1}`);
}

/** @param {Parts} parts */
export function offerScripting({ engine, sessions, ready, run, clientPoint }) {
  const scratch = document.createElement("canvas");
  const undoodle = Object.freeze({
    ready,
    size: () => engine.lab.size(),
    systems: () => engine.lab.systems(),
    rows: () => engine.lab.rows(),
    series: () => engine.lab.series(),
    sessions: () => [...names],
    session: () => engine.lab.session(),
    /** @param {string} name */
    replay: (name) => sessions.replay(name),
    /** @param {number} index @param {string} text */
    measure: (index, text) => engine.measure(within("system", index, engine.lab.systems().length), text),
    /** @param {string} id */
    run: (id) => run(id),
    /** @param {number} x @param {number} y */
    clientPoint: (x, y) => clientPoint(x, y),
    /** @param {number} x @param {number} y @param {number} [index] The system; the last one if it is left out. */
    pixel: (x, y, index) => {
      const systems = engine.lab.systems().length;
      const { width, height } = engine.lab.size();
      [scratch.width, scratch.height] = [width, height];
      const context = contextOf(scratch);
      engine.lab.paint_to(context, within("system", index ?? systems - 1, systems));
      const [red, green, blue, alpha] = context.getImageData(within("x", x, width), within("y", y, height), 1, 1).data;
      return `#${[red, green, blue, alpha].map((byte) => byte.toString(16).padStart(2, "0")).join("")}`;
    },
  });
  Object.defineProperty(window, "undoodle", { value: undoodle });
}
