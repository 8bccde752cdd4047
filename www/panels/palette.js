/**
 * The palette: a press chooses the primary colour, the right button the secondary one.
 *
 * With Shift a press chooses a run of colours, for shading and for ramps. The swatches are one stop of the Tab key, with arrows
 * between them; they are squares without gaps, of a size that the person chooses. Which of them are the chosen colours, and which the drawing uses, is told by marks and in words. What is
 * used is found out by the studio (`swatches.js`), which hands it over by the event "used".
 */

import { render } from "lit/html.js";
import arrowDown from "lucide-static/icons/arrow-down-wide-narrow.svg?raw";
import paste from "lucide-static/icons/clipboard-paste.svg?raw";
import plus from "lucide-static/icons/plus.svg?raw";
import spline from "lucide-static/icons/blend.svg?raw";
import grid from "lucide-static/icons/grid-3x3.svg?raw";
import book from "lucide-static/icons/swatch-book.svg?raw";
import trash from "lucide-static/icons/trash-2.svg?raw";
import { colorAll, commandButton, icon } from "../controls.js";
import { digits } from "./colors.js";
import { rove } from "./roving.js";
import * as settings from "../settings.js";
import { html, say } from "../words.js";

/** @import { Engine, Picture } from "../types.js" */

/** Sides of a swatch that can be chosen, in CSS pixels, and the one at first. Under a finger none is smaller than the first one. */
const SIZES = [16, 20, 24, 32];
const SIZE = 24;

/** Name of the setting. */
const SIZED = "swatch size";

/** The side of a swatch. */
function side() {
  const size = settings.get(SIZED, SIZE);
  return SIZES.includes(size) ? size : SIZE;
}

/** Has a swatch's side grow or shrink with the wheel while Ctrl is held. @param {HTMLElement} place */
function sizeByWheel(place) {
  place.addEventListener("wheel", (event) => {
    if (!event.ctrlKey || event.deltaY === 0) return;
    event.preventDefault();
    const next = SIZES[SIZES.indexOf(side()) + (event.deltaY < 0 ? 1 : -1)];
    if (next) settings.set(SIZED, next);
  }, { passive: false });
}

/** Chooses a colour, or with Shift all from the chosen one on. @param {Engine} engine @param {MouseEvent} event @param {number} index */
function choose(engine, event, index) {
  const { swatch } = engine.state;
  if (event.shiftKey) engine.run("palette.range", { from: swatch?.from ?? index, to: index });
  else engine.run("palette.choose", { index });
}

/**
 * Renders a swatch. `stop` says whether it is the stop of the Tab key, `marks` the places of the primary and the secondary colour.
 * @param {Engine} engine
 * @param {{color: string, index: number, pressed: boolean, stop: boolean, used: boolean, marks: number[]}} swatch
 */
function swatchButton(engine, { color, index, pressed, stop, used, marks }) {
  const [primary, secondary] = marks.map((place) => place === index);
  const words = [say`Colour ${index + 1}`, digits(color), primary && say("primary"), secondary && say("secondary"), used && say("used")].filter(Boolean);
  return html`<button
    type="button"
    class="swatch-button ${primary ? "is-primary" : ""} ${secondary ? "is-secondary" : ""} ${used ? "is-used" : ""}"
    data-index=${index}
    tabindex=${stop ? 0 : -1}
    title="${digits(color)}${used ? say(", used") : ""} (right-click: secondary, Shift: range, double-click: change, drag: move)"
    aria-label=${words.join(", ")}
    aria-pressed=${String(pressed)}
    @click=${(/** @type {MouseEvent} */ event) => choose(engine, event, index)}
    @contextmenu=${(/** @type {Event} */ event) => {
      event.preventDefault();
      engine.run("palette.choose-secondary", { index });
    }}
    @dblclick=${() => engine.invoke("palette.set")}
  ></button>`;
}

/**
 * Draws the palette.
 * @param {Engine} engine
 * @param {HTMLElement} place
 */
export function palettePanel(engine, place) {
  /** For each colour 1 if the drawing uses it. @type {Uint8Array} */
  let used = new Uint8Array();

  /** @param {Picture} picture */
  const draw = ({ state, commands, drawing }) => {
    const { palette } = drawing;
    const { from, to } = state.swatch ?? { from: -1, to: -1 };
    const marks = [state.primary, state.secondary].map((color) => palette.indexOf(color));
    // Where the focus is, else what was chosen, else the first one is the stop.
    const focused = place.querySelector(".swatch-button:focus");
    const stop = Math.min(focused instanceof HTMLElement ? Number(focused.dataset.index) : Math.max(from, 0), palette.length - 1);
    /** @param {string} color @param {number} index */
    const swatch = (color, index) => swatchButton(engine, { color, index, pressed: index >= from && index <= to, stop: index === stop, used: used[index] === 1, marks });
    render(html`
      <h2>Palette <span class="count">${palette.length}</span>
        <button id="swatch-size" class="tool" type="button" title="Size of the swatches: ${side()} pixels. Click for the next size, or turn the wheel with Ctrl" aria-label="Size of the swatches: ${side()} pixels"
          @click=${() => settings.set(SIZED, SIZES[(SIZES.indexOf(side()) + 1) % SIZES.length])}>${icon(grid)}</button></h2>
      <div class="swatches" role="group" aria-label="Palette" @keydown=${rove}>${palette.map(swatch)}</div>
      <div class="row" role="toolbar" aria-label="Palette commands">
        ${commandButton(engine, commands, { command: "palette.add", id: "palette-add", svg: plus, args: {} })}
        ${commandButton(engine, commands, { command: "palette.delete", id: "palette-delete", svg: trash, args: {} })}
        ${commandButton(engine, commands, { command: "palette.sort", id: "palette-sort", svg: arrowDown })}
        ${commandButton(engine, commands, { command: "palette.ramp", id: "palette-ramp", svg: spline })}
        ${commandButton(engine, commands, { command: "palette.preset", id: "palette-preset", svg: book })}
        ${commandButton(engine, commands, { command: "palette.paste", id: "palette-paste", svg: paste })}
      </div>`, place);
    colorAll(place, ".swatch-button", palette);
    place.style.setProperty("--swatch", `${side()}px`);
  };

  place.addEventListener("used", (event) => {
    used = /** @type {CustomEvent<Uint8Array>} */ (event).detail;
    draw(engine.picture);
  });
  settings.on(SIZED, () => draw(engine.picture));
  sizeByWheel(place);
  engine.shows(["palette", "swatch", "colors", "Palette"], draw);
}
