/**
 * Sprite sheets on their way in: a picture and the list of its pictures, or a picture that is cut by a grid.
 */

import { Refusal } from "../messages.js";
import { tooLarge } from "../checked.js";
import { say } from "../language.js";
import { Converter } from "./converter.js";

/** @import { Cut, Sheet } from "./converting.js" */
/** @import { ReadFile } from "../../pkg/files/formats.js" */

/** Returns the picture and the list among some files, if these are the two that there are. @param {File[]} files */
export function sheetOf(files) {
  const list = files.find(({ name }) => /\.json$/i.test(name));
  const picture = files.find(({ name }) => /\.png$/i.test(name));
  return files.length === 2 && list && picture ? { picture, list } : undefined;
}

/** Reads a file. @param {File} file @returns {Promise<Uint8Array<ArrayBuffer>>} @throws {Error} One sentence. */
export async function bytesOf(file) {
  const refusal = tooLarge(file.name, file.size);
  if (refusal) throw new Refusal(refusal);
  try {
    return new Uint8Array(await file.arrayBuffer());
  } catch (error) {
    throw new Error(say`“${file.name}” could not be read`, { cause: error });
  }
}

/** Asks a worker of its own. @param {Sheet | Cut} order @returns {Promise<ReadFile>} */
async function asked(order) {
  const converter = new Converter();
  try {
    return await converter.ask(order);
  } finally {
    converter.end();
  }
}

/** Reads a sheet by its list. @param {{picture: File, list: File}} files */
export async function readSheet({ picture, list }) {
  return asked({ kind: "sheet", png: await bytesOf(picture), json: await bytesOf(list) });
}

/** Cuts a sheet by a grid. @param {Uint8Array} png @param {number[]} numbers @param {boolean} keepEmpty */
export function cutSheet(png, numbers, keepEmpty) {
  return asked({ kind: "cut", png, numbers, keepEmpty });
}
