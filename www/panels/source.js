/**
 * Which state of the history a tool paints from, among its options: a button that says so and opens the form that chooses another one.
 */

import { moment } from "../moments.js";
import { html, say } from "../words.js";

/** @import { Engine, State } from "../types.js" */

/** Renders the button, or nothing for a tool that paints from none. @param {Engine} engine @param {State["source"]} source */
export function sourceButton(engine, source) {
  if (!source) return "";
  const words = [say(source.words), moment(source.time)].filter(Boolean).join(", ");
  return html`<button id="option-source" type="button" class="option" title="Choose the state that it paints from"
    @click=${() => engine.invoke("history.paint-from")}>${say`As it was ${words}`}</button>`;
}
