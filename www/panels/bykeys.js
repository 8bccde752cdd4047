/**
 * Painting by keys, as it is seen and heard.
 *
 * Problem: a cursor that nobody moves by hand is soon lost from sight, and who doesn't see it has to hear where it is. Idea: a
 * ring stands around the cursor's pixel, never smaller than a finger's tip, and to what is spoken of the drawing (`spoken.js`)
 * come the canvas, the pixel with its colour, and the edge of the canvas where it is near. The invariant: while nobody
 * paints by keys, nothing is asked and nothing of this is said.
 */

import { shownKeys } from "../controls.js";
import { chordOf } from "../io/chords.js";
import { isAsking, isTyping } from "../io/typing.js";
import { Box } from "../outline.js";
import { colorName } from "./colornames.js";
import { edgesOf, leadsAgainst } from "./edges.js";
import { Spoken } from "./spoken.js";
import { onForgotten } from "../settings.js";
import { say } from "../language.js";

/** @import { Editor, Engine } from "../types.js" */
/** @import { Fact } from "./spoken.js" */

/** Least side of the ring, in CSS pixels. */
const RING = 18;

/** The cursor: whether it is shown, how the focus came, and what was said of it. */
class KeyCursor {
  #engine;
  #surface;
  #skip;
  #spoken;
  #on = false;
  /** The key that was pressed last, or empty if a button or a finger was pressed since. */
  #pressed = "";
  #hinted = false;
  #ring;

  /**
   * @param {Engine} engine
   * @param {{surface: HTMLElement, overlay: HTMLElement, skip: HTMLElement, spoken: HTMLElement, message: HTMLElement}} places
   */
  constructor(engine, { surface, overlay, skip, spoken, message }) {
    this.#engine = engine;
    this.#surface = surface;
    this.#ring = new Box(overlay, "ring");
    this.#skip = skip;
    this.#spoken = new Spoken(engine, spoken, message);
  }

  /** Returns what there is to say of the canvas before all else, and of the cursor behind it. @param {Editor} editor @returns {{before: Fact[], behind: Fact[]}} */
  #facts(editor) {
    const { state } = this.#engine;
    const { cursor } = state;
    const color = cursor && editor.pixel(cursor.x, cursor.y);
    const down = editor.is_pen_down();
    const words = cursor ? `${cursor.x}, ${cursor.y}, ${color ? colorName(color) : ""}${down ? say(", pen down") : ""}` : "";
    return { before: [["canvas", say`${state.width} by ${state.height} pixels`]], behind: [["cursor", words], ["edge", edgesOf(state)]] };
  }

  #place = (/** @type {Editor} */ editor) => {
    if (!this.#on) return;
    const { cursor } = this.#engine.state;
    const scale = 1 / window.devicePixelRatio;
    const rect = cursor && editor.device_rect(cursor.x, cursor.y, 1, 1);
    if (rect) {
      const more = Math.max(0, Math.ceil((RING / scale - rect.width) / 2));
      this.#ring.place({ x: rect.x - more, y: rect.y - more, width: rect.width + 2 * more, height: rect.height + 2 * more }, scale);
    } else this.#ring.place(null, scale);
    this.#spoken.soon();
  };

  #placeSoon() {
    if (this.#on) this.#engine.look(this.#place);
  }

  /**
   * Has the canvas show that it has the focus, to who came by keys or paints by them. A key for a command says nothing about that:
   * who paints by mouse presses such keys, too.
   * @param {boolean} shown
   */
  #show(shown) {
    this.#surface.parentElement?.classList.toggle("keyed", shown);
  }

  /** The key that begins it, as the person has it. */
  #key() {
    return shownKeys(this.#engine.picture.commands.find(({ id }) => id === "view.by-keys")?.keys.slice(0, 1) ?? []);
  }

  #turn() {
    this.#surface.setAttribute("aria-description", say`${this.#key() || say("View ▸ Paint with the keyboard")} paints with the keyboard: arrows move a cursor, Space paints.`);
    const wanted = this.#engine.picture.commands.find(({ id }) => id === "view.by-keys")?.checked ?? false;
    if (wanted === this.#on) return;
    this.#on = wanted;
    if (this.#on) {
      this.#spoken.forget("canvas", "layer", "frame", "tool", "primary", "cursor", "edge");
      this.#surface.focus({ preventScroll: true });
      this.#show(this.#pressed !== "");
      this.#engine.say(say("Arrows move the cursor, with Shift by the grid. Hold Space to paint. Escape stops."), "info");
      this.#placeSoon();
    } else {
      this.#ring.place(null, 1);
      this.#spoken.hush();
      this.#engine.say(say("Painting with the keyboard has ended"), "info");
    }
  }

  /** Adds the event listeners. */
  connect() {
    onForgotten(() => { this.#hinted = false; });
    document.addEventListener("keydown", (event) => {
      // Some browsers have no name for it while Shift is held.
      this.#pressed = event.code === "Tab" ? "Tab" : event.key;
      if (!this.#on) return;
      this.#show(true);
      // Who goes against an edge hears it again.
      if (leadsAgainst(event.key, this.#engine.state)) {
        this.#spoken.forget("edge");
        this.#spoken.soon();
      }
    }, { capture: true });
    // Its key leads back to the cursor from anywhere else, as it leads there in the beginning.
    window.addEventListener("keydown", (event) => {
      if (!this.#on) return;
      const chord = chordOf(event);
      if (!chord || event.target === this.#surface || event.target === document.body || isTyping(event.target) || isAsking()) return;
      if (this.#engine.bound(...chord) !== "view.by-keys") return;
      event.preventDefault();
      this.#surface.focus({ preventScroll: true });
      this.#show(true);
      this.#spoken.soon();
    }, { capture: true });
    document.addEventListener("pointerdown", () => {
      this.#pressed = "";
      this.#show(false);
    }, { capture: true });
    this.#surface.addEventListener("focus", () => {
      this.#show(["Tab", "Escape", "F6"].includes(this.#pressed));
      // Who comes here by Tab is told once what keys can do.
      if (this.#on || this.#hinted || this.#pressed !== "Tab") return;
      this.#hinted = true;
      this.#engine.say(say`${this.#key() || say("View ▸ Paint with the keyboard")} starts painting with the keyboard`, "info");
    });
    this.#engine.shows(["View"], () => this.#turn());
    this.#engine.on("state", () => this.#placeSoon());
    this.#engine.on("moved", () => this.#placeSoon());
    this.#skip.hidden = false;
    this.#spoken.more = (editor) => (this.#on ? this.#facts(editor) : undefined);
    this.#spoken.connect();
    this.#skip.addEventListener("click", (event) => {
      event.preventDefault();
      this.#surface.focus({ preventScroll: true });
      if (!this.#on) this.#engine.run("view.by-keys");
    });
  }
}

/**
 * Shows and speaks the cursor by keys.
 * @param {Engine} engine
 * @param {{surface: HTMLElement, overlay: HTMLElement, skip: HTMLElement, spoken: HTMLElement, message: HTMLElement}} places
 */
export function connectByKeys(engine, places) {
  new KeyCursor(engine, places).connect();
}
