/**
 * Writes batches to the browser's storage, in order and without ever making anybody wait.
 *
 * A batch is posted at once if nothing is being written. Those that come in the meantime wait, and
 * go together in one transaction afterwards; none is dropped. A transaction that fails has changed
 * nothing: it is tried again after a pause that grows with each failure, or when somebody ends the pause. A
 * drawing's batches reach the disk in order: if an earlier one is tried again, so are those that were posted behind it.
 *
 * @typedef {import("./storage.js").Storage} Storage
 * @typedef {import("./storage.js").Drawing} Drawing
 * @typedef {import("./ledger.js").Ledger} Ledger
 * @typedef {import("../types.js").Batch} Batch
 *
 * @typedef {object} Job Something to be written.
 * @property {Drawing} record The drawing's record after the batch.
 * @property {Ledger} ledger
 * @property {Batch} [batch] Left out if only the record has changed.
 * @property {boolean} [strict]
 *
 * @typedef {object} Flight A transaction that was posted and has not ended.
 * @property {Job[]} jobs
 * @property {(() => void)[]} undo Takes its batches out of the ledger.
 * @property {boolean} again Whether its jobs are in the queue again, since one before them has failed.
 *
 * @typedef {object} Answers
 * @property {(jobs: Job[]) => void} kept The jobs are on the disk.
 * @property {(jobs: Job[], error: unknown) => boolean} lost The jobs were not written. Returns whether to forget them,
 * since a later batch will hold all that they do; otherwise they are tried again.
 * @property {() => void} again A pause after a failure is over.
 */

import { bytesOf } from "./entries.js";

/** The shortest and the longest pause after a failure, in milliseconds. */
const SHORTEST_MS = 1000;
const LONGEST_MS = 60_000;

/** How long a pause lasts at least before a mere change of the drawing ends it, in milliseconds. */
export const RESTED_MS = 5000;

export class Writer {
  #storage;
  #answers;
  /** @type {Job[]} */
  #queue = [];
  /** Transactions under way, in the order in which they were posted. @type {Flight[]} */
  #flights = [];
  /** The pause after the next failure, in milliseconds. */
  #pause = SHORTEST_MS;
  /** Ends the pause, while there is one. @type {ReturnType<typeof setTimeout> | undefined} */
  #timer;
  /** When the pause began, by `performance.now()`. */
  #since = 0;
  /** Whether nothing is written yet. */
  #held = true;
  /** Whoever waits, and for what. @type {{holds: () => boolean, resolve: () => void}[]} */
  #waiting = [];

  /** @param {Storage} storage @param {Answers} answers */
  constructor(storage, answers) {
    this.#storage = storage;
    this.#answers = answers;
  }

  /** Begins to write, with what was posted before: which drawing is open, and whose it is, is known. */
  begin() {
    this.#held = false;
    this.#write();
  }

  /** Whether it waits after a failure. Batches that are posted now are written afterwards. */
  get paused() {
    return this.#timer !== undefined;
  }

  /** Whether anything is not on the disk yet. */
  get pending() {
    return this.#flights.length > 0 || this.#queue.length > 0;
  }

  /**
   * Writes a batch, a record, or both.
   * @param {Job} job
   */
  post(job) {
    this.#queue.push(job);
    this.#write();
  }

  /** Posts what waits at once, also while something is being written: the page may be left before that has ended. */
  hurry() {
    while (this.#queue.length > 0 && !this.paused && !this.#held) this.#write(true);
  }

  /** Resolves as soon as nothing is written or waits to be, or a write has failed. @returns {Promise<void>} */
  settled() {
    return this.#until(() => !this.pending || this.paused);
  }

  /** Resolves as soon as nothing of a drawing is written or waits to be, however often it takes. @param {string} id @returns {Promise<void>} */
  drained(id) {
    return this.#until(() => ![...this.#flights.flatMap(({ jobs }) => jobs), ...this.#queue].some(({ record }) => record.id === id));
  }

  /** @param {() => boolean} holds @returns {Promise<void>} */
  #until(holds) {
    if (holds()) return Promise.resolve();
    return new Promise((resolve) => this.#waiting.push({ holds, resolve }));
  }

  /** Waits before anything more is written, and longer each time. */
  pause() {
    if (this.paused) return;
    this.#since = performance.now();
    this.#timer = setTimeout(() => {
      this.#timer = undefined;
      this.#write();
      this.#answers.again();
    }, this.#pause);
    this.#pause = Math.min(2 * this.#pause, LONGEST_MS);
  }

  /**
   * Ends the pause after a failure and posts what waits, since there may be no later, or somebody asks for it. If that fails as well,
   * the next pause is longer.
   * @param {number} [least] How long the pause must have lasted, in milliseconds.
   * @returns {boolean} Whether there is no pause now.
   */
  tryAgain(least = 0) {
    if (!this.paused) return true;
    if (performance.now() - this.#since < least) return false;
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.#write();
    return true;
  }

  /**
   * Reads an entry as it will be once all is written.
   * @param {string} id @param {number} kind @param {number} number
   * @returns {Promise<Uint8Array | undefined>} `undefined` if there is none.
   * @throws If it can't be read, of which nothing follows.
   */
  async read(id, kind, number) {
    for (const { batch, record } of this.#queue.toReversed()) {
      if (!batch || record.id !== id) continue;
      const put = batch.puts.findLast((entry) => entry.kind === kind && entry.number === number);
      if (put) return bytesOf(put.bytes).catch(() => undefined);
      if (batch.drops.some((drop) => drop.kind === kind && drop.from <= number && number < drop.to)) return undefined;
    }
    return this.#storage.fetch(id, kind, number);
  }

  /**
   * Posts what waits, unless something is being written: a later batch is worth nothing without the one before.
   * @param {boolean} [hurried] Whether to post it nevertheless; the browser's transactions are done in order.
   */
  #write(hurried = false) {
    if (this.#held || this.paused || this.#queue.length === 0 || (this.#flights.length > 0 && !hurried)) return;
    const { id } = this.#queue[0].record;
    const others = this.#queue.findIndex(({ record }) => record.id !== id);
    const jobs = this.#queue.splice(0, others < 0 ? this.#queue.length : others);
    const batches = jobs.flatMap(({ batch }) => batch ?? []);
    const { ledger, record } = jobs[jobs.length - 1];
    /** @type {Flight} */
    const flight = { jobs, undo: batches.map((batch) => ledger.apply(batch)), again: false };
    this.#flights.push(flight);
    this.#storage.write({ batches, record: { ...record, bytes: ledger.total }, strict: jobs.some(({ strict }) => strict) }).then(
      () => this.#landed(flight, () => {
        this.#pause = SHORTEST_MS;
        this.#answers.kept(jobs);
      }),
      (/** @type {unknown} */ error) => this.#landed(flight, (later) => this.#fail(flight, later, error)),
    ).finally(() => {
      this.#write();
      const waiting = this.#waiting;
      this.#waiting = waiting.filter(({ holds }) => !holds());
      for (const entry of waiting) if (!this.#waiting.includes(entry)) entry.resolve();
    });
  }

  /** Notes that a transaction has ended. @param {Flight} flight @param {(later: Flight[]) => void} answer Hears which were posted behind it. */
  #landed(flight, answer) {
    const at = this.#flights.indexOf(flight);
    this.#flights.splice(at, 1);
    // Of one that is written again nobody hears before that has ended.
    if (!flight.again) answer(this.#flights.slice(at));
  }

  /** @param {Flight} flight @param {Flight[]} later @param {unknown} error */
  #fail(flight, later, error) {
    const { jobs } = flight;
    const { id } = jobs[0].record;
    const behind = later.filter((other) => !other.again && other.jobs[0].record.id === id);
    for (const { undo } of [flight, ...behind].reverse()) for (const takeBack of undo.splice(0).reverse()) takeBack();
    this.pause();
    // Asked with the pause begun, or the next batch would be posted at once, and forgotten with the others.
    if (this.#answers.lost(jobs, error)) {
      this.#queue = this.#queue.filter(({ record }) => record.id !== id);
      return;
    }
    for (const other of behind) other.again = true;
    this.#queue.unshift(...jobs, ...behind.flatMap((other) => other.jobs));
  }
}
