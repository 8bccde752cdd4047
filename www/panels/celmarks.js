/**
 * Marks of cels in the timeline that have an opacity or a z-index of their own.
 *
 * A faint cel has a faint picture, which is enough; one that is moved among the layers of its frame looks like any other. So its z-index stands in
 * its corner. Invariant: words say both, for whoever does not see the corner.
 */

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

  /** Returns what follows the cel's name: ", opacity 128, z-index +2", or nothing. @param {number} frame */
  words(frame) {
    const own = this.#own.get(frame);
    if (!own) return "";
    const faint = own.opacity < 255 ? say`, opacity ${own.opacity}` : "";
    return faint + (own.zIndex === 0 ? "" : say`, z-index ${signed(own.zIndex)}`);
  }

  /** Returns the tooltip of a cel that has a mark, or nothing. @param {number} frame */
  title(frame) {
    const words = this.words(frame);
    return words && say`Frame ${frame + 1}${words}`;
  }

  /** Returns what stands in the cel's corner, or nothing. @param {number} frame */
  corner(frame) {
    const z = this.#own.get(frame)?.zIndex ?? 0;
    return z === 0 ? "" : html`<span class="cel-order" aria-hidden="true">${signed(z)}</span>`;
  }
}
