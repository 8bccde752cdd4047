/**
 * What several dialogs are made of: the dialog itself, and rows of a label and its control.
 *
 * Forms of commands are made from the editor's tables (`form.js`); the dialogs of the page's own settings and of files have the same rows, of
 * which only the label, the choices and what follows from a choice are their own. Example:
 *
 *     choiceRow("hands-wheel", say("Wheel and trackpad"), [["", say("Automatic")], ["pan", say("Pans")]], "pan", (wheel) => set("wheel", wheel))
 */

import { nothing } from "lit/html.js";
import { live } from "lit/directives/live.js";
import { html } from "../words.js";

/**
 * Creates a dialog and adds it to the page. Its title is the element with the id `NAME-title`.
 * @param {string} name
 * @param {string} [className]
 */
export function dialogOf(name, className = "") {
  const dialog = Object.assign(document.createElement("dialog"), { id: `${name}-dialog`, className });
  dialog.setAttribute("aria-labelledby", `${name}-title`);
  document.body.append(dialog);
  return dialog;
}

/**
 * Renders a row of a dialog.
 * @param {string} id The control's.
 * @param {string} label
 * @param {unknown} control
 * @param {string} [hint]
 */
export const formRow = (id, label, control, hint = "") => html`<label class="form-row" for=${id} title=${hint || nothing}><span>${label}</span>${control}</label>`;

/**
 * Renders a row with a list.
 * @param {string} id The list's.
 * @param {string} label
 * @param {readonly (readonly string[])[]} choices Ids and labels.
 * @param {unknown} chosen The id of the choice that is in force.
 * @param {(id: string) => void} choose Called with the id of each choice that is made.
 */
export const choiceRow = (id, label, choices, chosen, choose) => formRow(id, label, html`
  <select id=${id} @change=${(/** @type {Event} */ event) => choose(/** @type {HTMLSelectElement} */ (event.currentTarget).value)}>
    ${choices.map(([value, text]) => html`<option value=${value} .selected=${live(value === chosen)}>${text}</option>`)}
  </select>`);
