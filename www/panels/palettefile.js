/**
 * The form that saves the palette: which format, and what that format leaves out.
 */

import { render } from "lit/html.js";
import { list } from "../io/exporting.js";
import { palettes } from "../io/formats.js";
import { paletteLosses, savePalette } from "../io/palettes.js";
import { get, set } from "../settings.js";
import { choiceRow, dialogOf } from "./dialogparts.js";
import { html, say } from "../words.js";

/** @import { Engine } from "../types.js" */

/** The setting that remembers the format. */
const FORMAT = "palette format";

/** Returns what opens the form. @param {Engine} engine */
export function paletteForm(engine) {
  const dialog = dialogOf("palette");
  let format = "";
  /** @type {string[]} */
  let lost = [];
  /** Whether the palette is being saved: a second press is the same one. */
  let saving = false;

  const choose = async (/** @type {string} */ id) => {
    [format, lost] = [id, []];
    draw();
    const found = await paletteLosses(engine, id).catch(() => []);
    if (format !== id) return;
    lost = found;
    draw();
  };
  const accept = async () => {
    if (saving) return;
    saving = true;
    set(FORMAT, format);
    if (await savePalette(engine, format)) dialog.close();
    saving = false;
  };
  const draw = () => render(html`
    <h2 id="palette-title">Save palette</h2>
    <form @submit=${(/** @type {Event} */ event) => { event.preventDefault(); void accept(); }}>
      ${choiceRow("palette-format", say("Format"), palettes.map(({ id, label, endings }) => [id, `${label} (.${endings[0]})`]), format, (id) => void choose(id))}
      <p id="palette-lost" role="status">${lost.length > 0 ? say`Leaves out ${list(lost.map((one) => say(one)))}.` : ""}</p>
      <div class="choices">
        <button id="palette-cancel" type="button" @click=${() => dialog.close()}>Cancel</button>
        <button id="palette-ok" class="chief">Save</button>
      </div>
    </form>`, dialog);

  return () => {
    if (document.querySelector("dialog[open]")) return;
    const known = palettes.find(({ id }) => id === get(FORMAT, "")) ?? palettes[0];
    void choose(known.id);
    dialog.showModal();
  };
}
