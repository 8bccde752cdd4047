/**
 * The status line: where the drawing is kept, the step, what was set aside, the cursor, the size, the zoom.
 *
 * The step leads to the panel of the history; `aside.js` draws what was set aside. The three stacks that the engine counts are shown on the squares' page.
 */

import { render } from "lit/html.js";
import maximize from "lucide-static/icons/maximize.svg?raw";
import minus from "lucide-static/icons/minus.svg?raw";
import plus from "lucide-static/icons/plus.svg?raw";
import { memory } from "../amounts.js";
import { commandButton } from "../controls.js";
import { HELD } from "../kept/drawings.js";
import { grouped, html, say } from "../words.js";
import { Pace } from "./pace.js";

/** @import { Editor, Engine } from "../types.js" */
/** @import { Keeper } from "../kept/keeper.js" */

/**
 * Returns where the drawing is kept, in a few words and in a sentence.
 * @param {Keeper} keeper
 * @param {string} file Name of the file that holds the drawing as it is, or empty.
 * @param {boolean} whole Whether that file holds its history too.
 * @returns {[string, string]}
 */
function kept({ keeping: { state, why, held, persisted } }, file, whole) {
  switch (state) {
    case "held": return [say("Read-only"), HELD[held]];
    case "lost": return [say`Not kept: ${why}`, say("This browser does not keep the drawing: save it to a file")];
    case "writing": return [say("Keeping…"), say("The browser is slow to store the last changes")];
    case "empty": return ["", ""];
  }
  const promise = persisted
    ? say("The browser has promised not to clear its drawings by itself.")
    : say("The browser may clear its drawings if it runs out of room: save important ones to files.");
  if (file) return [say`Saved to ${file}`, say`${file} holds all of the drawing${whole ? say(" and its history") : say(", but not its history")}. It is kept in this browser too. ${promise}`];
  return [say("Kept in this browser"), say`A reload, a crash or a closed tab loses nothing. ${promise}`];
}

/** The words for the pixel under the pointer. @param {import("../types.js").Point | null} [cursor] */
const under = (cursor) => (cursor ? `${cursor.x}, ${cursor.y}` : "");

/** The size of a selection. @param {Engine["state"]["selection"]} selection */
const size = (selection) => (selection ? `${selection.rect.width} × ${selection.rect.height}` : "");

/**
 * Draws the status line.
 * @param {Engine} engine
 * @param {HTMLElement} place
 * @param {Keeper} keeper
 */
export function statusPanel(engine, place, keeper) {
  /** The size of the selection as it is shown, and where the brush was when that was looked at. @type {[string, Int32Array | undefined]} */
  let [selected, brush] = ["", undefined];
  const look = (/** @type {Editor} */ editor) => { brush = editor.brush_rect(); };
  const pace = new Pace({
    place: () => {
      brush = undefined;
      engine.look(look);
      return brush;
    },
    // Who drags a selection watches its size.
    paints: () => engine.state.active && size(engine.state.selection) === selected,
    draw: () => (engine.state.selection ? draw() : point()),
  });

  const reveal = () => document.dispatchEvent(new CustomEvent("reveal", { detail: "history" }));

  /** Draws what follows the pointer, without the rest of the line. */
  const point = () => {
    pace.drawn();
    const [{ cursor }, shown] = [engine.state, place.querySelector("#status-cursor")];
    const words = under(cursor);
    if (shown && shown.textContent !== words) shown.textContent = words;
  };

  const draw = () => {
    const { state, commands } = engine.picture;
    const [words, more] = kept(keeper, state.dirty ? "" : keeper.drawing.record.file?.name ?? "", state.withHistory);
    const { position, ahead, looking, selection } = state;
    selected = size(selection);
    const step = position + ahead > 0 ? say`Step ${grouped(position)} of ${grouped(position + ahead)}${looking ? say` · looking at ${say(looking)}` : ""}` : say("No steps yet");
    render(html`
      <span id="status-kept" role="status" data-state=${keeper.keeping.state} title=${more}>${words}</span>
      <button id="status-step" type="button" title="Show the history" @click=${reveal}>${step}</button>
      <span id="status-asides"></span>
      <span id="status-memory" title="Memory of the history">${memory(state.bytes)}</span>
      <span class="gap"></span>
      ${selection ? html`<span id="status-selection" title="Size of the selection">${selection.rect.width} × ${selection.rect.height} selected</span>` : ""}
      <span id="status-cursor" title="The pixel under the cursor"></span>
      <span id="status-size" title="Size of the drawing">${state.width} × ${state.height}</span>
      <div class="zooming" role="group" aria-label="Zoom">
        ${commandButton(engine, commands, { command: "view.zoom.out", id: "zoom-out", svg: minus })}
        <span id="status-zoom" title="Device pixels per pixel of the drawing">${state.zoom}</span>
        ${commandButton(engine, commands, { command: "view.zoom.in", id: "zoom-in", svg: plus })}
        ${commandButton(engine, commands, { command: "view.fit", id: "fit", svg: maximize })}
      </div>`, place);
    point();
  };
  engine.shows(["file", "history", "steps", "cursor", "canvas", "zoom", "selection"], draw);
  engine.on("moved", () => pace.moved());
  keeper.watch(draw);
}
