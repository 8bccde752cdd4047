/**
 * The contour of the exact pixels that undo and redo changed, drawn between the pixels.
 *
 * The editor gives closed loops in document pixels. They become one path of an SVG element that lies over
 * them and is scaled with the picture, so its lines keep their width at any zoom. A light line under the
 * coloured one keeps it visible on any picture. The browser's compositor fades the element.
 */

import { turnedCorners } from "./turning.js";

/** @import { Turned } from "./turning.js" */
/** @import { Rect } from "./types.js" */

const SVG = "http://www.w3.org/2000/svg";

/**
 * Converts loops of corners to the data of a path, and the rectangle around them.
 * @param {Int32Array} corners For each loop the number of its corners, then their x and y.
 */
export function path(corners) {
  let data = "";
  let [left, top, right, bottom] = [Infinity, Infinity, -Infinity, -Infinity];
  for (let at = 0; at < corners.length;) {
    const end = at + 1 + 2 * corners[at];
    for (let i = at + 1; i < end; i += 2) {
      const [x, y] = [corners[i], corners[i + 1]];
      data += `${i === at + 1 ? "M" : "L"}${x} ${y}`;
      [left, top, right, bottom] = [Math.min(left, x), Math.min(top, y), Math.max(right, x), Math.max(bottom, y)];
    }
    data += "Z";
    at = end;
  }
  return { data, around: { x: left, y: top, width: right - left, height: bottom - top } };
}

export class Contour {
  /** The element over the picture. */
  element = document.createElementNS(SVG, "svg");
  #paths = [document.createElementNS(SVG, "path"), document.createElementNS(SVG, "path")];

  /** @param {HTMLElement} stage The element whose coordinates it is drawn in. */
  constructor(stage) {
    this.element.setAttribute("class", "highlight-contour");
    this.element.setAttribute("preserveAspectRatio", "none");
    this.element.setAttribute("aria-hidden", "true");
    this.element.append(...this.#paths);
    stage.append(this.element);
  }

  /**
   * Draws a contour.
   * @param {Int32Array} corners
   * @param {Turned & {width: number, height: number}} view How the view is turned, and the drawing's size.
   * @param {(rect: Rect) => Rect} map From document pixels to CSS pixels of the stage.
   */
  draw(corners, view, map) {
    const empty = corners.length === 0;
    this.element.toggleAttribute("hidden", empty);
    if (empty) return;
    const { x, y, width, height } = map(path(corners).around);
    const { data, around } = path(turnedCorners(corners, view, view.width, view.height));
    this.element.setAttribute("viewBox", `${around.x} ${around.y} ${around.width} ${around.height}`);
    for (const each of this.#paths) each.setAttribute("d", data);
    Object.assign(this.element.style, { left: `${x}px`, top: `${y}px`, width: `${width}px`, height: `${height}px` });
  }
}
