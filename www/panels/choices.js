/**
 * A choice whose places mean something, laid out in a grid, such as the part of the canvas that stays.
 *
 * Problem: nine names in a list have to be read and imagined. Idea: they are radio buttons that stand where they mean, so
 * arrows move the choice in both directions; around the chosen one, arrows show where the rest goes. The invariant: as
 * with any group of radio buttons, the chosen one is the only stop of the Tab key.
 */

import { live } from "lit/directives/live.js";
import { led } from "./roving.js";
import { html } from "../words.js";

/** @import { Param } from "../types.js" */

/** The mark of a place by where it lies as seen from the chosen one, by rows. */
const MARKS = ["↖", "↑", "↗", "←", "●", "→", "↙", "↓", "↘"];

/**
 * Renders a row of a form.
 * @param {Param} param
 * @param {string} chosen
 * @param {(value: string) => void} set
 */
export function choiceGrid({ name, label, hint, choices = [], columns = 1 }, chosen, set) {
  const at = choices.findIndex(({ id }) => id === chosen);
  /** @param {number} index */
  const mark = (index) => {
    const across = (index % columns) - (at % columns);
    const down = Math.floor(index / columns) - Math.floor(at / columns);
    return Math.abs(across) > 1 || Math.abs(down) > 1 ? "" : MARKS[(down + 1) * 3 + across + 1];
  };
  /** @param {KeyboardEvent} event */
  const moved = (event) => {
    const group = /** @type {HTMLElement} */ (event.currentTarget);
    const to = led(event.key, at, choices.length, group);
    if (to === undefined || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    set(choices[to].id);
    /** @type {HTMLElement | undefined} */ (group.querySelectorAll("input")[to])?.focus();
  };
  return html`<div class="form-row" title=${hint}><span id="form-${name}-label">${label}</span>
    <div id="form-${name}" class="choice-grid" data-columns=${columns} role="radiogroup" aria-labelledby="form-${name}-label" @keydown=${moved}>
      ${choices.map((choice, index) => html`<input type="radio" name="form-${name}" value=${choice.id} aria-label=${choice.label} title=${choice.label}
        data-mark=${mark(index)} .checked=${live(index === at)} @change=${() => set(choice.id)}>`)}
    </div></div>`;
}
