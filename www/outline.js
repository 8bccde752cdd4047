/**
 * A rectangle over the picture, with lines around it that its class draws. The compositor moves it; only another size is laid
 * out.
 */

/** @import { Rect } from "./types.js" */

/** Where it is while it is not shown: farther out than any screen is wide. */
const AWAY = "translate(-100000px, 0)";

export class Box {
  #element = document.createElement("div");
  /** The size that it has. */
  #size = "";
  /** Where it is. To tell the browser once more takes as long as to move it, and a stroke would do so with each move. */
  #transform = "";

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
    const { hidden } = this.#element;
    // To take a layer out and put it back, the browser sorts the whole page's layers anew: at each press and each release.
    if (!rect) return hidden ? undefined : this.#move(AWAY);
    if (hidden) this.#element.hidden = false;
    // A move alone lays nothing out.
    const size = `${rect.width * scale} ${rect.height * scale}`;
    if (size !== this.#size) {
      this.#size = size;
      this.#element.style.width = `${rect.width * scale}px`;
      this.#element.style.height = `${rect.height * scale}px`;
    }
    this.#move(`translate(${rect.x * scale}px, ${rect.y * scale}px)`);
  }

  /** @param {string} transform */
  #move(transform) {
    if (transform === this.#transform) return;
    this.#transform = transform;
    this.#element.style.transform = transform;
  }
}
