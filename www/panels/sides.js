/**
 * Per cent and linked sides in the forms that scale.
 *
 * Problem: the commands take pixels, and nobody wants to work out 200 % of 20 × 17. Idea: two more rows in the form set the
 * command's own width and height, from those that the form was opened with. The invariant: the command gets pixels alone,
 * so scripts, previews and steps know nothing of this.
 */

import { live } from "lit/directives/live.js";
import { numberInput } from "../fields.js";
import { html, say } from "../words.js";

/** @import { Arguments } from "../types.js" */

/** Commands whose width and height are those of something that is scaled. */
const SCALING = new Set(["edit.scale", "image.scale"]);

/** The largest side, in pixels. */
const MOST = 32768;

/** Least share that a side is scaled to, in per cent. */
const LEAST = 0.1;

/** Returns a side in whole pixels. One that is longer than any drawing's is refused by the command. @param {number} length */
const side = (length) => Math.max(1, Math.round(length));

export class Sides {
  #first = { width: 1, height: 1 };
  #active = false;
  /** What was typed last, while it holds: whole pixels may be some other per cent. @type {number | undefined} */
  #typed;
  #linked = true;

  /** Begins with the values that a form is opened with. @param {string} id The command's. @param {Arguments} values */
  begin(id, values) {
    this.#active = SCALING.has(id);
    this.#typed = undefined;
    this.#first = { width: Number(values.width), height: Number(values.height) };
  }

  /** Returns what else changes when a value is set. @param {string} name @param {number | string | boolean} value @returns {Arguments} */
  follow(name, value) {
    const { width, height } = this.#first;
    this.#typed = undefined;
    if (!this.#active || !this.#linked || typeof value !== "number") return {};
    if (name === "width") return { height: side((value * height) / width) };
    return name === "height" ? { width: side((value * width) / height) } : {};
  }

  /**
   * Returns the rows of the form.
   * @param {Arguments} values
   * @param {(change: Arguments) => void} set Sets values of the form.
   * @param {(why: string) => void} wrong Is told of typed text that is no number.
   * @param {string} [blamed] As in `FieldParts`.
   */
  rows(values, set, wrong, blamed) {
    if (!this.#active) return "";
    const { width, height } = this.#first;
    const percent = this.#typed ?? Math.round((Number(values.width) / width) * 1000) / 10;
    return html`
      <label class="form-row" for="form-percent" title="Both sides, in per cent of their present size"><span>Per cent</span>
        ${numberInput({
          id: "form-percent", label: say("Per cent"), value: percent, min: LEAST, max: MOST * 100, step: "any", typing: true, wrong, blamed,
          set: (number) => {
            this.#typed = number;
            set({ width: side(width * number / 100), height: side(height * number / 100) });
          },
        })}</label>
      <label class="form-row" for="form-linked" title="Changing one side changes the other"><span>Keep proportions</span>
        <input id="form-linked" type="checkbox" .checked=${live(this.#linked)} @change=${(/** @type {Event} */ event) => {
          this.#linked = /** @type {HTMLInputElement} */ (event.currentTarget).checked;
        }}></label>`;
  }
}
