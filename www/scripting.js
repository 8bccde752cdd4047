/**
 * `window.undoodle`: the editor for the console, for user scripts and for tests.
 *
 * It goes through the same editor as everything else and shows what happens; but nobody is
 * asked, and what is wrong is thrown as an Error of one sentence, with nothing changed. The
 * object stands from the start; await `ready` before calling the rest.
 */

import { toClient } from "./coordinates.js";

/** @import { CommandInfo, Engine, HighlightInfo, HistoryInfo, Point } from "./types.js" */

/**
 * Whole numbers only: the border to Rust would silently cut or wrap others.
 * @param {string} name
 * @param {unknown} value
 * @returns {number}
 */
function whole(name, value) {
  if (typeof value === "number" && Number.isInteger(value) && Math.abs(value) < 2 ** 31) return value;
  throw new Error(`${name} ${String(value)}: expected a whole number below ${2 ** 31}`);
}

/**
 * @param {Engine} engine
 * @param {HTMLCanvasElement} canvas
 * @param {Promise<void>} ready
 */
export function scripting(engine, canvas, ready) {
  return Object.freeze({
    /** Resolves when the first picture is on the screen. */
    ready,

    /**
     * Replaces the drawing with an empty one.
     * @param {{width: number, height: number}} size
     */
    newDocument({ width, height }) {
      const [across, down] = [whole("width", width), whole("height", height)];
      engine.call((editor) => editor.new_document(across, down));
    },

    /**
     * Replaces the drawing with a PNG's, without asking about unsaved work.
     * @param {Uint8Array | ArrayBuffer} bytes
     * @param {string} [name] The file's name.
     */
    async open(bytes, name = "Untitled.png") {
      engine.call((editor) => editor.open(new Uint8Array(bytes), name));
    },

    /** The picture as a PNG file. @returns {Uint8Array} */
    png() {
      return engine.call((editor) => editor.png());
    },

    /** @returns {{width: number, height: number}} */
    size() {
      return engine.call((editor) => editor.size());
    },

    /**
     * The colour that is shown there.
     * @param {number} x
     * @param {number} y
     * @returns {string} "#rrggbbaa"
     */
    pixel(x, y) {
      const [across, down] = [whole("x", x), whole("y", y)];
      return engine.call((editor) => editor.pixel(across, down));
    },

    /**
     * Where that pixel's centre is now, in client coordinates.
     * @param {number} x
     * @param {number} y
     * @returns {Point}
     */
    clientPoint(x, y) {
      const [across, down] = [whole("x", x), whole("y", y)];
      return toClient(canvas, engine.call((editor) => editor.device_point(across, down)));
    },

    /** Sets the primary colour. @param {string} color "#rgb", "#rrggbb" or "#rrggbbaa" */
    setColor(color) {
      engine.call((editor) => editor.set_color(color));
    },

    /** @param {string} id "pencil" or "eraser" */
    setTool(id) {
      engine.call((editor) => editor.set_tool(id));
    },

    /** @param {{size: number}} brush From 1 to 64. */
    setBrush({ size }) {
      const wide = whole("size", size);
      engine.call((editor) => editor.set_brush(wide));
    },

    /** Everything that `run` knows. @returns {CommandInfo[]} */
    commands() {
      return engine.call((editor) => editor.commands());
    },

    /**
     * Runs a command, such as "edit.undo".
     * @param {string} id
     * @returns {boolean} False if there is no such command now.
     */
    run(id) {
      return engine.call((editor) => editor.run(id));
    },

    /** @returns {HistoryInfo} */
    history() {
      return engine.call((editor) => editor.history());
    },

    /** What undo or redo showed last. @returns {HighlightInfo | null} */
    highlight() {
      return engine.call((editor) => editor.highlight()) ?? null;
    },
  });
}
