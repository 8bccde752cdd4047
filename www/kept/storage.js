/**
 * The browser's storage: all drawings, in one IndexedDB database.
 *
 * A drawing is a set of entries, bytes under a kind and a number that the editor chooses, and one
 * record of what a list shows of it. Both change in one transaction, so that a killed browser leaves
 * the drawing as it was before or after a change, never in between. A transaction is committed as
 * soon as its requests are posted: it then completes even if the page is gone.
 *
 * A tab that was taken for dead may wake up and write. Each record bears the claim of its writer, and
 * no two records may bear the same. So whoever takes a drawing away from a tab leaves a record with that
 * tab's claim, a fence, and whatever the tab still writes fails with its own record.
 *
 * @typedef {object} Drawing What a list shows of a drawing.
 * @property {string} id
 * @property {string} name
 * @property {number} width
 * @property {number} height
 * @property {number} modified Time of the last change, in milliseconds.
 * @property {number} bytes Bytes of its entries.
 * @property {string} desk The editor's text of tool, colours and view.
 * @property {boolean} blank Whether nothing was ever done to it since it was created empty.
 * @property {number} writer Number of its writer: one more each time that it was taken from a tab that did not answer.
 * @property {string} [holder] The page that has it open, in a browser without locks; see `leases.js`.
 * @property {Uint8Array} [thumbnail] A PNG.
 * @property {FileSystemFileHandle} [file] The file that it was saved to or opened from, which saving writes again.
 * @property {import("../io/originals.js").Seen} [seen] That file as it was last read or written here.
 * @property {string} [damaged] What of it could not be read when somebody wanted to open it, as the editor says it.
 * @property {number} [deleted] Time when it was deleted, in milliseconds. It can be put back until it is removed.
 *
 * @typedef {{kind: number, number: number, bytes: Uint8Array<ArrayBuffer>}} Entry
 * @typedef {import("../types.js").Batch} Batch
 */

import { openDB, unwrap } from "idb";
import { get, set } from "../settings.js";
import { bytesOf } from "./entries.js";
import { say } from "../language.js";

const NAME = "undoodle";
const VERSION = 1;
export const ENTRIES = "entries";
export const DRAWINGS = "drawings";
/** The index of claims: the drawing and the number of its writer. */
const CLAIM = "claim";

/** The kind of entries that are fetched one by one, when the editor wants them. */
export const FETCHED = 3;

/**
 * How long the database may take to open before the editor starts without it: so many times so many milliseconds. The time in
 * which the page or its machine stands still counts as one of them, since the database could not have answered then.
 */
const PATIENCE = 16;
const PATIENCE_MS = 250;

/** Why a drawing could not be read or changed that is not stored any more. */
export const GONE = say("it is no longer there");

/** Returns the claim that a record bears. @param {{id: string, writer: number}} record */
export const claimOf = ({ id, writer }) => `${id}/${writer}`;

/** Returns the range of all keys of a drawing: an array is greater than any number. @param {string} id */
export const all = (id) => IDBKeyRange.bound([id], [id, []]);

/**
 * Returns the end of the sentence that says why something was not stored.
 * @param {unknown} error
 */
export function why(error) {
  if (!(error instanceof Error)) return say("the browser gave no reason");
  switch (error.name) {
    case "QuotaExceededError": return say("the browser has no more room for this page");
    case "SecurityError":
    case "NotAllowedError": return say("this browser stores nothing for the page");
    case "VersionError": return say("a later version of Undoodle has stored drawings here");
    case "AbortError":
    case "InvalidStateError":
    case "UnknownError": return say("the browser's storage has failed");
    case "NotFoundError":
    case "NotReadableError": return say("the browser could not read a part of it just now");
    default: return error.message || say("the browser gave no reason");
  }
}

/** Name of the setting that says that the browser was asked to keep its promise: some ask the person each time. */
const ASKED = "asked to persist";

/**
 * Returns whether the browser has promised not to clear the drawings by itself.
 * @param {boolean} ask Whether to ask for that promise, once and for all.
 */
export async function persisted(ask) {
  try {
    if (await navigator.storage.persisted()) return true;
    if (!ask || get(ASKED, false)) return false;
    set(ASKED, true);
    return await navigator.storage.persist();
  } catch {
    return false;
  }
}

export class Storage {
  /** @type {import("idb").IDBPDatabase | undefined} */
  #database;
  /** While it is being opened. @type {Promise<void> | undefined} */
  #opening;
  /** Rejects each write that has not ended. @type {Set<(error: DOMException) => void>} */
  #writing = new Set();
  /** @type {() => void} */
  #gone = () => {};

  /** Calls back when the browser has closed the database by itself, as it does before it clears what is stored. @param {() => void} gone */
  onGone(gone) {
    this.#gone = gone;
  }

  /** Opens the database, once for all who ask meanwhile. @throws {Error} If the browser has none, or does not let the page use it. */
  async open() {
    if (this.#database) return;
    this.#opening ??= this.#open().finally(() => { this.#opening = undefined; });
    await this.#opening;
  }

  async #open() {
    if (typeof indexedDB === "undefined" || !indexedDB) throw new DOMException("", "SecurityError");
    const opening = openDB(NAME, VERSION, {
      upgrade(database) {
        database.createObjectStore(ENTRIES);
        database.createObjectStore(DRAWINGS, { keyPath: "id" }).createIndex(CLAIM, CLAIM, { unique: true });
      },
      // A later version of the page waits for this one to let go.
      blocking: () => this.#close(),
      terminated: () => {
        this.#close();
        // A transaction that was posted before the page heard of it may never end.
        for (const reject of this.#writing) reject(new DOMException("", "InvalidStateError"));
        this.#gone();
      },
    });
    let timer = 0;
    const late = new Promise((_, fail) => {
      const wait = (/** @type {number} */ left) => {
        timer = window.setTimeout(() => (left > 1 ? wait(left - 1) : fail(new Error("the browser's storage does not answer"))), PATIENCE_MS);
      };
      wait(PATIENCE);
    });
    try {
      this.#database = await Promise.race([opening, /** @type {Promise<never>} */ (late)]);
    } catch (error) {
      // A database that opens after all must not stand in the way of a later version.
      opening.then((database) => database.close(), () => {});
      throw error;
    } finally {
      clearTimeout(timer);
    }
  }

  #close() {
    this.#database?.close();
    this.#database = undefined;
  }

  /** Returns the open database. @throws {Error} As `open`. */
  async opened() {
    await this.open();
    if (!this.#database) throw new DOMException("", "InvalidStateError");
    return this.#database;
  }

  /**
   * Writes batches of a drawing and its record in one transaction, which is posted before this returns.
   * @param {{batches: Batch[], record: Drawing, strict: boolean}} change `strict` waits for the disk itself.
   * @returns {Promise<void>} Resolves when the transaction has completed. Rejects with a `ConstraintError` if another
   * tab has taken the drawing over; with any other error, another try may succeed.
   */
  write({ batches, record, strict }) {
    const { id } = record;
    const database = this.#database;
    // The connection was closed, and what was stored may be gone with it: only all of the drawing can follow now.
    if (!database) return this.open().then(() => Promise.reject(new DOMException("", "InvalidStateError")));
    /** @type {(error: DOMException) => void} */
    let forget = () => {};
    return new Promise((resolve, /** @type {(error: unknown) => void} */ reject) => {
      forget = reject;
      this.#writing.add(forget);
      const transaction = unwrap(database).transaction([ENTRIES, DRAWINGS], "readwrite", { durability: strict ? "strict" : "relaxed" });
      transaction.oncomplete = () => resolve(undefined);
      /** @type {DOMException | null} */
      let refusal = null;
      transaction.onabort = () => reject(refusal ?? transaction.error ?? new DOMException("", "AbortError"));
      try {
        const entries = transaction.objectStore(ENTRIES);
        for (const { drops, puts } of batches) {
          for (const { kind, from, to } of drops) entries.delete(IDBKeyRange.bound([id, kind, from], [id, kind, to], false, true));
          for (const { kind, number, bytes } of puts) entries.put(bytes, [id, kind, number]);
        }
        // It fails, and with it all of the transaction, if a fence stands before this writer.
        const put = transaction.objectStore(DRAWINGS).put({ ...record, claim: claimOf(record) });
        put.onerror = () => {
          // Firefox and WebKit do not give the transaction that they were told to commit the request's error.
          if (put.error?.name === "ConstraintError") refusal = put.error;
        };
        transaction.commit();
      } catch (error) {
        // Without this, the requests that were posted would be committed alone.
        transaction.abort();
        reject(error);
      }
    }).finally(() => this.#writing.delete(forget));
  }

  /** Returns all drawings, the last changed first. @returns {Promise<Drawing[]>} */
  async list() {
    const drawings = /** @type {Drawing[]} */ (await (await this.opened()).getAll(DRAWINGS));
    return drawings.filter(({ id }) => !id.startsWith("fence ")).sort((a, b) => b.modified - a.modified);
  }

  /**
   * Reads a drawing: its record, all entries but those that are fetched one by one, and the numbers of these.
   * @param {string} id
   * @returns {Promise<{record: Drawing, entries: Entry[], fetched: number[]} | undefined>} `undefined` if there is none.
   * @throws {DOMException} If any of them can't be read, which is no damage: another try may succeed.
   */
  async read(id) {
    const transaction = (await this.opened()).transaction([ENTRIES, DRAWINGS]);
    const entries = transaction.objectStore(ENTRIES);
    const ranges = [IDBKeyRange.bound([id], [id, FETCHED], false, true), IDBKeyRange.bound([id, FETCHED + 1], [id, []])];
    const [record, fetched, ...read] = await Promise.all([
      transaction.objectStore(DRAWINGS).get(id),
      entries.getAllKeys(IDBKeyRange.bound([id, FETCHED], [id, FETCHED + 1], false, true)),
      ...ranges.map((range) => Promise.all([entries.getAllKeys(range), entries.getAll(range)])),
    ]);
    if (!record) return undefined;
    return {
      record,
      entries: await Promise.all(read.flatMap(([keys, values]) => keys.map(async (key, i) => {
        const [, kind, number] = /** @type {[string, number, number]} */ (key);
        return { kind, number, bytes: await bytesOf(values[i]) };
      }))),
      fetched: fetched.map((key) => /** @type {[string, number, number]} */ (key)[2]),
    };
  }

  /**
   * Returns one entry's bytes, or `undefined` if there is no such entry.
   * @param {string} id @param {number} kind @param {number} number
   * @returns {Promise<Uint8Array | undefined>}
   */
  async fetch(id, kind, number) {
    const held = /** @type {import("./entries.js").Held | undefined} */ (await (await this.opened()).get(ENTRIES, [id, kind, number]));
    return held && bytesOf(held);
  }

  /** Returns what a list shows of a drawing, or `undefined` if there is none. @param {string} id @returns {Promise<Drawing | undefined>} */
  async find(id) {
    return (await this.opened()).get(DRAWINGS, id);
  }

  /** Removes a drawing that no tab has open, with all its entries. @param {string} id */
  async remove(id) {
    const transaction = (await this.opened()).transaction([ENTRIES, DRAWINGS], "readwrite", { durability: "strict" });
    const gone = [
      transaction.objectStore(ENTRIES).delete(all(id)),
      transaction.objectStore(DRAWINGS).delete(id),
      // Its fences stay, or a tab that wakes up could bring a part of it back.
    ];
    await Promise.all([...gone, transaction.done]);
  }
}
