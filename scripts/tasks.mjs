/**
 * Runs tasks that depend on each other, and says on one line what remains.
 *
 * Problem: from a bare machine to the page there are minutes of waiting, most of it in programs
 * that use one core. Idea: every task names the tasks it needs, and all whose needs are met run at
 * the same time. Invariant: a task asks whether there is anything to do only after its needs are
 * met, and nothing starts after a failure.
 */
import { seconds } from "./run.mjs";

/**
 * @typedef {object} Task
 * @property {string} name
 * @property {string[]} [after]  Names of tasks that come first; names that are not in the list are ignored.
 * @property {number} seconds  Usual duration on two cores, for the estimate.
 * @property {boolean} [quiet]  Whether its end needs no line of its own.
 * @property {() => boolean} [ready]  Returns `true` if there is nothing to do.
 * @property {(tell: (state: string) => void, how?: {yielding?: boolean}) => Promise<unknown>} run  `tell` shows how far it is, `how` says how its program runs.
 */

const terminal = process.stdout.isTTY === true;
/** How often the line is written, in milliseconds: on a terminal it replaces itself, in a log it is added. */
const INTERVAL = terminal ? 1000 : 10_000;

/** Prints a line above the line of progress. @param {string} text */
export function say(text) {
  if (terminal) process.stdout.write("\r\x1b[K");
  console.log(text);
}

/** A duration as minutes and seconds. @param {number} duration in seconds */
export function clock(duration) {
  return `${Math.floor(duration / 60)}:${String(Math.floor(duration % 60)).padStart(2, "0")}`;
}

/** The tasks of one run, and what is known about each. */
export class Run {
  /** @type {Map<string, {task: Task, start: number, end: number, state: string}>} */
  #begun = new Map();
  /** @type {Map<string, Promise<void>>} */
  #promises = new Map();
  #begin = performance.now();
  #failed = false;
  /** Names of the tasks that had something to do, in the order of their ends. @type {string[]} */
  worked = [];

  /** @param {Task[]} tasks */
  constructor(tasks) {
    this.tasks = new Map(tasks.map((task) => [task.name, task]));
  }

  /** Runs all tasks; rejects with the first failure. */
  async all() {
    const timer = setInterval(() => this.#show(), INTERVAL);
    try {
      await Promise.all([...this.tasks.keys()].map((name) => this.#do(name)));
    } catch (error) {
      this.#failed = true;
      throw error;
    } finally {
      clearInterval(timer);
      if (terminal) process.stdout.write("\r\x1b[K");
    }
  }

  /** @param {string} name @returns {Promise<void>} */
  #do(name) {
    const known = this.#promises.get(name);
    if (known !== undefined) return known;
    const task = /** @type {Task} */ (this.tasks.get(name));
    const promise = (async () => {
      await Promise.all((task.after ?? []).filter((other) => this.tasks.has(other)).map((other) => this.#do(other)));
      if (this.#failed) return;
      const progress = { task, start: performance.now(), end: 0, state: "" };
      this.#begun.set(name, progress);
      if (!task.ready?.()) {
        await task.run((state) => { progress.state = state; });
        this.worked.push(name);
        if (!task.quiet && !this.#failed) say(`${clock((performance.now() - this.#begin) / 1000)}  ${name}: done in ${seconds(progress.start)}`);
      }
      progress.end = performance.now();
    })();
    this.#promises.set(name, promise);
    return promise;
  }

  /** Seconds until the last task ends: the longest chain of tasks, by their usual durations and this machine's pace. */
  remaining() {
    const now = performance.now();
    /** @type {{task: Task, took: number, end: number}[]} */
    const begun = [...this.#begun.values()].map(({ task, start, end }) => ({ task, took: ((end || now) - start) / 1000, end }));
    // What took next to no time had next to nothing to do; what is under way tells of the machine once it is late.
    const telling = begun.filter(({ task, took, end }) => took > (end ? task.seconds / 5 : task.seconds));
    const usual = telling.reduce((sum, { task }) => sum + task.seconds, 0);
    const pace = usual > 0 ? telling.reduce((sum, { took }) => sum + took, 0) / usual : 1;
    /** @type {Map<string, number>} */
    const left = new Map();
    /** @type {(name: string) => number} */
    const until = (name) => {
      const task = this.tasks.get(name);
      if (task === undefined) return 0;
      const known = left.get(name);
      if (known !== undefined) return known;
      const progress = begun.find((progress) => progress.task === task);
      const whole = task.seconds * pace;
      const own = progress === undefined ? whole : progress.end ? 0 : Math.max(whole - progress.took, progress.took / 5);
      const sum = own + Math.max(0, ...(task.after ?? []).map(until));
      left.set(name, sum);
      return sum;
    };
    return Math.max(0, ...[...this.tasks.keys()].map(until));
  }

  /** The line of progress. */
  line() {
    const running = [...this.#begun.values()].filter(({ end }) => !end).map(({ task, state }) => (state ? `${task.name} ${state}` : task.name));
    const waiting = [...this.tasks.keys()].filter((name) => !this.#begun.has(name));
    const then = waiting.length > 0 ? `, then ${waiting.join(", ")}` : "";
    const about = Math.max(10, Math.ceil(this.remaining() / 10) * 10);
    return `${clock((performance.now() - this.#begin) / 1000)}  about ${clock(about)} to go: ${running.join(" · ")}${then}`;
  }

  #show() {
    if (terminal) process.stdout.write(`\r\x1b[K${this.line().slice(0, (process.stdout.columns || 80) - 1)}`);
    else console.log(this.line());
  }
}

/** Runs tasks, and returns the names of those that had something to do. @param {Task[]} tasks */
export async function perform(tasks) {
  const run = new Run(tasks);
  await run.all();
  return run.worked;
}
