/** How many layers the drawing is high. */

import { html, render } from "lit/html.js";
import { say } from "../words.js";

/** @import { Engine } from "../types.js" */

/** Shows it in its place. @param {Engine} engine @param {HTMLElement} place */
export function heightsPanel(engine, place) {
  engine.shows(["heights"], ({ layerCount }) => {
    render(html`<h2>${say("Heights")}</h2><output class="height">${layerCount}</output>`, place);
  });
}
