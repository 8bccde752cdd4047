/**
 * File formats, from the editor's list: which of several files to open, and which to accept.
 *
 * No other module of the page knows a format by its name or its ending.
 *
 * @import { Engine, FormatInfo } from "../types.js"
 */

/** Formats a format's label with its endings. @param {FormatInfo} format */
const named = ({ label, endings }) => `${label} (${endings.map((ending) => `.${ending}`).join(", ")})`;

/**
 * Returns the media types and endings that a file dialog accepts.
 * @param {Engine} engine
 */
export function accepted(engine) {
  return engine.formats.flatMap(({ mime, endings }) => [mime, ...endings.map((ending) => `.${ending}`)]).join(",");
}

/** Lists the formats for people. @param {Engine} engine */
export function listed(engine) {
  return engine.formats.map(named).join(", ");
}

/** Returns `true` if a file says that it is of a format. @param {FormatInfo} format @param {File} file */
export function isOf({ mime, endings }, file) {
  return file.type === mime || endings.some((ending) => file.name.toLowerCase().endsWith(`.${ending}`));
}

/**
 * Returns the file to open: the first in a known format, or else the first.
 * @param {Engine} engine
 * @param {File[]} files
 */
export function firstKnown(engine, files) {
  const known = (/** @type {File} */ file) => engine.formats.some((format) => isOf(format, file));
  return files.find(known) ?? files[0];
}

/** Returns the format that Save writes: the first, which holds all of a drawing. @param {Engine} engine @returns {FormatInfo} */
export function saving(engine) {
  const [first] = engine.formats;
  if (!first) throw new Error("there is no format to save in");
  return first;
}

/** Returns the format with an id. @param {Engine} engine @param {string} id @returns {FormatInfo} */
export function formatOf(engine, id) {
  const found = engine.formats.find((format) => format.id === id);
  if (!found) throw new Error(`format "${id}": expected one of the editor's`);
  return found;
}
