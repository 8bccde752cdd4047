/**
 * The options of the chosen tool, in a row over the picture, and behind a line those that outlive the tool.
 *
 * The editor's table of options says which options a tool has and which control each of them gets.
 * A new option is added there. The row wraps where it does not fit; it never scrolls. What has no effect now is grey, or has its place at
 * the end: nothing moves when another option changes.
 */

import { render } from "lit/html.js";
import { repeat } from "lit/directives/repeat.js";
import { shownKeys } from "../controls.js";
import { field } from "../fields.js";
import { PEN } from "../io/pens.js";
import { get, on } from "../settings.js";
import { html, say } from "../words.js";

/** @import { Arguments, Engine, Param, Picture, State } from "../types.js" */

/**
 * Options behind those of the tool: those that outlive it, and fields that have no effect without another option, both axes and the
 * pattern, which come last, where nothing moves by them.
 */
const BEHIND = [/^(vertical|horizontal|wrap)$/, /^axis/, /^pattern$/];

/** Renders an option as toggles, once the panels have brought their icons; until then those that outlive the tool are not shown. @type {((param: Param, value: any, set: (value: string | boolean) => void) => unknown) | undefined} */
let toggles;

/** Renders which state the tool paints from, once the panels have brought it. @type {((engine: Engine, source: State["source"]) => unknown) | undefined} */
let source;

let redraw = () => {};

/** Sets what renders options as toggles. @param {NonNullable<typeof toggles>} maker */
export function drawTogglesBy(maker) {
  toggles = maker;
  redraw();
}

/** Sets what renders which state the tool paints from. @param {NonNullable<typeof source>} maker */
export function drawSourceBy(maker) {
  source = maker;
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
    engine.send((editor) => editor.set_options({ [name]: value }));
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

  /** @param {Param} param @param {Arguments} options @param {boolean} idle Whether it has no effect now. */
  const control = (param, options, idle) => {
    const { name, label, hint } = param;
    const shown = name === "shape" || name === "font" ? cuts(param) : param;
    const chosen = (/** @type {number | string | boolean} */ value) => set(name, value);
    const row = toggles?.(shown, options[name], chosen);
    if (row) return row;
    const made = field(shown, options[name], { id: `option-${name}`, set: chosen, wrong: (why) => engine.say(why, "error") });
    return html`<label class="option" ?inert=${idle} title=${hint}>${param.kind === "flag" ? [made, label] : [label, made]}</label>`;
  };

  /** @param {Picture} picture */
  const draw = ({ state, tools, toolOptions }) => {
    // Only pens have a pressure that changes.
    const pressed = get(PEN, false) || state.options.pressure !== "none";
    const isIdle = (/** @type {Param} */ { name }) => state.idleOptions.includes(name);
    let first = toolOptions.filter((param) => (state.toolOptions.includes(param.name) || isIdle(param)) && (pressed || param.name !== "pressure"));
    const [lasting, ...last] = BEHIND.map((names) => {
      const some = first.filter(({ name }) => names.test(name));
      first = first.filter((param) => !some.includes(param));
      return some.every(isIdle) ? [] : some;
    });
    const each = (/** @type {Param} */ param) => control(param, state.options, isIdle(param));
    // Keyed by name: a reused list of choices would go on showing another option's choice.
    render(html`<span class="option-tool">${tools.find(({ id }) => id === state.tool)?.label}</span>
      ${repeat(first, ({ name }) => name, each)}
      ${source?.(engine, state.source) ?? ""}
      ${toggles && lasting.length > 0 ? html`<div class="lasting" role="group" aria-label="Symmetry and tiles">${lasting.map(each)}</div>` : ""}
      ${repeat(last.flat(), ({ name }) => name, each)}`, place);
  };

  redraw = () => draw(engine.picture);
  engine.shows(["tool"], draw);
  on(PEN, redraw);
}
