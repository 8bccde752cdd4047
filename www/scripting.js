/**
 * `window.undoodle`: the editor for the console, for user scripts and for tests.
 *
 * It goes through the same editor as everything else and shows what happens. Nobody is asked
 * about unsaved work; an edit that can't be undone waits for an answer, and `answer` gives it.
 * What is wrong is thrown as an Error of one sentence, with nothing changed. What
 * scripts hand over is checked and copied before the editor is called, and what they get is a
 * copy. The object stands from the start; await `ready` before calling the rest.
 */

import { bytes, flag, maybeNamed, named, properties, text, whole } from "./checked.js";
import { toClient } from "./coordinates.js";

/** @import { Arguments, CommandInfo, Engine, FormatInfo, HighlightInfo, HistoryInfo, LayerInfo, Point, Rect, TagInfo, ToolInfo, ToolOption } from "./types.js" */

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
    newDocument(size) {
      const [width, height] = properties("size", size, ["width", "height"]);
      const [across, down] = [whole("width", width), whole("height", height)];
      engine.call((editor) => editor.new_document(across, down));
    },

    /**
     * Replaces the drawing with a file's, without asking about unsaved work.
     * @param {Uint8Array | ArrayBuffer} file
     * @param {string} [name] The file's name.
     */
    async open(file, name = "Untitled.png") {
      const [read, named] = [bytes("file", file), text("name", name)];
      engine.call((editor) => editor.open(read, named));
    },

    /** The file formats. @returns {FormatInfo[]} */
    formats() {
      return structuredClone(engine.formats);
    },

    /**
     * The drawing as a file; a preview ends before.
     * @param {string} [format] The format's id.
     * @returns {Uint8Array}
     */
    encode(format = "png") {
      const id = text("format", format);
      return engine.call((editor) => editor.encode(id));
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
      const checked = text("colour", color);
      engine.call((editor) => editor.set_color(checked));
    },

    /**
     * Chooses a tool and some of its options; the others stay as they are.
     * @param {string} id Such as "pencil"; `tools()` lists them.
     * @param {Arguments} [options]
     */
    setTool(id, options) {
      const [tool, chosen] = [text("tool", id), maybeNamed("options", options)];
      engine.call((editor) => editor.set_tool(tool, chosen));
    },

    /** The brush alone. @param {{size?: number, shape?: string}} brush Its size from 1 to 64. */
    setBrush(brush) {
      const chosen = named("brush", brush);
      engine.call((editor) => editor.set_options(chosen));
    },

    /** The chosen tool and all options. @returns {{id: string, options: Arguments}} */
    tool() {
      const { tool, options } = engine.picture.state;
      return { id: tool, options: { ...options } };
    },

    /** All tools, in the order of their buttons. @returns {ToolInfo[]} */
    tools() {
      return structuredClone(engine.picture.tools);
    },

    /** What can be chosen for tools, and how each is at the start. @returns {ToolOption[]} */
    toolOptions() {
      return structuredClone(engine.picture.toolOptions);
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
      return structuredClone(engine.picture.state.selection);
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
     * Lets a file's picture float in the middle of what is seen.
     * @param {Uint8Array | ArrayBuffer} file
     */
    paste(file) {
      const read = bytes("file", file);
      engine.call((editor) => editor.paste(read, performance.now()));
    },

    /**
     * Shows what an edit would do, without a step.
     * @param {string} id
     * @param {Arguments} [args]
     */
    preview(id, args) {
      const [command, told] = [text("command", id), maybeNamed("arguments", args)];
      engine.call((editor) => editor.preview(command, told));
    },

    /** Takes back what is only shown. */
    previewEnd() {
      engine.call((editor) => editor.preview_end());
    },

    /** Everything that `run` knows. @returns {CommandInfo[]} */
    commands() {
      return structuredClone(engine.picture.commands);
    },

    /**
     * Runs a command, such as "edit.undo"; what is left out of its arguments takes its default.
     * @param {string} id
     * @param {Arguments} [args]
     * @returns {boolean} False if there is no such command now.
     */
    run(id, args) {
      const [command, told] = [text("command", id), maybeNamed("arguments", args)];
      return engine.call((editor) => editor.run(command, told, performance.now()));
    },

    /**
     * What the person is asked about an edit that can't be undone: the editor's sentence, without a
     * capital letter. Anything else that is painted or edited withdraws the question.
     * @returns {string | null}
     */
    asked() {
      return engine.picture.state.asked;
    },

    /**
     * Answers that question in the person's place.
     * @param {boolean} yes
     * @returns {boolean} Whether the edit was done; false too if nothing was asked.
     */
    answer(yes) {
      const checked = flag("answer", yes);
      return engine.call((editor) => editor.answer(checked));
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
