/**
 * File formats, as the editor lists them: which of some files to take, and what to accept.
 *
 * No other module of the page knows a format by its name or its ending.
 *
 * @import { Engine, FormatInfo } from "./types.js"
 */

/** @param {FormatInfo} format */
const named = ({ label, endings }) => `${label} (${endings.map((ending) => `.${ending}`).join(", ")})`;

/**
 * What a file dialog accepts: media types and endings.
 * @param {Engine} engine
 */
export function accepted(engine) {
  return engine.formats.flatMap(({ mime, endings }) => [mime, ...endings.map((ending) => `.${ending}`)]).join(",");
}

/** The formats as a list for people. @param {Engine} engine */
export function listed(engine) {
  return engine.formats.map(named).join(", ");
}

/**
 * The file to take of several: the first that is in a known format, or else the first.
 * @param {Engine} engine
 * @param {File[]} files
 */
export function firstKnown(engine, files) {
  const known = (/** @type {File} */ file) => engine.formats.some(({ mime, endings }) => (
    file.type === mime || endings.some((ending) => file.name.toLowerCase().endsWith(`.${ending}`))));
  return files.find(known) ?? files[0];
}

/** The format that Save writes. @param {Engine} engine @returns {FormatInfo} */
export function saving(engine) {
  const [first] = engine.formats;
  if (!first) throw new Error("there is no format to save in");
  return first;
}
