/**
 * The onion skin's button and its settings, beside the timeline.
 *
 * Each change of a setting is shown at once, as nothing of the drawing depends on it. The settings are the editor's; this
 * knows only whether they are open.
 */

import { live } from "lit/directives/live.js";
import layersSvg from "lucide-static/icons/layers-2.svg?raw";
import settingsSvg from "lucide-static/icons/sliders-horizontal.svg?raw";
import { commandButton, icon } from "../controls.js";
import { onForgotten } from "../settings.js";
import { html, say } from "../words.js";

/** @import { Arguments, Engine, Picture } from "../types.js" */

/** Maximum number of frames that are shown on either side. */
const MOST = 5;

export class OnionSettings {
  #engine;
  #draw;
  #open = false;

  /** @param {Engine} engine @param {HTMLElement} place Where the settings are. @param {() => void} draw Has them drawn. */
  constructor(engine, place, draw) {
    this.#engine = engine;
    this.#draw = draw;
    document.addEventListener("pointerdown", ({ target }) => {
      if (this.#open && target instanceof Element && !target.closest(".onion")) this.#show(false);
    }, { capture: true });
    document.addEventListener("keydown", (event) => {
      if (event.key !== "Escape" || !this.#open) return;
      event.preventDefault();
      const within = place.contains(document.activeElement);
      this.#show(false);
      const button = place.querySelector("#onion-settings");
      if (within && button instanceof HTMLElement) button.focus();
    });
    onForgotten(() => this.#show(false));
  }

  /** @param {boolean} open */
  #show(open) {
    this.#open = open;
    this.#draw();
  }

  /** @param {Arguments} change */
  #set(change) {
    this.#engine.run("view.onion-settings", change);
  }

  /** @param {string} name @param {string} label @param {number} value @param {[number, number]} range @param {string} unit */
  #slider(name, label, value, [min, max], unit) {
    return html`<label><span>${label}</span>
      <input id="onion-${name}" type="range" min=${min} max=${max} .value=${live(String(value))}
        @input=${(/** @type {Event} */ event) => this.#set({ [name]: /** @type {HTMLInputElement} */ (event.currentTarget).valueAsNumber })}>
      <output>${value}${unit}</output></label>`;
  }

  /** @param {string} name @param {string} label @param {string} color */
  #tint(name, label, color) {
    return html`<input id="onion-${name}" class="onion-tint" type="color" aria-label=${label} title=${label} .value=${live(color.slice(0, 7))}
      @input=${(/** @type {Event} */ event) => this.#set({ [name]: /** @type {HTMLInputElement} */ (event.currentTarget).value })}>`;
  }

  /** @param {string} name @param {string} label @param {boolean} on */
  #flag(name, label, on) {
    return html`<label class="onion-flag"><input id="onion-${name}" type="checkbox" .checked=${live(on)}
      @change=${(/** @type {Event} */ event) => this.#set({ [name]: /** @type {HTMLInputElement} */ (event.currentTarget).checked })}> ${label}</label>`;
  }

  /** @param {Picture} picture */
  render({ state: { onion }, commands }) {
    return html`<div class="onion">
      ${commandButton(this.#engine, commands, { command: "view.onion", id: "onion", svg: layersSvg, pressed: onion.shown })}
      <button id="onion-settings" class="tool" type="button" title="Onion skin settings" aria-label="Onion skin settings" aria-expanded=${String(this.#open)}
        @click=${() => this.#show(!this.#open)}>${icon(settingsSvg)}</button>
      ${this.#open ? html`<div class="onion-settings card" role="group" aria-label="Onion skin">
        <div class="onion-side">${this.#slider("before", say("Before"), onion.before, [0, MOST], "")}${this.#tint("tintBefore", say("Colour of the frames before"), onion.tintBefore)}</div>
        <div class="onion-side">${this.#slider("after", say("After"), onion.after, [0, MOST], "")}${this.#tint("tintAfter", say("Colour of the frames after"), onion.tintAfter)}</div>
        ${this.#slider("opacity", say("Opacity"), onion.opacity, [1, 100], " %")}
        ${this.#flag("front", say("In front of the picture"), onion.front)}
        ${this.#flag("layer", say("Only the active layer"), onion.layer)}
        ${this.#flag("tag", say("Within the tag, looping"), onion.tag)}
      </div>` : ""}
    </div>`;
  }
}
