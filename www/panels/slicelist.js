/**
 * The panel of slices: their names, colours and sizes at the active frame.
 *
 * It is there while the drawing has slices, or while their tool is in hand; to any other drawing it is a hidden element. A click chooses a slice, which the
 * canvas marks, and which forms are about; a double click or F2 opens its form, and Delete removes it.
 */

import { nothing, render } from "lit/html.js";
import pencil from "lucide-static/icons/pencil.svg?raw";
import plus from "lucide-static/icons/plus.svg?raw";
import trash from "lucide-static/icons/trash-2.svg?raw";
import { commandButton, rove } from "../controls.js";
import { keyAt } from "./slices.js";
import { html, named, say } from "../words.js";

/** @import { Engine, Picture, SliceInfo } from "../types.js" */

/** The colour that a slice without one is drawn in. */
const USUAL = "#0000ff";

/** Returns where a slice is at a frame, in words. @param {SliceInfo} slice @param {number} frame */
function sizeOf(slice, frame) {
  const { width = 0, height = 0 } = keyAt(slice, frame)?.bounds ?? {};
  return width > 0 ? `${width} × ${height}` : say("not there");
}

/** @param {Engine} engine @param {number} at */
function choose(engine, at) {
  engine.run("slice.choose", { slice: at });
}

/** The keys of a slice's name. @param {Engine} engine @param {number} at @param {KeyboardEvent} event */
function keys(engine, at, event) {
  if (event.ctrlKey || event.metaKey || event.altKey) return;
  if (event.key === "Delete") engine.run("slice.delete", { slice: at });
  else if (event.key === "F2") {
    choose(engine, at);
    engine.invoke("slice.edit");
  } else return;
  event.preventDefault();
}

/** @param {Engine} engine @param {HTMLElement} place @param {Picture} picture */
function draw(engine, place, { state, commands, drawing: { slices } }) {
  place.hidden = slices.length === 0 && state.tool !== "slice";
  if (place.hidden) return;
  const { slice: chosen, frame } = state;
  /** @param {SliceInfo} slice @param {number} at */
  const row = (slice, at) => html`<li class="slice item ${at === chosen ? "active" : ""}" aria-current=${at === chosen ? "true" : nothing}>
    <span class="slice-color" .style=${`--color: ${slice.color.endsWith("00") ? USUAL : slice.color}`}></span>
    <button type="button" class="slice-name item-name" tabindex="-1" title=${say("Double-click or F2 for its properties, Delete to remove it")} aria-pressed=${String(at === chosen)}
      @click=${() => choose(engine, at)} @dblclick=${() => engine.invoke("slice.edit")} @keydown=${(/** @type {KeyboardEvent} */ event) => keys(engine, at, event)}>${named(slice.name)}</button>
    <span class="slice-size">${sizeOf(slice, frame)}</span>
  </li>`;
  render(html`
    <div class="layers-head">
      <h2>Slices <span class="count">${slices.length}</span></h2>
      <div class="row" role="toolbar" aria-label="Slice commands">
        ${commandButton(engine, commands, { command: "slice.add", id: "slice-add", svg: plus })}
        ${commandButton(engine, commands, { command: "slice.edit", id: "slice-edit", svg: pencil, off: chosen === null })}
        ${commandButton(engine, commands, { command: "slice.delete", id: "slice-delete", svg: trash, off: chosen === null, args: { slice: chosen ?? 0 } })}
      </div>
    </div>
    <ol class="slice-list" aria-label="Slices">${slices.map(row)}</ol>`, place);
}

/** Draws the slices, and again when they change. @param {Engine} engine @param {HTMLElement} place */
export function slicesPanel(engine, place) {
  rove(place, ".slice-name");
  draw(engine, place, engine.picture);
  engine.shows(["slices", "slice", "tool", "cel", "Image"], (picture) => draw(engine, place, picture));
}
