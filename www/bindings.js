/**
 * The keys that a person has given to commands, as they are kept in this browser.
 *
 * Problem: which key runs a command is looked up in Rust, and belongs to no drawing. Idea: the differences from the table of
 * commands are a setting, by command id, which the editor is handed; it checks them, and from then on its table has these
 * keys. Invariant: what is stored is what the editor has accepted. What it refuses changes nothing.
 */

import { Refusal } from "./messages.js";
import { get, set } from "./settings.js";

/** @import { Engine } from "./types.js" */

/** Keys by the ids of commands, as they are shown: `{"edit.redo": ["Ctrl+Y"]}`. @typedef {Record<string, string[]>} Keys */

/** Most characters that a file of keys may have: a hundred times as many as it needs. */
const LARGEST = 1 << 16;

/** Keys that end, accept or move what is under way, and stay with their commands. */
export const FIXED = /^(?:Shift\+)?(?:Enter|Escape|Arrow\w+)$/;

/** Keys of the table, by the ids of commands. @type {Map<string, string[]>} */
const table = new Map();

/** What the editor was handed last, as JSON. */
let given = "{}";

/** Returns the keys that differ from the table. @returns {Keys} */
export function ownKeys() {
  const stored = Object.entries(get("keys", {}));
  return Object.fromEntries(stored.filter(([, keys]) => Array.isArray(keys) && keys.every((key) => typeof key === "string")));
}

/** Returns a command's keys by the table. @param {Engine} engine @param {string} id */
export function keysOfTable(engine, id) {
  if (table.size === 0) for (const { id: one, keys } of engine.picture.commands) table.set(one, keys);
  return table.get(id) ?? [];
}

/** Hands differences to the editor. @param {Engine} engine @param {Keys} keys @throws {Error} One sentence; nothing has changed then. */
async function give(engine, keys) {
  // Before anything has changed.
  keysOfTable(engine, "");
  const texts = Object.fromEntries(Object.entries(keys).map(([id, own]) => [id, own.join(" ")]));
  const commands = await engine.ask((editor) => {
    editor.set_keys(texts);
    return editor.commands();
  });
  for (const [place, command] of engine.picture.commands.entries()) command.keys = commands[place].keys;
  given = JSON.stringify(keys);
}

/** Hands the stored differences to the editor. Commands that are no more are left out. @param {Engine} engine */
export async function restore(engine) {
  const keys = ownKeys();
  if (JSON.stringify(keys) === given) return;
  const known = new Set(engine.picture.commands.map(({ id }) => id));
  await give(engine, Object.fromEntries(Object.entries(keys).filter(([id]) => known.has(id)))).catch((error) => engine.failed(error));
}

/** Gives commands other keys from now on. @param {Engine} engine @param {Keys} keys @throws {Error} One sentence; nothing has changed then. */
export async function change(engine, keys) {
  await give(engine, keys);
  // As the editor writes them, and only what differs.
  const free = (/** @type {string[]} */ all) => all.filter((key) => !FIXED.test(key));
  const now = engine.picture.commands.filter(({ id }) => id in keys).map((command) => /** @type {const} */ ([command.id, free(command.keys)]));
  const kept = Object.fromEntries(now.filter(([id, own]) => own.join(" ") !== free(keysOfTable(engine, id)).join(" ")));
  given = JSON.stringify(kept);
  set("keys", kept);
}

/** Returns differences as the text of a file. @param {Keys} keys */
export function written(keys) {
  return `${JSON.stringify({ undoodle: "keys", version: 1, keys }, null, 2)}\n`;
}

/** Reads the text of a file. Which commands and keys there are, the editor knows. @param {string} text @returns {Keys} @throws {Error} One sentence. */
export function read(text) {
  if (text.length > LARGEST) throw new Refusal(["a shortcuts file must have at most {max} characters, not {n}", LARGEST, text.length]);
  const strange = new Error("this is not a shortcuts file: choose one that was exported here");
  let file;
  try {
    file = JSON.parse(text);
  } catch {
    throw strange;
  }
  const { undoodle, version, keys } = file ?? {};
  if (undoodle !== "keys" || typeof keys !== "object" || keys === null || Array.isArray(keys)) throw strange;
  if (version !== 1) throw new Refusal(["a shortcuts file must have version 1, not {given}", String(version).slice(0, 20)]);
  for (const [id, own] of Object.entries(keys)) {
    if (!Array.isArray(own) || !own.every((key) => typeof key === "string" && /^\S+$/.test(key))) {
      throw new Refusal(["the keys of “{id}” must be a list of texts such as \"Ctrl+Y\"", id.slice(0, 40)]);
    }
  }
  return keys;
}

/** Returns the text that a key is shown as and stored. A sign needs no Shift. @param {[string, boolean, boolean, boolean]} chord */
export function textOf([key, ctrl, shift, alt]) {
  const sign = key.length === 1 && !/\p{L}/u.test(key);
  const name = key === " " ? "Space" : /^[a-z]$/.test(key) ? key.toUpperCase() : key;
  return `${ctrl ? "Ctrl+" : ""}${shift && !sign ? "Shift+" : ""}${alt ? "Alt+" : ""}${name}`;
}
