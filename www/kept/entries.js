/**
 * Bytes of entries on their way between the editor and the disk.
 *
 * Problem: to hand a large value to the disk, a browser copies it at once, which takes milliseconds for each megabyte. Idea:
 * the editor gives an entry in parts, and each part of a large one becomes a `Blob`, a value that the browser has already.
 */

/** @typedef {Uint8Array<ArrayBuffer> | Blob} Held What an entry is while it is written, and on the disk. */
/** @typedef {{kind: number, number: number, bytes: Held}} Put */

/** Number of bytes from which an entry becomes a blob. Those that are read while a person waits are mostly smaller. */
const LARGE = 256 << 10;

/** The entries of the batch that is being made. @type {Put[]} */
let puts = [];
/** Parts of the last one, if it is not complete. @type {Held[]} */
let parts = [];

Object.assign(globalThis, {
  /** What the editor calls with a part of an entry. @param {number} kind @param {number} number @param {Uint8Array<ArrayBuffer>} part Bytes of the module. @param {boolean} last */
  undoodlePut(kind, number, part, last) {
    parts.push(part.length < LARGE ? part.slice() : new Blob([part]));
    if (!last) return;
    puts.push({ kind, number, bytes: parts.length === 1 ? parts[0] : new Blob(parts) });
    parts = [];
  },
});

/** Takes the entries that the editor has given. */
export function takePuts() {
  const taken = puts;
  puts = [];
  parts = [];
  return taken;
}

/** Returns how many bytes there are. @param {Held} held */
export function lengthOf(held) {
  return held instanceof Blob ? held.size : held.length;
}

/**
 * Reads the bytes; what can't be read any more is empty, which the editor takes for damage.
 * @param {Held} held @returns {Promise<Uint8Array<ArrayBuffer>>}
 */
export async function bytesOf(held) {
  return held instanceof Blob ? held.arrayBuffer().then((bytes) => new Uint8Array(bytes), () => new Uint8Array()) : held;
}
