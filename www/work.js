/**
 * Work that may take long, in slices between which the page lives on.
 *
 * Problem: a fill through a maze of four million pixels holds the page for a tenth of a second, and on a slow machine for a
 * whole one. Idea: what is to be done is planned by one call of the editor, and performed by another, which the browser can
 * pause for a moment wherever the work allows it (JavaScript Promise Integration). A browser that can't do so performs the
 * work in one go.
 *
 * The invariant: while work is under way nobody else reaches the editor. What is asked of it meanwhile waits in its order.
 */

import { pausable } from "./rest.js";
import { nextTask } from "./tasks.js";

/** @import { Editor } from "./types.js" */

/** How long work goes on before its first pause, and between two pauses, in milliseconds. */
const FIRST_MS = 16;
const SLICE_MS = 10;

/** How long it is under way before the page says so, in milliseconds. */
const LONG_MS = 200;

/** The call that is under way. */
const call = { until: Infinity, done: false, stopping: false, hurried: false };

/** Returns `true` once if the work is to be stopped. @param {boolean} stoppable */
function stops(stoppable) {
  const stop = call.stopping && stoppable;
  if (stop) call.stopping = false;
  return stop;
}

/** What the module calls: whether work is to be paused or stopped, where it is, and when it is done. */
Object.assign(globalThis, {
  /** @param {boolean} stoppable */
  undoodleDue: (stoppable) => (call.stopping && stoppable) || performance.now() >= call.until,
  /** @param {boolean} stoppable @returns {boolean | Promise<boolean>} */
  undoodlePause(stoppable) {
    if (performance.now() < call.until) return stops(stoppable);
    return nextTask().then(() => {
      call.until = call.hurried ? Infinity : performance.now() + SLICE_MS;
      return stops(stoppable);
    });
  },
  undoodlePerformed() {
    call.done = true;
  },
});

export class Work {
  /** @type {(() => void)[]} */
  #waiting = [];
  /** The work that is under way. @type {Promise<boolean> | undefined} */
  #under;
  /** Resolves when work has begun that is to begin in a task of its own. @type {Promise<unknown> | undefined} */
  coming;
  /** Whether nobody waits for it. */
  #aside = false;
  /** Whether it is dropped for whatever a person wants meanwhile. */
  #yields = false;
  #said;
  /** Whether somebody has been told that it takes a while. */
  #told = false;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  #long;

  /** @param {(long: boolean) => void} said Hears that somebody waits for work, and when it has ended. */
  constructor(said) {
    this.#said = said;
  }

  /** Whether work is under way. */
  get busy() {
    return this.#under !== undefined;
  }

  /** Has something done when nothing is under way any more, after what waits already, and returns `true`. @param {() => void} action */
  later(action) {
    this.quietly(action);
    if (this.busy) this.#long ??= setTimeout(() => this.#tell(true), LONG_MS);
    return true;
  }

  /** Does so for what nobody waits for. @param {() => void} action */
  quietly(action) {
    this.#waiting.push(action);
  }

  /** Returns `true` while something is under way, and does something after it then: nobody waits for panels, so no bar comes of that. @param {() => void} action */
  waits(action) {
    if (this.busy) this.quietly(action);
    return this.busy;
  }

  /** Does so for a person: what yields is dropped. @param {() => void} action */
  soon(action) {
    if (this.#yields && this.busy) call.stopping = true;
    this.later(action);
  }

  /** Does so, and returns what comes of it. @template T @param {() => T | Promise<T>} action @param {"later" | "soon"} [when] @returns {Promise<T>} */
  after(action, when = "later") {
    return new Promise((resolve, reject) => this[when](() => {
      try {
        resolve(action());
      } catch (error) {
        reject(error);
      }
    }));
  }

  /** Waits for the task in which work begins, as does who waits for what is under way. @param {Promise<void>} task */
  async begins(task) {
    this.coming = task;
    await task;
    // A later one may wait already.
    if (this.coming === task) this.coming = undefined;
  }

  /** Resolves when nothing is under way. */
  async free() {
    while (this.coming || this.busy) await (this.coming ?? this.after(() => {}));
  }

  /** Whether what is under way may be stopped: a person has begun it. */
  get stoppable() {
    return this.busy && !this.#aside;
  }

  /** Stops what is under way, which then has changed nothing. */
  stop() {
    if (this.stoppable) call.stopping = true;
  }

  /** Has what is under way take no more pauses but the one that it is in, as the page may soon be gone. */
  hurry() {
    call.hurried = true;
  }

  /** Has the editor perform what was planned without a pause. @param {Editor} editor @throws As `perform`. */
  atOnce(editor) {
    return editor.perform_at_once();
  }

  /**
   * Has the editor perform what was planned. Nothing else may be under way.
   * @param {Editor} editor
   * @param {(failure?: unknown) => void} ended Hears when it has ended, and of a panic.
   * @param {boolean} [aside] Whether nobody has asked for it, so that nobody is told that it takes a while until somebody waits.
   * @param {boolean} [yields] Whether it is dropped for whatever a person wants meanwhile.
   * @returns {boolean | Promise<boolean>} What came of it; a promise if it takes longer than a moment.
   * @throws The editor's error.
   */
  perform(editor, ended, aside = false, yields = false) {
    const begin = pausable("editor_perform");
    if (!begin) return this.performSmall(editor, ended);
    Object.assign(call, { until: performance.now() + FIRST_MS, done: false, stopping: false, hurried: false });
    const promise = begin(/** @type {{__wbg_ptr: number}} */ (/** @type {unknown} */ (editor)).__wbg_ptr);
    if (call.done) return this.#ending(() => editor.outcome(), ended);
    this.#aside = aside;
    this.#yields = yields;
    this.#long = aside ? undefined : setTimeout(() => this.#tell(true), LONG_MS);
    const under = promise.then(() => {
      this.#end(ended);
      return editor.outcome();
    }, (error) => {
      this.#end(ended, error);
      throw error;
    });
    this.#under = under;
    // What waits comes after whoever hears of this promise first.
    const goOn = () => queueMicrotask(() => this.#goOn());
    under.then(goOn, goOn);
    return under;
  }

  /** Has the editor perform what takes no longer than a moment, as `perform`. @param {Editor} editor @param {(failure?: unknown) => void} ended */
  performSmall(editor, ended) {
    return this.#ending(() => this.atOnce(editor), ended);
  }

  /** Returns what an action does, and tells that it has ended. @template T @param {() => T} action @param {(failure?: unknown) => void} ended */
  #ending(action, ended) {
    let failure;
    try {
      return action();
    } catch (error) {
      failure = error;
      throw error;
    } finally {
      ended(failure);
    }
  }

  /** @param {(failure?: unknown) => void} ended @param {unknown} [failure] */
  #end(ended, failure) {
    this.#under = undefined;
    clearTimeout(this.#long);
    this.#long = undefined;
    if (this.#told) this.#tell(false);
    ended(failure);
  }

  /** @param {boolean} long */
  #tell(long) {
    this.#told = long;
    this.#said(long);
  }

  #goOn() {
    while (!this.busy) {
      const [next, ...others] = this.#waiting;
      if (!next) return;
      this.#waiting = [];
      try {
        next();
      } catch (error) {
        // What waits behind it is not to suffer for it.
        reportError(error);
      }
      // What it could not do yet stays in its place, before what came after it.
      this.#waiting.push(...others);
    }
  }
}
