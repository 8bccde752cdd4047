/**
 * The brush: how wide it is, in document pixels.
 */

import { html, render } from "lit";
import { live } from "lit/directives/live.js";
import { shownKeys } from "../controls.js";

/** @import { Engine, CommandInfo } from "../types.js" */

/**
 * @param {Engine} engine
 * @param {HTMLElement} place
 */
export function brushPanel(engine, place) {
  /** @param {Event} event */
  const resize = (event) => {
    const size = Number(/** @type {HTMLInputElement} */ (event.currentTarget).value);
    engine.apply((editor) => editor.set_brush(size));
  };
  /**
   * @param {CommandInfo[]} commands
   * @param {string} id
   */
  const keysOf = (commands, id) => shownKeys(commands.find((info) => info.id === id)?.keys ?? []);

  engine.on("state", ({ state, commands }) => {
    const keys = `${keysOf(commands, "brush.smaller")} ${keysOf(commands, "brush.larger")}`;
    render(html`
      <label class="brush" title="Brush size (${keys})">
        <span class="well-title">Brush</span>
        <output for="brush">${state.brush} px</output>
        <input
          id="brush"
          type="range"
          min="1"
          max="64"
          aria-label="Brush size"
          aria-valuetext="${state.brush} pixels"
          .value=${live(String(state.brush))}
          @input=${resize}
        >
      </label>`, place);
  });
}
