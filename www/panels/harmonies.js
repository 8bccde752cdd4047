/**
 * Harmonies: rows of colours that go with the edited one, to be chosen from or added to the palette.
 *
 * Rust computes them in OKLab, where even steps look even. What is open, which row is shown and how it is bent are settings of
 * the person; the drawing changes only when the row is added, which is one step.
 */

import { render } from "lit/html.js";
import chevron from "lucide-static/icons/chevron-down.svg?raw";
import plus from "lucide-static/icons/list-plus.svg?raw";
import { colorAll, icon } from "../controls.js";
import { isWithin } from "../fields.js";
import { notNumber, readNumber } from "../numbers.js";
import * as settings from "../settings.js";
import { digits, setColor } from "./colors.js";
import { entry, shown } from "./entry.js";
import { rove } from "./roving.js";
import { html, say } from "../words.js";

/** @import { Engine } from "../types.js" */
/** @import { Which } from "./colors.js" */

/** The rows: those that have steps, and harmonies by the editor's names. */
const ROWS = [
  ["shades", say("Shades")], ["ramp", say("Ramp to the other colour")], ["complement", say("Complement")], ["split", say("Split complement")], ["analogous", say("Analogous")], ["triad", say("Triad")],
  ["square", say("Square")],
];

/** Rows that have steps and a hue shift. */
const STEPPED = ["shades", "ramp"];

/** What is set, and its range. @type {{name: string, label: string, first: number, min: number, max: number}[]} */
const NUMBERS = [
  { name: "row steps", label: say("Steps"), first: 7, min: 2, max: 16 },
  { name: "row turn", label: say("Hue shift"), first: 0, min: -180, max: 180 },
];

/** Returns a number that is set, within its bounds. @param {string} name */
function number(name) {
  const { first, min, max } = NUMBERS.find((one) => one.name === name) ?? NUMBERS[0];
  return Math.round(Math.min(Math.max(settings.get(name, first), min), max));
}

/** Returns the field of a number. @param {Engine} engine @param {typeof NUMBERS[0]} parts */
function field(engine, { name, label, min, max }) {
  const id = name.replace(" ", "-");
  const set = (/** @type {number} */ value) => settings.set(name, value);
  const on = entry({
    show: () => String(number(name)),
    commit: (typed) => {
      const value = readNumber(typed, true);
      if (!isWithin(value, min, max, true)) {
        engine.say(notNumber(label, typed, min, max, true), "error");
        return false;
      }
      set(value);
      return true;
    },
    step: (by) => set(Math.min(max, Math.max(min, number(name) + by))),
  });
  return html`<label class="row-number"><span>${label}</span><input id=${id} type="text" inputmode="numeric" role="spinbutton" aria-valuemin=${min} aria-valuemax=${max}
    aria-valuenow=${number(name)} autocomplete="off" maxlength="8" .value=${shown(id, String(number(name)))}
    @change=${on.change} @focus=${on.focus} @blur=${on.blur} @keydown=${on.keydown}></label>`;
}

/**
 * Draws the harmonies.
 * @param {Engine} engine
 * @param {HTMLElement} panel The panel of the two colours.
 * @param {HTMLElement} place Where in it.
 */
export function harmoniesPanel(engine, panel, place) {
  const which = () => /** @type {Which} */ (panel.dataset.edited);
  const kind = () => {
    const name = settings.get("row", /** @type {string} */ ("shades"));
    return ROWS.some(([id]) => id === name) ? name : "shades";
  };

  /** @returns {string[]} */
  const row = () => {
    const { primary, secondary } = engine.state;
    const [color, other] = which() === "primary" ? [primary, secondary] : [secondary, primary];
    const [steps, turn] = [number("row steps"), number("row turn")];
    if (kind() === "shades") return engine.colors.shades(color, steps, turn);
    return kind() === "ramp" ? engine.colors.ramp(color, other, steps, turn) : engine.colors.harmony(kind(), color);
  };

  const draw = () => {
    const open = settings.get("harmonies open", false);
    const colors = open ? row() : [];
    render(html`
      <button id="harmonies-toggle" class="fold" type="button" aria-expanded=${String(open)} @click=${() => settings.set("harmonies open", !open)}>${icon(chevron)}Harmonies</button>
      ${open ? html`
        <div class="row-choice">
          <select id="row-kind" aria-label="Kind of harmony" @change=${(/** @type {Event} */ event) => settings.set("row", /** @type {HTMLSelectElement} */ (event.currentTarget).value)}>
            ${ROWS.map(([id, label]) => html`<option value=${id} ?selected=${id === kind()}>${label}</option>`)}
          </select>
          <button id="row-add" class="tool" type="button" title="Add these colours to the palette" aria-label="Add these colours to the palette"
            @click=${() => engine.run("palette.extend", { list: colors.join(" ") })}>${icon(plus)}</button>
        </div>
        ${STEPPED.includes(kind()) ? html`<div class="row-numbers">${NUMBERS.map((parts) => field(engine, parts))}</div>` : ""}
        <div class="row-colors" role="group" aria-label="Harmony" @keydown=${rove}>
          ${colors.map((color, index) => html`<button type="button" class="swatch-button" tabindex=${index === 0 ? 0 : -1} title="${digits(color)} (right-click: secondary)"
            aria-label="Harmony ${index + 1}, ${digits(color)}" @click=${() => setColor(engine, which(), color)}
            @contextmenu=${(/** @type {Event} */ event) => {
              event.preventDefault();
              setColor(engine, "secondary", color);
            }}></button>`)}
        </div>` : ""}`, place);
    colorAll(place, ".row-colors .swatch-button", colors);
  };

  panel.addEventListener("edited", draw);
  for (const name of ["harmonies open", "row", ...NUMBERS.map(({ name }) => name)]) settings.on(name, draw);
  engine.shows(["colors"], draw);
}
