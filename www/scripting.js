/**
 * `window.undoodle`: the editor for the console, for user scripts and for tests.
 *
 * It goes through the same editor as everything else and shows what happens; but nobody is
 * asked, and what is wrong is thrown as an Error of one sentence, with nothing changed. The
 * object stands from the start; await `ready` before calling the rest.
 */

import { toClient } from "./coordinates.js";

/** @import { Arguments, CommandInfo, Engine, HighlightInfo, HistoryInfo, LayerInfo, Options, Point, Rect, TagInfo } from "./types.js" */

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

    /**
     * Chooses a tool and some of its options; the others stay as they are.
     * @param {string} id Such as "pencil"; `commands()` has one "tool.…" for each.
     * @param {Partial<Options>} [options]
     */
    setTool(id, options) {
      engine.call((editor) => editor.set_tool(id, options));
    },

    /** The brush alone. @param {{size?: number, shape?: Options["shape"]}} brush Its size from 1 to 64. */
    setBrush(brush) {
      engine.call((editor) => editor.set_options(brush));
    },

    /** The chosen tool and all options. @returns {{id: string, options: Options}} */
    tool() {
      const { tool, options } = engine.picture.state;
      return { id: tool, options };
    },

    /** The layers, from the bottom up. @returns {LayerInfo[]} */
    layers() {
      return engine.call((editor) => editor.drawing()).layers;
    },

    /** The frames, with their durations in milliseconds. @returns {{duration: number}[]} */
    frames() {
      return engine.call((editor) => editor.drawing()).frames;
    },

    /** @returns {TagInfo[]} */
    tags() {
      return engine.call((editor) => editor.drawing()).tags;
    },

    /** The palette's colours. @returns {string[]} "#rrggbbaa" each */
    palette() {
      return engine.call((editor) => editor.drawing()).palette;
    },

    /** The active layer and frame, counted from 0. @returns {{layer: number, frame: number}} */
    active() {
      const { layer, frame } = engine.picture.state;
      return { layer, frame };
    },

    /** The rectangle around what is selected, and whether it floats. @returns {{rect: Rect, floating: boolean} | null} */
    selection() {
      return engine.picture.state.selection;
    },

    /** @param {number} x @param {number} y @returns {boolean} */
    isSelected(x, y) {
      const [across, down] = [whole("x", x), whole("y", y)];
      return engine.call((editor) => editor.is_selected(across, down));
    },

    /**
     * The colour that one cel has there.
     * @param {number} layer
     * @param {number} frame
     * @param {number} x
     * @param {number} y
     * @returns {string} "#rrggbbaa"
     */
    celPixel(layer, frame, x, y) {
      const [of, at] = [whole("layer", layer), whole("frame", frame)];
      const [across, down] = [whole("x", x), whole("y", y)];
      return engine.call((editor) => editor.cel_pixel(of, at, across, down));
    },

    /**
     * Lets a PNG's picture float in the middle of what is seen.
     * @param {Uint8Array | ArrayBuffer} bytes
     */
    paste(bytes) {
      engine.call((editor) => editor.paste(new Uint8Array(bytes), performance.now()));
    },

    /**
     * Shows what an edit would do, without a step.
     * @param {string} id
     * @param {Arguments} [args]
     */
    preview(id, args) {
      engine.call((editor) => editor.preview(id, args));
    },

    /** Takes back what is only shown. */
    previewEnd() {
      engine.call((editor) => editor.preview_end());
    },

    /** Everything that `run` knows. @returns {CommandInfo[]} */
    commands() {
      return engine.picture.commands.map((command) => ({ ...command }));
    },

    /**
     * Runs a command, such as "edit.undo"; what is left out of its arguments takes its default.
     * @param {string} id
     * @param {Arguments} [args]
     * @returns {boolean} False if there is no such command now.
     */
    run(id, args) {
      return engine.call((editor) => editor.run(id, args, performance.now()));
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
