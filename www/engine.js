/**
 * The one door between the page and the editor.
 *
 * Rust holds the document, the tools and the history; the page only forwards and shows. So
 * that nothing it has to show is missed, every call goes through here. What follows from a call
 * gathers in the editor, and is taken and handed to whoever listens with the next animation frame:
 * before it is painted, and once, however much has happened. No event handler waits for a panel.
 * Who needs to know at once asks for the `state`, which brings everything up to date. No other
 * module imports the WebAssembly package.
 *
 * Two kinds of failure are kept apart. An ordinary error is one sentence, with nothing
 * changed, and becomes a message. A panic leaves the editor in an unknown state: from then on
 * no call reaches it, and the page says so.
 */

import init, { Editor } from "../pkg/undoodle.js";
import { Fetching } from "./fetching.js";

/** @import { Arguments, AskEffect, CommandInfo, FormatInfo, HighlightEffect, MessageEffect, OfferEffect, Picture, State } from "./types.js" */

/**
 * Events of the engine, with the value that listeners get.
 * @typedef {object} Events
 * @property {null} repaint Dirty rectangles wait to be painted.
 * @property {Picture} state Something has changed that is worth hearing of at once.
 * @property {State} moved Of the state, the cursor and the temp stack may have changed, and nothing else.
 * @property {MessageEffect} message
 * @property {OfferEffect} offer A sentence with a button that runs a command.
 * @property {HighlightEffect} highlight
 * @property {AskEffect} ask
 * @property {CommandInfo} form A command that needs its form.
 * @property {string} panic The panic's message.
 * @property {number} frame It is time to paint, in milliseconds. Everybody has heard what is new.
 */

/** How long panels, messages and highlights wait after a change, in milliseconds: the picture comes first. */
const PANELS_MS = 50;

/** The longest that news wait in a page that gets no frames, in milliseconds. */
const LATEST_MS = 100;

/** Returns `true` if an error is a panic of the module. @param {unknown} error */
export function isPanic(error) {
  // A stack overflow inside of the module arrives as a RangeError in some browsers.
  return error instanceof WebAssembly.RuntimeError
    || (error instanceof RangeError && /call stack/.test(error.message));
}

/** Returns the error's message for people. @param {unknown} error */
export function sentence(error) {
  return error instanceof Error ? error.message : String(error);
}

export class Engine {
  /** @type {Editor | undefined} */
  #editor;
  /** @type {Picture | undefined} */
  #picture;
  /** @type {Fetching | undefined} */
  #fetching;
  #stopped = false;
  /** Why the drawing can't be changed, or empty. */
  #held = "";
  /** @type {(editor: Editor) => void} */
  #called = () => {};
  /** @type {Map<keyof Events, Set<(value: any) => void>>} */
  #listeners = new Map();
  /** Whether the editor may have news. */
  #waiting = false;
  /** Whether it is to be handed over since undo or redo has led elsewhere. */
  #owing = false;
  #frame = 0;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  #latest;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  #panels;
  /** What panels have not heard of yet, as bits of kinds: all, at first. */
  #news = -1;
  /** @type {{kinds: string[], draw: (picture: Picture) => void}[]} */
  #shown = [];
  /** What is to be shown with the panels. @type {(MessageEffect | OfferEffect | HighlightEffect)[]} */
  #showing = [];

  constructor() {
    // A page that is hidden or left may get no other frame.
    document.addEventListener("visibilitychange", () => this.tell());
    window.addEventListener("pagehide", () => this.tell());
  }

  /** Loads the module and creates the editor. Await it before calling anything else. */
  async start() {
    await init();
    this.#editor = new Editor();
    this.#fetching = new Fetching(this.#editor);
    this.#picture = this.#fetching.picture(this.#editor.news());
  }

  /** Whether a panic has stopped the editor. */
  get stopped() {
    return this.#stopped;
  }

  /** Hands the editor over after each call, before the listeners hear of it. @param {(editor: Editor) => void} called */
  onCalled(called) {
    this.#called = called;
  }

  /** Refuses a person's changes to the drawing from now on. @param {string} why A sentence, or empty to allow them. */
  hold(why) {
    this.#held = why;
  }

  /**
   * Returns `true` and says why if a person can't change the drawing.
   * @param {string} [by] The id of the command or tool that would; one that only looks is never refused.
   */
  refuses(by = "") {
    if (!this.#held) return false;
    const { commands = [], tools = [] } = this.#fetching ?? {};
    const known = [...commands, ...tools].find(({ id }) => id === by);
    if (known && !known.changes) return false;
    this.say(this.#held, "error");
    return true;
  }

  /** File formats that are opened and saved. @returns {FormatInfo[]} */
  get formats() {
    return this.#fetching?.formats ?? [];
  }

  /** The picture that panels draw. @returns {Picture} */
  get picture() {
    this.tell();
    if (!this.#picture) throw new Error("the editor has not started yet");
    return this.#picture;
  }

  /** The state of the editor. @returns {State} */
  get state() {
    return this.picture.state;
  }

  /**
   * Has a panel drawn, once there is an editor and whenever kinds of things that it shows have changed, a few times a second
   * at the most.
   * @param {string[]} kinds By the names that the editor has for them; a menu's label is one, and "menus" are all of these.
   * @param {(picture: Picture) => void} draw
   */
  shows(kinds, draw) {
    this.#shown.push({ kinds, draw });
    if (this.#picture) draw(this.picture);
  }

  /**
   * Adds a listener. One for "state" is also called at once, so that it can draw itself.
   * @template {keyof Events} K
   * @param {K} event
   * @param {(value: Events[K]) => void} listener
   */
  on(event, listener) {
    const listeners = this.#listeners.get(event) ?? new Set();
    listeners.add(listener);
    this.#listeners.set(event, listeners);
    if (event === "state" && this.#picture) listener(/** @type {Events[K]} */ (this.#picture));
  }

  /**
   * Calls the editor, after everybody has heard of the calls before. Rethrows the editor's errors.
   * @template T
   * @param {(editor: Editor) => T} action
   * @returns {T}
   */
  call(action) {
    this.tell();
    return this.#call(action);
  }

  /** @template T @param {(editor: Editor) => T} action @returns {T} */
  #call(action) {
    const editor = this.#editor;
    if (!editor) throw new Error("the editor has not started yet");
    if (this.#stopped) throw new Error("the editor has stopped; please reload the page");
    try {
      return action(editor);
    } catch (error) {
      if (isPanic(error)) this.#stop(error);
      throw error;
    } finally {
      this.#waiting = true;
      this.requestFrame();
    }
  }

  /**
   * Calls the editor for something that has no effects, such as to ask where a pixel is on the screen.
   * @template T
   * @param {(editor: Editor) => T} question
   * @returns {T | undefined} `undefined` if there is no editor to be asked.
   */
  query(question) {
    if (!this.#editor || this.#stopped) return undefined;
    try {
      return question(this.#editor);
    } catch (error) {
      if (isPanic(error)) this.#stop(error);
      else this.say(sentence(error), "error");
      return undefined;
    }
  }

  /**
   * Calls the editor on a person's behalf: an error becomes a message, and a stopped or an
   * absent editor is left alone.
   * @template T
   * @param {(editor: Editor) => T} action
   * @returns {T | undefined} `undefined` if the call failed.
   */
  apply(action) {
    this.tell();
    return this.move(action);
  }

  /**
   * Calls the editor like `apply` for a move of the pointer, of which many may gather: each leaves nothing that has to be
   * heard of before the next.
   * @template T
   * @param {(editor: Editor) => T} action
   * @returns {T | undefined} `undefined` if the call failed.
   */
  move(action) {
    if (!this.#editor || this.#stopped) return undefined;
    try {
      return this.#call(action);
    } catch (error) {
      if (!this.#stopped) this.say(sentence(error), "error");
      return undefined;
    }
  }

  /** Asks for an animation frame, which is announced as "frame". */
  requestFrame() {
    if (this.#frame) return;
    this.#frame = requestAnimationFrame((now) => {
      this.#frame = 0;
      clearTimeout(this.#latest);
      this.tell();
      this.#emit("frame", now);
    });
    this.#latest = setTimeout(() => this.tell(), LATEST_MS);
  }

  /**
   * Runs a command on a person's behalf.
   * @param {string} id
   * @param {Arguments} [args] Arguments that are left out take their defaults.
   */
  run(id, args) {
    if (this.refuses(id)) return false;
    return this.apply((editor) => editor.run(id, args, performance.now())) ?? false;
  }

  /** Runs a command, or opens its form if it has one. @param {string} id */
  invoke(id) {
    const info = this.picture.commands.find((command) => command.id === id);
    if (info?.asks && info.enabled) {
      if (this.refuses(id)) return;
      // A form is about what is seen, which must not go on behind it.
      if (this.state.playing) this.run("frame.play");
      this.#emit("form", info);
    } else this.run(id);
  }

  /**
   * Shows a message of the page's own, in the same place as the editor's.
   * @param {string} text
   * @param {"info" | "error"} tone
   */
  say(text, tone) {
    this.#showing.push({ type: "message", text, tone });
    this.#later();
  }

  /**
   * Calls the listeners of an event.
   * @template {keyof Events} K
   * @param {K} event
   * @param {Events[K]} value
   */
  #emit(event, value) {
    for (const listener of this.#listeners.get(event) ?? []) listener(value);
  }

  /** Hands the editor's effects to the listeners, if there may be some. */
  tell() {
    const editor = this.#editor;
    if (!editor || this.#stopped || !(this.#waiting || this.#owing)) return;
    let effects;
    let changed = false;
    let moved = false;
    try {
      if (this.#owing) {
        this.#owing = false;
        this.#called(editor);
      }
      if (!this.#waiting) return;
      this.#waiting = false;
      effects = editor.effects();
      const types = new Set(effects.map(({ type }) => type));
      changed = types.has("state");
      moved = !changed && types.has("moved");
      if (changed) {
        const news = editor.news();
        this.#news |= news;
        this.#picture = this.#fetching?.picture(news);
      } else if (moved && this.#picture) Object.assign(this.#picture.state, editor.moving());
      // A move leaves nothing to be kept: a stroke is kept when it has become a step. Where undo has led to is kept with the
      // panels, after the picture is seen.
      if (types.has("highlight")) this.#owing = true;
      else if (!moved) this.#called(editor);
    } catch (error) {
      this.#stop(error);
      return;
    }
    // Damage and state are announced once, and before the rest, so that whoever shows a message
    // or a highlight sees the new state.
    if (changed && this.#picture) this.#emit("state", this.#picture);
    if (moved) this.#emit("moved", this.state);
    if (effects.some((effect) => effect.type === "repaint")) this.#emit("repaint", null);
    for (const effect of effects) {
      if (effect.type === "message" || effect.type === "offer" || effect.type === "highlight") this.#showing.push(effect);
      else if (effect.type === "ask") this.#emit("ask", effect);
      // A question is part of the state, where it stays until it is answered or withdrawn.
    }
    if (this.#news || this.#showing.length > 0) this.#later();
  }

  #later() {
    this.#panels ??= setTimeout(() => this.settle(), PANELS_MS);
  }

  /** Tells all there is to tell, to panels too. */
  settle() {
    this.tell();
    if (this.#owing) this.tell();
    clearTimeout(this.#panels);
    this.#panels = undefined;
    const news = this.#news;
    if (this.#picture) this.#news = 0;
    for (const { kinds, draw } of this.#picture ? this.#shown : []) {
      try {
        if (news & (this.#fetching?.bits(kinds) ?? 0)) draw(this.picture);
      } catch (error) {
        if (!isPanic(error)) throw error;
        this.#stop(error);
      }
    }
    for (const effect of this.#showing.splice(0)) {
      if (effect.type === "message") this.#emit("message", effect);
      else if (effect.type === "offer") this.#emit("offer", effect);
      else this.#emit("highlight", effect);
    }
  }

  /** Stops the editor after a panic. @param {unknown} error */
  #stop(error) {
    this.#stopped = true;
    console.error(error);
    this.settle();
    this.#emit("panic", sentence(error));
  }
}
