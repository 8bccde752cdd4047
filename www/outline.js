/**
 * A rectangle over the picture, with lines around it that its class draws. The compositor moves it; only another size is laid
 * out.
 */

/** @import { Rect } from "./types.js" */

export class Box {
  #element = document.createElement("div");
  /** The size that it has. */
  #size = "";

  /** @param {Element} below What it lies over. @param {string} name Its class. */
  constructor(below, name) {
    this.#element.className = name;
    this.#element.ariaHidden = "true";
    this.#element.hidden = true;
    below.after(this.#element);
  }

  /** Sets the colour within. @param {string} color */
  set color(color) {
    this.#element.style.backgroundColor = color;
  }

  /** Shows it around a rectangle, or hides it. @param {Rect | null | undefined} rect In device pixels. @param {number} scale CSS pixels per device pixel. */
  place(rect, scale) {
    const { hidden, style } = this.#element;
    if (hidden !== !rect) this.#element.hidden = !rect;
    if (!rect) return;
    // A move alone lays nothing out.
    const size = `${rect.width * scale} ${rect.height * scale}`;
    if (size !== this.#size) {
      this.#size = size;
      style.width = `${rect.width * scale}px`;
      style.height = `${rect.height * scale}px`;
    }
    style.transform = `translate(${rect.x * scale}px, ${rect.y * scale}px)`;
  }
}
