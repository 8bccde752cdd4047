/**
 * The one door between the page and the editor.
 *
 * Rust holds the document, the tools and the history; the page only forwards and shows. So
 * that nothing it has to show is missed, every call goes through here: the call is made, then
 * the effects that gathered in the editor are taken and handed to whoever listens. No other
 * module imports the WebAssembly package.
 *
 * Two kinds of failure are kept apart. An ordinary error is one sentence, with nothing
 * changed, and becomes a message. A panic leaves the editor in an unknown state: from then on
 * no call reaches it, and the page says so.
 */

import init, { Editor } from "../pkg/undoodle.js";

/** @import { Arguments, AskEffect, CommandInfo, Drawing, FormatInfo, HighlightEffect, MessageEffect, OfferEffect, Picture, State, ToolInfo, ToolOption } from "./types.js" */

/**
 * Events of the engine, with the value that listeners get.
 * @typedef {object} Events
 * @property {null} repaint Dirty rectangles wait to be painted.
 * @property {Picture} state
 * @property {State} moved Of the state, the cursor and the temp stack may have changed, and nothing else.
 * @property {MessageEffect} message
 * @property {OfferEffect} offer A sentence with a button that runs a command.
 * @property {HighlightEffect} highlight
 * @property {AskEffect} ask
 * @property {CommandInfo} form A command that needs its form.
 * @property {string} panic The panic's message.
 */

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
  /** @type {CommandInfo[]} */
  #commands = [];
  /** @type {FormatInfo[]} */
  #formats = [];
  /** @type {ToolInfo[]} */
  #tools = [];
  /** @type {ToolOption[]} */
  #toolOptions = [];
  /** @type {Drawing | undefined} */
  #drawing;
  #stopped = false;
  /** Why the drawing can't be changed, or empty. */
  #held = "";
  /** @type {(editor: Editor) => void} */
  #called = () => {};
  /** @type {Map<keyof Events, Set<(value: any) => void>>} */
  #listeners = new Map();

  /** Loads the module and creates the editor. Await it before calling anything else. */
  async start() {
    await init();
    this.#editor = new Editor();
    this.#commands = this.#editor.commands();
    this.#formats = this.#editor.formats();
    this.#tools = this.#editor.tools();
    this.#toolOptions = this.#editor.tool_options();
    this.#refresh(true);
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
    const known = [...this.#commands, ...this.#tools].find(({ id }) => id === by);
    if (known && !known.changes) return false;
    this.say(this.#held, "error");
    return true;
  }

  /** File formats that are opened and saved. @returns {FormatInfo[]} */
  get formats() {
    return this.#formats;
  }

  /** The picture that panels draw, as it was last announced. @returns {Picture} */
  get picture() {
    if (!this.#picture) throw new Error("the editor has not started yet");
    return this.#picture;
  }

  /** The state as it was last announced. @returns {State} */
  get state() {
    if (!this.#picture) throw new Error("the editor has not started yet");
    return this.#picture.state;
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
    if (event === "state" && this.#picture) {
      listener(/** @type {Events[K]} */ (this.#picture));
    }
  }

  /**
   * Calls the editor and hands its effects to the listeners. Rethrows the editor's errors.
   * @template T
   * @param {(editor: Editor) => T} action
   * @returns {T}
   */
  call(action) {
    const editor = this.#editor;
    if (!editor) throw new Error("the editor has not started yet");
    if (this.#stopped) throw new Error("the editor has stopped; please reload the page");
    try {
      return action(editor);
    } catch (error) {
      if (isPanic(error)) this.#stop(error);
      throw error;
    } finally {
      if (!this.#stopped) this.#flush(editor);
    }
  }

  /**
   * Asks the editor for something that a call can't change, such as where a pixel is on the screen: there are no
   * effects to be taken then.
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
    if (!this.#editor || this.#stopped) return undefined;
    try {
      return this.call(action);
    } catch (error) {
      if (!this.#stopped) this.say(sentence(error), "error");
      return undefined;
    }
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
    const info = this.#picture?.commands.find((command) => command.id === id);
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
    this.#emit("message", { type: "message", text, tone });
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

  /** Hands the editor's effects to the listeners. @param {Editor} editor */
  #flush(editor) {
    let effects;
    let changed = false;
    let moved = false;
    try {
      effects = editor.effects();
      const types = new Set(effects.map(({ type }) => type));
      changed = types.has("drawing") || types.has("state");
      moved = !changed && types.has("moved");
      if (changed) this.#refresh(types.has("drawing"));
      else if (moved && this.#picture) Object.assign(this.#picture.state, editor.moving());
      // A move leaves nothing to be kept: a stroke is kept when it has become a step.
      if (!moved) this.#called(editor);
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
      if (effect.type === "message") this.#emit("message", effect);
      else if (effect.type === "offer") this.#emit("offer", effect);
      else if (effect.type === "highlight") this.#emit("highlight", effect);
      else if (effect.type === "ask") this.#emit("ask", effect);
      // A question is part of the state, where it stays until it is answered or withdrawn.
    }
  }

  /** Fetches the picture anew. @param {boolean} all Whether to fetch layers, frames and the like too, which is costly. */
  #refresh(all) {
    const editor = this.#editor;
    if (!editor) return;
    if (all || !this.#drawing) this.#drawing = editor.drawing();
    const enabled = editor.enabled();
    for (const [i, command] of this.#commands.entries()) command.enabled = enabled[i] === 1;
    this.#picture = {
      state: editor.state(),
      commands: this.#commands,
      tools: this.#tools,
      toolOptions: this.#toolOptions,
      drawing: this.#drawing,
    };
  }

  /** Stops the editor after a panic. @param {unknown} error */
  #stop(error) {
    this.#stopped = true;
    console.error(error);
    this.#emit("panic", sentence(error));
  }
}
