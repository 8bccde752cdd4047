/**
 * `window.undoodle` on this page, for the console and for tests; docs/scripting.md describes it.
 */
import { sentence } from "../messages.js";
import { measureAlone, takeBackAlone } from "./engine.js";
import { names } from "./recordings.js";

/** @import { Engine } from "./engine.js" */
/** @import { Recordings } from "./recordings.js" */

/**
 * @typedef {object} Parts
 * @property {Engine} engine
 * @property {Recordings} recordings
 * @property {Promise<unknown>} ready
 * @property {(id: string) => boolean} run
 * @property {(x: number, y: number) => {x: number, y: number}} clientPoint
 */

/** Returns a whole number below `end`, or throws. @param {string} name @param {unknown} value @param {number} end */
function within(name, value, end) {
  const number = Number(value);
  if (Number.isInteger(number) && number >= 0 && number < end) return number;
  throw new Error(`${name} must be from 0 to ${end - 1}, not ${String(value)}`);
}

/** Defines `window.undoodle`. @param {Parts} parts */
export function offerScripting({ engine, recordings, ready, run, clientPoint }) {
  const undoodle = Object.freeze({
    ready,
    size: () => engine.lab.size(),
    systems: () => engine.lab.systems(),
    rows: () => engine.lab.rows(),
    series: () => engine.lab.series(),
    recordings: () => [...names],
    recording: () => engine.lab.recording(),
    /** @param {string} name */
    replay: (name) => recordings.replay(name),
    /** @param {number} index @param {string} text */
    measure: (index, text) =>
      measureAlone(within("system", index, engine.lab.systems().length), text, engine.settingsFor(text), 0),
    /** @param {string} text @param {number} [back] Number of steps after the one that is taken back; without it, the middle one. */
    takeBack: (text, back) => takeBackAlone(text, engine.settingsFor(text), back),
    /** @param {string} id */
    run: (id) => run(id),
    /** @param {number} x @param {number} y */
    clientPoint: (x, y) => clientPoint(x, y),
    /** @param {number} x @param {number} y @param {number} [index] The system, the last one by default. */
    pixel: (x, y, index) => {
      const system = index ?? engine.lab.systems().length - 1;
      return engine.lab.pixel(Number(x), Number(y), Number(system));
    },
    /** @param {number} index */
    inside: (index) => engine.lab.inside(within("system", index, engine.lab.systems().length)),
    settings: () => engine.lab.settings(),
    warnings: () => engine.lab.warnings().map((warning) => sentence(warning)),
    cursor: () => engine.lab.cursor(),
  });
  Object.defineProperty(window, "undoodle", { value: undoodle });
}
