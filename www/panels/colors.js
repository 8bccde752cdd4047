/**
 * The two colours: the left button's and the right button's.
 *
 * The browser's colour input knows no transparency, so each colour is an input for the hue
 * and a slider for how opaque it is. The swatch shows both together, over a checkerboard.
 */

import { html, render } from "lit/html.js";
import { live } from "lit/directives/live.js";
import arrows from "lucide-static/icons/arrow-up-down.svg?raw";
import { commandButton } from "../controls.js";

/** @import { Engine } from "../types.js" */

/**
 * @typedef {object} Well
 * @property {"primary" | "secondary"} id
 * @property {string} title
 * @property {string} hint
 * @property {(color: string) => void} set
 */

/** Formats an alpha as two hexadecimal digits. @param {number} alpha From 0 to 255. */
function hex(alpha) {
  return alpha.toString(16).padStart(2, "0");
}

/** Returns the value of an event's input. @param {Event} event */
function valueOf(event) {
  return /** @type {HTMLInputElement} */ (event.currentTarget).value;
}

/**
 * Renders one colour well.
 * @param {Well} well
 * @param {string} color "#rrggbbaa"
 */
function wellTemplate({ id, title, hint, set }, color) {
  const opaque = color.slice(0, 7);
  const alpha = parseInt(color.slice(7, 9), 16);
  const percent = Math.round(alpha / 2.55);
  return html`
    <div class="well ${id}">
      <span class="swatch" title="${title} colour: ${hint}">
        <input
          id=${id}
          type="color"
          aria-label="${title} colour, ${hint}"
          .value=${live(opaque)}
          @input=${(/** @type {Event} */ event) => {
            // Choosing a hue makes a fully transparent colour opaque, or the choice would not show.
            set(valueOf(event) + hex(alpha || 255));
          }}
        >
      </span>
      <div class="well-text">
        <span class="well-title">${title}</span>
        <span class="well-value">${alpha === 0 ? "transparent" : opaque}</span>
      </div>
      <label class="opacity" title="Opacity">
        <input
          id="${id}-alpha"
          type="range"
          min="0"
          max="255"
          aria-label="${title} opacity"
          aria-valuetext="${percent} %"
          .value=${live(String(alpha))}
          @input=${(/** @type {Event} */ event) => set(opaque + hex(Number(valueOf(event))))}
        >
        <output for="${id}-alpha">${percent}%</output>
      </label>
    </div>`;
}

/**
 * Draws the two colours.
 * @param {Engine} engine
 * @param {HTMLElement} place
 */
export function colorsPanel(engine, place) {
  /** @type {Well} */
  const primary = {
    id: "primary",
    title: "Primary",
    hint: "left button",
    set: (color) => engine.apply((editor) => editor.set_color(color)),
  };
  /** @type {Well} */
  const secondary = {
    id: "secondary",
    title: "Secondary",
    hint: "right button",
    set: (color) => engine.apply((editor) => editor.set_secondary(color)),
  };

  engine.shows(["colors"], ({ state, commands }) => {
    render(html`
      ${wellTemplate(primary, state.primary)}
      ${commandButton(engine, commands, { command: "color.swap", id: "swap", svg: arrows })}
      ${wellTemplate(secondary, state.secondary)}`, place);
    place.style.setProperty("--primary", state.primary);
    place.style.setProperty("--secondary", state.secondary);
  });
}
