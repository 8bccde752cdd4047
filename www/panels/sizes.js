/**
 * Sizes to begin a new drawing with, as buttons in its dialog.
 *
 * Most sprites have one of a few sizes, and a screen's is not known by heart. A press fills the two fields, which
 * can still be changed, and Enter creates the drawing then; so does a double click. The invariant: a button is pressed exactly while the fields have its size.
 */

import { render } from "lit/html.js";
import { readNumber } from "../numbers.js";
import { html, say } from "../words.js";

/** Width and height, and what has that size where the numbers don't say it. @type {[number, number, string?][]} */
const SIZES = [[16, 16], [32, 32], [64, 64], [128, 128], [256, 256], [160, 144, "Game Boy"], [320, 180, say("a sixth of Full HD")]];

/** Adds the buttons. @param {HTMLFormElement} form */
export function sizesPanel(form) {
  const [width, height] = /** @type {[HTMLInputElement, HTMLInputElement]} */ ([...form.querySelectorAll("input")]);
  const place = document.createElement("div");
  place.className = "new-sizes";
  place.setAttribute("role", "group");
  place.ariaLabel = say("Sizes");
  form.querySelector(".fields")?.after(place);

  const draw = () => render(SIZES.map(([across, down, name]) => html`<button type="button" class="button"
    title=${name ?? ""} aria-pressed=${String(readNumber(width.value, true) === across && readNumber(height.value, true) === down)}
    @click=${() => {
      [width.value, height.value] = [String(across), String(down)];
      draw();
      /** @type {HTMLElement | null} */ (form.querySelector("[type=submit]"))?.focus();
    }} @dblclick=${() => form.requestSubmit()}>${across} × ${down}</button>`), place);

  form.addEventListener("input", draw);
  // The dialog sets the fields when it opens.
  form.closest("dialog")?.addEventListener("toggle", draw);
  draw();
}
