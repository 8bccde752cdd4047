/**
 * The bar over the picture while something takes a while. What a person has begun can be stopped; what is being kept can't.
 */

import { render } from "lit/html.js";
import { html, say } from "../words.js";

/** @import { Engine } from "../types.js" */

/** Draws the bar while work is under way. @param {Engine} engine @param {HTMLElement} place */
export function workPanel(engine, place) {
  /** @param {boolean} stoppable @param {boolean} stopping */
  const draw = (stoppable, stopping) => {
    const stop = () => {
      engine.stop();
      draw(stoppable, true);
    };
    render(html`
      <p role="status">Working…</p>
      <progress aria-label="Working"></progress>
      ${stoppable ? html`<button id="work-stop" type="button" ?disabled=${stopping} @click=${stop}>${stopping ? say("Stopping…") : html`Stop <kbd>Esc</kbd>`}</button>` : ""}`, place);
  };
  engine.on("work", (work) => {
    place.hidden = !work;
    document.body.classList.toggle("working", work !== null);
    if (work) draw(work.stoppable, false);
    else render("", place);
  });
}
