/**
 * One of two states that are compared: its pixels on a canvas, outlines of those that differ, and the cursor.
 *
 * The editor hands over the pixels of the part that is seen, no more of them than the canvas has. They are drawn as squares of whole colours.
 * Invariant: a pane shows the place, the scale and the cursor that it is told, so two of them show the same.
 */

import { path } from "../contour.js";

/** @import { Editor, Point } from "../types.js" */

/**
 * What is seen of a drawing: the pixel at the middle, CSS pixels per pixel, the drawing's size, and the two colours of the checkerboard.
 * @typedef {object} Seen
 * @property {Point} middle
 * @property {number} scale
 * @property {{width: number, height: number}} size
 * @property {[string, string]} checkers
 */

const SVG = "http://www.w3.org/2000/svg";

/** Side of a square of the checkerboard, in device pixels. */
const SQUARE = 8;

export class Pane {
  element = document.createElement("div");
  #canvas = document.createElement("canvas");
  #sheet = document.createElement("canvas");
  #outline = document.createElementNS(SVG, "svg");
  #paths = [document.createElementNS(SVG, "path"), document.createElementNS(SVG, "path")];
  #cursor = document.createElement("div");
  #side;

  /** @param {0 | 1} side @param {string} label */
  constructor(side, label) {
    this.#side = side;
    this.element.className = "compare-pane";
    this.#canvas.setAttribute("role", "img");
    this.#canvas.setAttribute("aria-label", label);
    this.#outline.setAttribute("class", "compare-outline");
    this.#outline.setAttribute("preserveAspectRatio", "none");
    this.#outline.setAttribute("aria-hidden", "true");
    this.#outline.append(...this.#paths);
    this.#cursor.className = "compare-cursor";
    this.element.append(this.#canvas, this.#outline, this.#cursor);
  }

  /** Returns the part of a drawing that is seen, in its pixels, and how many of these one that is drawn stands for. @param {Seen} seen */
  #part({ middle, scale, size }) {
    const { clientWidth: width, clientHeight: height } = this.element;
    const [left, top] = [middle.x - width / scale / 2, middle.y - height / scale / 2];
    const step = Math.max(1, Math.floor(1 / (scale * devicePixelRatio)));
    const from = (/** @type {number} */ at) => Math.max(0, Math.floor(at / step) * step);
    const [x, y] = [from(left), from(top)];
    const across = Math.max(0, Math.min(size.width, Math.ceil(left + width / scale)) - x);
    const down = Math.max(0, Math.min(size.height, Math.ceil(top + height / scale)) - y);
    return { left, top, x, y, across, down, step, width, height };
  }

  /** Returns the pixel of the drawing at a place in the window. @param {Seen} seen @param {{clientX: number, clientY: number}} at @returns {Point} */
  pixelAt(seen, { clientX, clientY }) {
    const box = this.element.getBoundingClientRect();
    const { left, top } = this.#part(seen);
    return { x: left + (clientX - box.left) / seen.scale, y: top + (clientY - box.top) / seen.scale };
  }

  /** Draws what is seen. @param {Editor} editor @param {Seen} seen */
  draw(editor, seen) {
    const { left, top, x, y, across, down, step, width, height } = this.#part(seen);
    const context = this.#canvas.getContext("2d");
    const device = (/** @type {number} */ length) => Math.max(1, Math.round(length * devicePixelRatio));
    const [wide, high] = [device(width), device(height)];
    if (this.#canvas.width !== wide || this.#canvas.height !== high) [this.#canvas.width, this.#canvas.height] = [wide, high];
    if (!context) return;
    context.clearRect(0, 0, wide, high);
    if (across > 0 && down > 0) {
      const [columns, rows] = [Math.ceil(across / step), Math.ceil(down / step)];
      const pixels = editor.compare_view(this.#side, x, y, across, down, step);
      [this.#sheet.width, this.#sheet.height] = [columns, rows];
      const image = new ImageData(columns, rows);
      image.data.set(pixels);
      this.#sheet.getContext("2d")?.putImageData(image, 0, 0);
      const scale = seen.scale * devicePixelRatio;
      const place = /** @type {const} */ ([(x - left) * scale, (y - top) * scale, columns * step * scale, rows * step * scale]);
      this.#ground(context, place, seen.checkers);
      context.imageSmoothingEnabled = false;
      context.drawImage(this.#sheet, ...place);
    }
    const { data } = path(Int32Array.from(editor.compare_outlines(x, y, across, down, step)));
    this.#outline.setAttribute("viewBox", `${left} ${top} ${width / seen.scale} ${height / seen.scale}`);
    for (const each of this.#paths) each.setAttribute("d", data);
  }

  /** Draws the checkerboard beneath a drawing. @param {CanvasRenderingContext2D} context @param {readonly [number, number, number, number]} place @param {[string, string]} colors */
  #ground(context, place, [light, dark]) {
    const square = document.createElement("canvas");
    [square.width, square.height] = [2 * SQUARE, 2 * SQUARE];
    const squares = square.getContext("2d");
    if (!squares) return;
    squares.fillStyle = light;
    squares.fillRect(0, 0, 2 * SQUARE, 2 * SQUARE);
    squares.fillStyle = dark;
    squares.fillRect(SQUARE, 0, SQUARE, SQUARE);
    squares.fillRect(0, SQUARE, SQUARE, SQUARE);
    context.fillStyle = context.createPattern(square, "repeat") ?? light;
    context.fillRect(...place);
  }

  /** Shows the cursor at a pixel, or nowhere. @param {Seen} seen @param {Point | undefined} at */
  point(seen, at) {
    this.#cursor.hidden = !at;
    if (!at) return;
    const { left, top } = this.#part(seen);
    const side = Math.max(5, seen.scale);
    const shift = (side - seen.scale) / 2;
    Object.assign(this.#cursor.style, {
      left: `${(at.x - left) * seen.scale - shift}px`, top: `${(at.y - top) * seen.scale - shift}px`, width: `${side}px`, height: `${side}px`,
    });
  }
}
