/**
 * File formats: what the file dialog accepts, which of several files to open, and what can be exported.
 *
 * The list is made from the table of formats in Rust by `tests/formats/tables.rs`, and its labels are in the person's language. Other modules of
 * the page know a format by its name only for what the browser does with it, such as showing a picture; what a file is in is
 * decided by its contents.
 */

import table from "./formats.json" with { type: "json" };
import { say, table as spoken } from "../language.js";
import { row } from "../codes.js";
import { OTHERS } from "./others.js";

/**
 * @typedef {object} FormatInfo A file format; `endings` without their dots, the first is the one that saving gives.
 * @property {string} id
 * @property {string} label
 * @property {string} mime
 * @property {string[]} endings
 * @property {boolean} reads
 * @property {boolean} writes
 * @property {string[]} options Ids of what can be chosen when it is written.
 * @property {string} [code] The code of the label, if that is in another language.
 *
 * @typedef {{id: string, label: string, mime: string, endings: string[]}} PaletteInfo A format of palettes.
 * @typedef {{id: string, label: string, hint: string, kind: string, min?: number, max?: number, start?: string, choices?: {id: string, label: string}[]}} OptionInfo
 */

/** All formats. The first holds all of a drawing and is what Save writes. @type {readonly FormatInfo[]} */
export const formats = spoken(table.formats);

/** Formats of palettes. @type {readonly PaletteInfo[]} */
export const palettes = spoken(table.palettes);

/** What can be chosen when a drawing is exported. @type {readonly OptionInfo[]} */
export const options = spoken(table.options);

/** Returns the media types and endings that a file dialog accepts. */
export function accepted() {
  const read = [...formats.filter(({ reads }) => reads), ...OTHERS];
  const endings = [...read, ...palettes].flatMap((format) => format.endings);
  return [...new Set([...read.map(({ mime }) => mime), ...endings.map((ending) => `.${ending}`)])].join(",");
}

/** Returns what is opened: formats of drawings, palettes, and what is read elsewhere. @param {(format: FormatInfo) => string} name Names a format. */
const opened = (name) => [...formats.filter(({ reads }) => reads).map(name), "a palette", ...OTHERS.map(({ label }) => label)];

/** Lists the formats for people. */
export function listed() {
  return opened(({ label }) => label).map((name) => say(name)).join(", ");
}

/** Code of what is said of a file in no known format. */
export const FOREIGN = "Undoodle can't open this file: it opens {expected}";

/** Returns what is said of a file in none of these formats. @returns {import("../messages.js").Message} */
export function foreign() {
  const names = opened(({ label, code = label }) => code);
  return [FOREIGN, row(names, "{first}, {rest}", "{first} or {last}")];
}

/** Returns `true` if a file's name says that it is of a format. @param {{mime?: string, endings: readonly string[]}} format @param {File} file */
export function isOf({ mime, endings }, file) {
  return (mime !== undefined && file.type === mime) || endings.some((ending) => file.name.toLowerCase().endsWith(`.${ending}`));
}

/** Returns the file to open: the first that says it is in a known format, or else the first. @param {File[]} files */
export function firstKnown(files) {
  const known = (/** @type {File} */ file) => [...formats, ...palettes, ...OTHERS].some((format) => isOf(format, file));
  return files.find(known) ?? files[0];
}

/** Returns the format that Save writes. @returns {FormatInfo} */
export function saving() {
  return formats[0];
}

/** Returns the format with an id. @param {string} id @returns {FormatInfo} */
export function formatOf(id) {
  const found = formats.find((format) => format.id === id);
  if (!found) throw new Error(`format must be one of ${formats.map((format) => format.id).join(", ")}, not "${id}"`);
  return found;
}
