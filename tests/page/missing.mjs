/** Texts that have no German entry: an error for `npm test`, a warning for `npm run check`, as somebody else may write them. */
import assert from "node:assert/strict";

/** @typedef {import("./texts.mjs").Found} Found */

/** Texts that a warning has named. @type {Set<string>} */
const warned = new Set();

/**
 * Fails with a list of texts that have no German entry, or warns of each once if `UNDOODLE_GERMAN` is `warn`.
 * @param {Found[]} found @param {NodeJS.ProcessEnv} [env] @param {(line: string) => void} [warn]
 */
export function missing(found, env = process.env, warn = console.warn) {
  const places = new Map(found.filter(({ text }) => !warned.has(text)).map(({ text, where }) => [text, where]));
  const lines = [...places].map(([text, where]) => `no German for “${text}” (${where})`);
  if (env.UNDOODLE_GERMAN === "warn") {
    for (const line of lines) warn(`warning: ${line}`);
    for (const text of places.keys()) warned.add(text);
  } else if (lines.length > 0) {
    assert.fail(lines.join("\n"));
  }
}
