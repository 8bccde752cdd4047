/**
 * The dialog of the page's language.
 *
 * Texts are in a language from the first one on, so another language is a reload. The drawing is kept before, with its history
 * and its view; where this browser keeps no drawings, nothing is reloaded, and the dialog says so.
 */

import { render } from "lit/html.js";
import { get, on, set } from "../settings.js";
import { html, say } from "../words.js";

/** @import { Keeper } from "../kept/keeper.js" */

/** Languages have their own names in every language. @type {[string, string][]} */
const LANGUAGES = [["system", say("As the browser")], ["en", "English"], ["de", "Deutsch"]];

/** Fills the dialog. @param {Keeper} keeper */
export function languageDialog(keeper) {
  const dialog = Object.assign(document.createElement("dialog"), { id: "language-dialog", className: "aside" });
  dialog.setAttribute("aria-labelledby", "language-title");
  document.body.append(dialog);
  let note = say("The page is loaded anew for it, with the drawing as it is.");
  const choose = async (/** @type {string} */ language) => {
    set("language", language);
    if (await keeper.settle()) location.reload();
    else {
      note = say("The drawing is not kept in this browser: the language changes when the page is next loaded.");
      draw();
    }
  };
  const draw = () => render(html`
    <h2 id="language-title">Language</h2>
    <label class="form-row" for="language"><span>Language</span>
      <select id="language" @change=${(/** @type {Event} */ event) => void choose(/** @type {HTMLSelectElement} */ (event.currentTarget).value)}>
        ${LANGUAGES.map(([id, name]) => html`<option value=${id} lang=${id === "system" ? "" : id} ?selected=${get("language", "system") === id}>${name}</option>`)}
      </select></label>
    <p role="status">${note}</p>
    <form method="dialog" class="choices"><button id="language-done" class="chief">Done</button></form>`, dialog);
  on("language", draw);
  draw();
}
