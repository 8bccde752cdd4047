/**
 * The bar at the thumb, on a small screen and on a tablet that is held upright: undo, redo, the colours as a strip, and what opens the sheets.
 *
 * The panels and the frames are the same elements as in a large window; here they are sheets over the stage, one at a time. The bar
 * is drawn only while the window is small.
 */

import { render } from "lit/html.js";
import frames from "lucide-static/icons/film.svg?raw";
import menu from "lucide-static/icons/menu.svg?raw";
import redo from "lucide-static/icons/redo-2.svg?raw";
import sliders from "lucide-static/icons/layers.svg?raw";
import undo from "lucide-static/icons/undo-2.svg?raw";
import { colorAll, commandButton, icon } from "../controls.js";
import { html, say } from "../words.js";

/** @import { Engine, Picture } from "../types.js" */

const small = matchMedia("(width < 700px) or (height < 500px) or ((pointer: coarse) and (width < 900px))");

/** What can be opened, by the name that the body's `data-sheet` then has. */
const SHEETS = [["panels", say("Panels"), sliders], ["frames", say("Frames"), frames], ["menus", say("Menus"), menu]];

/**
 * Draws the bar.
 * @param {Engine} engine
 * @param {HTMLElement} place
 */
export function compactBar(engine, place) {
  const { dataset } = document.body;
  /** Opens a sheet, or closes the open one. @param {string} [name] */
  const open = (name) => {
    if (name && dataset.sheet !== name) dataset.sheet = name;
    else delete dataset.sheet;
    draw(engine.picture);
  };

  /** @param {Picture} picture */
  const draw = ({ state, commands, drawing }) => {
    if (!small.matches) return;
    const { palette } = drawing;
    render(html`
      ${commandButton(engine, commands, { command: "edit.undo", id: "compact-undo", svg: undo })}
      ${commandButton(engine, commands, { command: "edit.redo", id: "compact-redo", svg: redo })}
      <button id="compact-color" type="button" class="strip-color" aria-label="Primary colour, ${state.primary}" title="Primary colour" @click=${() => {
        if (dataset.sheet !== "panels") open("panels");
        document.querySelector("#colors")?.scrollIntoView();
      }}></button>
      <div class="strip" role="group" aria-label="Colours">
        ${palette.map((color, index) => html`<button type="button" class="strip-color" aria-label="Colour ${index + 1}, ${color}"
          aria-pressed=${String(color === state.primary)} @click=${() => engine.run("palette.choose", { index })}></button>`)}
      </div>
      ${SHEETS.map(([name, label, svg]) => html`<button id="sheet-${name}" type="button" class="tool" aria-label=${label} title=${label}
        aria-expanded=${String(dataset.sheet === name)} @click=${() => open(name)}>${icon(svg)}</button>`)}`, place);
    colorAll(place, ".strip-color", [state.primary, ...palette]);
  };

  engine.shows(["palette", "colors", "Edit"], draw);
  small.addEventListener("change", () => open());
  // A press beside a sheet that covers the picture only closes it; beside the frames one paints.
  document.addEventListener("pointerdown", (event) => {
    if (!dataset.sheet || !(event.target instanceof Element) || !event.target.closest("#stage")) return;
    if (dataset.sheet !== "frames") event.stopPropagation();
    open();
  }, { capture: true });
  // What is chosen in the menus is seen on the picture. The entry's own listener takes its list away.
  document.addEventListener("click", ({ target }) => {
    if (dataset.sheet === "menus" && target instanceof Element && target.closest("#menus [role^=menuitem]:not([aria-disabled=true])")) open();
  }, { capture: true });
  document.addEventListener("reveal", () => small.matches && dataset.sheet !== "panels" && open("panels"));
}
