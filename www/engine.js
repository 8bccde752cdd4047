/**
 * The one door between the page and the editor.
 *
 * Rust holds the document, the tools and the history; the page only forwards and shows. So that nothing it has to show is
 * missed, every call goes through here. What follows from a call gathers in the editor, and is taken and handed to whoever
 * listens with the next animation frame: before it is painted, and once, however much has happened. No event handler waits for
 * a panel. Who needs to know at once asks for the `state`, which brings everything up to date. No other module imports the package.
 *
 * What may take long is planned, and performed in slices (`work.js`). Until it is done nobody else reaches the editor. What
 * has happened is kept after it was shown, and before anything else is planned.
 */

import init, { Editor } from "../pkg/undoodle.js";
import { isAbort, isPanic, sentence } from "./failures.js";
import { Fetching } from "./fetching.js";
import { Frames } from "./frames.js";
import { News } from "./news.js";
import { Work } from "./work.js";

/** @import { Events } from "./news.js" */
/** @import { Arguments, CommandInfo, Effect, Keeping, Picture, State } from "./types.js" */

/** How long messages and highlights wait after a change, and panels after the last one, in milliseconds: the picture comes first. */
const PANELS_MS = 80;

/** The longest that panels wait while one change follows the other, such as with a key held down, in milliseconds. */
const LONGEST_MS = 240;

/** Time after which no other panel is drawn in the same task, in milliseconds. */
const SLICE_MS = 6;

export class Engine {
  /** @type {Editor | undefined} */
  #editor;
  /** @type {Picture | undefined} */
  #picture;
  /** @type {Fetching | undefined} */
  #fetching;
  #stopped = false;
  /** Why the drawing can't be changed, or empty. */
  held = "";
  /** @type {Keeping | undefined} */
  #keeping;
  #news = new News();
  /** Who runs a command in a way of its own when a person asks for it, by the command's id. @type {Map<string, (given?: File | null) => boolean>} */
  instead = new Map();
  /** Hears of a key for the clipboard, once that is connected. @type {((id: string) => void) | undefined} */
  onClipboard;
  /** What is under way, if it takes longer than a moment. */
  work = new Work((long) => this.#news.emit("work", long));
  /** Whether a move is planned, to be performed with the next frame. */
  #planned = false;
  /** Whether the editor may have news. */
  #waiting = false;
  /** Whether something may have happened that is not in a batch yet. */
  #owing = false;
  #frames = new Frames((now) => this.#draw(now), () => this.tell());
  /** Whether the last work took pauses, so that keeping what it has changed may take as long. */
  #large = false;
  /** Has what is new shown, while there is something. @type {ReturnType<typeof setTimeout> | undefined} */
  #panels;
  /** When something has changed that no panel shows: the first and the last time, by `performance.now()`. */
  #since = 0;
  #changed = 0;

  constructor() {
    // A page that is hidden or left may get no other frame.
    document.addEventListener("visibilitychange", () => this.tell());
    window.addEventListener("pagehide", () => this.tell());
  }

  /** Loads the module and creates the editor. Await it before calling anything else. */
  async start() {
    await init();
    this.#editor = new Editor(performance.timeOrigin);
    this.#fetching = new Fetching(this.#editor, () => this.busy || this.#stopped);
    this.#picture = this.#fetching.picture(this.#fetching.names(this.#editor.news()));
  }

  /** Creates an editor with a drawing of its own, that nobody sees. Free it. */
  spare() {
    return new Editor(performance.timeOrigin);
  }

  /** Whether a panic has stopped the editor. */
  get stopped() {
    return this.#stopped;
  }

  /** Whether work is under way, so that nothing can be asked of the editor. */
  get busy() {
    return this.work.busy;
  }

  /** Has what happens kept. @param {Keeping} keeping */
  onKeep(keeping) {
    this.#keeping = keeping;
  }

  /** Refuses a person's changes from now on. @param {string} why A sentence, or empty to allow them. */
  hold(why) {
    this.held = why;
  }

  /** Returns `true` and says why if a person can't change the drawing. @param {string} [by] The id of the command or tool that would. */
  refuses(by = "") {
    if (!this.held) return false;
    if (this.#fetching?.looksOnly(by)) return false;
    this.say(this.held, "error");
    return true;
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
    this.#news.shows(kinds, draw);
    if (this.#picture) draw(this.picture);
  }

  /**
   * Adds a listener. One for "state" is also called at once, so that it can draw itself.
   * @template {keyof Events} K @param {K} event @param {(value: Events[K]) => void} listener
   */
  on(event, listener) {
    this.#news.on(event, listener);
    if (event === "state" && this.#picture) listener(/** @type {Events[K]} */ (this.#picture));
  }

  /** Has requests for forms and files heard: who looks after them is there. */
  hear() {
    this.#news.hear();
  }

  /** Calls the editor, after everybody has heard of the calls before. @template T @param {(editor: Editor) => T} action @throws The editor's errors. */
  call(action) {
    this.tell();
    if (this.#planned) this.#call((editor) => this.work.atOnce(editor));
    this.#planned = false;
    return this.#call(action);
  }

  /** Calls it like `call`, as soon as no work is under way and all before it is kept. @template T @param {(editor: Editor) => T} action */
  async soon(action) {
    do {
      await this.work.free();
      this.keep();
    } while (this.busy);
    const result = this.call(action);
    this.tell();
    return result;
  }

  /** Returns the id of a command that is bound to a key; can be asked at any time. @param {Parameters<typeof Editor.bound>} key */
  bound(...key) {
    return Editor.bound(...key);
  }

  /** Returns the editor if it can be called. */
  #ready() {
    if (!this.#editor) throw new Error("the editor has not started yet");
    if (this.#stopped) throw new Error("the editor has stopped: reload the page");
    if (this.busy) throw new Error("the editor is at work; await finished() first");
    return this.#editor;
  }

  /**
   * Plans something that may take long, and has it performed in slices.
   * @param {(editor: Editor) => boolean | void} plan Plans it; may do other things first that take no time, and return whether all is small.
   * @returns {Promise<boolean> | boolean} What came of it; a promise if it takes longer than a moment.
   * @throws As `call`.
   */
  perform(plan) {
    this.keep();
    if (this.busy) return this.work.after(() => this.perform(plan), "soon");
    const editor = this.#ready();
    this.#fetching?.settle();
    const small = plan(editor);
    this.#planned = false;
    this.#large = false;
    const done = this.work[small ? "performSmall" : "perform"](editor, (failure) => {
      this.#waiting = true;
      return isPanic(failure) ? this.#stop(failure) : this.requestFrame();
    });
    this.#large = typeof done !== "boolean";
    return done;
  }

  /**
   * Has what has happened kept, unless that is so. It takes a while after a large change.
   * @param {boolean} [atOnce] Whether the page can't wait for it, as nothing comes after it.
   */
  keep(atOnce = false) {
    this.tell();
    const [editor, keeping] = [this.#editor, this.#keeping];
    // While a move is planned an action is open, of which there is nothing to be kept yet.
    if (!editor || !keeping || !this.#owing || this.#planned || this.#stopped || this.busy) return;
    this.#owing = false;
    try {
      if (!keeping.ready(editor)) return;
      const small = editor.plan_batch();
      const ended = (/** @type {unknown} */ failure) => (failure ? this.#stop(failure) : this.requestFrame());
      const done = atOnce || small ? this.work.atOnce(editor) : this.work.perform(editor, ended, true);
      if (typeof done === "boolean") keeping.made(editor);
      else done.then(() => keeping.made(editor)).catch((error) => this.#stop(error));
    } catch (error) {
      this.#stop(error);
    }
  }

  /**
   * Finds the contour of what has changed last, in slices, and drops it for whatever a person wants meanwhile.
   * @returns {Promise<Int32Array | undefined>} Nothing if it was dropped, or can't be found now.
   */
  async contour() {
    const editor = this.#editor;
    if (!editor || this.#stopped || this.#planned || this.busy) return undefined;
    try {
      editor.plan_contour();
      const ended = (/** @type {unknown} */ failure) => (isPanic(failure) ? this.#stop(failure) : this.requestFrame());
      await this.work.perform(editor, ended, true, true);
      return this.query(() => editor.contour());
    } catch (error) {
      if (isPanic(error) && !this.#stopped) this.#stop(error);
      return undefined;
    }
  }

  /**
   * Performs something on a person's behalf: an error becomes a message.
   * @param {(editor: Editor) => boolean | void} plan
   * @returns {boolean} `false` if it was not done; what takes longer than a moment is thought to be.
   */
  begin(plan) {
    if (!this.#editor || this.#stopped) return false;
    try {
      const done = this.perform(plan);
      if (typeof done === "boolean") return done;
      done.catch((error) => this.failed(error));
      return true;
    } catch (error) {
      this.failed(error);
      return false;
    }
  }

  /** Says that something failed, unless the page has said so already. @param {unknown} error */
  failed(error) {
    if (isPanic(error) && !this.#stopped) this.#stop(error);
    if (!this.#stopped) this.say(sentence(error), isAbort(error) ? "info" : "error");
  }

  /** Has a planned move performed with the next frame. */
  planned() {
    this.#planned = true;
  }

  /** @template T @param {(editor: Editor) => T} action @returns {T} */
  #call(action) {
    const editor = this.#ready();
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
   * @template T @param {(editor: Editor) => T} question @returns {T | undefined} `undefined` if there is no editor to be asked.
   */
  query(question) {
    if (!this.#editor || this.#stopped || this.busy) return undefined;
    try {
      return question(this.#editor);
    } catch (error) {
      this.failed(error);
      return undefined;
    }
  }

  /**
   * Calls the editor on a person's behalf: an error becomes a message, and a stopped or an absent editor is left alone.
   * @template T @param {(editor: Editor) => T} action
   * @returns {T | undefined} `undefined` if the call failed, or waits until work is done.
   */
  apply(action) {
    this.tell();
    if (this.#planned && !this.busy) this.begin(() => {});
    return this.move(action);
  }

  /**
   * Performs what nobody asks for just now, such as taking what the disk has given, after what is planned.
   * @param {(editor: Editor) => boolean | void} plan
   */
  aside(plan) {
    if (this.#planned && !this.busy) this.begin(() => {});
    this.begin(plan);
  }

  /**
   * Calls the editor like `apply` for a move of the pointer, of which many may gather: each leaves nothing that has to be
   * heard of before the next.
   * @template T @param {(editor: Editor) => T} action @returns {T | undefined} `undefined` if the call failed.
   */
  move(action) {
    if (!this.#editor || this.#stopped) return undefined;
    if (this.busy) {
      this.work.soon(() => this.move(action));
      return undefined;
    }
    try {
      return this.#call(action);
    } catch (error) {
      this.failed(error);
      return undefined;
    }
  }

  /** Asks for an animation frame, which is announced as "frame". */
  requestFrame() {
    this.#frames.request();
  }

  /** @param {number} now */
  #draw(now) {
    if (this.#planned && !this.busy) this.begin(() => {});
    if (this.busy) return;
    this.tell();
    this.#news.emit("frame", now);
  }

  /** Runs a command on a person's behalf. @param {string} id @param {Arguments} [args] Those left out take their defaults. */
  run(id, args) {
    if (this.refuses(id)) return false;
    const own = this.instead.get(id);
    if (own) return own();
    return this.begin((editor) => editor.plan_run(id, args, performance.now()));
  }

  /** Runs a command, or opens its form if it has one. @param {string} id */
  invoke(id) {
    if (this.busy) return this.work.soon(() => this.invoke(id));
    const info = this.picture.commands.find((command) => command.id === id);
    if (info?.asks && info.enabled) {
      if (this.refuses(id)) return;
      // A form is about what is seen, which must not go on behind it.
      if (this.state.playing) this.run("frame.play");
      this.#news.emit("form", info);
    } else this.run(id);
  }

  /** Shows a message of the page's own, in the same place as the editor's. @param {string} text @param {"info" | "error"} tone */
  say(text, tone) {
    this.#news.show({ type: "message", text, tone });
    this.#later();
  }

  /** Shows a sentence with a button that calls a function. @param {string} text @param {string} label @param {() => void} run */
  offer(text, label, run) {
    this.#news.show({ type: "offer", text, command: "", label, run });
    this.#later();
  }

  /** Hands the editor's effects to the listeners, if there may be some. */
  tell() {
    const editor = this.#editor;
    if (!editor || this.#stopped || this.busy || !this.#waiting) return;
    this.#waiting = false;
    let [happened, changed, moved] = [0, false, false];
    /** @type {Effect[]} */
    let effects = [];
    try {
      happened = editor.happened();
      [changed, moved] = [(happened & 2) !== 0, (happened & 6) === 4];
      if (happened & 8) effects = editor.effects();
      if (changed && this.#fetching) {
        const news = this.#fetching.names(editor.news());
        this.#news.add(news);
        this.#picture = this.#fetching.picture(news);
      } else if (moved) this.#fetching?.moved();
      // A move leaves nothing to be kept: a stroke is kept when it has become a step.
      if (!moved) {
        this.#keeping?.met(editor);
        this.#owing = this.#keeping !== undefined;
      }
    } catch (error) {
      this.#stop(error);
      return;
    }
    if (moved) this.#news.emit("moved", null);
    this.#news.hand(effects, (happened & 1) !== 0, changed ? this.#picture : undefined);
    if (this.#owing || this.#news.waits) this.#later();
  }

  #later() {
    this.#changed = performance.now();
    if (this.#panels !== undefined) return;
    this.#since = this.#changed;
    this.#panels = setTimeout(() => this.#show(), PANELS_MS);
  }

  /** Shows messages and highlights, has kept what has happened, and then has panels drawn once nothing more happens; a large change is kept last. */
  #show() {
    this.tell();
    if (this.busy) {
      this.#panels = undefined;
      this.work.later(() => this.#later());
      return;
    }
    this.#news.tell();
    // Of a file that was opened, panels are seen before half a second of writing.
    if (!this.#large) this.keep();
    const now = performance.now();
    const rest = Math.min(this.#changed + PANELS_MS, this.#since + LONGEST_MS) - now;
    this.#panels = setTimeout(() => (rest > 0 ? this.#show() : this.#drawSome()), Math.max(0, rest));
  }

  /** Draws panels for some milliseconds, and the others in later tasks. */
  #drawSome() {
    const end = performance.now() + SLICE_MS;
    this.tell();
    let more = this.#drawNext();
    while (more && performance.now() < end) more = this.#drawNext();
    if (more) {
      this.#panels = setTimeout(() => this.#drawSome());
      return;
    }
    this.#panels = undefined;
    this.#news.flash();
    // A large change is not kept yet, nor is what happened meanwhile.
    this.keep();
    if (this.#owing || this.#news.waits) this.#later();
  }

  /** Has the next panel draw that has something to draw. Returns `false` if there is none, or it can't draw now. */
  #drawNext() {
    const fetching = this.#fetching;
    if (!fetching || !this.#picture || this.busy) return false;
    this.#news.gather((kinds) => fetching.check(kinds));
    const draw = this.#news.next(() => this.picture);
    try {
      draw?.();
    } catch (error) {
      // Of a stopped editor nothing more can be shown.
      if (this.#stopped) console.error(error);
      else if (isPanic(error)) this.#stop(error);
      else throw error;
    }
    return draw !== undefined;
  }

  /** Tells all there is to tell, to panels too, and has it kept. */
  settle() {
    this.tell();
    clearTimeout(this.#panels);
    this.#panels = undefined;
    if (this.busy) {
      this.work.later(() => this.#later());
      return;
    }
    while (this.#drawNext());
    this.#news.tell();
    this.#news.flash();
    this.keep();
  }

  /** Stops the editor after a panic. @param {unknown} error */
  #stop(error) {
    this.#stopped = true;
    console.error(error);
    this.settle();
    this.#news.emit("panic", sentence(error));
  }
}
