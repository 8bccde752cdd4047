/**
 * Writes batches to the browser's storage, in order and without ever making anybody wait.
 *
 * A batch is posted at once if nothing is being written. Those that come in the meantime wait, and
 * go together in one transaction afterwards; none is dropped. A transaction that fails has changed
 * nothing: it is tried again after a pause that grows with each failure.
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

export class Writer {
  #storage;
  #answers;
  /** @type {Job[]} */
  #queue = [];
  /** The drawing of the transaction under way, the last one if there are several. @type {string | undefined} */
  #busy;
  #transactions = 0;
  /** The pause after the next failure, in milliseconds. */
  #pause = SHORTEST_MS;
  #paused = false;
  /** Whoever waits, and for what. @type {{holds: () => boolean, resolve: () => void}[]} */
  #waiting = [];

  /** @param {Storage} storage @param {Answers} answers */
  constructor(storage, answers) {
    this.#storage = storage;
    this.#answers = answers;
  }

  /** Whether it waits after a failure. Batches that are posted now are written afterwards. */
  get paused() {
    return this.#paused;
  }

  /** Whether anything is not on the disk yet. */
  get pending() {
    return this.#busy !== undefined || this.#queue.length > 0;
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
    this.#write(true);
  }

  /** Resolves as soon as nothing is written or waits to be, or a write has failed. @returns {Promise<void>} */
  settled() {
    return this.#until(() => !this.pending || this.#paused);
  }

  /** Resolves as soon as nothing of a drawing is written or waits to be, however often it takes. @param {string} id @returns {Promise<void>} */
  drained(id) {
    return this.#until(() => this.#busy !== id && !this.#queue.some(({ record }) => record.id === id));
  }

  /** @param {() => boolean} holds @returns {Promise<void>} */
  #until(holds) {
    if (holds()) return Promise.resolve();
    return new Promise((resolve) => this.#waiting.push({ holds, resolve }));
  }

  /** Waits before anything more is written, and longer each time. */
  pause() {
    if (this.#paused) return;
    this.#paused = true;
    setTimeout(() => {
      this.#paused = false;
      this.#write();
      this.#answers.again();
    }, this.#pause);
    this.#pause = Math.min(2 * this.#pause, LONGEST_MS);
  }

  /**
   * Reads an entry as it will be once all is written.
   * @param {string} id @param {number} kind @param {number} number
   * @returns {Promise<Uint8Array | undefined>} `undefined` if there is none, or it can't be read.
   */
  async read(id, kind, number) {
    for (const { batch, record } of this.#queue.toReversed()) {
      if (!batch || record.id !== id) continue;
      const put = batch.puts.findLast((entry) => entry.kind === kind && entry.number === number);
      if (put) return bytesOf(put.bytes);
      if (batch.drops.some((drop) => drop.kind === kind && drop.from <= number && number < drop.to)) return undefined;
    }
    return this.#storage.fetch(id, kind, number).catch(() => undefined);
  }

  /**
   * Posts what waits, unless something is being written: a later batch is worth nothing without the one before.
   * @param {boolean} [hurried] Whether to post it nevertheless; the browser's transactions are done in order.
   */
  #write(hurried = false) {
    if (this.#paused || this.#queue.length === 0 || (this.#busy !== undefined && !hurried)) return;
    const { id } = this.#queue[0].record;
    const others = this.#queue.findIndex(({ record }) => record.id !== id);
    const jobs = this.#queue.splice(0, others < 0 ? this.#queue.length : others);
    const batches = jobs.flatMap(({ batch }) => batch ?? []);
    const { ledger, record } = jobs[jobs.length - 1];
    const undo = batches.map((batch) => ledger.apply(batch));
    this.#busy = id;
    this.#transactions += 1;
    this.#storage.write({ batches, record: { ...record, bytes: ledger.total }, strict: jobs.some(({ strict }) => strict) }).then(
      () => {
        this.#ended();
        this.#pause = SHORTEST_MS;
        this.#answers.kept(jobs);
      },
      (/** @type {unknown} */ error) => {
        this.#ended();
        for (const takeBack of undo.reverse()) takeBack();
        this.#fail(jobs, error);
      },
    ).finally(() => {
      this.#write();
      const waiting = this.#waiting;
      this.#waiting = waiting.filter(({ holds }) => !holds());
      for (const entry of waiting) if (!this.#waiting.includes(entry)) entry.resolve();
    });
  }

  #ended() {
    this.#transactions -= 1;
    if (this.#transactions === 0) this.#busy = undefined;
  }

  /** @param {Job[]} jobs @param {unknown} error */
  #fail(jobs, error) {
    this.pause();
    // Asked with the pause begun, or the next batch would be posted at once, and forgotten with the others.
    const { id } = jobs[0].record;
    if (this.#answers.lost(jobs, error)) this.#queue = this.#queue.filter(({ record }) => record.id !== id);
    else this.#queue.unshift(...jobs);
  }
}
