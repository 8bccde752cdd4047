/**
 * Choosing several layers, frames or cels by touch.
 *
 * Problem: what is chosen together is chosen with Ctrl or Shift, and fingers have neither. Idea: while a button is pressed, a
 * tap adds what it meets to the chosen ones, or takes it away. The layers and the timeline each have that button, where
 * there are fingers. A press on the picture ends it, so that nobody finds it pressed who has forgotten it.
 */

import several from "lucide-static/icons/list-checks.svg?raw";
import { icon } from "../controls.js";
import { onForgotten } from "../settings.js";
import { html } from "../words.js";

const fingers = matchMedia("(any-pointer: coarse)");

let on = false;
/** Who shows the button. @type {(() => void)[]} */
const shown = [];

/** @param {boolean} value */
function turn(value) {
  if (on === value) return;
  on = value;
  for (const draw of shown) draw();
}

document.addEventListener("pointerdown", ({ target }) => {
  if (target instanceof Element && target.closest("#stage")) turn(false);
}, { capture: true });

onForgotten(() => turn(false));

/** Returns `true` while a tap adds to what is chosen. */
export function choosesSeveral() {
  return on;
}

/** Calls back when the button has to be drawn anew. @param {() => void} draw */
export function onSeveral(draw) {
  shown.push(draw);
  fingers.addEventListener("change", draw);
}

/** Renders the button, if there are fingers to use it. @param {string} id @param {string} label */
export function severalButton(id, label) {
  if (!fingers.matches) return "";
  return html`<button id=${id} class="tool" type="button" title=${label} aria-label=${label} aria-pressed=${String(on)} @click=${() => turn(!on)}>${icon(several)}</button>`;
}
