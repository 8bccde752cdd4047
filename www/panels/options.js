/**
 * The options of the chosen tool, in a row over the picture, and at its end those that outlive the tool.
 *
 * The editor's table of options says which options a tool has and which control each of them gets.
 * A new option is added there. The row wraps where it does not fit; it never scrolls.
 */

import { render } from "lit/html.js";
import { repeat } from "lit/directives/repeat.js";
import flipHorizontal from "lucide-static/icons/flip-horizontal-2.svg?raw";
import flipVertical from "lucide-static/icons/flip-vertical-2.svg?raw";
import around from "lucide-static/icons/repeat.svg?raw";
import { icon, shownKeys } from "../controls.js";
import { field } from "../fields.js";
import { PEN } from "../io/pens.js";
import { get, on } from "../settings.js";
import { html, say } from "../words.js";

/** @import { Arguments, Engine, Param, Picture } from "../types.js" */

/** Icons of the options that are toggles at the row's end. @type {Record<string, string>} */
const LASTING = { vertical: flipHorizontal, horizontal: flipVertical, wrap: around };

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

  /** Returns the brushes; one that was never cut out says how that is done. @param {Param} param @returns {Param} */
  const brushes = (param) => {
    const { state, commands } = engine.picture;
    const keys = commands.find(({ id }) => id === "brush.from-selection")?.keys ?? [];
    return { ...param, choices: param.choices?.map((choice) => (choice.id !== "custom" || state.customBrush ? choice : { ...choice, label: say`${choice.label}: select, then ${shownKeys(keys)}`, off: true })) };
  };

  /** @param {Param} param @param {Arguments} options */
  const control = (param, options) => {
    const { name, label, hint } = param;
    const made = field(name === "shape" ? brushes(param) : param, options[name], {
      id: `option-${name}`,
      set: (value) => set(name, value),
      wrong: (why) => engine.say(why, "error"),
    });
    return html`<label class="option" title=${hint}>${param.kind === "flag" ? [made, label] : [label, made]}</label>`;
  };

  /** @param {Param} param @param {Arguments} options */
  const toggle = ({ name, hint }, options) => html`<button id="option-${name}" class="tool" type="button" title=${hint}
    aria-label=${hint} aria-pressed=${String(options[name] === true)} @click=${() => set(name, options[name] !== true)}>${icon(LASTING[name])}</button>`;

  /** @param {Picture} picture */
  const draw = ({ state, tools, toolOptions }) => {
    // Only pens have a pressure that changes.
    const pressed = get(PEN, false) || state.options.pressure !== "none";
    const shown = toolOptions.filter(({ name }) => state.toolOptions.includes(name) && (pressed || name !== "pressure"));
    const lasting = shown.filter(({ name }) => name in LASTING || name.startsWith("axis"));
    // Keyed by name: a reused list of choices would go on showing another option's choice.
    render(html`<span class="option-tool">${tools.find(({ id }) => id === state.tool)?.label}</span>
      ${repeat(shown.filter((param) => !lasting.includes(param)), ({ name }) => name, (param) => control(param, state.options))}
      ${lasting.length > 0 ? html`<div class="lasting" role="group" aria-label="Symmetry and tiles">${lasting.map((param) => (param.name in LASTING ? toggle : control)(param, state.options))}</div>` : ""}`, place);
  };

  engine.shows(["tool"], draw);
  on(PEN, () => draw(engine.picture));
}
