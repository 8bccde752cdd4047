/**
 * The three numbers and the word for the last event. An event colours them at once, and the style
 * sheet's animation fades the colour; to replay it, its class is removed and added again.
 */
import { render } from "lit/html.js";
import { html, say } from "../words.js";

/** @typedef {import("./strip.js").Engine} Engine */

const WORDS = { commit: say("Commit!"), undo: say("Undo!"), redo: say("Redo!"), "": "" };

/** Colours an element for a moment. @param {HTMLElement} element @param {string} color */
function flash(element, color) {
  element.style.setProperty("--flash", color);
  element.classList.remove("flash");
  // Reading a measure forces a layout, so that the browser notices that the class was gone.
  void element.offsetWidth;
  element.classList.add("flash");
}

/**
 * Draws the counters and the word.
 * @param {HTMLElement} counters
 * @param {HTMLElement} word
 * @param {Engine} engine
 */
export function showCounters(counters, word, engine) {
  let seen = 0;
  let touched = 0;
  engine.listen((squares) => {
    const { undo, redo, temp } = squares.history();
    render(
      html`<span class="undo">${undo}</span> &lt;= <span class="redo">${redo}</span> &lt;= <span class="temp">${temp}</span>`,
      counters,
    );
    const { kind, serial, color } = squares.last_event();
    if (serial !== seen) {
      seen = serial;
      word.textContent = WORDS[kind];
      flash(counters, color);
      flash(word, color);
    } else if (temp - redo > touched) {
      flash(counters, "#f5c542");
    }
    touched = temp - redo;
  });
}
