/**
 * Marks of cels in the timeline that have an opacity, a z-index, a label colour or a text of their own.
 *
 * A faint cel has a faint picture, which is enough; one that is moved among the layers of its frame looks like any other. So its z-index stands in
 * its corner. A label colours its lower edge. Invariant: words say all of them, for whoever does not see the corner or the colour.
 */

import { isNone } from "./labels.js";
import { html, say } from "../words.js";

/** @import { LayerInfo } from "../types.js" */

/** Returns a z-index with its sign, which may be a minus. @param {number} z */
const signed = (z) => (z > 0 ? `+${z}` : `−${-z}`);

/** The marks of one layer's cels. */
export class CelMarks {
  /** @type {Map<number, LayerInfo["cels"][number]>} */
  #own = new Map();

  /** @param {LayerInfo["cels"]} cels */
  constructor(cels) {
    for (const cel of cels) this.#own.set(cel.frame, cel);
  }

  /** Returns what follows the cel's name: ", opacity 128, z-index +2, label #ff0000, “text”", or nothing. @param {number} frame */
  words(frame) {
    const own = this.#own.get(frame);
    if (!own) return "";
    const faint = own.opacity < 255 ? say`, opacity ${own.opacity}` : "";
    const order = own.zIndex === 0 ? "" : say`, z-index ${signed(own.zIndex)}`;
    const label = isNone(own.label) ? "" : say`, label ${own.label.slice(0, 7)}`;
    return faint + order + label + (own.text && say`, “${own.text}”`);
  }

  /** Returns the tooltip of a cel that has a mark, or nothing. @param {number} frame */
  title(frame) {
    const words = this.words(frame);
    return words && say`Frame ${frame + 1}${words}`;
  }

  /** Returns the end of the style of a cel with a label colour, or nothing. @param {number} frame */
  style(frame) {
    const label = this.#own.get(frame)?.label ?? "#00000000";
    return isNone(label) ? "" : `; --label: ${label}`;
  }

  /** Returns what stands in the cel's corner, or nothing. @param {number} frame */
  corner(frame) {
    const z = this.#own.get(frame)?.zIndex ?? 0;
    return z === 0 ? "" : html`<span class="cel-order" aria-hidden="true">${signed(z)}</span>`;
  }
}
