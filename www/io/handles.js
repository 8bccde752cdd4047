/**
 * Files on the disk that the page may write again, in browsers that offer that.
 *
 * A file is replaced as a whole: the browser writes the bytes beside it and exchanges the two when
 * all are there, so a full disk or a closed tab leaves the old file. What is on the disk
 * afterwards is read back and compared, since saying that work is saved is a promise.
 *
 * @typedef {{name: string, mime: string, ending: string, label: string}} Wanted
 * @typedef {{suggestedName: string, types: {description: string, accept: Record<string, string[]>}[]}} PickerOptions
 * @typedef {(how: {mode: "read" | "readwrite"}) => Promise<PermissionState>} Permit
 * @typedef {{queryPermission?: Permit, requestPermission?: Permit}} Permitted
 * @typedef {{showSaveFilePicker?: (options: PickerOptions) => Promise<FileSystemFileHandle>, showOpenFilePicker?: () => Promise<FileSystemFileHandle[]>}} Pickers
 */

import { sentence } from "../failures.js";
import { say } from "../language.js";
import { fileName } from "./filenames.js";
import { isAsSeen, look, seenIn } from "./originals.js";

/** @import { Seen } from "./originals.js" */

/** @returns {Pickers} */
const pickers = () => /** @type {any} */ (window);

/** Returns `true` if the browser can write files that a person chooses. */
export function canWrite() {
  return typeof pickers().showSaveFilePicker === "function";
}

/** Returns `true` if the browser can open files so that they can be written again. */
export function canChoose() {
  return canWrite() && typeof pickers().showOpenFilePicker === "function";
}

/**
 * Asks the person where to save.
 * @param {Wanted} wanted
 * @returns {Promise<FileSystemFileHandle | undefined>} `undefined` if the person chose nothing.
 */
export async function chooseFile({ name, mime, ending, label }) {
  try {
    return await pickers().showSaveFilePicker?.({
      suggestedName: fileName(name, ending),
      types: [{ description: label, accept: { [mime]: [`.${ending}`] } }],
    });
  } catch (error) {
    if (error instanceof DOMException && error.name === "AbortError") return undefined;
    throw error;
  }
}

/**
 * Asks the person for a file to open, which can be written again later.
 * @returns {Promise<FileSystemFileHandle | undefined>} `undefined` if the person chose nothing.
 */
export async function chooseToOpen() {
  try {
    return (await pickers().showOpenFilePicker?.())?.[0];
  } catch (error) {
    if (error instanceof DOMException && error.name === "AbortError") return undefined;
    throw error;
  }
}

/**
 * Asks the person whether a file or a folder may be written that the page has had for a while. It has to be
 * called soon after a key or a click.
 * @param {FileSystemHandle & Permitted} handle
 * @throws {DOMException} If it may not.
 */
export async function askToWrite(handle) {
  /** @type {{mode: "readwrite"}} */
  const how = { mode: "readwrite" };
  if (await handle.queryPermission?.(how) === "prompt" && await handle.requestPermission?.(how) === "denied") {
    throw new DOMException("", "NotAllowedError");
  }
}

/**
 * Replaces a file's contents, and reads them back.
 * @param {FileSystemFileHandle} handle
 * @param {Uint8Array<ArrayBuffer>} bytes
 * @param {Seen} [before] The file as it was when the person was asked, if that is to be minded.
 * @returns {Promise<Seen>} The file as it is now.
 * @throws {Error} One sentence, if the file does not hold these bytes now.
 */
export async function replaceFile(handle, bytes, before) {
  const writing = await handle.createWritable();
  try {
    await writing.write(bytes);
    // Up to here nothing of the file has changed.
    if (before && !isAsSeen(await look(handle), before)) throw new Error("another program has written it at the same time");
    await writing.close();
  } catch (error) {
    await writing.abort().catch(() => {});
    throw error;
  }
  const file = await handle.getFile();
  if (!isSame(new Uint8Array(await file.arrayBuffer()), bytes)) throw new Error("its bytes are not those that were written");
  return seenIn(file);
}

/** @param {Uint8Array} one @param {Uint8Array} other */
function isSame(one, other) {
  return one.length === other.length && one.every((byte, index) => byte === other[index]);
}

/** Returns a sentence's end for what a browser throws. @param {unknown} error */
export function reason(error) {
  if (!(error instanceof Error)) return say("the browser gave no reason");
  switch (error.name) {
    case "TypeError": return say("this browser can't write it");
    case "AbortError": return say("the browser cancelled it");
    case "SecurityError":
    case "NotAllowedError": return say("the browser was not allowed to write it");
    case "QuotaExceededError": return say("the disk is full");
    case "NotFoundError": return say("it is no longer where it was");
    case "NoModificationAllowedError": return say("another program holds it");
    default: return sentence(error) || say("the browser gave no reason");
  }
}
