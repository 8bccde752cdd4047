/**
 * The sizes of a drawing's entries, so that the list can tell what it takes on the disk.
 *
 * IndexedDB doesn't tell the size of what it holds without handing it over. So the sizes are noted
 * here as they are written, and a batch that was not written after all is taken back.
 *
 * @typedef {import("../types.js").Batch} Batch
 * @typedef {import("./storage.js").Entry} Entry
 */

import { lengthOf } from "./entries.js";
import { FETCHED } from "./storage.js";

export class Ledger {
  /** @type {Map<number, Map<number, number>>} */
  #kinds = new Map();
  #total = 0;

  /**
   * Creates the ledger of a drawing that was read.
   * @param {Entry[]} entries
   * @param {number[]} fetched Numbers of the entries that were not read.
   * @param {number} total Bytes of all entries. Those that were not read share what the others leave.
   */
  static of(entries, fetched, total) {
    const ledger = new Ledger();
    for (const { kind, number, bytes } of entries) ledger.#set(kind, number, lengthOf(bytes));
    const share = Math.max(0, total - ledger.#total) / Math.max(1, fetched.length);
    for (const number of fetched) ledger.#set(FETCHED, number, share);
    return ledger;
  }

  /** Bytes of all entries. */
  get total() {
    return Math.round(this.#total);
  }

  /**
   * Returns the number of the first entry of a kind that still belongs to so many bytes, counted from the last one, or
   * `undefined` if all do. The last one belongs to them, however large it is.
   * @param {number} kind
   * @param {number} most
   */
  within(kind, most) {
    let left = most;
    let first;
    for (const [number, size] of [...this.#kinds.get(kind) ?? []].sort(([one], [other]) => other - one)) {
      left -= size;
      if (left < 0) return first ?? number;
      first = number;
    }
    return undefined;
  }

  /**
   * Notes a batch.
   * @param {Batch} batch
   * @returns {() => void} Takes it back.
   */
  apply({ drops, puts }) {
    /** @type {[number, number, number | undefined][]} */
    const before = [];
    /** @param {number} kind @param {number} number @param {number | undefined} size */
    const change = (kind, number, size) => before.push([kind, number, this.#set(kind, number, size)]);
    for (const { kind, from, to } of drops) {
      for (const number of [...this.#kinds.get(kind)?.keys() ?? []]) {
        if (number >= from && number < to) change(kind, number, undefined);
      }
    }
    for (const { kind, number, bytes } of puts) change(kind, number, lengthOf(bytes));
    return () => {
      for (const [kind, number, size] of before.reverse()) this.#set(kind, number, size);
    };
  }

  /** Sets an entry's size and returns the one before. @param {number} kind @param {number} number @param {number | undefined} size */
  #set(kind, number, size) {
    const sizes = this.#kinds.get(kind) ?? new Map();
    this.#kinds.set(kind, sizes);
    const before = sizes.get(number);
    if (size === undefined) sizes.delete(number);
    else sizes.set(number, size);
    this.#total += (size ?? 0) - (before ?? 0);
    return before;
  }
}
