/**
 * Values from scripts, checked and copied before they reach the editor.
 *
 * Whoever calls `window.undoodle` may hand over anything: a number where a text belongs, a
 * getter that throws, a proxy that calls the editor while it is being read. The generated
 * border to Rust trusts its callers; there, any of these would stop the editor for good. So
 * each entry of the scripting surface passes what it was given through one of these functions
 * first, while the editor is at rest. They answer with plain values of the right type or throw
 * an Error of one sentence, which names the value and what was expected.
 *
 * Only types are checked here; Rust checks whether a number or a text is accepted.
 */

import { sentence } from "./messages.js";

/** @import { Arguments } from "./types.js" */

const MEGABYTE = 1024 * 1024;
/** Maximum size of a file, in bytes. */
const LARGEST_FILE = 1024 * MEGABYTE;
/** Maximum number of characters of a text: far more than any name or colour has. */
const LONGEST_TEXT = 4096;
/** Maximum number of names in an object of arguments. */
const MOST_NAMES = 64;
/** Maximum number of a text's characters that an error repeats. */
const SHOWN_TEXT = 40;

const bufferSize = Object.getOwnPropertyDescriptor(ArrayBuffer.prototype, "byteLength")?.get;

/**
 * Formats a value for an error. Reads nothing of an object, as that could run a script.
 * @param {unknown} value
 */
function shown(value) {
  if (typeof value === "string") return JSON.stringify(value.slice(0, SHOWN_TEXT));
  if (typeof value === "bigint") return `${value}n`.slice(0, SHOWN_TEXT);
  if (typeof value === "function") return "a function";
  if (typeof value === "object" && value !== null) return "an object";
  return String(value).slice(0, SHOWN_TEXT);
}

/**
 * Throws an error that names a value and what was expected.
 * @param {string} what
 * @param {unknown} value
 * @param {string} expected
 * @returns {never}
 */
function refuse(what, value, expected) {
  throw new Error(`${what} must be ${expected}, not ${shown(value)}`);
}

/**
 * Reads from an object that may run a script of the caller's: a getter, a proxy.
 * @template T
 * @param {string} what
 * @param {() => T} read
 * @returns {T}
 */
function carefully(what, read) {
  try {
    return read();
  } catch (cause) {
    throw new Error(`${what} must be plain values, but reading them failed`, { cause });
  }
}

/**
 * Returns a text.
 * @param {string} what
 * @param {unknown} value
 * @returns {string}
 */
export function text(what, value) {
  if (typeof value !== "string") refuse(what, value, "a text");
  if (value.length > LONGEST_TEXT) throw new Error(`${what} must have at most ${LONGEST_TEXT} characters, not ${value.length}`);
  return value;
}

/**
 * Returns a whole number. The border to Rust would silently cut or wrap others.
 * @param {string} what
 * @param {unknown} value
 * @returns {number}
 */
export function whole(what, value) {
  if (typeof value === "number" && Number.isInteger(value) && Math.abs(value) < 2 ** 31) return value;
  return refuse(what, value, `a whole number below ${2 ** 31}`);
}

/**
 * Returns a flag.
 * @param {string} what
 * @param {unknown} value
 * @returns {boolean}
 */
export function flag(what, value) {
  if (typeof value !== "boolean") refuse(what, value, "true or false");
  return value;
}

/**
 * Returns some properties of an object, each read once and not checked further.
 * @param {string} what
 * @param {unknown} value
 * @param {string[]} names
 * @returns {unknown[]}
 */
export function properties(what, value, names) {
  if (typeof value !== "object" || value === null) refuse(what, value, `an object with ${names.join(" and ")}`);
  const object = /** @type {Record<string, unknown>} */ (value);
  return carefully(what, () => names.map((name) => object[name]));
}

/**
 * Copies an object's own names and values. Each value must be a number, a text, true or false.
 * @param {string} what
 * @param {unknown} value
 * @returns {Arguments}
 */
export function named(what, value) {
  const expected = "an object of names and values";
  if (typeof value !== "object" || value === null) refuse(what, value, expected);
  const names = carefully(what, () => (Array.isArray(value) ? undefined : Object.keys(value)));
  if (!names) throw new Error(`${what} must be ${expected}, not a list`);
  if (names.length > MOST_NAMES) throw new Error(`${what} must have at most ${MOST_NAMES} names, not ${names.length}`);
  const object = /** @type {Record<string, any>} */ (value);
  const entries = carefully(what, () => names.map((name) => /** @type {const} */ ([name, object[name]])));
  for (const [name, of] of entries) {
    const place = `${what}: ${shown(name)}`;
    if (typeof of === "string") text(place, of);
    else if (typeof of !== "number" && typeof of !== "boolean") refuse(place, of, "a number, a text, true or false");
  }
  // Unlike an assignment, this makes a property of "__proto__" too, for Rust to refuse.
  return Object.fromEntries(entries);
}

/**
 * Copies an object's own names and values; returns `undefined` if there is no object.
 * @param {string} what
 * @param {unknown} value
 * @returns {Arguments | undefined}
 */
export function maybeNamed(what, value) {
  return value === undefined ? undefined : named(what, value);
}

/**
 * Returns the refusal of a file that is too large, or `undefined` if it is not.
 * @param {string} name
 * @param {number} size
 * @returns {import("./messages.js").Message | undefined}
 */
export function tooLarge(name, size) {
  if (size <= LARGEST_FILE) return undefined;
  return ["“{name}” has {amount} MB: a file may have at most {max} MB", name, (size / MEGABYTE).toFixed(1), LARGEST_FILE / MEGABYTE];
}

/**
 * Returns a file's bytes without copying them.
 * @param {string} what
 * @param {unknown} value
 * @returns {Uint8Array}
 */
export function bytes(what, value) {
  const view = carefully(what, () => (ArrayBuffer.isView(value) ? plainView(value) : wholeBuffer(value)));
  if (!view) return refuse(what, value, "a Uint8Array or an ArrayBuffer");
  const refusal = tooLarge(what, view.byteLength);
  if (refusal) throw new Error(sentence(refusal));
  return view;
}

/**
 * Returns the bytes of a view by its internal slots, as a subclass could override its properties.
 * @param {ArrayBufferView} view
 */
function plainView(view) {
  const typed = Object.getPrototypeOf(Uint8Array.prototype);
  /** @param {object} kind @param {PropertyKey} name */
  const slot = (kind, name) => Object.getOwnPropertyDescriptor(kind, name)?.get?.call(view);
  // Only typed arrays have a name there; the other views are DataViews.
  const kind = slot(typed, Symbol.toStringTag) === undefined ? DataView.prototype : typed;
  return new Uint8Array(slot(kind, "buffer"), slot(kind, "byteOffset"), slot(kind, "byteLength"));
}

/**
 * Returns the bytes of an `ArrayBuffer`, or `undefined` if the value is none.
 * @param {unknown} value
 */
function wholeBuffer(value) {
  try {
    bufferSize?.call(value);
  } catch {
    return undefined;
  }
  return new Uint8Array(/** @type {ArrayBuffer} */ (value));
}
