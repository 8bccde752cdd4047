/**
 * Exporting: the drawing, as it is now, in any format.
 *
 * The editor hands over a copy that is quick to make, a worker encodes it, and the person paints on meanwhile. Where the browser
 * can write files, the one that was exported to last is written again by "Export again"; elsewhere each export is a
 * download. What is an archive of files is written into a folder where the browser can do that. An export never counts as saved.
 */

import { sentence } from "../failures.js";
import { get, set } from "../settings.js";
import { named, say } from "../language.js";
import { Converter } from "./converter.js";
import { fileName } from "./filenames.js";
import { formatOf, formats, options as all } from "./formats.js";
import { canWriteFolders, chooseFolder, writeFiles } from "./folders.js";
import { askToWrite, canWrite, chooseFile, reason, replaceFile } from "./handles.js";
import { changed, isAsSeen, look } from "./originals.js";
import { filesIn } from "./unpacked.js";

/** @import { Written } from "./folders.js" */
/** @import { Seen } from "./originals.js" */
/** @import { Engine } from "../types.js" */
/** @import { Options } from "./converting.js" */
/** @import { FormatInfo, OptionInfo } from "./formats.js" */

/** A file that was written, or a folder with files that were, as they were then. @typedef {{handle: FileSystemFileHandle, seen: Seen} | {folder: FileSystemDirectoryHandle, written: Written}} Place */
/**
 * Where an export goes: its name, and what writes it and says what it has written, by name and for another time.
 * @typedef {{name: string, put: (bytes: Uint8Array<ArrayBuffer>) => Promise<{said: string, place?: Place}>}} Target
 */
/** What was chosen last: the format, and the options of each format. @typedef {{format: string, options: Record<string, Options>}} Choice */

/** How long a download's address stays valid, in milliseconds. */
const DOWNLOAD_MS = 60_000;

/** The media type of archives of files, which are of no use as one. */
const ARCHIVE = "application/zip";

/** Number of files that a message names. */
const NAMED = 2;

/** The setting that remembers what was chosen last. */
const CHOICE = "export";

/** The formats that can be exported. */
export const exports = formats.filter(({ writes }, index) => writes && index > 0);

/** Returns what was chosen last. @returns {Choice} */
export function chosen() {
  const { format, options } = /** @type {{format?: unknown, options?: Record<string, unknown>}} */ (get(CHOICE, {}));
  const known = exports.find(({ id }) => id === format) ?? exports[0];
  return { format: known.id, options: Object.fromEntries(exports.map(({ id }) => [id, plain(options?.[id])])) };
}

/** Returns the options in what was stored, as far as they are of their kinds: somebody else may have written there. @param {unknown} stored @returns {Options} */
function plain(stored) {
  const values = Object(stored);
  return Object.fromEntries(all.filter((option) => Object.hasOwn(values, option.id) && isOfKind(option, values[option.id])).map(({ id }) => [id, values[id]]));
}

/** @param {OptionInfo} option @param {unknown} value */
function isOfKind({ kind, min = 0, max = Infinity, choices }, value) {
  switch (kind) {
    case "flag": return typeof value === "boolean";
    case "number": return Number.isInteger(value) && Number(value) >= min && Number(value) <= max;
    case "choice": return choices?.some(({ id }) => id === value) ?? false;
    case "color": return typeof value === "string" && /^#[0-9a-f]{8}$/.test(value);
    default: return typeof value === "string";
  }
}

/** Remembers what is chosen. @param {Choice} choice */
export function remember(choice) {
  set(CHOICE, choice);
}

/** Returns the options that a format heeds, as far as they are set. @param {Choice} choice @returns {Options} */
export function heeded({ format, options }) {
  const set = options[format] ?? {};
  return Object.fromEntries(formatOf(format).options.filter((id) => id in set).map((id) => [id, set[id]]));
}

/**
 * Hands a file to the browser as a download.
 * @param {string} called @param {{endings: readonly string[], mime: string}} format @param {Uint8Array<ArrayBuffer>} bytes
 * @returns {string} The file's name.
 */
export function download(called, { endings: [ending], mime }, bytes) {
  const name = fileName(called, ending);
  const address = URL.createObjectURL(new Blob([bytes], { type: mime }));
  const link = document.createElement("a");
  link.href = address;
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(address), DOWNLOAD_MS);
  return name;
}

/** Asks before something is written over. @param {import("../panels/overwrite.js").Question} question */
async function ask(question) {
  const { askToOverwrite } = await import("../panels/overwrite.js");
  return askToOverwrite(question);
}

/** A copy of the drawing, with the frame that is shown and its name. @typedef {{project: Uint8Array, shown: number, name: string}} Copy */

/** Begins with a copy of the drawing as it is now. @param {Engine} engine */
export async function begun(engine) {
  return of(await engine.ask((editor) => {
    const { frame, name } = editor.state();
    return { project: editor.copy_for_export(), shown: frame, name: named(name || say("untitled")) };
  }));
}

/** Begins with a copy of the drawing. @param {Copy} copy */
async function of(copy) {
  const converter = new Converter();
  try {
    await converter.ask({ kind: "source", ...copy });
  } catch (error) {
    converter.end();
    throw error;
  }
  return converter;
}

/**
 * Encodes a copy of the drawing, for scripts.
 * @param {Copy} copy @param {string} format @param {Options} options
 * @returns {Promise<Uint8Array<ArrayBuffer>>}
 */
export async function encoded(copy, format, options) {
  const { id } = formatOf(format);
  const converter = await of(copy);
  try {
    return await converter.ask({ kind: "write", format: id, options });
  } finally {
    converter.end();
  }
}

export class Exporter {
  #engine;
  /** Where the last export was written, its drawing and its format. @type {{place: Place, serial: number, format: string} | undefined} */
  #last;
  /** Whether an export is under way. */
  #busy = false;

  /** @param {Engine} engine */
  constructor(engine) {
    this.#engine = engine;
  }

  /** What the drawing is called. */
  #called() {
    return named(this.#engine.state.name || say("untitled"));
  }

  /**
   * Returns the file of the last export, after a question if it has changed since; `undefined` if the person wants a copy.
   * @param {{handle: FileSystemFileHandle, seen: Seen}} last @throws {DOMException} An `AbortError`, if it is not to be written.
   */
  async #lastFile({ handle, seen }) {
    const now = await look(handle);
    if (isAsSeen(now, seen)) return handle;
    const answer = await ask({ ...changed(handle.name, now), looks: false });
    if (answer === "") throw new DOMException("", "AbortError");
    return answer === "write" ? handle : undefined;
  }

  /** Returns a file that the person chooses, or the last one. @param {FormatInfo} format @param {Place} [last] @returns {Promise<Target | undefined>} */
  async #file({ mime, endings, label }, last) {
    if (last && "handle" in last) await askToWrite(last.handle);
    const known = last && "handle" in last ? await this.#lastFile(last) : undefined;
    const handle = known ?? await chooseFile({ name: this.#called(), mime, ending: endings[0], label });
    if (!handle) return undefined;
    await askToWrite(handle);
    const put = async (/** @type {Uint8Array<ArrayBuffer>} */ bytes) => ({ said: say`Exported “${handle.name}”`, place: { handle, seen: await replaceFile(handle, bytes) } });
    return { name: handle.name, put };
  }

  /** Returns a folder that the person chooses, or the last one, for the files of an archive. @param {Place} [last] @returns {Promise<Target | undefined>} */
  async #folder(last) {
    const known = last && "folder" in last ? last : undefined;
    const chosen_ = known?.folder ?? await chooseFolder();
    if (!chosen_) return undefined;
    await askToWrite(chosen_);
    const put = async (/** @type {Uint8Array<ArrayBuffer>} */ bytes) => {
      const files = await filesIn(bytes);
      const place = await writeFiles(chosen_, files, known?.written ?? new Map(), ask);
      const names = files.length > NAMED ? say`${files.length} files` : list(files.map(({ name }) => say`“${name}”`));
      return { said: say`Exported ${names} to the folder “${place.folder.name}”`, place };
    };
    return { name: chosen_.name, put };
  }

  /** Returns where an export goes. @param {FormatInfo} format @param {Place} [last] @returns {Promise<Target | undefined>} */
  async #target(format, last) {
    if (format.mime === ARCHIVE && canWriteFolders()) return this.#folder(last);
    if (canWrite()) return this.#file(format, last);
    const called = this.#called();
    return { name: fileName(called, format.endings[0]), put: async (bytes) => ({ said: say`Downloading “${download(called, format, bytes)}”` }) };
  }

  /**
   * Writes an encoded file: to one that the person chooses, as files into a folder, or as a download.
   * @param {FormatInfo} format
   * @param {() => Promise<{bytes: Uint8Array<ArrayBuffer>, lost: import("../types.js").Message[]}>} encode Is called when the file was chosen.
   * @param {boolean} [again] Whether to write the file of the last export.
   * @returns {Promise<boolean>} Whether it was written.
   */
  async write(format, encode, again = false) {
    const { serial } = this.#engine.state;
    let name = fileName(this.#called(), format.endings[0]);
    try {
      const target = await this.#target(format, again && this.#last?.serial === serial && this.#last.format === format.id ? this.#last.place : undefined);
      if (!target) return false;
      name = target.name;
      const { bytes, lost } = await encode();
      const { said, place } = await target.put(bytes);
      if (place) this.#last = { place, serial, format: format.id };
      const left = lost.length > 0 ? say`; the ${format.label} leaves out ${list(lost.map((one) => say(one)))}` : "";
      this.#engine.say(said + left, "info");
      return true;
    } catch (error) {
      if (error instanceof DOMException && error.name === "AbortError") return false;
      const why = error instanceof DOMException ? reason(error) : sentence(error);
      this.#engine.say(say`“${name}” could not be exported: ${why}`, "error");
      return false;
    }
  }

  /** Exports once more what was exported last. */
  async again() {
    if (this.#busy) return;
    this.#busy = true;
    const choice = chosen();
    const format = formatOf(choice.format);
    try {
      await this.write(format, async () => {
        const converter = await begun(this.#engine);
        try {
          const order = { format: format.id, options: heeded(choice) };
          const lost = await converter.ask({ kind: "lost", ...order });
          return { bytes: await converter.ask({ kind: "write", ...order }), lost };
        } finally {
          converter.end();
        }
      }, true);
    } finally {
      this.#busy = false;
    }
  }
}

/** Joins phrases: "a, b and c". @param {string[]} phrases */
export function list(phrases) {
  return phrases.length < 2 ? phrases.join("") : say`${phrases.slice(0, -1).join(", ")} and ${phrases[phrases.length - 1]}`;
}
