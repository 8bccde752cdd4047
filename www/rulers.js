/**
 * Rulers along the top and the left edge of the stage, in pixels of the drawing.
 *
 * Problem: who places things by numbers needs to see where they are, at any zoom and in a turned view, and a stroke must not
 * wait for it. Idea: two small canvases are drawn when the view, the selection or the theme changes; the marks of the cursor
 * are elements that the compositor moves. Rulers stand beside the stage and take a strip of its room, so they hide
 * nothing. Invariant: while they are off nothing is asked or drawn, and while a stroke is under way only the marks move.
 */

import { onStage, pictureOnStage } from "./onstage.js";
import { Soon } from "./soon.js";
import { onTheme } from "./theme.js";

/** @import { Editor, Engine, Rect, State } from "./types.js" */

/** Least distance of two labels and of two ticks, in CSS pixels. */
const LABELS = 46;
const TICKS = 4;
/** Length of a tick without a label, in CSS pixels. */
const SHORT = 5;

/**
 * One axis of the drawing as a ruler shows it: its pixel 0 is at `start` in CSS pixels of the stage, and each pixel is `scale`
 * long, negative if the view is flipped.
 * @typedef {{name: "x" | "y", start: number, scale: number, length: number}} Axis
 */

/**
 * Returns the axes that lie along the top and along the left edge.
 * @param {Engine} engine @param {Rect} picture Where the picture lies in the stage.
 * @returns {[Axis, Axis]}
 */
function axesOf(engine, picture) {
  const { width, height } = engine.state;
  const place = (/** @type {number} */ x, /** @type {number} */ y) => onStage(engine, { x, y, width: 0, height: 0 }, picture);
  const [first, across, down] = [place(0, 0), place(width, 0), place(0, height)];
  /** @type {(name: "x" | "y", start: number, end: number, length: number) => Axis} */
  const axis = (name, start, end, length) => ({ name, start, scale: (end - start) / length, length });
  return across.x === first.x
    ? [axis("y", first.x, down.x, height), axis("x", first.y, across.y, width)]
    : [axis("x", first.x, across.x, width), axis("y", first.y, down.y, height)];
}

/** Returns the smallest of 1, 2, 5, 10, 20, … pixels that are at least so long. @param {number} scale @param {number} least In CSS pixels. */
export function stepFor(scale, least) {
  for (let ten = 1; ; ten *= 10) {
    for (const step of [ten, 2 * ten, 5 * ten]) if (step * scale >= least) return step;
  }
}

/** Returns the distance of the ticks between labels, in pixels of the drawing. @param {number} scale @param {number} step The distance of the labels. */
export function ticksFor(scale, step) {
  // Ticks divide what lies between labels into equal parts.
  for (const parts of [10, 5, 2]) if (step % parts === 0 && (step / parts) * scale >= TICKS) return step / parts;
  return step;
}

class Ruler {
  #down;
  #canvas = document.createElement("canvas");
  #mark = document.createElement("span");
  #size = { width: 0, height: 0 };
  #marked = "";
  element = document.createElement("div");

  /** @param {boolean} down Whether it stands at the left edge. @param {() => void} resized */
  constructor(down, resized) {
    this.#down = down;
    this.element.className = `ruler ruler-${down ? "down" : "across"}`;
    this.#mark.className = "ruler-mark";
    this.element.append(this.#canvas, this.#mark);
    new ResizeObserver(([{ contentRect: { width, height } }]) => {
      this.#size = { width, height };
      resized();
    }).observe(this.element);
  }

  /** Draws ticks, labels and the extent of the selection. @param {Axis} axis @param {Rect | undefined} selection */
  draw(axis, selection) {
    const ratio = window.devicePixelRatio;
    const { width, height } = this.#size;
    const context = this.#canvas.getContext("2d");
    if (!context || !width || !height) return;
    this.#canvas.width = Math.round(width * ratio);
    this.#canvas.height = Math.round(height * ratio);
    const { color, caretColor, font } = getComputedStyle(this.#canvas);
    const [long, thick] = this.#down ? [height, width] : [width, height];
    const snapped = (/** @type {number} */ at) => Math.round((axis.start + at * axis.scale) * ratio) / ratio;
    /** Fills a bar across the ruler's thickness. @param {number} at @param {number} size @param {number} depth */
    const bar = (at, size, depth) => (this.#down ? context.fillRect(thick - depth, at, depth, size) : context.fillRect(at, thick - depth, size, depth));
    context.scale(ratio, ratio);
    context.font = font;
    if (selection) {
      const [from, size] = axis.name === "x" ? [selection.x, selection.width] : [selection.y, selection.height];
      const ends = [snapped(from), snapped(from + size)].sort((a, b) => a - b);
      context.fillStyle = caretColor;
      context.globalAlpha = 0.3;
      bar(ends[0], ends[1] - ends[0], thick);
      context.globalAlpha = 1;
      for (const end of ends) bar(end - 0.5, 1, thick);
    }
    const scale = Math.abs(axis.scale);
    const step = stepFor(scale, LABELS);
    const tick = ticksFor(scale, step);
    const seen = [-axis.start / axis.scale, (long - axis.start) / axis.scale].sort((a, b) => a - b);
    const last = Math.min(axis.length, seen[1]);
    context.fillStyle = color;
    // One label more, of which only the end may be in view.
    for (let at = Math.max(0, Math.floor(seen[0] / step) * step); at <= last; at += tick) {
      const labelled = at % step === 0;
      bar(snapped(at), 1 / ratio, labelled ? thick : SHORT);
      if (labelled) this.#label(context, String(at), snapped(at), thick, axis.scale < 0);
    }
  }

  /**
   * Writes a tick's number beside the pixels that begin there.
   * @param {CanvasRenderingContext2D} context @param {string} text @param {number} at @param {number} thick
   * @param {boolean} mirrored Whether these lie before the tick.
   */
  #label(context, text, at, thick, mirrored) {
    context.save();
    context.textBaseline = "middle";
    const [along, across] = [mirrored ? at - 3 : at + 3, (thick - SHORT) / 2 + 1];
    context.textAlign = mirrored === this.#down ? "left" : "right";
    if (this.#down) {
      context.translate(across, along);
      // Text runs upwards then.
      context.rotate(-Math.PI / 2);
      context.fillText(text, 0, 0);
    } else context.fillText(text, along, across);
    context.restore();
  }

  /** Marks a pixel of the drawing, or none. @param {Axis} axis @param {number | undefined} pixel */
  mark(axis, pixel) {
    const { style } = this.#mark;
    const size = Math.max(1, Math.abs(axis.scale));
    const at = pixel === undefined ? undefined : axis.start + (axis.scale < 0 ? pixel + 1 : pixel) * axis.scale;
    const marked = `${at} ${size}`;
    if (marked === this.#marked) return;
    this.#marked = marked;
    this.#mark.hidden = at === undefined;
    if (at === undefined) return;
    style[this.#down ? "height" : "width"] = `${size}px`;
    style.transform = this.#down ? `translateY(${at}px)` : `translateX(${at}px)`;
  }
}

/**
 * Shows rulers while they are chosen.
 * @param {Engine} engine
 * @param {HTMLElement} stage
 */
export function connectRulers(engine, stage) {
  let on = false;
  /** What the canvases show. */
  let drawn = "";
  /** @type {[Axis, Axis] | undefined} */
  let axes;
  const rulers = [new Ruler(false, () => refresh(true)), new Ruler(true, () => refresh(true))];
  const corner = document.createElement("div");
  corner.className = "ruler ruler-corner";
  const elements = [corner, ...rulers.map(({ element }) => element)];
  for (const element of elements) element.ariaHidden = "true";

  /** @param {State} state */
  const mark = ({ cursor }) => {
    if (on && axes) for (const [i, ruler] of rulers.entries()) ruler.mark(axes[i], cursor?.[axes[i].name]);
  };

  /** Draws what has changed. @param {boolean} [anew] Whether it looks different without being so. */
  const refresh = (anew = false) => {
    if (on) engine.look((editor) => draw(editor, anew));
  };

  /** @param {Editor} editor @param {boolean} anew */
  const draw = (editor, anew) => {
    if (!on) return;
    const { state } = engine;
    const picture = pictureOnStage(editor);
    axes = axesOf(engine, picture);
    const selection = state.selection?.rect;
    const key = JSON.stringify([axes, selection, window.devicePixelRatio]);
    // A selection that is being drawn is shown when it is there.
    if (anew || (key !== drawn && !(state.active && drawn))) {
      drawn = key;
      for (const [i, ruler] of rulers.entries()) ruler.draw(axes[i], selection);
    }
    mark(state);
  };

  const turn = () => {
    const { commands } = engine.picture;
    const wanted = commands.find(({ id }) => id === "view.rulers")?.checked ?? false;
    if (wanted === on) return;
    on = wanted;
    drawn = "";
    document.body.classList.toggle("ruled", on);
    if (on) stage.after(...elements);
    else for (const element of elements) element.remove();
    refresh(true);
  };

  engine.shows(["View"], turn);
  engine.on("state", () => refresh());
  engine.shows(["selection", "stroke", "canvas"], () => refresh());
  engine.on("moved", () => on && mark(engine.state));
  const themed = new Soon(() => refresh(true));
  const again = () => themed.ask();
  onTheme(again);
  for (const query of ["(forced-colors: active)", "(prefers-contrast: more)"]) matchMedia(query).addEventListener("change", again);
}
