/**
 * Painting by keys, as it is seen and heard.
 *
 * Problem: a cursor that nobody moves by hand is soon lost from sight, and who doesn't see it has to hear where it is. Idea: a
 * ring stands around the cursor's pixel, never smaller than a finger's tip, and a live region says what has changed since it
 * spoke last: the canvas, the layer, the frame, the tool, the colour in hand, and the pixel with its colour. The invariant: while nobody
 * paints by keys, nothing is asked and nothing is said.
 */

import { shownKeys } from "../controls.js";
import { chordOf } from "../io/chords.js";
import { isAsking, isTyping } from "../io/typing.js";
import { Box } from "../outline.js";
import { colorName } from "./colornames.js";
import { named, say } from "../language.js";

/** @import { Engine } from "../types.js" */

/** Least side of the ring, in CSS pixels. */
const RING = 18;

/** How long the cursor rests before it is spoken of, in milliseconds: who holds an arrow hears where it ends. */
const REST_MS = 100;

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
  /** What was said last, by what it is about. @type {Map<string, string>} */
  #said = new Map();
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  #waiting;

  /**
   * @param {Engine} engine
   * @param {{surface: HTMLElement, overlay: HTMLElement, skip: HTMLElement, spoken: HTMLElement}} places
   */
  constructor(engine, { surface, overlay, skip, spoken }) {
    this.#engine = engine;
    this.#surface = surface;
    this.#ring = new Box(overlay, "ring");
    this.#skip = skip;
    this.#spoken = spoken;
  }

  /** Returns what there is to say, by what it is about, and how it is said. @returns {[string, string][]} */
  #facts() {
    const { state, drawing, tools } = this.#engine.picture;
    const { cursor, layer, frame, tool, primary } = state;
    const color = cursor && this.#engine.query((editor) => editor.pixel(cursor.x, cursor.y));
    const down = this.#engine.query((editor) => editor.is_pen_down());
    return [
      ["canvas", say`${state.width} by ${state.height} pixels`],
      ["layer", say`layer ${named(drawing.layers[layer]?.name ?? "")}`],
      ["frame", drawing.frames.length > 1 ? say`frame ${frame + 1}` : ""],
      ["tool", tools.find(({ id }) => id === tool)?.label ?? ""],
      ["primary", say`painting with ${colorName(primary)}`],
      ["cursor", cursor ? `${cursor.x}, ${cursor.y}, ${color ? colorName(color) : ""}${down ? say(", pen down") : ""}` : ""],
    ];
  }

  #speak() {
    this.#waiting = undefined;
    if (!this.#on || this.#engine.stopped) return;
    if (this.#engine.busy) return this.#soon();
    const now = this.#facts();
    const news = now.filter(([about, words]) => words && this.#said.get(about) !== words).map(([, words]) => words);
    this.#said = new Map(now);
    if (news.length > 0) this.#spoken.textContent = news.join(", ");
  }

  #soon() {
    clearTimeout(this.#waiting);
    this.#waiting = setTimeout(() => this.#speak(), REST_MS);
  }

  #place() {
    if (!this.#on) return;
    const { cursor } = this.#engine.state;
    const scale = 1 / window.devicePixelRatio;
    const rect = cursor && this.#engine.query((editor) => editor.device_rect(cursor.x, cursor.y, 1, 1));
    if (rect) {
      const more = Math.max(0, Math.ceil((RING / scale - rect.width) / 2));
      this.#ring.place({ x: rect.x - more, y: rect.y - more, width: rect.width + 2 * more, height: rect.height + 2 * more }, scale);
    } else this.#ring.place(null, scale);
    this.#soon();
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
    this.#surface.setAttribute("aria-description", say`${this.#key() || say("View ▸ Paint by keys")} paints by keys: arrows move a cursor, Space paints.`);
    const wanted = this.#engine.picture.commands.find(({ id }) => id === "view.by-keys")?.checked ?? false;
    if (wanted === this.#on) return;
    this.#on = wanted;
    this.#said = new Map();
    if (this.#on) {
      this.#surface.focus({ preventScroll: true });
      this.#show(this.#pressed !== "");
      this.#engine.say(say("Arrows move the cursor, Shift by the grid. Space paints while it is held. Escape ends."), "info");
      this.#place();
    } else {
      this.#ring.place(null, 1);
      this.#spoken.textContent = "";
      this.#engine.say(say("Painting by keys has ended"), "info");
    }
  }

  /** Adds the event listeners. */
  connect() {
    document.addEventListener("keydown", (event) => {
      // Some browsers have no name for it while Shift is held.
      this.#pressed = event.code === "Tab" ? "Tab" : event.key;
      if (this.#on) this.#show(true);
    }, { capture: true });
    // Its key leads back to the cursor from anywhere else, as it leads there in the beginning.
    window.addEventListener("keydown", (event) => {
      const chord = chordOf(event);
      if (!this.#on || !chord || event.target === this.#surface || event.target === document.body || isTyping(event.target) || isAsking()) return;
      if (this.#engine.bound(...chord) !== "view.by-keys") return;
      event.preventDefault();
      this.#surface.focus({ preventScroll: true });
      this.#show(true);
      this.#soon();
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
      this.#engine.say(say`${this.#key() || say("View ▸ Paint by keys")} begins painting by keys`, "info");
    });
    this.#engine.shows(["View"], () => this.#turn());
    this.#engine.on("state", () => this.#place());
    this.#engine.on("moved", () => this.#place());
    this.#skip.hidden = this.#spoken.hidden = false;
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
 * @param {{surface: HTMLElement, overlay: HTMLElement, skip: HTMLElement, spoken: HTMLElement}} places
 */
export function connectByKeys(engine, places) {
  new KeyCursor(engine, places).connect();
}
