/**
 * The one place at which this page meets wasm.
 *
 * Whoever changes something calls `paint`, while a stroke is under way, or `change`, when a step
 * has come or gone; listeners are told which of the two it was, so that figures are counted anew
 * only where they can have changed. What is refused is one sentence, shown to the person. Idle
 * moments are handed to the systems that can use them, never while somebody paints.
 */
import init, { Lab } from "../../pkg/undoodle.js";

/** @typedef {ReturnType<Lab["rows"]>[number]} Row */
/** @typedef {ReturnType<Lab["series"]>[number]} Series */
/** @typedef {ReturnType<Lab["systems"]>[number]} SystemInfo */
/** @typedef {ReturnType<Lab["measure"]>} Measure */
/** @typedef {ReturnType<Lab["inside"]>[number]} Fact */
/** @typedef {ReturnType<Lab["settings"]>} Wishes Numbers of snapshots, and of bytes. */
/** @typedef {(lab: Lab, settled: boolean) => void} Listener Settled: no stroke is under way. */

const MEBIBYTE = 1024 * 1024;
/** Slots in the ring of snapshots: many of small pictures, few of large ones. */
const SNAPSHOTS = { usual: 32, large: 5 };
/** From so many pixels on, a picture counts as large. */
const LARGE = 1024 * 1024;
/** What the product's own history may hold. */
const BUDGET = 256 * MEBIBYTE;
/** The largest command that is kept to be undone. */
const COMMAND = 128 * MEBIBYTE;
/** Stands for an arena whose size is chosen by the picture's. */
const BY_PICTURE = 0;
/** An idle slice ends when the browser leaves less than this, in milliseconds. */
const IDLE_REST = 4;

/** @param {unknown} error */
export function sentence(error) {
  if (error instanceof WebAssembly.RuntimeError) return "The Lab has stopped; please reload the page";
  return error instanceof Error ? error.message : String(error);
}

/** A whole number from the address, or else what is usual. @param {string} name @param {number} usual @param {number} least @param {number} most */
export function asked(name, usual, least, most) {
  const value = Number(new URLSearchParams(location.search).get(name) ?? usual);
  return Number.isInteger(value) && value >= least && value <= most ? value : usual;
}

/** Browsers without idle callbacks get a short timer. @param {(rest: () => number) => void} work @returns {() => void} Calls it off. */
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
  /** What was chosen on the page; it goes before what the address says. @type {Partial<Wishes>} */
  #wishes = {};
  /** Whether what was painted is being done again: nobody needs to be shown where. */
  adopting = false;
  /** @type {Row[] | undefined} */
  #rows;

  /** @param {(message: string) => void} say Shows a sentence, or nothing if it is empty. */
  constructor(say) {
    this.#say = say;
  }

  /** Loads the module and makes the first canvas. @param {number} side */
  async start(side) {
    await init();
    this.renew(side, side);
  }

  /** @returns {Lab} */
  get lab() {
    if (this.#lab === undefined) throw new Error("the Lab has not started yet");
    return this.#lab;
  }

  /** The figures as they were when the last stroke ended: counting them compares whole pictures. */
  get rows() {
    this.#rows ??= this.lab.rows();
    return this.#rows;
  }

  /** Whether a stroke is under way. */
  get painting() {
    return this.#painting;
  }

  /** Listens, and is told at once if there is something to draw. @param {Listener} listener */
  listen(listener) {
    this.#listeners.push(listener);
    if (this.#lab) listener(this.#lab, true);
  }

  /** A Lab with settings that suit a picture. @param {number} width @param {number} height */
  #make(width, height, pixels = width * height) {
    const usual = pixels > LARGE ? SNAPSHOTS.large : SNAPSHOTS.usual;
    const mebibytes = (/** @type {string} */ name, /** @type {number} */ otherwise) =>
      asked(name, otherwise / MEBIBYTE, 1, 4095) * MEBIBYTE;
    const {
      snapshots = asked("snapshots", usual, 3, 10_000),
      arena = mebibytes("arena", BY_PICTURE),
      command = mebibytes("command", COMMAND),
      budget = mebibytes("budget", BUDGET),
    } = this.#wishes;
    return new Lab(width, height, snapshots, arena, command, budget);
  }

  /** An empty canvas and empty histories. @param {number} width @param {number} height */
  renew(width, height) {
    this.#attempt(() => {
      this.#stopIdling();
      // The old one goes first: two of them may not fit.
      this.#lab?.free();
      this.#lab = undefined;
      this.#painting = false;
      this.#lab = this.#make(width, height);
    });
    this.#settle();
  }

  /** Makes all systems anew with other settings, and does in them again what was painted. @param {Partial<Wishes>} wishes */
  adopt(wishes) {
    const before = this.#wishes;
    const text = this.lab.session();
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

  /** Takes a session up on a new canvas. @param {string} text @returns {number} How many events it has. */
  load(text) {
    const [width, height] = canvasOf(text);
    this.#stopIdling();
    // A session that is refused leaves everything as it is.
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

  /** A stroke begins or goes on. @param {(lab: Lab) => void} act */
  paint(act) {
    this.#stopIdling();
    this.#painting = true;
    this.#attempt(() => act(this.lab));
    this.#tell(false);
  }

  /** A stroke ends, or steps come and go. @template T @param {(lab: Lab) => T} act @returns {T | undefined} */
  change(act) {
    this.#stopIdling();
    this.#painting = false;
    const result = this.#attempt(() => act(this.lab));
    this.#settle();
    return result;
  }

  /** One system, alone, through a session. @param {number} index @param {string} text @returns {Measure} */
  measure(index, text) {
    const [width, height] = canvasOf(text);
    const lab = this.#make(1, 1, width * height);
    try {
      return lab.measure(text, index);
    } finally {
      lab.free();
    }
  }

  /** @template T @param {() => T} act @returns {T | undefined} */
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

  /** @param {boolean} settled */
  #tell(settled) {
    if (settled) this.#rows = undefined;
    const lab = this.#lab;
    if (lab) this.#listeners.forEach((listener) => listener(lab, settled));
  }
}

/** The canvas that a session asks for; whether the text is one, Rust decides. @param {string} text */
export function canvasOf(text) {
  const found = /^canvas (\d{1,4}) (\d{1,4})$/m.exec(text);
  return found ? [Number(found[1]), Number(found[2])] : [1, 1];
}
