/**
 * The status line: the history's three stacks, its memory, the cursor, the size, the zoom.
 *
 * The stacks share one array, and undo ≤ redo ≤ temp always holds: up to the first number
 * lies what can be undone, up to the second what can be redone, up to the third what the
 * stroke under way has touched.
 */

import { html, render } from "lit";

/** @import { Engine } from "../types.js" */

const UNITS = ["B", "KB", "MB", "GB"];

/** @param {number} bytes */
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
