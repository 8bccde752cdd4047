/**
 * The field of a pattern of names, such as `{name}_{frame001}`, with the words that it can have and the names that come of it.
 *
 * Problem: nobody knows the words by heart, and braces are hard to come by on a tablet. Idea: the words are buttons, which
 * put themselves where one types, and beneath stand the first and the last name as they will be. The names are the
 * encoder's own, so the field promises nothing that the file doesn't hold.
 */

import { nothing } from "lit/html.js";
import { live } from "lit/directives/live.js";
import { describedBy } from "../fields.js";
import { rove } from "./roving.js";
import { html, say } from "../words.js";

/** @import { OptionInfo } from "../io/formats.js" */
/** @import { Names } from "../../pkg/files/formats.js" */

/** Patterns that the field of pictures suggests, some with the engine that asks for them. @type {[string, string][]} */
const PATTERNS = [["{name} {frame}", "Aseprite"], ["{frame}", "Phaser"], ["{name}_{frame001}", ""], ["{tag}_{tagframe1}", ""], ["{name}_{layer}_{frame}", ""], ["{name}_{slice}_{frame}", ""]];

/** The words of a pattern, and what they stand for. @type {[string, string][]} */
const WORDS = [
  ["{name}", say("name of the drawing")], ["{tag}", say("name of the tag")], ["{layer}", say("name of the layer")], ["{slice}", say("name of the slice")],
  ["{frame}", say("number of the frame, from 0")], ["{frame001}", say("number of the frame, from 001")],
  ["{tagframe}", say("number within the tag, from 0")], ["{index}", say("number among all pictures, from 0")],
];

/** Number of words that mean something for a file of all pictures. */
const OF_FILES = 2;

/** Number of names up to which all of them are shown. */
const FEW = 2;

/** Returns the names that come of a pattern, as people read them. @param {string} id @param {Names | undefined} names */
function outcome(id, names) {
  if (!names) return "";
  if (id === "file") return names.files.join(", ");
  const { first, last, count } = names;
  if (count <= FEW) return [...new Set([first, last])].join(", ");
  return `${first} … ${last}`;
}

/**
 * Renders the field.
 * @param {OptionInfo} option @param {string} value
 * @param {{names?: Names, set: (value: string) => void, blamed?: string, hinted?: string}} parts
 */
export function patternField(option, value, { names, set, blamed, hinted }) {
  const id = `export-${option.id}`;
  const usual = option.start || names?.pattern || PATTERNS[0][0];
  const field = () => /** @type {HTMLInputElement} */ (document.getElementById(id));
  const insert = (/** @type {string} */ word) => {
    const { value: text, selectionStart, selectionEnd } = field();
    const [from, to] = [selectionStart ?? text.length, selectionEnd ?? text.length];
    field().value = text.slice(0, from) + word + text.slice(to);
    field().focus();
    field().setSelectionRange(from + word.length, from + word.length);
    set(field().value);
  };
  // What is being typed stays while the form is drawn.
  const typed = document.activeElement?.id === id ? field().value : value;
  const words = option.start ? WORDS.slice(0, OF_FILES) : WORDS;
  return html`<input id=${id} type="text" spellcheck="false" autocomplete="off" maxlength="256" list="${id}-list" placeholder=${usual}
      aria-invalid=${blamed ? "true" : nothing} aria-describedby=${describedBy(blamed, hinted, `${id}-outcome`)} .value=${live(typed)}
      @input=${(/** @type {Event} */ event) => set(/** @type {HTMLInputElement} */ (event.currentTarget).value)}>
    <datalist id="${id}-list">${option.start ? "" : PATTERNS.map(([pattern, label]) => html`<option value=${pattern} label=${label || nothing}></option>`)}</datalist>
    <span class="export-words" role="group" aria-label="Placeholders" @keydown=${rove}>
      ${words.map(([word, what], index) => html`<button type="button" class="button" tabindex=${index === 0 ? 0 : -1} title=${what} aria-label="${word}: ${what}" @click=${() => insert(word)}>${word}</button>`)}
    </span>
    <span id="${id}-outcome" class="export-outcome">${blamed ? "" : outcome(option.id, names)}</span>`;
}
