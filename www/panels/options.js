/**
 * The options of the chosen tool, in a row over the picture.
 *
 * Which options a tool minds, and how each of them is chosen, is the editor's word: its table of
 * options is where an option is added.
 */

import { html, render } from "lit";
import { repeat } from "lit/directives/repeat.js";
import { whenChanged } from "../controls.js";
import { field } from "../fields.js";

/** @import { Arguments, Engine, Param, Picture } from "../types.js" */

/**
 * @param {Engine} engine
 * @param {HTMLElement} place
 */
export function optionsPanel(engine, place) {
  /** @param {string} name @param {number | string | boolean} value */
  const set = (name, value) => {
    engine.apply((editor) => editor.set_options({ [name]: value }));
    // What the editor refuses changes nothing; the control must not go on showing it.
    draw(engine.picture);
  };

  /** @param {Param} param @param {Arguments} options */
  const control = (param, options) => {
    const { name, label, hint } = param;
    const made = field(param, options[name], { id: `option-${name}`, set: (value) => set(name, value) });
    return html`<label class="option" title=${hint}>${param.kind === "flag" ? [made, label] : [label, made]}</label>`;
  };

  /** @param {Picture} picture */
  const draw = ({ state, toolOptions }) => {
    const shown = toolOptions.filter(({ name }) => state.toolOptions.includes(name));
    // By name: a list of choices that was another option's would go on showing that one's choice.
    render(shown.length > 0
      ? repeat(shown, ({ name }) => name, (param) => control(param, state.options))
      : html`<span class="option quiet">This tool has no options.</span>`, place);
  };

  engine.on("state", whenChanged(({ state }) => [state.tool, JSON.stringify(state.options)], draw));
}
