/**
 * The brush under the cursor: the outline of its own pixels, filled with the colour that a press would leave.
 *
 * A rectangle is an element with lines around it; another brush is a path, which is set when the brush changes and which the
 * compositor moves with the pointer. While Shift is held, the line that a press would draw is shown too. The invariant: a
 * move of the pointer sets one transform at the most, and asks the editor for the line only while there is one.
 */

import { Box } from "./outline.js";
import { path } from "./contour.js";
import { turnedCorners, turnedRect } from "./turning.js";

/** @import { Editor, Engine, Rect } from "./types.js" */

const SVG = "http://www.w3.org/2000/svg";

/** A contour over the picture: its dark and its light line. */
class Shape {
  #element = document.createElementNS(SVG, "svg");
  #paths = [document.createElementNS(SVG, "path"), document.createElementNS(SVG, "path")];
  #data = "";
  #size = "";
  #shown = false;

  /** @param {Element} below What it lies over. @param {string} name Its class. */
  constructor(below, name) {
    for (const [key, value] of Object.entries({ class: name, preserveAspectRatio: "none", "aria-hidden": "true", hidden: "" })) this.#element.setAttribute(key, value);
    this.#element.append(...this.#paths);
    below.after(this.#element);
  }

  /** Sets the colour within. @param {string} color */
  set color(color) {
    this.#element.style.fill = color;
  }

  /**
   * Sets the contour.
   * @param {Int32Array} corners
   * @param {Rect} box What is shown in the rectangle that it is placed in.
   */
  trace(corners, box) {
    const { data } = path(corners);
    if (data === this.#data) return;
    this.#data = data;
    this.#element.setAttribute("viewBox", `${box.x} ${box.y} ${box.width || 1} ${box.height || 1}`);
    for (const each of this.#paths) each.setAttribute("d", data);
  }

  /** Shows it in a rectangle, or hides it. @param {Rect | null | undefined} rect In device pixels. @param {number} scale CSS pixels per device pixel. */
  place(rect, scale) {
    const shown = Boolean(rect);
    if (shown !== this.#shown) this.#element.toggleAttribute("hidden", !shown);
    this.#shown = shown;
    if (!rect) return;
    const { style } = this.#element;
    const size = `${rect.width * scale} ${rect.height * scale}`;
    if (size !== this.#size) {
      this.#size = size;
      style.width = `${rect.width * scale}px`;
      style.height = `${rect.height * scale}px`;
    }
    style.transform = `translate(${rect.x * scale}px, ${rect.y * scale}px)`;
  }
}

export class Brush {
  #engine;
  #line;
  #shape;
  #box;
  /** Whether the brush is a rectangle. */
  #plain = true;
  /** Whether there is a line to be shown. */
  #lined = false;
  #color = "transparent";
  /** Whether the colour is hidden until the pointer moves, as undo has just changed what lies below. */
  #bare = false;

  /** @param {Engine} engine @param {Element} below What it lies over. */
  constructor(engine, below) {
    this.#engine = engine;
    this.#box = new Box(below, "brush");
    this.#shape = new Shape(below, "brush-shape");
    this.#line = new Shape(below, "brush-shape brush-line");
    this.#paint(this.#color);
    engine.on("highlight", () => {
      this.#bare = true;
      this.#paint("transparent");
    });
    const draw = (/** @type {Editor} */ editor) => this.#draw(editor);
    engine.on("moved", () => {
      if (this.#bare) this.#paint(this.#color);
      this.#bare = false;
      engine.look(draw);
    });
  }

  /** @param {string} color */
  #paint(color) {
    for (const each of [this.#box, this.#shape, this.#line]) each.color = color;
  }

  /** Takes the brush from the editor, as the tool or its options may have changed, and draws it. @param {Editor} editor */
  refresh(editor) {
    const brush = editor.brush();
    // A single loop of four corners is a rectangle.
    this.#plain = brush.contour.length <= 9;
    if (!this.#plain) {
      const [{ state }, { width, height }] = [this.#engine, brush];
      this.#shape.trace(turnedCorners(brush.contour, state, width, height), turnedRect({ x: 0, y: 0, width, height }, state, width, height));
    }
    if (this.#lined && !brush.line) this.#line.place(null, 1);
    this.#lined = brush.line;
    const color = brush.color ?? "transparent";
    if (color !== this.#color) {
      this.#color = color;
      if (!this.#bare) this.#paint(color);
    }
    this.#draw(editor);
  }

  /** Draws the brush where the pointer is. @param {Editor} editor */
  #draw(editor) {
    const scale = 1 / window.devicePixelRatio;
    const sides = editor.brush_rect();
    const rect = sides && { x: sides[0], y: sides[1], width: sides[2], height: sides[3] };
    this.#box.place(this.#plain ? rect : null, scale);
    this.#shape.place(this.#plain ? null : rect, scale);
    if (!this.#lined) return;
    const corners = editor.line_contour();
    if (corners.length === 0) return this.#line.place(null, scale);
    const { around } = path(corners);
    const { state } = this.#engine;
    this.#line.trace(turnedCorners(corners, state, state.width, state.height), turnedRect(around, state, state.width, state.height));
    this.#line.place(editor.device_rect(around.x, around.y, Math.max(1, around.width), Math.max(1, around.height)), scale);
  }
}
