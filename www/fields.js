/**
 * The control of a parameter: what a form asks for and what the option bar offers is made here, from
 * the parameter's row in the editor's tables.
 */

import { html, nothing } from "lit";
import { live } from "lit/directives/live.js";

/** @import { Param } from "./types.js" */

/** @typedef {number | string | boolean} Value */

/** Whole numbers with a range not larger than this get a slider. */
const SLIDER = 512;

/**
 * @typedef {object} FieldParts
 * @property {string} id The element's.
 * @property {(value: Value) => void} set Called with each value that is chosen.
 * @property {boolean} [typing] Whether what is typed counts with each key, and not only when it is done.
 * @property {(content: string) => void} [wrong] Called with what was typed where a number belongs.
 */

/** @param {Event} event */
const input = (event) => /** @type {HTMLInputElement} */ (event.currentTarget);

/**
 * A number's box, with a slider beside it where the range is small.
 * @param {Param} param @param {Value} value @param {FieldParts} parts
 */
function numberField(param, value, { id, set, typing, wrong }) {
  // What is counted from 0 inside is counted from 1 by people.
  const one = param.counted ? 1 : 0;
  const shown = String(Number(value) + one);
  const { min = 0, max = Infinity, step = "any" } = param;
  const whole = step === 1 && !one;
  /** @param {Event} event */
  const typed = (event) => {
    // An empty or half typed number is not handed on.
    const { value: content, valueAsNumber } = input(event);
    if (content !== "" && Number.isFinite(valueAsNumber)) set(valueAsNumber - one);
    else wrong?.(content);
  };
  return html`<span class="number">
    ${whole && max - min <= SLIDER ? html`<input type="range" tabindex="-1" aria-hidden="true"
      min=${min} max=${max} .value=${live(String(value))} @input=${typed}>` : ""}
    <input id=${id} type="number" inputmode="decimal" step=${step}
      min=${typing ? nothing : min} max=${typing ? nothing : max} .value=${typing ? shown : live(shown)}
      @input=${typing ? typed : nothing} @change=${typing ? nothing : typed}>
  </span>`;
}

/**
 * A colour and its opacity.
 * @param {Param} param @param {Value} value @param {FieldParts} parts
 */
function colorField(param, value, { id, set }) {
  const color = String(value);
  const alpha = parseInt(color.slice(7, 9) || "ff", 16);
  return html`<span class="form-color">
    <input id=${id} type="color" aria-label=${param.label} .value=${color.slice(0, 7)}
      @input=${(/** @type {Event} */ event) => set(input(event).value + (alpha === 0 ? "ff" : color.slice(7, 9)))}>
    <input id="${id}-alpha" type="range" min="0" max="255" aria-label="${param.label}: opacity" .value=${String(alpha)}
      @input=${(/** @type {Event} */ event) => set(color.slice(0, 7) + Number(input(event).value).toString(16).padStart(2, "0"))}>
    <output for="${id}-alpha">${Math.round(alpha / 2.55)}%</output>
  </span>`;
}

/**
 * The control of a parameter that has a value.
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
        ${(param.choices ?? []).map((choice) => html`<option value=${choice.id} ?selected=${choice.id === value}>${choice.label}</option>`)}
      </select>`;
    case "color":
      return colorField(param, value, parts);
    case "text": {
      const typed = (/** @type {Event} */ event) => set(input(event).value);
      return html`<input id=${id} type="text" .value=${String(value)}
        @input=${typing ? typed : nothing} @change=${typing ? nothing : typed}>`;
    }
    default:
      return numberField(param, value, parts);
  }
}
