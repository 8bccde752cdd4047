/**
 * What a person has set for this browser: theme, panels, colours around the picture.
 *
 * Problem: such settings belong to no drawing, so Rust does not keep them, and several modules need them. Idea: one store
 * of small JSON values in `localStorage`, read once and announced when they change, also by another tab. Invariant: nothing
 * here throws. Where storage is denied, a setting lasts as long as the page; a stored value of another type than the
 * fallback is ignored.
 */

/** What the names begin with in `localStorage`. */
const PREFIX = "undoodle: ";

/** Values that were read or set. @type {Map<string, unknown>} */
const known = new Map();

/** @type {Map<string, Set<() => void>>} */
const listeners = new Map();

/** Returns a value's type, with lists and null told from objects. @param {unknown} value */
function typeOf(value) {
  if (Array.isArray(value)) return "list";
  return value === null ? "null" : typeof value;
}

/** Returns the stored value, or `undefined` if there is none. @param {string} name @returns {unknown} */
function read(name) {
  try {
    const text = localStorage.getItem(PREFIX + name);
    return text === null ? undefined : JSON.parse(text);
  } catch {
    // Storage is denied, or somebody else wrote there.
    return undefined;
  }
}

/** @param {string} name */
function announce(name) {
  for (const listener of listeners.get(name) ?? []) listener();
}

/**
 * Returns a setting.
 * @template {string | number | boolean | object} T
 * @param {string} name
 * @param {T} fallback What it is as long as nobody has set it.
 * @returns {T extends string ? string : T extends number ? number : T extends boolean ? boolean : T}
 */
export function get(name, fallback) {
  if (!known.has(name)) known.set(name, read(name));
  const value = known.get(name);
  return /** @type {any} */ (typeOf(value) === typeOf(fallback) ? value : fallback);
}

/**
 * Sets a setting and announces it.
 * @template {string | number | boolean | object} T
 * @param {string} name
 * @param {T} value
 */
export function set(name, value) {
  known.set(name, value);
  try {
    localStorage.setItem(PREFIX + name, JSON.stringify(value));
  } catch {
    // Storage is denied or full: the setting lasts as long as the page.
  }
  announce(name);
}

/**
 * Calls back when a setting changes, in this tab or another one.
 * @param {string} name
 * @param {() => void} listener Asks `get` for the value.
 * @returns {() => void} Ends it.
 */
export function on(name, listener) {
  const all = listeners.get(name) ?? new Set();
  listeners.set(name, all.add(listener));
  return () => void all.delete(listener);
}

/** Who has read settings and keeps them, such as panels that another tab must not move. @type {Set<() => void>} */
const keepers = new Set();

/** Calls back when all settings were forgotten: what was read of them is read anew, and what was unfolded is closed. @param {() => void} listener */
export const onForgotten = (listener) => void keepers.add(listener);

/** Forgets all that was set, here and in storage, and announces it. */
export function forgetAll() {
  try {
    for (const key of Object.keys(localStorage)) if (key.startsWith(PREFIX)) localStorage.removeItem(key);
  } catch {
    // Storage is denied.
  }
  known.clear();
  for (const name of listeners.keys()) announce(name);
  for (const listener of keepers) listener();
}

globalThis.addEventListener?.("storage", ({ key, storageArea }) => {
  if (storageArea !== localStorage) return;
  // Without a key, everything was cleared.
  const names = key === null ? [...known.keys()] : key.startsWith(PREFIX) ? [key.slice(PREFIX.length)] : [];
  for (const name of names) {
    known.delete(name);
    announce(name);
  }
});
