/**
 * The status line: the history's three stacks, its memory, the cursor, the size, the zoom.
 *
 * The stacks share one array, and undo ≤ redo ≤ temp always holds: entries up to the first
 * number can be undone, those up to the second redone, and those up to the third belong to the
 * stroke under way.
 */

import { html, render } from "lit";

/** @import { Engine } from "../types.js" */

const UNITS = ["B", "KB", "MB", "GB"];

/** Formats a number of bytes. @param {number} bytes */
function memory(bytes) {
  let unit = 0;
  let amount = bytes;
  while (amount >= 1000 && unit < UNITS.length - 1) {
    amount /= 1024;
    unit += 1;
  }
  const digits = unit > 0 && amount < 100 ? 1 : 0;
  return `${amount.toFixed(digits)} ${UNITS[unit]}`;
}

/**
 * Draws the status line.
 * @param {Engine} engine
 * @param {HTMLElement} place
 */
export function statusPanel(engine, place) {
  engine.on("state", ({ state }) => {
    const { undo, redo, temp, cursor } = state;
    const stacks = html`<span class="part-undo">${undo}</span> ≤ <span class="part-redo">${redo}</span> ≤ <span class="part-temp">${temp}</span>`;
    render(html`
      <span id="status-stacks" title="The history's stacks: undo ≤ redo ≤ temp">${stacks}</span>
      <span id="status-memory" title="Memory of the history">${memory(state.bytes)}</span>
      <span class="gap"></span>
      <span id="status-cursor" title="The pixel under the cursor">${cursor ? `${cursor.x}, ${cursor.y}` : "–"}</span>
      <span id="status-size" title="Size of the drawing">${state.width} × ${state.height}</span>
      <span id="status-zoom" title="Device pixels per pixel of the drawing">${state.zoom}</span>`, place);
  });
}
