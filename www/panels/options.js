/**
 * The options of the chosen tool, in a row over the picture, and behind a line those that outlive the tool.
 *
 * The editor's table of options says which options a tool has and which control each of them gets.
 * A new option is added there. The row wraps where it does not fit; it never scrolls.
 */

import { render } from "lit/html.js";
import { repeat } from "lit/directives/repeat.js";
import { shownKeys } from "../controls.js";
import { field } from "../fields.js";
import { PEN } from "../io/pens.js";
import { get, on } from "../settings.js";
import { html, say } from "../words.js";

/** @import { Arguments, Engine, Param, Picture } from "../types.js" */

/** Options that outlive the tool. */
const LASTING = /^(vertical|horizontal|wrap|axis.)$/;

/** Renders an option as toggles, once the panels have brought their icons; until then those that outlive the tool are not shown. @type {((param: Param, value: any, set: (value: string | boolean) => void) => unknown) | undefined} */
let toggles;

let redraw = () => {};

/** Sets what renders options as toggles. @param {NonNullable<typeof toggles>} maker */
export function drawTogglesBy(maker) {
  toggles = maker;
  redraw();
}

/**
 * Draws the options of the chosen tool.
 * @param {Engine} engine
 * @param {HTMLElement} place
 */
export function optionsPanel(engine, place) {
  /** @param {string} name @param {number | string | boolean} value */
  const set = (name, value) => {
    engine.apply((editor) => editor.set_options({ [name]: value }));
    // If the editor refuses the value, the control must show the old one again.
    draw(engine.picture);
  };

  /** Returns the brushes or fonts; one that was never cut out says how that is done. @param {Param} param @returns {Param} */
  const cuts = (param) => {
    const { state: { customBrush, customFont }, commands } = engine.picture;
    const [own, there, by] = param.name === "shape" ? ["custom", customBrush, "brush.from-selection"] : ["picture", customFont, "font.from-picture"];
    const { keys, label } = commands.find(({ id }) => id === by) ?? { keys: [], label: "" };
    return { ...param, choices: param.choices?.map((choice) => (choice.id !== own || there ? choice : { ...choice, label: say`${choice.label}: select, then ${shownKeys(keys) || label}`, off: true })) };
  };

  /** @param {Param} param @param {Arguments} options */
  const control = (param, options) => {
    const { name, label, hint } = param;
    const shown = name === "shape" || name === "font" ? cuts(param) : param;
    const chosen = (/** @type {number | string | boolean} */ value) => set(name, value);
    const row = toggles?.(shown, options[name], chosen);
    if (row) return row;
    const made = field(shown, options[name], { id: `option-${name}`, set: chosen, wrong: (why) => engine.say(why, "error") });
    return html`<label class="option" title=${hint}>${param.kind === "flag" ? [made, label] : [label, made]}</label>`;
  };

  /** @param {Picture} picture */
  const draw = ({ state, tools, toolOptions }) => {
    // Only pens have a pressure that changes.
    const pressed = get(PEN, false) || state.options.pressure !== "none";
    const shown = toolOptions.filter(({ name }) => state.toolOptions.includes(name) && (pressed || name !== "pressure"));
    const lasting = shown.filter(({ name }) => LASTING.test(name));
    // Keyed by name: a reused list of choices would go on showing another option's choice.
    render(html`<span class="option-tool">${tools.find(({ id }) => id === state.tool)?.label}</span>
      ${repeat(shown.filter((param) => !lasting.includes(param)), ({ name }) => name, (param) => control(param, state.options))}
      ${toggles && lasting.length > 0 ? html`<div class="lasting" role="group" aria-label="Symmetry and tiles">${lasting.map((param) => control(param, state.options))}</div>` : ""}`, place);
  };

  redraw = () => draw(engine.picture);
  engine.shows(["tool"], draw);
  on(PEN, redraw);
}
