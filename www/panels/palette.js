/**
 * The palette: a press chooses the primary colour, the right button the secondary one.
 *
 * With Shift a press chooses a run of colours, for shading and for ramps.
 */

import { html, render } from "lit/html.js";
import arrowDown from "lucide-static/icons/arrow-down-wide-narrow.svg?raw";
import plus from "lucide-static/icons/plus.svg?raw";
import spline from "lucide-static/icons/spline.svg?raw";
import trash from "lucide-static/icons/trash-2.svg?raw";
import { colorAll, commandButton } from "../controls.js";

/** @import { Engine } from "../types.js" */

/**
 * Draws the palette.
 * @param {Engine} engine
 * @param {HTMLElement} place
 */
export function palettePanel(engine, place) {
  /** @param {MouseEvent} event @param {number} index */
  const choose = (event, index) => {
    const { swatch } = engine.state;
    if (event.shiftKey) engine.run("palette.range", { from: swatch?.from ?? index, to: index });
    else engine.run("palette.choose", { index });
  };

  engine.shows(["palette", "swatch", "colors", "Palette"], ({ state, commands, drawing }) => {
    const { palette } = drawing;
    const { from, to } = state.swatch ?? { from: -1, to: -1 };
    render(html`
      <h2>Palette <span class="count">${palette.length}</span></h2>
      <div class="swatches" role="group" aria-label="Palette">
        ${palette.map((color, index) => html`<button
          type="button"
          class="swatch-button"
          data-index=${index}
          title="${color} (right: secondary, Shift: run, double: change)"
          aria-label="Colour ${index}, ${color}"
          aria-pressed=${String(index >= from && index <= to)}
          @click=${(/** @type {MouseEvent} */ event) => choose(event, index)}
          @contextmenu=${(/** @type {Event} */ event) => {
            event.preventDefault();
            engine.run("palette.choose-secondary", { index });
          }}
          @dblclick=${() => engine.invoke("palette.set")}
        ></button>`)}
      </div>
      <div class="row">
        ${commandButton(engine, commands, { command: "palette.add", id: "palette-add", svg: plus, args: {} })}
        ${commandButton(engine, commands, { command: "palette.delete", id: "palette-delete", svg: trash, args: {} })}
        ${commandButton(engine, commands, { command: "palette.sort", id: "palette-sort", svg: arrowDown })}
        ${commandButton(engine, commands, { command: "palette.ramp", id: "palette-ramp", svg: spline })}
      </div>`, place);
    colorAll(place, ".swatch-button", palette);
  });
}
