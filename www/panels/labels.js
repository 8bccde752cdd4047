/**
 * Label colours of layers and groups, as a bar in their rows.
 *
 * Invariant: a row without a label has nothing in its place, and what the bar says by its colour is also said in words.
 */

import { html, say } from "../words.js";

/** Whether a label colour is none. @param {string} color */
export const isNone = (color) => color.endsWith("00") && color.length === 9;

/** Returns the bar of a label colour, or nothing for none. @param {string} color */
export function labelBar(color) {
  if (isNone(color)) return "";
  const words = say`Label colour ${color.slice(0, 7)}`;
  return html`<span class="label-bar" role="img" aria-label=${words} title=${words} .style=${`background: ${color}`}></span>`;
}
