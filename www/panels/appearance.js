/**
 * The dialog of the page's look: theme, the colour around the picture, the checkerboard behind it.
 *
 * Each choice is in force at once, so that one sees what one chooses; there is nothing to accept.
 */

import { html, render } from "lit/html.js";
import { get, on, set } from "../settings.js";

const THEMES = [["system", "As the system"], ["light", "Light"], ["dark", "Dark"]];
const CHECKERS = [["", "As the theme"], ["light", "Light"], ["dark", "Dark"], ["white", "White and grey"], ["plain", "White, without squares"]];
const SURROUNDS = [["", "As the theme"], ["#ffffff", "White"], ["#808080", "Middle grey"], ["#2b2c30", "Dark grey"], ["#000000", "Black"]];

/** Draws the dialog. @param {HTMLDialogElement} dialog */
export function appearanceDialog(dialog) {
  /** @param {string} name @param {string} label @param {string[][]} choices @param {string} fallback */
  const row = (name, label, choices, fallback) => html`<label class="form-row" for="appearance-${name}"><span>${label}</span>
    <select id="appearance-${name}" @change=${(/** @type {Event} */ event) => set(name, /** @type {HTMLSelectElement} */ (event.currentTarget).value)}>
      ${choices.map(([id, text]) => html`<option value=${id} ?selected=${get(name, fallback) === id}>${text}</option>`)}
    </select></label>`;
  const draw = () => render(html`
    <h2 id="appearance-title">Appearance</h2>
    ${row("theme", "Theme", THEMES, "system")}
    ${row("surround", "Surround", SURROUNDS, "")}
    ${row("checkers", "Checkerboard", CHECKERS, "")}
    <form method="dialog" class="choices"><button id="appearance-done" class="chief">Done</button></form>`, dialog);
  for (const name of ["theme", "surround", "checkers"]) on(name, draw);
  dialog.classList.add("aside");
  draw();
}
