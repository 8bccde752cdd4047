/**
 * What somebody sees who has never been here: a card with the samples and the tour, at the lower edge of the stage.
 *
 * Problem: an empty canvas doesn't say what is special about it, and a window in front of it would be in the way. Idea: a
 * small card that takes neither the focus nor a stroke. It goes when a stroke begins, when something changes the drawing or
 * when it is closed. Invariant: it is shown once in a browser at most, and only while nothing is kept there.
 */

import { render } from "lit/html.js";
import close from "lucide-static/icons/x.svg?raw";
import { icon } from "../controls.js";
import { get, set } from "../settings.js";
import { sampleRow } from "./samples.js";
import { html, say } from "../words.js";

/** @import { Shelf } from "../kept/shelf.js" */
/** @import { Files } from "../io/files.js" */
/** @import { Engine } from "../types.js" */

/** Whether somebody has been here before. */
const WELCOMED = "welcomed";

/** Returns `true` if nothing is kept in this browser. @param {Shelf} shelf */
async function isEmpty(shelf) {
  const { drawings: kept, deleted } = await shelf.list();
  return deleted.length === 0 && kept.every(({ blank }) => blank);
}

/**
 * Shows the card if this is the first visit.
 * @param {Engine} engine
 * @param {Shelf} shelf
 * @param {Files} files
 * @param {HTMLElement} stage
 * @param {() => void} showAround Starts the tour.
 */
export async function welcome(engine, shelf, files, stage, showAround) {
  if (get(WELCOMED, false)) return;
  set(WELCOMED, true);
  const { serial } = engine.state;
  const untouched = () => engine.state.serial === serial && !engine.state.dirty && !engine.state.active;
  // Where the drawings can't be listed, that is said already.
  if (!await isEmpty(shelf).catch(() => false) || !untouched()) return;

  const card = document.createElement("section");
  card.id = "welcome";
  card.setAttribute("aria-label", say("First steps"));
  const hide = () => {
    stage.removeEventListener("pointerdown", onPress);
    // The focus must not get lost with the button that has it.
    if (card.contains(document.activeElement)) stage.focus({ preventScroll: true });
    card.remove();
  };
  const onPress = (/** @type {PointerEvent} */ { target }) => {
    if (target instanceof Node && !card.contains(target)) hide();
  };
  stage.addEventListener("pointerdown", onPress);
  engine.on("state", () => card.isConnected && !untouched() && hide());
  render(html`
    <p>Draw at once, or look at one of these.</p>
    ${sampleRow(engine, files, hide)}
    <button id="welcome-tour" type="button" @click=${() => {
      hide();
      showAround();
    }}>Show me around</button>
    <button id="welcome-close" type="button" class="tool" aria-label="Close" title="Close" @click=${hide}>${icon(close)}</button>`, card);
  // Messages lie over it.
  stage.insertBefore(card, stage.querySelector("#message"));
}
