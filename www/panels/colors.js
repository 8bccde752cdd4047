/**
 * The two colours: the left button's and the right button's.
 *
 * Two wells overlap as in most editors, with a field for each colour's digits beside them. A press on a well has that colour
 * edited by the mixer, which is drawn below once the studio is there (`mixer.js`); which of the two it is, this element says in
 * `data-edited` and tells by the event "edited".
 */

import { render } from "lit/html.js";
import arrows from "lucide-static/icons/arrow-up-down.svg?raw";
import reset from "lucide-static/icons/rotate-ccw.svg?raw";
import { commandButton } from "../controls.js";
import { GATHERS } from "../how.js";
import { entry, shown } from "./entry.js";
import { onForgotten } from "../settings.js";
import { html, say } from "../words.js";

/** @import { Engine, Picture } from "../types.js" */

/** @typedef {"primary" | "secondary"} Which */

/** Returns the digits that people read: those of alpha only if there is some transparency. @param {string} color "#rrggbbaa" */
export function digits(color) {
  return color.endsWith("ff") ? color.slice(0, 7) : color;
}

/** Sets one of the two colours, as a move of the pointer does. @param {Engine} engine @param {Which} which @param {string} color @returns {boolean} */
export function setColor(engine, which, color) {
  return engine.send((editor) => (which === "primary" ? editor.set_color(color) : editor.set_secondary(color)), GATHERS) !== false;
}

/**
 * Draws the two colours.
 * @param {Engine} engine
 * @param {HTMLElement} place
 */
export function colorsPanel(engine, place) {
  /** @param {Which} which */
  const edit = (which) => {
    place.dataset.edited = which;
    draw(engine.picture);
    place.dispatchEvent(new CustomEvent("edited"));
  };

  /** @param {Which} which @param {string} title @param {string} button @param {string} color */
  const well = (which, title, button, color) => html`<button type="button" class="well ${which}" aria-pressed=${String(place.dataset.edited === which)}
    title="${title} colour, for the ${button} button: edit it" @click=${() => edit(which)}>
    <span class="unseen">${title} colour, ${button} button: <span class="well-value">${color.endsWith("00") ? say("transparent") : color.slice(0, 7)}</span></span>
  </button>`;

  /** @param {Which} which @param {string} title @param {string} button @param {string} color */
  const hex = (which, title, button, color) => {
    const on = entry({
      show: () => digits(engine.state[which]),
      // Input methods type letters and digits at full width.
      commit: (text) => setColor(engine, which, text.normalize("NFKC")),
    });
    return html`<label class="hex" title="${title} colour, for the ${button.toLowerCase()} button: #rgb, #rrggbb or #rrggbbaa"><span aria-hidden="true">${button}</span>
      <input id=${which} type="text" aria-label="${title} colour, ${button.toLowerCase()} button" spellcheck="false" autocomplete="off" maxlength="20" .value=${shown(which, digits(color))}
        @change=${on.change} @focus=${on.focus} @blur=${on.blur} @keydown=${on.keydown}></label>`;
  };

  /** @param {Picture} picture */
  const draw = ({ state, commands }) => {
    render(html`
      <h2>Colour</h2>
      <div class="wells">
        <div class="well-block" role="group" aria-label="Chosen colours">
          ${well("primary", say("Primary"), say("left"), state.primary)}
          ${well("secondary", say("Secondary"), say("right"), state.secondary)}
          ${commandButton(engine, commands, { command: "color.swap", id: "swap", svg: arrows })}
          ${commandButton(engine, commands, { command: "color.reset", id: "reset-colors", svg: reset })}
        </div>
        <div class="hexes">${hex("primary", say("Primary"), say("Left"), state.primary)}${hex("secondary", say("Secondary"), say("Right"), state.secondary)}</div>
      </div>
      <div id="mixer"></div>
      <div id="harmonies"></div>`, place);
    place.style.setProperty("--primary", state.primary);
    place.style.setProperty("--secondary", state.secondary);
  };

  place.dataset.edited = "primary";
  onForgotten(() => edit("primary"));
  engine.shows(["colors"], draw);
}
