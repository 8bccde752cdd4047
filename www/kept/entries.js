/**
 * Bytes of entries on their way between the editor and the disk.
 *
 * Problem: to hand a large value to the disk, a browser copies it at once, which takes milliseconds for each megabyte. Idea:
 * the editor gives an entry in parts, and each part of a large one becomes a `Blob`, a value that the browser has already.
 * Invariant: no entry is a blob before the browser's storage has taken one, which that of WebKit's private windows refuses
 * (`blobs.js`).
 */

/** @typedef {Uint8Array<ArrayBuffer> | Blob} Held What an entry is while it is written, and on the disk. */
/** @typedef {{kind: number, number: number, bytes: Held}} Put */

/** Number of bytes from which an entry becomes a blob. Those that are read while a person waits are mostly smaller. */
const LARGE = 256 << 10;

/** Whether large entries become blobs. */
let blobs = false;

/** The entries of the batch that is being made. @type {Put[]} */
let puts = [];
/** Parts of the last one, if it is not complete. @type {Held[]} */
let parts = [];

/** Returns the parts as one value. Blobs may be allowed between two of them. */
function joined() {
  if (parts.some((part) => part instanceof Blob)) return new Blob(parts);
  const whole = new Uint8Array(parts.reduce((sum, part) => sum + lengthOf(part), 0));
  let at = 0;
  for (const part of /** @type {Uint8Array<ArrayBuffer>[]} */ (parts)) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}

Object.assign(globalThis, {
  /** What the editor calls with a part of an entry. @param {number} kind @param {number} number @param {Uint8Array<ArrayBuffer>} part Bytes of the module. @param {boolean} last */
  undoodlePut(kind, number, part, last) {
    parts.push(blobs && part.length >= LARGE ? new Blob([part]) : part.slice());
    if (!last) return;
    puts.push({ kind, number, bytes: parts.length > 1 ? joined() : parts[0] });
    parts = [];
  },
});

/** Has large entries become blobs from now on. */
export function allowBlobs() {
  blobs = true;
}

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
 * Reads the bytes. A blob may be a file that can't be read for a moment, which says nothing of what lies there.
 * @param {Held} held @returns {Promise<Uint8Array<ArrayBuffer>>}
 * @throws {DOMException} If they can't be read.
 */
export async function bytesOf(held) {
  return held instanceof Blob ? new Uint8Array(await held.arrayBuffer()) : held;
}
