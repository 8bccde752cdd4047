/**
 * The mixer: the colour that is being edited, by a square, sliders and numbers.
 *
 * A drag in the square changes the colour at once and leaves no step, as the colours of the desk are no part of the drawing. With
 * Shift or the right button it is the secondary colour. `models.js` converts between models. All that is kept here is what bytes can't
 * tell: the hue of a grey and the saturation of a black, so that a drag through the corner comes back to the same hue, and in OKLCH a
 * place beyond what a screen shows, whose colour is then the nearest one with less chroma.
 */

import { render } from "lit/html.js";
import { live } from "lit/directives/live.js";
import chevron from "lucide-static/icons/chevron-down.svg?raw";
import { colorAll, icon } from "../controls.js";
import { isWithin } from "../fields.js";
import { notNumber, readNumber } from "../numbers.js";
import * as settings from "../settings.js";
import { paintPlane } from "../oklch.js";
import { digits, setColor } from "./colors.js";
import { entry, shown } from "./entry.js";
import { CHANNELS, channelsOf, colorOf, fieldsOf, isShown, shareHue } from "./models.js";
import { rove } from "./roving.js";
import { within } from "../language.js";
import { html, say } from "../words.js";

/** @import { Editor, Engine } from "../types.js" */
/** @import { Which } from "./colors.js" */

/** A window that has room for the layers and the history beside it only as long as the mixer is folded. */
const CRAMPED = matchMedia("(700px <= width < 1100px) and (height < 900px)");

/** Pixels of the plane of an OKLCH hue, which is shown half as large again: colours and edge are smooth. */
const PLANE = { width: 136, height: 96 };

/** The mixer: the colour that is dragged, and the channels that bytes can't tell. */
class Mixer {
  #engine;
  #panel;
  #place;
  /** Which colour a drag changes, if it is not the edited one. @type {Which | undefined} */
  #dragged;
  /** Channels of the colours as they were chosen, which the colour alone does not tell. @type {Map<Which, {model: string, color: string, channels: number[]}>} */
  #chosen = new Map();

  /** The colours that were painted with, the latest first. @type {string[]} */
  #recent = [];

  /**
   * @param {Engine} engine
   * @param {HTMLElement} panel The panel of the two colours.
   * @param {HTMLElement} place Where in it.
   */
  constructor(engine, panel, place) {
    this.#engine = engine;
    this.#panel = panel;
    this.#place = place;
  }

  #which() {
    return this.#dragged ?? /** @type {Which} */ (this.#panel.dataset.edited);
  }

  #model() {
    const name = settings.get("colour model", /** @type {string} */ ("hsv"));
    return name in CHANNELS ? name : "hsv";
  }

  /** The model that the square shows. */
  #square() {
    return this.#model() === "rgb" ? "hsv" : this.#model();
  }

  /** The colour that is edited: as it was chosen a moment ago, or as the editor has it. */
  #current() {
    return this.#chosen.get(this.#which())?.color ?? this.#engine.state[this.#which()];
  }

  #alpha() {
    return parseInt(this.#current().slice(7), 16);
  }

  /** Channels of the edited colour in a model. @param {string} name @returns {number[]} */
  #channels(name) {
    const [kept, color] = [this.#chosen.get(this.#which()), this.#current()];
    if (kept?.model === name) return kept.channels;
    return channelsOf(this.#engine, name, color);
  }

  /** Chooses the edited colour by its channels. @param {string} name @param {number[]} values @param {number} [opacity] */
  #choose(name, values, opacity = this.#alpha()) {
    const channels = values.map((value, i) => Math.min(Math.max(value, 0), CHANNELS[name][i].most));
    const color = colorOf(this.#engine, name, channels, opacity);
    if (!setColor(this.#engine, this.#which(), color)) return;
    this.#chosen.set(this.#which(), { model: name, color, channels });
    this.#draw();
  }

  /** Notes colours that were chosen elsewhere, with the hue and the saturation that they had if they don't say. */
  #note() {
    for (const each of /** @type {Which[]} */ (["primary", "secondary"])) {
      const [kept, color] = [this.#chosen.get(each), this.#engine.state[each]];
      if (kept?.color === color && kept.model === this.#square()) continue;
      const [hue, saturation, light] = channelsOf(this.#engine, this.#square(), color);
      const before = kept && shareHue(kept.model, this.#square()) ? kept.channels : [hue, saturation];
      const black = light === 0;
      this.#chosen.set(each, { model: this.#square(), color, channels: [saturation === 0 ? before[0] : hue, black ? before[1] : saturation, light] });
    }
  }

  /** @param {PointerEvent} event */
  #press(event) {
    if (event.button !== 0 && event.button !== 2) return;
    const area = /** @type {HTMLElement} */ (event.currentTarget);
    const { left, top, width, height } = area.getBoundingClientRect();
    event.preventDefault();
    area.focus();
    area.setPointerCapture(event.pointerId);
    this.#dragged = event.button === 2 || event.shiftKey ? "secondary" : undefined;
    /** @param {PointerEvent} at */
    const go = (at) => {
      const share = (/** @type {number} */ offset, /** @type {number} */ length) => Math.min(Math.max(offset / length, 0), 1);
      const [, across, up] = CHANNELS[this.#square()];
      const [x, y] = [share(at.clientX - left, width) * across.most, (1 - share(at.clientY - top, height)) * up.most];
      this.#choose(this.#square(), [this.#channels(this.#square())[0], x, y], this.#alpha() || 255);
    };
    const end = new AbortController();
    const release = () => {
      end.abort();
      this.#dragged = undefined;
      this.#draw();
    };
    area.addEventListener("pointermove", go, end);
    for (const type of /** @type {const} */ (["pointerup", "pointercancel", "lostpointercapture"])) area.addEventListener(type, release, end);
    go(event);
  }

  /** @param {KeyboardEvent} event */
  #stepped(event) {
    const by = event.shiftKey ? 10 : 1;
    const [hue, x, y] = this.#channels(this.#square());
    const to = { ArrowLeft: [x - by, y], ArrowRight: [x + by, y], ArrowUp: [x, y + by], ArrowDown: [x, y - by] }[event.key];
    if (!to || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    this.#choose(this.#square(), [hue, ...to], this.#alpha() || 255);
  }

  /** The field of a channel. @param {string} id @param {string} letter @param {string} name @param {number} most @param {() => number} value @param {(value: number) => void} set */
  #field(id, letter, name, most, value, set) {
    const text = () => String(Math.round(value()));
    const on = entry({
      show: text,
      commit: (typed) => {
        const number = readNumber(typed);
        if (!isWithin(number, 0, most, false)) {
          this.#engine.say(notNumber(name, typed, 0, most), "error");
          return false;
        }
        // A number that was not changed leaves the fraction that it hides.
        if (typed !== text()) set(number);
        return true;
      },
      step: (by) => set(Math.min(most, Math.max(0, Math.round(value()) + by))),
    });
    return html`<label class="channel" title=${name}><span>${letter}</span><input id=${id} type="text" inputmode="numeric" role="spinbutton" aria-label=${name}
      aria-valuemin="0" aria-valuemax=${most} aria-valuenow=${text()} autocomplete="off" maxlength="8" .value=${shown(id, text())}
      @change=${on.change} @focus=${on.focus} @blur=${on.blur} @keydown=${on.keydown}></label>`;
  }

  #mix() {
    const [hue, x, y] = this.#channels(this.#square());
    const name = this.#model();
    const [, across, up] = CHANNELS[this.#square()];
    const words = `${across.name} ${Math.round(x)}${across.most === 100 ? " %" : ""}, ${within(up.name)} ${Math.round(y)} %`;
    const beyond = !isShown(this.#square(), [hue, x, y]);
    return html`
      <div id="mix-square" class="mix-square ${this.#square()}" tabindex="0" role="slider" aria-label="${across.name} and ${within(up.name)}"
        aria-valuemin="0" aria-valuemax=${across.most} aria-valuenow=${Math.round(x)} aria-valuetext=${words} title=${words}
        @pointerdown=${(/** @type {PointerEvent} */ event) => this.#press(event)} @keydown=${(/** @type {KeyboardEvent} */ event) => this.#stepped(event)} @contextmenu=${(/** @type {Event} */ event) => event.preventDefault()}>
        ${this.#square() === "oklch" ? html`<canvas class="mix-plane" width=${PLANE.width} height=${PLANE.height}></canvas>` : ""}
        <span class="mix-beyond" ?hidden=${!beyond} title="No screen shows this colour. What paints is the nearest one with less chroma.">Beyond sRGB</span>
        <span class="mix-thumb ${beyond ? "beyond" : ""}"></span></div>
      <input id="mix-hue" class="mix-hue ${this.#square()}" type="range" min="0" max="360" aria-label="Hue" aria-valuetext="${Math.round(hue)}°" .value=${live(String(Math.round(hue)))}
        @input=${(/** @type {Event} */ event) => this.#choose(this.#square(), [/** @type {HTMLInputElement} */ (event.currentTarget).valueAsNumber, x, y])}>
      <input id="mix-alpha" class="mix-alpha" type="range" min="0" max="255" aria-label="Opacity" aria-valuetext="${Math.round(this.#alpha() / 2.55)} %" .value=${live(String(this.#alpha()))}
        @input=${(/** @type {Event} */ event) => this.#choose(this.#square(), this.#channels(this.#square()), /** @type {HTMLInputElement} */ (event.currentTarget).valueAsNumber)}>
      <div class="channels">
        <select id="mix-model" aria-label="Colour model" .value=${live(name)} @change=${(/** @type {Event} */ event) => settings.set("colour model", /** @type {HTMLSelectElement} */ (event.currentTarget).value)}>
          ${Object.keys(CHANNELS).map((id) => html`<option value=${id} ?selected=${id === name}>${id.toUpperCase()}</option>`)}
        </select>
        ${fieldsOf(name).map((i) => {
          const { letter, name: label, most } = CHANNELS[name][i];
          return this.#field(`mix-${i}`, letter, label, most, () => this.#channels(name)[i], (value) => this.#choose(name, this.#channels(name).with(i, value)));
        })}
        ${this.#field("mix-percent", "A", say("Opacity in per cent"), 100, () => this.#alpha() / 2.55, (value) =>
          this.#choose(this.#square(), this.#channels(this.#square()), Math.round((value * 255) / 100)))}
      </div>`;
  }

  #draw() {
    const open = settings.get("mixer open", !CRAMPED.matches);
    const recent = this.#recent;
    const label = this.#which() === "primary" ? say("primary") : say("secondary");
    render(html`
      <button id="mixer-toggle" class="fold" type="button" aria-expanded=${String(open)} @click=${() => settings.set("mixer open", !open)}>${icon(chevron)}Mixer <span class="count">${label}</span></button>
      ${open ? this.#mix() : ""}
      ${recent.length > 0 ? html`<div class="recent" role="group" aria-label="Recent colours" @keydown=${rove}>
        ${recent.map((color, index) => html`<button type="button" class="swatch-button" tabindex=${index === 0 ? 0 : -1}
          title="${digits(color)} (right-click: secondary)" aria-label="Recent colour ${index + 1}, ${digits(color)}"
          @click=${() => setColor(this.#engine, this.#which(), color)}
          @contextmenu=${(/** @type {Event} */ event) => {
            event.preventDefault();
            setColor(this.#engine, "secondary", color);
          }}></button>`)}
      </div>` : html`<p class="recent none">Painted colours come here</p>`}`, this.#place);
    colorAll(this.#place, ".recent .swatch-button", recent);
    if (!open) return;
    const [hue, x, y] = this.#channels(this.#square());
    const [, across] = CHANNELS[this.#square()];
    for (const [property, value] of Object.entries({ "--hue": `hsl(${hue} 100% 50%)`, "--x": `${(x / across.most) * 100}%`, "--y": `${100 - y}%`, "--mixed": this.#current() })) {
      this.#place.style.setProperty(property, value);
    }
    this.#paintPlane(hue);
  }

  /** Paints the plane of an OKLCH hue, if it is there and shows another one. @param {number} hue */
  #paintPlane(hue) {
    const plane = this.#place.querySelector(".mix-plane");
    if (!(plane instanceof HTMLCanvasElement) || plane.dataset.hue === String(hue)) return;
    plane.dataset.hue = String(hue);
    const picture = new ImageData(PLANE.width, PLANE.height);
    paintPlane(picture.data, PLANE.width, PLANE.height, hue);
    plane.getContext("2d")?.putImageData(picture, 0, 0);
  }

  /** Draws the mixer when a colour or a setting changes. */
  connect() {
    const draw = (/** @type {Editor} */ editor) => {
      this.#recent = editor.recent_colors();
      this.#note();
      this.#draw();
    };
    const renew = () => this.#engine.look(draw);
    this.#panel.addEventListener("edited", renew);
    for (const name of ["colour model", "mixer open"]) settings.on(name, renew);
    settings.onForgotten(() => {
      this.#chosen.clear();
      renew();
    });
    this.#engine.shows(["colors", "recent"], renew);
  }
}

/**
 * Draws the mixer.
 * @param {Engine} engine
 * @param {HTMLElement} panel The panel of the two colours.
 * @param {HTMLElement} place Where in it.
 */
export function mixerPanel(engine, panel, place) {
  new Mixer(engine, panel, place).connect();
}
