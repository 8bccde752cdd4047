/**
 * The one place at which this page meets wasm.
 *
 * Every change goes through `paint`, while a stroke is under way, or `change`, when a step has come
 * or gone. Listeners are told which of the two it was, so that figures are computed anew only when
 * they can have changed. A refusal is one sentence, shown to the person. Idle moments are handed to
 * the systems that can use them, never during a stroke.
 */
import { saidBy } from "../messages.js";
import init, { Lab } from "../../pkg/lab/lab.js";
import { say } from "../language.js";

/** @typedef {ReturnType<Lab["rows"]>[number]} Row */
/** @typedef {ReturnType<Lab["series"]>[number]} Series */
/** @typedef {ReturnType<Lab["systems"]>[number]} SystemInfo */
/** @typedef {ReturnType<Lab["measure"]>} Measure */
/** @typedef {ReturnType<Lab["take_back"]>} TakenBack */
/** @typedef {ReturnType<Lab["inside"]>[number]} Fact */
/** @typedef {ReturnType<Lab["settings"]>} Wishes Settings: a number of snapshots, and sizes in bytes. */
/** @typedef {[snapshots: number, arena: number, command: number, budget: number]} Settings As Rust takes them: all but the first in bytes. */
/** @typedef {(lab: Lab, settled: boolean) => void} Listener `settled`: no stroke is under way. */

const MEBIBYTE = 1024 * 1024;
/** Default slots in the ring of snapshots, for small and for large pictures. */
const SNAPSHOTS = { usual: 32, large: 5 };
/** Pictures with more pixels than this are large. */
const LARGE = 1024 * 1024;
/** Default budget of the engine's history, in bytes. */
const BUDGET = 256 * MEBIBYTE;
/** Default size of the largest command that can be undone, in bytes. */
const COMMAND = 128 * MEBIBYTE;
/** Stands for an arena whose size follows the picture's. */
const BY_PICTURE = 0;
/** Minimum time left in an idle moment to begin a slice, in milliseconds. */
const IDLE_REST = 4;

/** Returns the error's message for people. @param {unknown} error */
export function sentence(error) {
  if (error instanceof WebAssembly.RuntimeError) return say("The Lab has stopped: reload the page");
  return say(saidBy(error));
}

/** Returns a whole number from the page's address, or else the usual one. @param {string} name @param {number} usual @param {number} least @param {number} most */
export function asked(name, usual, least, most) {
  const value = Number(new URLSearchParams(location.search).get(name) ?? usual);
  return Number.isInteger(value) && value >= least && value <= most ? value : usual;
}

/** Loads the module. */
export async function load() {
  await init();
}

/**
 * Measures one system alone on a recording. Undo and redo of everything are repeated until each has taken so long that the clock can tell it.
 * @param {number} index @param {string} text @param {Settings} settings @param {number} least In milliseconds.
 * @returns {Measure}
 */
export function measureAlone(index, text, settings, least) {
  const lab = new Lab(1, 1, ...settings);
  try {
    return lab.measure(text, index, least);
  } finally {
    lab.free();
  }
}

/**
 * Takes back one step of a recording by the script model and by the engine: the middle one, or that with so many steps after it.
 * @param {string} text @param {Settings} settings @param {number} [back]
 * @returns {TakenBack}
 */
export function takeBackAlone(text, settings, back) {
  const lab = new Lab(1, 1, ...settings);
  try {
    return lab.take_back(text, back);
  } finally {
    lab.free();
  }
}

/** Calls back in an idle moment. Browsers without idle callbacks get a short timer. @param {(rest: () => number) => void} work @returns {() => void} Cancels the call. */
function whenIdle(work) {
  if ("requestIdleCallback" in window) {
    const id = requestIdleCallback((deadline) => work(() => deadline.timeRemaining()), { timeout: 500 });
    return () => cancelIdleCallback(id);
  }
  const id = setTimeout(() => {
    const end = performance.now() + 2 * IDLE_REST;
    work(() => end - performance.now());
  }, 50);
  return () => clearTimeout(id);
}

export class Engine {
  /** @type {Lab | undefined} */
  #lab;
  #painting = false;
  /** @type {Listener[]} */
  #listeners = [];
  /** @type {(message: string) => void} */
  #say;
  #stopIdling = () => {};
  /** Settings chosen on the page, which override those of the address. @type {Partial<Wishes>} */
  #wishes = {};
  /** Whether a recording is being replayed into new systems, which moves no cursor. */
  adopting = false;
  /** @type {Row[] | undefined} */
  #rows;

  /** Creates an engine. @param {(message: string) => void} say Shows a message, or hides it if it is empty. */
  constructor(say) {
    this.#say = say;
  }

  /** Loads the module and creates the first canvas. @param {number} side */
  async start(side) {
    await load();
    this.renew(side, side);
  }

  /** The systems. @returns {Lab} */
  get lab() {
    if (this.#lab === undefined) throw new Error("the Lab has not started yet");
    return this.#lab;
  }

  /** The figures of the last settled state, cached: computing them compares whole pictures. */
  get rows() {
    this.#rows ??= this.lab.rows();
    return this.#rows;
  }

  /** Whether a stroke is under way. */
  get painting() {
    return this.#painting;
  }

  /** Adds a listener, and calls it at once if the Lab has started. @param {Listener} listener */
  listen(listener) {
    this.#listeners.push(listener);
    if (this.#lab) listener(this.#lab, true);
  }

  /** Returns settings that suit a picture of so many pixels. @param {number} pixels @returns {Settings} */
  #settings(pixels) {
    const usual = pixels > LARGE ? SNAPSHOTS.large : SNAPSHOTS.usual;
    const mebibytes = (/** @type {string} */ name, /** @type {number} */ otherwise) =>
      asked(name, otherwise / MEBIBYTE, 1, 4095) * MEBIBYTE;
    const {
      snapshots = asked("snapshots", usual, 3, 10_000),
      arena = mebibytes("arena", BY_PICTURE),
      command = mebibytes("command", COMMAND),
      budget = mebibytes("budget", BUDGET),
    } = this.#wishes;
    return [snapshots, arena, command, budget];
  }

  /** Creates a Lab with settings that suit a picture. @param {number} width @param {number} height */
  #make(width, height, pixels = width * height) {
    return new Lab(width, height, ...this.#settings(pixels));
  }

  /** Replaces the Lab by one with an empty canvas and empty histories. @param {number} width @param {number} height */
  renew(width, height) {
    this.#attempt(() => {
      this.#stopIdling();
      // Free the old one first: two of them may not fit into memory.
      this.#lab?.free();
      this.#lab = undefined;
      this.#painting = false;
      this.#lab = this.#make(width, height);
    });
    this.#settle();
  }

  /** Creates all systems anew with other settings, and replays everything painted in them. @param {Partial<Wishes>} wishes */
  adopt(wishes) {
    const before = this.#wishes;
    const text = this.lab.recording();
    this.#wishes = { ...before, ...wishes };
    try {
      this.adopting = true;
      const events = this.load(text);
      this.change((lab) => lab.replay(events));
    } catch (error) {
      this.#wishes = before;
      this.#say(sentence(error));
      this.#tell(true);
    } finally {
      this.adopting = false;
    }
  }

  /** Loads a recording onto a new canvas. @param {string} text @returns {number} The number of its events. */
  load(text) {
    const [width, height] = canvasOf(text);
    this.#stopIdling();
    // A recording that is refused leaves everything as it is.
    const lab = this.#make(1, 1, width * height);
    let events;
    try {
      events = lab.load(text);
    } catch (error) {
      lab.free();
      throw error;
    }
    this.#lab?.free();
    this.#lab = lab;
    this.#painting = false;
    this.#settle();
    return events;
  }

  /** Begins or extends a stroke. @param {(lab: Lab) => void} act */
  paint(act) {
    this.#stopIdling();
    this.#painting = true;
    this.#attempt(() => act(this.lab));
    this.#tell(false);
  }

  /** Ends a stroke, or undoes, redoes or replays steps. @template T @param {(lab: Lab) => T} act @returns {T | undefined} */
  change(act) {
    this.#stopIdling();
    this.#painting = false;
    const result = this.#attempt(() => act(this.lab));
    this.#settle();
    return result;
  }

  /** Returns the settings with which a recording is replayed or measured. @param {string} text */
  settingsFor(text) {
    const [width, height] = canvasOf(text);
    return this.#settings(width * height);
  }

  /** Calls a function, and shows its error. @template T @param {() => T} act @returns {T | undefined} */
  #attempt(act) {
    try {
      return act();
    } catch (error) {
      this.#painting = false;
      console.error(error);
      this.#say(sentence(error));
      return undefined;
    }
  }

  #settle() {
    this.#tell(true);
    this.#stopIdling();
    const idle = () => {
      this.#stopIdling = whenIdle((rest) => {
        let more = true;
        while (more && rest() > IDLE_REST) more = this.#attempt(() => this.lab.idle()) ?? false;
        if (more) idle();
        else this.#tell(true);
      });
    };
    idle();
  }

  /** Calls the listeners. @param {boolean} settled */
  #tell(settled) {
    if (settled) this.#rows = undefined;
    const lab = this.#lab;
    if (lab) this.#listeners.forEach((listener) => listener(lab, settled));
  }
}

/** Returns the canvas size that a recording names. Rust checks the recording itself. @param {string} text */
export function canvasOf(text) {
  const found = /^canvas (\d{1,4}) (\d{1,4})$/m.exec(text);
  return found ? [Number(found[1]), Number(found[2])] : [1, 1];
}
