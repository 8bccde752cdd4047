/**
 * The controls of parameters that only forms ask for: colours and texts. All others are those of the option bar.
 */

import { nothing } from "lit/html.js";
import { live } from "lit/directives/live.js";
import { field } from "../fields.js";
import { html, say } from "../words.js";

/** @import { FieldParts, Value } from "../fields.js" */
/** @import { Param } from "../types.js" */

/** @param {Event} event */
const input = (event) => /** @type {HTMLInputElement} */ (event.currentTarget);

/** Returns a colour's digits, without those of alpha if it is opaque. @param {string} color */
function digits(color) {
  return /^#......ff$/.test(color) ? color.slice(0, 7) : color;
}

/**
 * Renders the controls of a colour and its opacity.
 * @param {Param} param @param {Value} value @param {FieldParts} parts
 */
function colorField(param, value, { id, set, typing, wrong }) {
  const color = String(value);
  const alpha = parseInt(color.slice(7, 9) || "ff", 16);
  /** @param {Event} event */
  const typed = (event) => {
    const [, text] = /^#?([0-9a-f]{3,8})$/i.exec(input(event).value.normalize("NFKC").trim()) ?? [];
    const long = text && text.length < 5 ? text.replaceAll(/./g, "$&$&") : text;
    if (long?.length === 6 || long?.length === 8) set(`#${long}${long.length === 6 ? "ff" : ""}`.toLowerCase());
    else wrong?.(say`${param.label} must be ${say("#rgb, #rgba, #rrggbb or #rrggbbaa")}, not ${input(event).value || say("empty")}`);
  };
  return html`<span class="form-color">
    <input id=${id} type="color" aria-label=${param.label} .value=${color.slice(0, 7)}
      @input=${(/** @type {Event} */ event) => set(input(event).value + (alpha === 0 ? "ff" : color.slice(7, 9)))}>
    <input id="${id}-alpha" type="range" min="0" max="255" aria-label="${param.label}: opacity" .value=${String(alpha)}
      @input=${(/** @type {Event} */ event) => set(color.slice(0, 7) + Number(input(event).value).toString(16).padStart(2, "0"))}>
    <input id="${id}-hex" class="form-hex" type="text" aria-label="${param.label}: digits" title="#rgb, #rgba, #rrggbb or #rrggbbaa" spellcheck="false" autocomplete="off"
      .value=${document.activeElement?.id === `${id}-hex` ? live(/** @type {HTMLInputElement} */ (document.activeElement).value) : live(digits(color))}
      @input=${typing ? typed : nothing} @change=${typing ? nothing : typed}>
  </span>`;
}

/**
 * Renders the control of a parameter with its value.
 * @param {Param} param @param {Value} value @param {FieldParts} parts
 */
export function formField(param, value, parts) {
  const { id, set, typing } = parts;
  switch (param.kind) {
    case "color":
      return colorField(param, value, parts);
    case "lines":
      return html`<textarea id=${id} rows="8" maxlength=${param.max ?? nothing} spellcheck="false" .value=${String(value)}
        @input=${(/** @type {Event} */ event) => set(/** @type {HTMLTextAreaElement} */ (event.currentTarget).value)}></textarea>`;
    case "text": {
      const typed = (/** @type {Event} */ event) => set(input(event).value);
      return html`<input id=${id} type="text" .value=${String(value)}
        @input=${typing ? typed : nothing} @change=${typing ? nothing : typed}>`;
    }
    default:
      return field(param, value, parts);
  }
}
