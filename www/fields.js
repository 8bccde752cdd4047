/**
 * The controls of parameters, for forms and for the option bar, made from the parameter's row in the editor's
 * tables.
 */

import { nothing } from "lit/html.js";
import { live } from "lit/directives/live.js";
import { html } from "./words.js";

/** @import { Param } from "./types.js" */

/** @typedef {number | string | boolean} Value */

/** Maximum range of a whole number that gets a slider. */
const SLIDER = 512;

/**
 * @typedef {object} FieldParts
 * @property {string} id The element's id.
 * @property {(value: Value) => void} set Called with each chosen value.
 * @property {boolean} [typing] Whether `set` is called at each key, and not only when the field is left.
 * @property {(content: string) => void} [wrong] Called with typed text that is no number.
 */

/** @param {Event} event */
const input = (event) => /** @type {HTMLInputElement} */ (event.currentTarget);

/**
 * Renders a box for a number, with a slider beside it if the range is small.
 * @param {Param} param @param {Value} value @param {FieldParts} parts
 */
function numberField(param, value, { id, set, typing, wrong }) {
  // Indices count from 0; people count from 1.
  const one = param.counted ? 1 : 0;
  const shown = String(Number(value) + one);
  const { min = 0, max = Infinity, step = "any" } = param;
  const whole = step === 1 && !one;
  /** @param {Event} event */
  const typed = (event) => {
    // An empty or half typed number does not become the value.
    const { value: content, valueAsNumber } = input(event);
    if (content === "" || !Number.isFinite(valueAsNumber)) wrong?.(content);
    // What is beyond an end is that end. A form says what is wrong with it, as long as it is typed.
    else if (typing) set(valueAsNumber - one);
    else set(Math.min(max, Math.max(min, step === 1 ? Math.round(valueAsNumber - one) : valueAsNumber - one)));
  };
  return html`<span class="number">
    ${whole && max - min <= SLIDER ? html`<input type="range" tabindex="-1" aria-hidden="true"
      min=${min} max=${max} .value=${live(String(value))} @input=${typed}>` : ""}
    <input id=${id} type="number" inputmode="decimal" step=${step}
      min=${typing ? nothing : min} max=${typing ? nothing : max} .value=${typing ? shown : live(shown)}
      @input=${typing ? typed : nothing} @change=${typing ? nothing : typed}>
  </span>`;
}

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
    const [, text] = /^#?([0-9a-f]{3,8})$/i.exec(input(event).value.trim()) ?? [];
    const long = text && text.length < 5 ? text.replaceAll(/./g, "$&$&") : text;
    if (long?.length === 6 || long?.length === 8) set(`#${long}${long.length === 6 ? "ff" : ""}`.toLowerCase());
    else wrong?.(input(event).value);
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
export function field(param, value, parts) {
  const { id, set, typing } = parts;
  switch (param.kind) {
    case "flag":
      return html`<input id=${id} type="checkbox" .checked=${live(Boolean(value))}
        @change=${(/** @type {Event} */ event) => set(input(event).checked)}>`;
    case "choice":
      return html`<select id=${id} .value=${live(String(value))} @change=${(/** @type {Event} */ event) => set(input(event).value)}>
        ${(param.choices ?? []).map((choice) => html`<option value=${choice.id} ?selected=${choice.id === value} ?disabled=${choice.off}>${choice.label}</option>`)}
      </select>`;
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
      return numberField(param, value, parts);
  }
}
