/**
 * The one door between the page and the editor.
 *
 * Problem: work may be under way for seconds while people go on pressing keys, a part of the module may not have come yet, and what has
 * happened has to be kept in between. Idea: there are two ways to call the editor, and nobody but this module and its parts (`work.js`,
 * `rest.js`) knows any of that. What is to happen is **sent**: input and commands, which are done in the order in which they were sent. Who
 * wants to know something **asks**, and gets the answer when what was sent is done. A frame can't wait for either, so what draws
 * **looks**: at once, or with the first frame in which that is possible. The invariant: nothing that was sent is lost or
 * overtaken, and no answer is older than what was sent before the question.
 *
 * ```js
 * engine.send((editor) => editor.plan_run("edit.undo", {}, performance.now()));
 * const { width } = await engine.ask((editor) => editor.size());
 * engine.look((editor) => box.place(editor.canvas_rect(), 1));
 * ```
 *
 * Rust holds the document, the tools and the history; the page only forwards and shows. What follows from a call gathers in the editor,
 * and is taken and handed to whoever listens with the next animation frame: before it is painted, and once, however much has happened. No
 * event handler waits for a panel. Who needs to know at once reads the `state`, which brings everything up to date. No other module
 * imports the package.
 */

import init, { Colors, Editor } from "../pkg/undoodle.js";
import { isAbort, isPanic, sentence } from "./failures.js";
import { Fetching } from "./fetching.js";
import { Frames } from "./frames.js";
import { PLAINLY } from "./how.js";
import { News } from "./news.js";
import { comesFirst, whole } from "./rest.js";
import { Showing } from "./showing.js";
import { drawWaiting } from "./soon.js";
import { lastTask, nextTask } from "./tasks.js";
import { Work } from "./work.js";

/** @import { How } from "./how.js" */
/** @import { Events } from "./news.js" */
/** @import { Arguments, CommandInfo, Effect, Keeping, Picture, State } from "./types.js" */

/** What has happened, as bits of `Editor.happened`. */
const [REPAINT, STATE, MOVED, SHOWN, ASKED] = [1, 2, 4, 8, 16];

/** What waits to be performed, as `Editor.plan` tells it: a move waits for the next frame, and what is small ends before the first pause. */
const [MOVE, SMALL] = [1, 2];

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
  /** Converts and arranges colours, at any time: they belong to no drawing. */
  colors = Colors;
  /** Who runs a command in a way of its own when a person asks for it, by the command's id. @type {Map<string, (given?: File | null) => boolean>} */
  instead = new Map();
  /** Hears of a key for the clipboard, once that is connected. @type {((id: string) => void) | undefined} */
  onClipboard;
  /** What is under way, if it takes longer than a moment. */
  #work = new Work((long) => this.#news.emit("work", long ? { stoppable: this.#work.stoppable } : null));
  /** What draws with the next frame in which the editor can be called. @type {Set<(editor: Editor) => void>} */
  #looks = new Set();
  /** Whether a move is planned, to be performed with the next frame. */
  #planned = false;
  /** Whether something may have happened in the editor. */
  #waiting = false;
  /** What has happened that is heard of with the panels, as bits: no frame waits for it. */
  #untold = 0;
  /** Whether a frame has begun, in which what is sent is told. */
  #begins = false;
  /** Whether something may have happened that is not in a batch yet. */
  #owing = false;
  #frames = new Frames((now) => this.#draw(now), () => this.#lookNow());
  /** Whether the last work took pauses, so that keeping what it has changed may take as long. */
  #large = false;
  #showing = new Showing(this.#news, {
    tell: () => this.#tellAll(),
    keep: () => this.keep(),
    owes: () => !this.#stopped && (this.#owing || this.#untold !== 0),
    isLarge: () => this.#large,
    waits: (action) => this.#work.waits(action),
    drawNext: () => this.#drawNext(),
  });

  constructor() {
    // A page that is hidden or left may get no other frame.
    document.addEventListener("visibilitychange", () => this.tell());
    window.addEventListener("pagehide", () => this.tell());
  }

  /** Loads the module and creates the editor. Await it before calling anything else. */
  async start() {
    const joined = comesFirst();
    await init();
    this.#editor = new Editor(performance.timeOrigin);
    this.#fetching = new Fetching(this.#editor, () => !this.#work.busy && !this.#stopped, (kinds) => this.#news.add(kinds));
    this.#picture = this.#fetching.picture();
    await joined();
  }

  /** Fetches what never changes, commands and tools, in tasks that come after all else: whoever asks for them before gets them at once. Await it before anything shows them. */
  async fetchTables() {
    for (let more = true; more; await lastTask()) {
      await this.#work.free();
      if (this.#stopped) return;
      if (!this.#work.busy) more = this.#fetching?.fetchSome() ?? false;
    }
  }

  /** Creates an editor with a drawing of its own, that nobody sees. Call it while you look or ask, and free it then. */
  spare() {
    return new Editor(performance.timeOrigin);
  }

  /** Whether the editor has started, so that there is a state. */
  get started() {
    return this.#picture !== undefined;
  }

  /** Whether a panic has stopped the editor. */
  get stopped() {
    return this.#stopped;
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

  /** Whether a stroke is under way, as far as that can be asked now. */
  get isDrawing() {
    return this.#picture !== undefined && !this.#stopped && !this.#work.busy && this.state.active;
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

  /**
   * Sends something to the editor: input, a command, or anything else that changes what there is. It is done at once if nothing is under
   * way, or else in its place after what was sent before. What the action plans, as by `plan_run`, is performed before the next.
   * @param {(editor: Editor) => unknown} action @param {How} [how]
   * @returns {boolean | Promise<boolean>} `false` if it was not done, as it failed or there is no editor, or if the action says so; a promise of
   * that if it takes longer than a moment, or waits.
   */
  send(action, how = PLAINLY) {
    if (!how.failed && (!this.#editor || this.#stopped)) return false;
    if (how.anew) return this.#sendAnew(action, how);
    if (this.#work.busy) return this.#sendLater(action, how);
    try {
      if (!how.gathers) this.tell();
      // Who has heard of something may have sent what takes a while.
      if (this.#work.busy) return this.#sendLater(action, how);
      const done = this.#act(action);
      return typeof done === "boolean" ? done : done.catch((error) => this.#refuse(error, how));
    } catch (error) {
      return this.#refuse(error, how);
    }
  }

  /**
   * Asks the editor for something: as soon as what was sent is done and kept, and all of the module is there. Without a question, it
   * says when that is so.
   * @template [T=void] @param {(editor: Editor) => T} [question] @returns {Promise<T>} @throws The editor's errors.
   */
  async ask(question = () => /** @type {T} */ (undefined)) {
    await whole();
    do {
      await this.#work.free();
      this.keep();
    } while (this.#work.busy);
    const answer = this.call(question);
    this.tell();
    return answer;
  }

  /**
   * Has something drawn by what the editor says: at once, or with the first frame in which it can be called. Of one function that waits
   * there is one call. It changes nothing that anybody has to hear of, and an error becomes a message.
   * @param {(editor: Editor) => void} draw
   */
  look(draw) {
    if (!this.#editor || this.#stopped) return;
    if (this.#work.busy) {
      this.#looks.add(draw);
      return;
    }
    try {
      draw(this.#editor);
    } catch (error) {
      this.failed(error);
    }
  }

  /**
   * Calls the editor for a script, whose functions return at once: `window.undoodle` promises that.
   * @template T @param {(editor: Editor) => T} action @returns {T} @throws The editor's errors, and one that says so while work is under way.
   */
  call(action) {
    this.tell();
    if (this.#planned) this.#call((editor) => this.#work.atOnce(editor));
    this.#planned = false;
    return this.#call(action);
  }

  /**
   * Returns the id of the command that a key runs now. While work is under way that can't be told, and it is the first one that is bound to the key.
   * @param {Parameters<typeof Editor.bound>} chord
   */
  key(...chord) {
    return this.#work.busy || !this.#editor || this.#stopped ? this.bound(...chord) : this.#editor.key(...chord);
  }

  /**
   * Invokes the command that a key runs: now, or when what was sent is done, and then the one that it runs at that time.
   * @param {string} id The one that it runs now. @param {Parameters<typeof Editor.bound>} chord
   */
  press(id, chord) {
    if (!this.#work.busy) return this.invoke(id);
    this.#work.soon(() => {
      const then = this.key(...chord);
      if (then) this.press(then, chord);
    });
  }

  /** Notes that a held key runs a command once more. Returns `false` if it may not: the command is not made for it, or work is under way. @param {string} id */
  repeats(id) {
    const may = !this.#work.busy && this.#known(id)?.repeats === true;
    if (may) this.#showing.repeats(id === "edit.undo" || id === "edit.redo");
    return may;
  }

  /** Whether a held key runs a command over and over. */
  get isHeld() {
    return this.#showing.isHeld;
  }

  /** Notes that a key came up. */
  released() {
    this.#showing.released();
  }

  /** Returns the id of a command that is bound to a key; can be asked at any time. @param {Parameters<typeof Editor.bound>} key */
  bound(...key) {
    return Editor.bound(...key);
  }

  /** Stops what is under way, which then has changed nothing. Returns `false` if there is nothing that a person may stop. */
  stop() {
    const { stoppable } = this.#work;
    this.#work.stop();
    return stoppable;
  }

  /**
   * Resolves when nothing is under way, and nothing is about to begin that follows from it, such as what a form does as it closes.
   * @returns {Promise<boolean>} Whether a command waits for the disk.
   */
  async finished() {
    do {
      await this.#work.free();
      await nextTask();
    } while (this.#work.coming || this.#work.busy);
    return !this.#stopped && this.#editor?.is_fetching() === true;
  }

  /** Does something for a page that may soon be gone: at once, or as soon as the slice that is under way allows. @param {() => void} action */
  hurry(action) {
    if (!this.#work.busy) return action();
    this.#work.hurry();
    void this.#work.free().then(action);
  }

  /** Returns the editor if it can be called. */
  #ready() {
    if (!this.#editor) throw new Error("the editor has not started yet");
    if (this.#stopped) throw new Error("the editor has stopped: reload the page");
    if (this.#work.busy) throw new Error("the editor is at work; await finished() first");
    return this.#editor;
  }

  /** Calls the editor, and performs what was planned with that. @param {(editor: Editor) => unknown} action @returns {boolean | Promise<boolean>} As `send`. @throws The editor's errors. */
  #act(action) {
    const editor = this.#ready();
    const waits = this.#planned;
    const done = this.#call(action);
    const plan = editor.plan();
    this.#planned = plan === MOVE;
    if (plan <= MOVE) return done !== false;
    // What a held key does over and over is kept in a moment, a few steps at once.
    if (!waits && !(plan === SMALL && this.#showing.isHeld)) this.#makeBatch();
    return this.#work.busy ? this.#work.after(() => this.#perform(plan), "soon") : this.#perform(plan);
  }

  /** Performs what is planned. @param {number} plan @returns {boolean | Promise<boolean>} @throws The editor's errors. */
  #perform(plan) {
    const editor = this.#ready();
    // What is small ends before anybody can ask for the state.
    if (plan !== SMALL) this.#fetching?.settle();
    this.#planned = false;
    this.#large = false;
    const done = this.#work[plan === SMALL ? "performSmall" : "perform"](editor, (failure) => {
      this.#waiting = true;
      if (isPanic(failure)) return this.#stop(failure);
      this.#planned = editor.plan() === MOVE;
      this.requestFrame();
    });
    this.#large = typeof done !== "boolean";
    return done;
  }

  /** Performs the move that is planned, if there is one and it can be done now. */
  #catchUp() {
    if (!this.#planned || this.#work.busy || this.#stopped) return;
    try {
      const done = this.#perform(MOVE);
      if (typeof done !== "boolean") done.catch((error) => this.failed(error));
    } catch (error) {
      this.failed(error);
    }
  }

  /** Sends something in its place after what is under way. @param {(editor: Editor) => unknown} action @param {How} how */
  #sendLater(action, how) {
    if (!how.gathers) return this.#work.after(() => this.send(action, how), "soon");
    this.#work[how.aside ? "quietly" : "soon"](() => this.send(action, how));
    return true;
  }

  /** Sends something in a task of its own. Who waits for what is under way waits for it, too. @param {(editor: Editor) => unknown} action @param {How} how */
  async #sendAnew(action, how) {
    await this.#work.begins(nextTask());
    return this.send(action, { ...how, anew: false });
  }

  /** @param {unknown} error @param {How} how */
  #refuse(error, { failed }) {
    if (failed) failed(error);
    else this.failed(error);
    return false;
  }

  /**
   * Has what has happened kept, unless that is so. It takes a while after a large change.
   * @param {boolean} [atOnce] Whether the page can't wait for it, as nothing comes after it.
   * @returns {boolean} Whether that, or something else, is under way now.
   */
  keep(atOnce = false) {
    this.tell();
    // While a move is planned an action is open, of which there is nothing to be kept yet.
    if (!this.#planned) this.#makeBatch(atOnce);
    return this.#work.busy;
  }

  /**
   * Has what has happened kept, and does something when it is handed over: before this returns, if nothing is under way.
   * @param {() => Promise<void> | void} then @returns {Promise<void> | void}
   */
  handOver(then) {
    this.keep();
    return this.#work.busy ? this.#work.after(() => this.handOver(then)) : then();
  }

  /** @param {boolean} [atOnce] */
  #makeBatch(atOnce = false) {
    const [editor, keeping] = [this.#editor, this.#keeping];
    if (!editor || !keeping || !this.#owing || this.#stopped || this.#work.busy) return;
    this.#owing = false;
    try {
      if (!keeping.ready(editor)) return;
      const small = editor.plan_batch();
      const ended = (/** @type {unknown} */ failure) => (failure ? this.#stop(failure) : this.requestFrame());
      const done = atOnce || small ? this.#work.atOnce(editor) : this.#work.perform(editor, ended, true);
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
    if (!editor || this.#stopped || this.#work.busy || editor.plan() !== 0) return undefined;
    try {
      editor.plan_contour();
      const ended = (/** @type {unknown} */ failure) => (isPanic(failure) ? this.#stop(failure) : this.requestFrame());
      await this.#work.perform(editor, ended, true, true);
      return this.#work.busy || this.#stopped ? undefined : editor.contour();
    } catch (error) {
      if (isPanic(error) && !this.#stopped) this.#stop(error);
      return undefined;
    }
  }

  /** Says that something failed, unless the page has said so already. @param {unknown} error */
  failed(error) {
    if (isPanic(error) && !this.#stopped) this.#stop(error);
    if (!this.#stopped) this.say(sentence(error), isAbort(error) ? "info" : "error");
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
      if (!this.#begins) this.requestFrame();
    }
  }

  /** Asks for an animation frame, which is announced as "frame". */
  requestFrame() {
    this.#frames.request();
  }

  /** @param {number} now */
  #draw(now) {
    this.#begins = true;
    this.#news.emit("tick", now);
    this.#begins = false;
    this.#catchUp();
    if (this.#work.busy) return;
    this.#lookNow();
    this.#news.emit("frame", now);
  }

  /** Tells what there is to tell, and has those draw who have waited for it. */
  #lookNow() {
    this.tell();
    if (this.#work.busy) return;
    const looks = [...this.#looks];
    this.#looks.clear();
    for (const draw of looks) this.look(draw);
  }

  /** Returns what never changes of a command. @param {string} id */
  #known(id) {
    return this.#fetching?.command(id);
  }

  /** Runs a command on a person's behalf. @param {string} id @param {Arguments} [args] Those left out take their defaults. */
  run(id, args) {
    if (this.refuses(id)) return false;
    const own = this.instead.get(id);
    if (own) return own();
    return this.send((editor) => editor.plan_run(id, args, performance.now()));
  }

  /** Runs a command, or opens its form if it has one. @param {string} id */
  invoke(id) {
    if (this.#work.busy) return this.#work.soon(() => this.invoke(id));
    const info = this.#known(id);
    // Whether it is enabled takes long to find out, and most commands have no form.
    if (info?.asks && this.picture.commands.includes(info) && info.enabled) {
      if (this.refuses(id)) return;
      // A form is about what is seen, which must not go on behind it.
      if (this.state.playing) this.run("frame.play");
      this.#news.emit("form", info);
    } else this.run(id);
  }

  /** Shows a message of the page's own, in the same place as the editor's. @param {string} text @param {"info" | "error"} tone */
  say(text, tone) {
    this.#hearWords();
    this.#news.show({ type: "message", text, tone });
    this.#showing.later();
  }

  /** Shows a sentence with a button that calls a function. @param {string} text @param {string} label @param {() => void} run */
  offer(text, label, run) {
    this.#hearWords();
    this.#news.show({ type: "offer", text, command: "", label, run });
    this.#showing.later();
  }

  /** Tells the listeners what no later frame should show: what has changed is asked for later, and only then. */
  tell() {
    const editor = this.#editor;
    if (!editor || this.#stopped || this.#work.busy || !this.#waiting) return;
    this.#waiting = false;
    let happened = 0;
    /** @type {Effect[]} */
    let effects = [];
    try {
      happened = editor.happened();
      // What was said before a request is heard before it.
      if (happened & ASKED) effects = editor.effects();
      if (happened & STATE) this.#fetching?.changed();
      else if (happened & MOVED) this.#fetching?.moved();
      // A move leaves nothing to be kept: a stroke is kept when it has become a step.
      if ((happened & (STATE | MOVED)) !== MOVED) {
        this.#keeping?.met(editor);
        this.#owing = this.#keeping !== undefined;
      }
    } catch (error) {
      this.#stop(error);
      return;
    }
    this.#untold |= happened & (STATE | SHOWN);
    if ((happened & (STATE | MOVED)) === MOVED) this.#news.emit("moved", null);
    if (happened & STATE && this.#picture) this.#news.emit("state", this.#picture);
    if (happened & REPAINT) this.#news.emit("repaint", null);
    this.#news.hand(effects);
    this.#showing.laterIfNeeded();
  }

  /** Hears what the editor has said: what the page says now comes after that. */
  #hearWords() {
    this.tell();
    if (!this.#editor || this.#work.busy || this.#stopped || !(this.#untold & SHOWN)) return;
    this.#untold &= ~SHOWN;
    this.#news.hand(this.#editor.effects());
  }

  /** Hands all to the listeners that there is, also what no frame waits for: what is said and highlighted, and what panels show. */
  #tellAll() {
    this.tell();
    const untold = this.#untold;
    if (!this.#editor || untold === 0 || this.#work.busy || this.#stopped) return;
    this.#untold = 0;
    try {
      if (untold & SHOWN) this.#news.hand(this.#editor.effects());
      this.#fetching?.fetchNews();
    } catch (error) {
      this.#stop(error);
      return;
    }
    if (untold & STATE) this.#news.emit("changed", null);
  }

  /** Has the next panel draw that has something to draw. Returns `false` if there is none, or it can't draw now. */
  #drawNext() {
    const fetching = this.#fetching;
    if (!fetching || !this.#picture || this.#work.busy) return false;
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
    this.#showing.settle();
    drawWaiting();
  }

  /** Stops the editor after a panic. @param {unknown} error */
  #stop(error) {
    this.#stopped = true;
    console.error(error);
    this.settle();
    this.#news.emit("panic", sentence(error));
  }
}
