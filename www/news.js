/**
 * Who hears of what.
 *
 * A listener hears of an event at once. A panel hears, a few times a second at the most, that kinds of things have changed
 * that it shows; messages and highlights go with the panels. So the picture always comes first.
 */

import { say } from "./language.js";

/** @import { AskEffect, CommandInfo, Effect, FlashEffect, HighlightEffect, MessageEffect, OfferEffect, Picture, State } from "./types.js" */

/**
 * Events of the engine, with the value that listeners get.
 * @typedef {object} Events
 * @property {null} repaint Dirty rectangles wait to be painted.
 * @property {Picture} state Something has changed: for those whose part of the next frame may be another one now. Each of them takes time before the picture is painted.
 * @property {null} changed Something has changed, told with the panels: for all others.
 * @property {null} moved Of the state, the cursor, the temp stack and the frame that an animation has come to may have changed, and nothing else.
 * @property {MessageEffect} message
 * @property {OfferEffect} offer A sentence with a button that runs a command.
 * @property {HighlightEffect} highlight
 * @property {FlashEffect} flash Undo, redo or travel has changed what panels show.
 * @property {AskEffect} ask
 * @property {CommandInfo} form A command that needs its form.
 * @property {null} unheard Somebody asks for a form or a file, and who looks after these is not there yet. They hear of it later.
 * @property {string} panic The panic's message.
 * @property {{stoppable: boolean} | null} work Work is under way that takes a while, or none any more.
 * @property {number} tick A frame begins, in milliseconds. What is sent now is told and painted in it.
 * @property {number} frame It is time to paint, in milliseconds. Everybody has heard what is new.
 */

/** @typedef {{kinds: string[], draw: (picture: Picture) => void}} Panel */

/** What is shown with the panels. @typedef {MessageEffect | OfferEffect | HighlightEffect | FlashEffect} Shown */

/** The types of effects that are shown with the panels. @type {Set<string>} */
const SHOWN = new Set(["message", "offer", "highlight", "flash"]);

/** Returns what listeners get of an effect of the editor's: its words as sentences. @param {Shown} effect @returns {Shown} */
function worded(effect) {
  if (effect.type === "message") return { ...effect, said: effect.text, text: say(effect.text) };
  if (effect.type === "offer") return { ...effect, text: say(effect.text), label: say(effect.label) };
  return effect;
}

export class News {
  /** @type {Map<keyof Events, Set<(value: any) => void>>} */
  #listeners = new Map();
  /** @type {Panel[]} */
  #panels = [];
  /** Panels that have something to draw, in the order in which they draw. @type {Set<Panel>} */
  #due = new Set();
  /** Requests that are to be heard later, as not all who look after them are there. @type {[keyof Events, any][] | undefined} */
  #held = [];
  /** Kinds that panels have not heard of yet. @type {Set<string>} */
  #kinds = new Set();
  /** Whether they have heard of none. */
  #first = true;
  /** What waits to be shown, and whether the editor has said it: its words become a sentence when they are told. @type {[Shown, boolean][]} */
  #shown = [];

  /** Adds a listener. @template {keyof Events} K @param {K} event @param {(value: Events[K]) => void} listener */
  on(event, listener) {
    const listeners = this.#listeners.get(event) ?? new Set();
    listeners.add(listener);
    this.#listeners.set(event, listeners);
  }

  /** Calls the listeners of an event. @template {keyof Events} K @param {K} event @param {Events[K]} value */
  emit(event, value) {
    const listeners = this.#listeners.get(event);
    if (this.#held && (event === "form" || event === "ask")) {
      this.#held.push([event, value]);
      this.emit("unheard", null);
      return;
    }
    for (const listener of listeners ?? []) listener(value);
  }

  /** Has requests heard from now on, and those of before: all who look after them are there. */
  hear() {
    const held = this.#held ?? [];
    this.#held = undefined;
    for (const [event, value] of held) this.emit(event, value);
  }

  /** Adds a panel. @param {string[]} kinds @param {(picture: Picture) => void} draw */
  shows(kinds, draw) {
    this.#panels.push({ kinds, draw });
  }

  /** Notes which kinds have changed. @param {string[]} kinds */
  add(kinds) {
    for (const kind of kinds) this.#kinds.add(kind);
  }

  /** Has something shown with the panels. @param {Shown} effect @param {boolean} [said] Whether it is as the editor has said it. */
  show(effect, said = false) {
    this.#shown.push([effect, said]);
  }

  /** Hands effects of the editor's to the listeners. Messages and highlights wait for the panels. @param {Effect[]} effects */
  hand(effects) {
    for (const effect of effects) {
      if (effect.type === "ask") this.emit("ask", effect);
      else if (SHOWN.has(effect.type)) this.show(/** @type {Shown} */ (effect), true);
      // A question is part of the state, where it stays until it is answered or withdrawn.
    }
  }

  /** Whether panels, or those who show messages and highlights, have something to hear of. */
  get waits() {
    return this.#first || this.#kinds.size > 0 || this.#shown.length > 0 || this.#due.size > 0;
  }

  /** Notes which panels have something to draw. @param {(kinds: string[]) => void} check Throws an error for kinds that nobody tells of. */
  gather(check) {
    const [news, first] = [this.#kinds, this.#first];
    [this.#kinds, this.#first] = [new Set(), false];
    if (news.size === 0 && !first) return;
    for (const panel of this.#panels) {
      check(panel.kinds);
      // Those that wait already keep their places.
      if (first || panel.kinds.some((kind) => news.has(kind))) this.#due.add(panel);
    }
  }

  /**
   * Takes the next panel that has something to draw, or nothing if there is none.
   * @param {() => Picture} picture Returns what is true at that moment.
   * @returns {(() => void) | undefined} Has it draw.
   */
  next(picture) {
    const [panel] = this.#due;
    if (!panel) return undefined;
    this.#due.delete(panel);
    return () => panel.draw(picture());
  }

  /** Tells messages and highlights, which need no panel: of several highlights the last, as each takes over from the one before. */
  tell() {
    const later = this.#shown.filter(([{ type }]) => type === "flash");
    const last = this.#shown.findLast(([{ type }]) => type === "highlight");
    for (const shown of this.#shown.splice(0, Infinity, ...later)) {
      const [effect, said] = shown;
      if (effect.type !== "flash" && (effect.type !== "highlight" || shown === last)) this.#emitShown(effect, said);
    }
  }

  /** Tells what changed in panels, once they have drawn it. */
  flash() {
    for (const [effect, said] of this.#shown.splice(0)) this.#emitShown(effect, said);
  }

  /** @param {Shown} effect @param {boolean} said */
  #emitShown(effect, said) {
    const told = said ? worded(effect) : effect;
    this.emit(told.type, told);
  }
}
