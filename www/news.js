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
 * @property {Picture} state Something has changed that is worth hearing of at once.
 * @property {null} moved Of the state, the cursor and the temp stack may have changed, and nothing else.
 * @property {MessageEffect} message
 * @property {OfferEffect} offer A sentence with a button that runs a command.
 * @property {HighlightEffect} highlight
 * @property {FlashEffect} flash Undo, redo or travel has changed what panels show.
 * @property {AskEffect} ask
 * @property {CommandInfo} form A command that needs its form.
 * @property {null} unheard Somebody asks for a form or a file, and who looks after these is not there yet. They hear of it later.
 * @property {string} panic The panic's message.
 * @property {boolean} work Whether work is under way that takes a while.
 * @property {number} frame It is time to paint, in milliseconds. Everybody has heard what is new.
 */

/** What is shown with the panels. @typedef {MessageEffect | OfferEffect | HighlightEffect | FlashEffect} Shown */

export class News {
  /** @type {Map<keyof Events, Set<(value: any) => void>>} */
  #listeners = new Map();
  /** @type {{kinds: string[], draw: (picture: Picture) => void}[]} */
  #panels = [];
  /** Requests that nobody hears yet. @type {[keyof Events, any][]} */
  #held = [];
  /** What panels have not heard of yet, as bits of kinds: all, at first. */
  #kinds = -1;
  /** @type {Shown[]} */
  #shown = [];

  /** Adds a listener. @template {keyof Events} K @param {K} event @param {(value: Events[K]) => void} listener */
  on(event, listener) {
    const held = this.#held.filter(([name]) => name === event);
    this.#held = this.#held.filter(([name]) => name !== event);
    // There may be other listeners in a moment.
    for (const [, value] of held) setTimeout(() => this.emit(event, value));
    const listeners = this.#listeners.get(event) ?? new Set();
    listeners.add(listener);
    this.#listeners.set(event, listeners);
  }

  /** Calls the listeners of an event. @template {keyof Events} K @param {K} event @param {Events[K]} value */
  emit(event, value) {
    const listeners = this.#listeners.get(event);
    if (!listeners && (event === "form" || event === "ask")) {
      this.#held.push([event, value]);
      this.emit("unheard", null);
    }
    for (const listener of listeners ?? []) listener(value);
  }

  /** Adds a panel. @param {string[]} kinds @param {(picture: Picture) => void} draw */
  shows(kinds, draw) {
    this.#panels.push({ kinds, draw });
  }

  /** Notes what has changed. @param {number} kinds As bits. */
  add(kinds) {
    this.#kinds |= kinds;
  }

  /** Has something shown with the panels. @param {Shown} effect */
  show(effect) {
    this.#shown.push(effect);
  }

  /**
   * Hands what has come of calls to the listeners. Messages and highlights wait for the panels.
   * @param {Effect[]} effects @param {boolean} damaged @param {Picture} [picture] What is to be seen, if that has changed.
   */
  hand(effects, damaged, picture) {
    // Damage and state are announced once, and before the rest, so that whoever shows a message
    // or a highlight sees the new state.
    if (picture) this.emit("state", picture);
    if (damaged) this.emit("repaint", null);
    for (const effect of effects) {
      if (effect.type === "message" || effect.type === "offer" || effect.type === "highlight" || effect.type === "flash") {
        if ("text" in effect) effect.text = say(effect.text);
        if (effect.type === "offer") effect.label = say(effect.label);
        this.show(effect);
      } else if (effect.type === "ask") this.emit("ask", effect);
      // A question is part of the state, where it stays until it is answered or withdrawn.
    }
  }

  /** Whether panels, or those who show messages and highlights, have something to hear of. */
  get waits() {
    return this.#kinds !== 0 || this.#shown.length > 0;
  }

  /**
   * Has the panels draw what has changed.
   * @param {() => Picture} picture Returns what is true at that moment.
   * @param {(kinds: string[]) => number} bits
   */
  *draw(picture, bits) {
    const news = this.#kinds;
    this.#kinds = 0;
    for (const { kinds, draw } of this.#panels) if (news & bits(kinds)) yield () => draw(picture());
  }

  /** Tells the messages and highlights. */
  tell() {
    for (const effect of this.#shown.splice(0)) {
      if (effect.type === "message") this.emit("message", effect);
      else if (effect.type === "offer") this.emit("offer", effect);
      else if (effect.type === "flash") this.emit("flash", effect);
      else this.emit("highlight", effect);
    }
  }
}
