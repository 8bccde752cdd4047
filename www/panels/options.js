/**
 * The options of the chosen tool, in a row over the picture.
 *
 * The editor says which options a tool minds; here is how each of them is chosen.
 */

import { html, render } from "lit";
import { live } from "lit/directives/live.js";
import { repeat } from "lit/directives/repeat.js";
import { whenChanged } from "../controls.js";

/** @import { Engine, Options, Picture } from "../types.js" */

/**
 * @typedef {{label: string, title: string} & (
 *   {kind: "flag"} | {kind: "number", min: number, max: number, step: number, slider?: boolean} | {kind: "choice", choices: [string, string][]}
 * )} Control
 */

/** @type {Record<string, Control>} */
const CONTROLS = {
  size: { label: "Size", title: "Brush size in pixels", kind: "number", min: 1, max: 64, step: 1, slider: true },
  shape: { label: "Brush", title: "Brush shape", kind: "choice", choices: [["round", "Round"], ["square", "Square"], ["custom", "Custom"]] },
  ink: { label: "Ink", title: "What painted pixels do", kind: "choice", choices: [["normal", "Normal"], ["lock-alpha", "Lock alpha"], ["shade", "Shade"], ["dither", "Dither"]] },
  perfect: { label: "Pixel-perfect", title: "Lines of one pixel leave out the corners of their steps", kind: "flag" },
  filled: { label: "Filled", title: "Fill the shape", kind: "flag" },
  centre: { label: "From centre", title: "Draw from the centre (or hold Ctrl)", kind: "flag" },
  contiguous: { label: "Contiguous", title: "Only what is joined", kind: "flag" },
  tolerance: { label: "Tolerance", title: "The greatest difference that counts as the same colour", kind: "number", min: 0, max: 255, step: 1 },
  diagonal: { label: "Diagonal", title: "Joined by corners too", kind: "flag" },
  sample: { label: "Look at", title: "Which colours count", kind: "choice", choices: [["layer", "Layer"], ["picture", "Picture"]] },
  gradient: { label: "Shape", title: "The gradient's shape", kind: "choice", choices: [["linear", "Linear"], ["radial", "Radial"]] },
  dither: { label: "Pattern", title: "Ordered dithering", kind: "choice", choices: [["none", "None"], ["2x2", "Bayer 2×2"], ["4x4", "Bayer 4×4"], ["8x8", "Bayer 8×8"]] },
  mode: { label: "Mode", title: "What a new selection does to the one that is there", kind: "choice", choices: [["replace", "Replace"], ["add", "Add"], ["subtract", "Subtract"], ["intersect", "Intersect"]] },
  vertical: { label: "Mirror ↔", title: "Mirror strokes left and right", kind: "flag" },
  axisX: { label: "at", title: "Column of the vertical axis", kind: "number", min: -65536, max: 65536, step: 0.5 },
  horizontal: { label: "Mirror ↕", title: "Mirror strokes top and bottom", kind: "flag" },
  axisY: { label: "at", title: "Row of the horizontal axis", kind: "number", min: -65536, max: 65536, step: 0.5 },
  wrap: { label: "Wrap", title: "Strokes go on at the other side of the tile", kind: "flag" },
};

/** An axis is shown only while strokes are mirrored at it. @type {Record<string, keyof Options>} */
const BELONGS = { axisX: "vertical", axisY: "horizontal" };
/** Each axis follows its own switch. */
const ORDER = Object.keys(CONTROLS);

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
  /** @param {Event} event */
  const field = (event) => /** @type {HTMLInputElement} */ (event.currentTarget);

  /** @param {string} name @param {Options} options */
  const control = (name, options) => {
    const { label, title, ...kind } = CONTROLS[name];
    const value = options[/** @type {keyof Options} */ (name)];
    const id = `option-${name}`;
    if (kind.kind === "flag") {
      return html`<label class="option" title=${title}><input id=${id} type="checkbox" .checked=${live(Boolean(value))}
        @change=${(/** @type {Event} */ event) => set(name, field(event).checked)}>${label}</label>`;
    }
    if (kind.kind === "choice") {
      return html`<label class="option" title=${title}>${label}<select id=${id} .value=${live(String(value))}
        @change=${(/** @type {Event} */ event) => set(name, field(event).value)}>
        ${kind.choices.map(([choice, text]) => html`<option value=${choice} ?selected=${choice === value}>${text}</option>`)}
      </select></label>`;
    }
    const number = (/** @type {Event} */ event) => {
      if (Number.isFinite(field(event).valueAsNumber)) set(name, field(event).valueAsNumber);
    };
    return html`<label class="option" title=${title}>${label}
      ${kind.slider ? html`<input class="option-slider" type="range" tabindex="-1" aria-hidden="true" min=${kind.min} max=${kind.max} .value=${live(String(value))} @input=${number}>` : ""}
      <input id=${id} type="number" min=${kind.min} max=${kind.max} step=${kind.step} .value=${live(String(value))} @change=${number}>
    </label>`;
  };

  /** @param {Picture} picture */
  const draw = ({ state }) => {
    const { options } = state;
    const minded = ORDER.filter((name) => state.toolOptions.includes(name) && (!(name in BELONGS) || options[BELONGS[name]]));
    // By name: a list of choices that was another option's would go on showing that one's choice.
    render(minded.length > 0
      ? repeat(minded, (name) => name, (name) => control(name, options))
      : html`<span class="option quiet">This tool has no options.</span>`, place);
  };

  engine.on("state", whenChanged(({ state }) => [state.tool, JSON.stringify(state.options)], draw));
}
