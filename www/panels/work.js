/**
 * The bar over the picture while something takes a while. What a person has begun can be stopped; what is being kept can't.
 */

import { render } from "lit/html.js";
import { html, say } from "../words.js";

/** @import { Engine } from "../types.js" */

/** Draws the bar while work is under way. @param {Engine} engine @param {HTMLElement} place */
export function workPanel(engine, place) {
  const stop = () => {
    engine.work.stop();
    draw(true);
  };
  /** @param {boolean} stopping */
  const draw = (stopping) => {
    render(html`
      <p role="status">Working…</p>
      <progress aria-label="Working"></progress>
      ${engine.work.stoppable ? html`<button id="work-stop" type="button" ?disabled=${stopping} @click=${stop}>${stopping ? say("Stopping…") : html`Stop <kbd>Esc</kbd>`}</button>` : ""}`, place);
  };
  engine.on("work", (long) => {
    place.hidden = !long;
    document.body.classList.toggle("working", long);
    if (long) draw(false);
    else render("", place);
  });
}
