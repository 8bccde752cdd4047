/**
 * Folders on the disk that the page may write files into, in browsers that offer that.
 *
 * Problem: a sheet is a picture and a list beside it, and whoever makes a game wants both in the game's own folder, not an
 * archive to be unpacked and tidied up at each export. Idea: the person chooses the folder once; what would be an
 * archive is written there file by file. Invariant: no file is replaced that this page has not written itself as it is
 * now, unless the person says so.
 *
 * @typedef {Map<string, Seen>} Written Files by their names, as they were when they were written.
 * @typedef {{showDirectoryPicker?: (options: {id: string, mode: "readwrite"}) => Promise<FileSystemDirectoryHandle>}} Pickers
 */

import { say } from "../language.js";
import { canWrite, replaceFile } from "./handles.js";
import { isAsSeen, look } from "./originals.js";

/** @import { Answer, Question } from "../panels/overwrite.js" */
/** @import { Seen } from "./originals.js" */
/** @import { Unpacked } from "./unpacked.js" */

/** @returns {Pickers} */
const pickers = () => /** @type {any} */ (window);

/** Returns `true` if the browser can write files into a folder that a person chooses. */
export function canWriteFolders() {
  return canWrite() && typeof pickers().showDirectoryPicker === "function";
}

/**
 * Asks the person for a folder.
 * @returns {Promise<FileSystemDirectoryHandle | undefined>} `undefined` if the person chose nothing.
 */
export async function chooseFolder() {
  try {
    return await pickers().showDirectoryPicker?.({ id: "export", mode: "readwrite" });
  } catch (error) {
    if (error instanceof DOMException && error.name === "AbortError") return undefined;
    throw error;
  }
}

/** Looks at a file of a folder. @param {FileSystemDirectoryHandle} folder @param {string} name @returns {Promise<Seen | undefined>} `undefined` if there is none. */
async function lookIn(folder, name) {
  try {
    return await look(await folder.getFileHandle(name));
  } catch (error) {
    if (error instanceof DOMException && error.name === "NotFoundError") return undefined;
    throw error;
  }
}

/**
 * Returns the question about files that are there and that this page has not written as they are now.
 * @param {FileSystemDirectoryHandle} folder @param {Unpacked[]} files @param {Written} before
 * @returns {Promise<Question | undefined>} `undefined` if there are none.
 */
async function questionOf(folder, files, before) {
  const there = await Promise.all(files.map(({ name }) => lookIn(folder, name)));
  const others = files.filter(({ name }, at) => there[at] && !isAsSeen(there[at], before.get(name)));
  if (others.length === 0) return undefined;
  const title = others.length === 1 ? say`“${others[0].name}” is already in the folder “${folder.name}”`
    : say`${others.length} of these files are already in the folder “${folder.name}”`;
  return { title, text: say("What they hold would be lost."), write: say("Overwrite"), looks: false, copy: say("Another folder…") };
}

/**
 * Writes files into a folder, after a question about those that are there.
 * @param {FileSystemDirectoryHandle} folder
 * @param {Unpacked[]} files
 * @param {Written} before What was written there last.
 * @param {(question: Question) => Promise<Answer>} ask
 * @returns {Promise<{folder: FileSystemDirectoryHandle, written: Written}>} The folder, which may be another one by then.
 * @throws {DOMException} An `AbortError`, if the person wants none of it.
 */
export async function writeFiles(folder, files, before, ask) {
  const question = await questionOf(folder, files, before);
  const answer = question ? await ask(question) : "write";
  if (answer === "copy") {
    const other = await chooseFolder();
    if (other) return writeFiles(other, files, new Map(), ask);
  }
  if (answer !== "write") throw new DOMException("", "AbortError");
  /** @type {Written} */
  const written = new Map();
  for (const { name, bytes } of files) {
    written.set(name, await replaceFile(await folder.getFileHandle(name, { create: true }), bytes));
  }
  return { folder, written };
}
