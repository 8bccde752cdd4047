/**
 * `window.undoodle`: the editor for the console, for user scripts and for tests.
 *
 * Scripts use the same editor as the page, and the page shows what they do. Nobody is asked
 * about unsaved work. An edit that can't be undone waits for an answer, which `answer` gives.
 * A refusal is thrown as an Error of one sentence, with nothing changed. Arguments are checked
 * and copied before the editor is called, and results are copies. The object exists from the
 * start; await `ready` before calling the rest.
 */

import { bytes, flag, maybeNamed, named, properties, text, whole } from "./checked.js";
import { toClient } from "./io/coordinates.js";
import { studio } from "./later.js";
import { sentence } from "./messages.js";
import { forgetAll } from "./settings.js";

/** @import { FormatInfo } from "./io/formats.js" */
/** @import { Drawings } from "./kept/drawings.js" */
/** @import { Keeper } from "./kept/keeper.js" */
/** @import { Arguments, CommandInfo, Engine, HighlightInfo, HistoryInfo, GroupInfo, LayerInfo, Made, MergedBranch, Point, Rect, SliceInfo, TagInfo, TakenBack, ToolInfo, ToolOption } from "./types.js" */

/** Number of steps that `probe` returns at the most, unless it is told another. */
const MOST_MADE = 100;

/**
 * The page: what a script waits for, and drawings in and out of it.
 * @param {Engine} engine
 * @param {Promise<void>} ready
 * @param {Keeper} keeper
 * @param {Drawings} drawings
 */
const page = (engine, ready, keeper, drawings) => ({
  /** A promise that resolves when the first picture is on the screen. */
  ready,

  /** Resolves when what was begun is done, also what waits for steps on the disk. Until then the editor can't be called; it may take a while on large drawings. */
  async finished() {
    while (await engine.finished() && await (await studio()).came(engine, keeper));
  },

  /** Brings the panels up to date at once. By itself the page does so with its next frame. */
  settle() {
    engine.keep(true);
    engine.settle();
  },

  /**
   * Replaces the drawing with a transparent one, without asking about unsaved work.
   * @param {{width: number, height: number}} size
   */
  newDocument(size) {
    const [width, height] = properties("size", size, ["width", "height"]);
    const [across, down] = [whole("width", width), whole("height", height)];
    drawings.create(across, down);
  },

  /**
   * Puts the page back to how a first visit finds it: an empty drawing, no dialog, and every setting and choice as it is at first.
   * Drawings that are kept stay in the list.
   */
  reset() {
    for (const dialog of document.querySelectorAll("dialog[open]")) /** @type {HTMLDialogElement} */ (dialog).close();
    drawings.startOver();
    forgetAll();
  },

  /**
   * Replaces the drawing with a file's, without asking about unsaved work.
   * @param {Uint8Array | ArrayBuffer} file
   * @param {string} [name] The file's name.
   * @returns {Promise<string>} What was left out or changed, or nothing.
   */
  async open(file, name = "untitled.png") {
    // Copied, as it is read later.
    const [given, named] = [bytes("file", file).slice(), text("name", name)];
    return (await studio()).opened(engine, keeper, given, named);
  },

  /** Returns the file formats. @returns {Promise<FormatInfo[]>} */
  async formats() {
    return structuredClone([...(await studio()).formats]);
  },

  /**
   * Encodes the drawing as a file of any format, while the person paints on. Ends a preview first.
   * @param {string} format The format's id.
   * @param {Arguments} [options] Such as `{scale: 4}`.
   * @returns {Promise<Uint8Array>}
   */
  async export(format, options) {
    const [id, chosen] = [text("format", format), maybeNamed("options", options) ?? {}];
    const { frame: shown, name } = engine.picture.state;
    // The drawing as it is now, whatever is done before the worker has come.
    const project = engine.call((editor) => editor.copy_for_export());
    return (await studio()).encoded({ project, shown, name: name || "untitled" }, id, chosen);
  },

  /**
   * Encodes the drawing as a file. Ends a preview first.
   * @param {string} [format] The format's id.
   * @returns {Uint8Array}
   */
  encode(format = "png") {
    const id = text("format", format);
    return engine.call((editor) => editor.encode(id));
  },

  /**
   * Resolves when every step so far is on the disk. Rejects with a sentence if the browser does not keep them.
   * @returns {Promise<void>}
   */
  kept() {
    return keeper.kept();
  },
});

/**
 * The drawing: its pixels, what paints them, and what it consists of.
 * @param {Engine} engine
 * @param {HTMLCanvasElement} canvas
 */
const drawing = (engine, canvas) => ({
  /** Returns the drawing's size in pixels. @returns {{width: number, height: number}} */
  size() {
    return engine.call((editor) => editor.size());
  },

  /**
   * Returns the colour that all layers show at a pixel of the active frame.
   * @param {number} x
   * @param {number} y
   * @returns {string} "#rrggbbaa"
   */
  pixel(x, y) {
    const [across, down] = [whole("x", x), whole("y", y)];
    return engine.call((editor) => editor.pixel(across, down));
  },

  /** Returns the colours of all pixels as `pixel` does, row by row. @returns {string[][]} */
  pixels() {
    return engine.call((editor) => {
      const { width, height } = editor.size();
      return Array.from({ length: height }, (_, y) => Array.from({ length: width }, (_, x) => editor.pixel(x, y)));
    });
  },

  /**
   * Returns the colour of a pixel of one cel.
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
   * Returns where a pixel's centre is now, in client coordinates.
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
   * Chooses a tool and some options. The other options stay as they are.
   * @param {string} id Such as "pencil"; `tools()` lists them.
   * @param {Arguments} [options]
   */
  setTool(id, options) {
    const [tool, chosen] = [text("tool", id), maybeNamed("options", options)];
    engine.call((editor) => editor.set_tool(tool, chosen));
  },

  /** Sets the brush's size and shape. @param {{size?: number, shape?: string}} brush Its size from 1 to 64. */
  setBrush(brush) {
    const chosen = named("brush", brush);
    engine.call((editor) => editor.set_options(chosen));
  },

  /** Returns all tools, in the order of their buttons. @returns {ToolInfo[]} */
  tools() {
    return structuredClone(engine.picture.tools);
  },

  /** Returns all options of tools, with their values at the start. @returns {ToolOption[]} */
  toolOptions() {
    return structuredClone(engine.picture.toolOptions);
  },

  /** Returns the layers, from the bottom up. @returns {LayerInfo[]} */
  layers() {
    return engine.call((editor) => editor.drawing()).layers;
  },

  /** Returns the groups of layers, which layers name by their ids. @returns {GroupInfo[]} */
  groups() {
    return engine.call((editor) => editor.drawing()).groups;
  },

  /** Returns the frames, with their durations in milliseconds. @returns {{duration: number}[]} */
  frames() {
    return engine.call((editor) => editor.drawing()).frames;
  },

  /** Returns the tags. @returns {TagInfo[]} */
  tags() {
    return engine.call((editor) => editor.drawing()).tags;
  },

  /** Returns the slices. @returns {SliceInfo[]} */
  slices() {
    return engine.call((editor) => editor.drawing()).slices;
  },

  /** Returns the palette's colours. @returns {string[]} "#rrggbbaa" each */
  palette() {
    return engine.call((editor) => editor.drawing()).palette;
  },
});

/**
 * What is chosen, commands, and what came of them.
 * @param {Engine} engine
 */
const commands = (engine) => ({
  /** Returns the chosen tool and the values of all options. @returns {{id: string, options: Arguments}} */
  tool() {
    const { tool, options } = engine.picture.state;
    return { id: tool, options: { ...options } };
  },

  /** Returns the indices of the active layer and frame. @returns {{layer: number, frame: number}} */
  active() {
    const { layer, frame } = engine.picture.state;
    return { layer, frame };
  },

  /** Returns the rectangle around the selection, and whether it floats. @returns {{rect: Rect, floating: boolean} | null} */
  selection() {
    return structuredClone(engine.picture.state.selection);
  },

  /** Returns the letters of the text that is not placed yet, and the box around them. @returns {{letters: string, rect: Rect} | null} */
  text() {
    return structuredClone(engine.picture.state.text);
  },

  /** Returns `true` if a pixel is selected. @param {number} x @param {number} y @returns {boolean} */
  isSelected(x, y) {
    const [across, down] = [whole("x", x), whole("y", y)];
    return engine.call((editor) => editor.is_selected(across, down));
  },

  /**
   * Pastes a file's picture as a selection that can be moved, in the middle of the visible canvas.
   * @param {Uint8Array | ArrayBuffer} file
   */
  paste(file) {
    const read = bytes("file", file);
    engine.call((editor) => editor.paste(read, performance.now()));
  },

  /**
   * Previews an edit, which leaves no step.
   * @param {string} id
   * @param {Arguments} [args]
   */
  preview(id, args) {
    const [command, told] = [text("command", id), maybeNamed("arguments", args)];
    engine.call((editor) => editor.preview(command, told));
  },

  /** Ends the preview. */
  previewEnd() {
    engine.call((editor) => editor.preview_end());
  },

  /** Returns all commands that `run` accepts. @returns {CommandInfo[]} */
  commands() {
    return structuredClone(engine.picture.commands);
  },

  /**
   * Runs a command, such as "edit.undo". Arguments that are left out take their defaults.
   * @param {string} id
   * @param {Arguments} [args]
   * @returns {boolean} `false` if it is disabled, waits for an answer, or would change a drawing that is only shown here.
   * @throws {Error} If there is no such command, or it takes no such argument.
   */
  run(id, args) {
    const [command, told] = [text("command", id), maybeNamed("arguments", args)];
    if (engine.refuses(command)) return false;
    return engine.call((editor) => editor.run(command, told, performance.now()));
  },

  /**
   * Returns a sentence on what a command would lose that can't be kept, or `null`. Nothing is changed.
   * @param {string} id
   * @param {Arguments} [args]
   * @returns {string | null}
   */
  loss(id, args) {
    const [command, told] = [text("command", id), maybeNamed("arguments", args)];
    return engine.call((editor) => editor.loss(command, told)) ?? null;
  },

  /**
   * Returns the question about an edit that can't be undone, or `null`. It is the editor's sentence in English. Any other edit or stroke withdraws it.
   * @returns {string | null}
   */
  asked() {
    const { asked } = engine.picture.state;
    return asked && sentence(asked);
  },

  /**
   * Answers the question in the person's place.
   * @param {boolean} yes
   * @returns {boolean} Whether the edit was done; `false` too if no question waits.
   */
  answer(yes) {
    const checked = flag("answer", yes);
    return engine.call((editor) => editor.answer(checked));
  },

  /** Returns the history's steps and figures. @returns {HistoryInfo} */
  history() {
    return engine.call((editor) => editor.history());
  },

  /** Returns the highlight that undo or redo showed last. @returns {HighlightInfo | null} */
  highlight() {
    return engine.call((editor) => editor.highlight()) ?? null;
  },
});

/**
 * Steps anywhere in the history: what one made, what was then, and one taken back alone.
 * @param {Engine} engine
 */
const steps = (engine) => ({
  /**
   * Takes back one step, wherever it is, as far as later steps have not changed what it did. Leaves one step, or none if nothing
   * of it is left.
   * @param {number} id The step's number, as `history()` gives it.
   * @returns {TakenBack} The numbers of pixels that were taken back and that were left, and the steps that stand on what was left.
   * @throws {Error} If there is no such step, it is undone already, or it lies on the disk and is not read yet.
   */
  takeBack(id) {
    const step = whole("id", id);
    return engine.call((editor) => editor.take_back(step, performance.now()));
  },

  /**
   * Merges the branch that ends at a step: what it has changed since the two lines parted, as one step. What both have changed stays as
   * it is here.
   * @param {number} id The number of the branch's last step, as `history()` gives it.
   * @returns {MergedBranch} The number of pixels that were taken, and what both lines have changed.
   * @throws {Error} If there is no such step, it is on the current line, nothing of it is new, or it lies on the disk and is not read yet.
   */
  mergeBranch(id) {
    const step = whole("id", id);
    return engine.call((editor) => editor.merge_branch(step, performance.now()));
  },

  /**
   * Returns the steps that made a pixel of the active frame what it is, newest first: those that changed it on a visible layer.
   * @param {number} x
   * @param {number} y
   * @param {number} [most] The most steps that are returned.
   * @returns {Made[]}
   */
  probe(x, y, most = MOST_MADE) {
    const [across, down, count] = [whole("x", x), whole("y", y), whole("most", most)];
    if (count < 1) throw new Error(`most must be 1 or more, not ${count}`);
    return engine.call((editor) => editor.probe(across, down, count));
  },

  /**
   * Returns the colours that all layers showed in a rectangle of the active frame after a step, row by row. Nothing moves.
   * @param {number} id A step's, that of the oldest state, or a pinned state's.
   * @param {Rect} rect
   * @returns {string[][]} "#rrggbbaa"
   */
  past(id, rect) {
    const [x, y, width, height] = properties("rectangle", rect, ["x", "y", "width", "height"]);
    const [step, left, top] = [whole("id", id), whole("x", x), whole("y", y)];
    const [across, down] = [whole("width", width), whole("height", height)];
    if (step < 0) throw new Error(`id must be 0 or more, not ${step}`);
    return engine.call((editor) => editor.past(step, left, top, across, down));
  },
});

/**
 * Creates the scripting object.
 * @param {Engine} engine
 * @param {HTMLCanvasElement} canvas
 * @param {Promise<void>} ready
 * @param {Keeper} keeper
 * @param {Drawings} drawings
 */
export function scripting(engine, canvas, ready, keeper, drawings) {
  return settled(engine, { ...page(engine, ready, keeper, drawings), ...drawing(engine, canvas), ...commands(engine), ...steps(engine) });
}

/**
 * Freezes a surface whose functions bring the page up to date before they return, so that a script sees what it has done.
 * @template {object} T
 * @param {Engine} engine
 * @param {T} surface
 * @returns {Readonly<T>}
 */
function settled(engine, surface) {
  const wrapped = Object.entries(surface).map(([name, value]) => [name, typeof value !== "function" ? value : (/** @type {unknown[]} */ ...args) => {
    try {
      return value(...args);
    } finally {
      engine.keep(true);
      engine.settle();
    }
  }]);
  return Object.freeze(Object.fromEntries(wrapped));
}
