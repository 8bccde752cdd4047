/**
 * The dialog of the page's language.
 *
 * Texts are in a language from the first one on, so another language is a reload. The drawing is kept before, with its history
 * and its view; where this browser keeps no drawings, nothing is reloaded, and the dialog says so.
 */

import { render } from "lit/html.js";
import { LANGUAGES } from "../language.js";
import { get, on, set } from "../settings.js";
import { dialogOf, formRow } from "./dialogparts.js";
import { html, say } from "../words.js";

/** @import { Keeper } from "../kept/keeper.js" */

/** Languages have their own names in every language. @type {[string, string][]} */
const CHOICES = [["system", say("Same as the browser")], ["en", "English"], ...Object.entries(LANGUAGES).map(([id, { name }]) => /** @type {[string, string]} */ ([id, name]))];

/** Makes the dialog. Returns what draws it, before it is opened. @param {Keeper} keeper */
export function languageDialog(keeper) {
  const dialog = dialogOf("language", "aside");
  let note = say("The page reloads for it; the drawing stays as it is.");
  // Keys walk through the list, so it is the button that says which one is meant.
  const choose = async (/** @type {string} */ language) => {
    if (language === get("language", "system")) return dialog.close();
    set("language", language);
    if (await keeper.settle()) location.reload();
    else {
      note = say("The drawing is not kept in this browser: the language changes when the page is next loaded.");
      draw();
    }
  };
  const draw = () => render(html`
    <h2 id="language-title">Language</h2>
    ${formRow("language", say("Language"), html`<select id="language">
      ${CHOICES.map(([id, name]) => html`<option value=${id} lang=${id === "system" ? "" : id} ?selected=${get("language", "system") === id}>${name}</option>`)}
    </select>`)}
    <p role="status">${note}</p>
    <div class="choices">
      <button type="button" @click=${() => dialog.close()}>Cancel</button>
      <button id="language-done" type="button" class="chief" @click=${() => void choose(/** @type {HTMLSelectElement} */ (dialog.querySelector("#language")).value)}>Done</button>
    </div>`, dialog);
  on("language", () => dialog.open && draw());
  return draw;
}
