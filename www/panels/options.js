/**
 * The options of the chosen tool, in a row over the picture.
 *
 * The editor's table of options says which options a tool has and which control each of them gets.
 * A new option is added there.
 */

import { html, render } from "lit";
import { repeat } from "lit/directives/repeat.js";
import { field } from "../fields.js";

/** @import { Arguments, Engine, Param, Picture } from "../types.js" */

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

  /** @param {Param} param @param {Arguments} options */
  const control = (param, options) => {
    const { name, label, hint } = param;
    const made = field(param, options[name], {
      id: `option-${name}`,
      set: (value) => set(name, value),
      // A field that was emptied shows the value that holds.
      wrong: () => draw(engine.picture),
    });
    return html`<label class="option" title=${hint}>${param.kind === "flag" ? [made, label] : [label, made]}</label>`;
  };

  /** @param {Picture} picture */
  const draw = ({ state, toolOptions }) => {
    const shown = toolOptions.filter(({ name }) => state.toolOptions.includes(name));
    // Keyed by name: a reused list of choices would go on showing another option's choice.
    render(shown.length > 0
      ? repeat(shown, ({ name }) => name, (param) => control(param, state.options))
      : html`<span class="option quiet">This tool has no options.</span>`, place);
  };

  engine.shows(["tool"], draw);
}
