/**
 * The controls of parameters for the option bar and, with those of `panels/formfields.js`, for forms, made from the parameter's
 * row in the editor's tables.
 */

import { nothing } from "lit/html.js";
import { live } from "lit/directives/live.js";
import { pointed } from "./language.js";
import { html } from "./words.js";

/** @import { Param } from "./types.js" */

/** @typedef {number | string | boolean} Value */

/** Maximum range of a whole number that gets a slider. */
const SLIDER = 512;

/** Returns a number as a field shows it. @param {number} number */
export const shown = (number) => pointed(String(number));

/**
 * @typedef {object} FieldParts
 * @property {string} id The element's id.
 * @property {(value: Value) => void} set Called with each chosen value.
 * @property {boolean} [typing] Whether `set` is called at each key, and not only when the field is left.
 * @property {(why: string) => void} [wrong] Called with a sentence about typed text that is no value.
 * @property {string} [blamed] Id of the element that says what is wrong with what is typed now; without it, nothing is.
 * @property {string} [hinted] Id of the element that explains the value.
 */

/**
 * What knows numbers as people type them: `read` returns the number that a text says, or `NaN`, and `refusal` a sentence about a text that says
 * none that can be taken. Until the panels are there, which bring it, a number is one of Latin digits, and another text is none without a word.
 * @type {Pick<typeof import("./numbers.js"), "readNumber" | "notNumber">}
 */
let numbers = { readNumber: (text) => (text.trim() === "" ? NaN : Number(text.trim().replace(",", "."))), notNumber: () => "" };

/** Sets what reads the numbers of fields from now on. @param {typeof numbers} reader */
export function readBy(reader) {
  numbers = reader;
}

/** Returns `true` if a number can be taken: it is between the ends, and whole if the step is. @param {number} number @param {number} min @param {number} max @param {boolean} whole */
export function isWithin(number, min, max, whole) {
  return number >= min && number <= max && (!whole || Number.isInteger(number));
}

/** Returns the ids of elements that describe a field. @param {(string | undefined)[]} ids */
export const describedBy = (...ids) => ids.filter(Boolean).join(" ") || nothing;

/** @param {Event} event */
const input = (event) => /** @type {HTMLInputElement} */ (event.currentTarget);

/**
 * @typedef {object} NumberParts
 * @property {string} id
 * @property {string} label
 * @property {number} value The value that holds, as it is shown.
 * @property {number} [min]
 * @property {number} [max]
 * @property {number | string} [step] What arrows add; 1 also says that a whole number is meant.
 * @property {boolean} [typing] Whether `set` is called at each key, and not only when the field is left.
 * @property {(value: number) => void} set Called with each chosen number, which is between the ends.
 * @property {(why: string) => void} wrong Called with a sentence about typed text that is no such number.
 * @property {string} [blamed] As in `FieldParts`.
 * @property {string} [hinted]
 */

/** Fields with a text that is being typed, and was not heard yet. @type {WeakSet<HTMLInputElement>} */
const unheard = new WeakSet();

/**
 * Returns the listener of arrows that change a field's number, with Shift by ten times as much.
 * @param {{min?: number, max?: number, step?: number | string, set: (value: number) => void}} parts
 */
export function arrows({ min = -Infinity, max = Infinity, step = 1, set }) {
  return (/** @type {KeyboardEvent} */ event) => {
    if (!/^Arrow(?:Up|Down)$/.test(event.key) || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    const field = input(event);
    const by = (Number(step) || 1) * (event.key === "ArrowUp" ? 1 : -1) * (event.shiftKey ? 10 : 1);
    // No fraction that only the sum has.
    const number = Math.min(max, Math.max(min, Math.round(((numbers.readNumber(field.value, step === 1) || 0) + by) * 1000) / 1000));
    field.value = shown(number);
    unheard.delete(field);
    set(number);
  };
}

/**
 * Renders a field for a number. What is typed stays while it is typed, whatever is drawn meanwhile, and as it was written as long as it says the value that holds, or is to be mended. What
 * is beyond an end, or no whole number where one is meant, is refused as what is no number: none becomes another one unsaid.
 * @param {NumberParts} parts
 */
export function numberInput({ id, label, value, min = -Infinity, max = Infinity, step = 1, typing, set, wrong, blamed, hinted }) {
  const read = (/** @type {string} */ text) => numbers.readNumber(text, step === 1);
  /** @param {Event} event */
  const heard = (event) => {
    const field = input(event);
    unheard.delete(field);
    const number = read(field.value);
    if (isWithin(number, min, max, step === 1)) return set(number);
    const why = numbers.notNumber(label, field.value.trim(), min, max, step === 1);
    if (why) wrong(why);
    if (!typing) field.value = shown(value);
  };
  const field = document.activeElement?.id === id || blamed ? document.getElementById(id) : undefined;
  const typed = field instanceof HTMLInputElement && (blamed || unheard.has(field) || read(field.value) === value) ? field.value : undefined;
  return html`<input id=${id} type="text" inputmode=${min < 0 ? "text" : "decimal"} role="spinbutton" aria-label=${label} autocomplete="off" maxlength="24"
    aria-valuenow=${value} aria-valuemin=${Number.isFinite(min) ? min : nothing} aria-valuemax=${Number.isFinite(max) ? max : nothing}
    aria-invalid=${blamed ? "true" : nothing} aria-describedby=${describedBy(blamed, hinted)}
    .value=${live(typed ?? shown(value))} @keydown=${arrows({ min, max, step, set })} @input=${typing ? heard : (/** @type {Event} */ event) => unheard.add(input(event))} @change=${typing ? nothing : heard}>`;
}

/**
 * Renders a box for a number, with a slider beside it if the range is small.
 * @param {Param} param @param {Value} value @param {FieldParts} parts
 */
function numberField(param, value, { id, set, typing, wrong, blamed, hinted }) {
  // Indices count from 0; people count from 1.
  const one = param.counted ? 1 : 0;
  const { min = -Infinity, max = Infinity, step = "any" } = param;
  const whole = step === 1 && !one;
  return html`<span class="number">
    ${whole && max - min <= SLIDER ? html`<input type="range" tabindex="-1" aria-hidden="true"
      min=${min} max=${max} .value=${live(String(value))} @input=${(/** @type {Event} */ event) => set(input(event).valueAsNumber)}>` : ""}
    ${numberInput({ id, label: param.label, value: Number(value) + one, min: min + one, max: max + one, step, typing, set: (number) => set(number - one), wrong: (why) => wrong?.(why), blamed, hinted })}
  </span>`;
}

/**
 * Renders the control of a number, a choice or a flag with its value.
 * @param {Param} param @param {Value} value @param {FieldParts} parts
 */
export function field(param, value, parts) {
  const { id, set, hinted } = parts;
  switch (param.kind) {
    case "flag":
      return html`<input id=${id} type="checkbox" aria-describedby=${hinted ?? nothing} .checked=${live(Boolean(value))}
        @change=${(/** @type {Event} */ event) => set(input(event).checked)}>`;
    case "choice":
      // The options say which of them is chosen: another form's list may have had this element, and its value would be set before they are there.
      return html`<select id=${id} aria-describedby=${hinted ?? nothing} @change=${(/** @type {Event} */ event) => set(input(event).value)}>
        ${(param.choices ?? []).map((choice) => html`<option value=${choice.id} .selected=${live(choice.id === String(value))} ?disabled=${choice.off}>${choice.label}</option>`)}
      </select>`;
    default:
      return numberField(param, value, parts);
  }
}
