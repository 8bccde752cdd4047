/**
 * A newer version of the open drawing's file, or its picture with other numbers, as a step of the drawing, which undo takes back.
 *
 * Reading takes a while, and a large step is asked about first. So what the offer was about is looked at again before anything is
 * done. The invariant: the note of the file becomes the newer one's only when the drawing is what that file holds.
 */

import { Refusal } from "../messages.js";
import { tooLarge } from "../checked.js";
import { RAISES } from "../how.js";
import { say } from "../language.js";
import { reason } from "./handles.js";
import { seenIn } from "./originals.js";

/** @import { Engine } from "../types.js" */
/** @import { Dialogs } from "../panels/dialogs.js" */
/** @import { Keeper } from "../kept/keeper.js" */
/** @import { Opened, Colors } from "./opening.js" */

/**
 * @typedef {object} Parts
 * @property {Engine} engine
 * @property {Keeper} keeper
 * @property {Dialogs} dialogs
 * @property {() => AbortSignal} begin Begins to open a file; says when another one is opened instead.
 * @property {(name: string, bytes: Uint8Array<ArrayBuffer>, newer: AbortSignal) => Promise<Opened | Colors | undefined>} read Reads a file, and says what fails.
 * @property {() => boolean} saving Whether the drawing is being saved.
 */

/** Returns why a file can't be opened now, or empty. @param {Parts} parts @param {string} name @param {boolean} same Whether the drawing is still the one that it is about. */
function hindrance({ engine, dialogs, saving }, name, same) {
  if (!same) return say`“${name}” was not opened, since another drawing is open now`;
  if (saving()) return say`“${name}” was not opened, since the drawing is being saved`;
  if (engine.state.active) return say`“${name}” was not opened, since a stroke is under way`;
  return dialogs.open ? say`“${name}” was not opened, since a dialog was open` : "";
}

/** Reads a file. @param {FileSystemFileHandle} handle @returns {Promise<{file: File, bytes: Uint8Array<ArrayBuffer>}>} @throws {Error} One sentence. */
async function contents(handle) {
  try {
    const file = await handle.getFile();
    const refusal = tooLarge(file.name, file.size);
    if (refusal) throw new Refusal(refusal);
    return { file, bytes: new Uint8Array(await file.arrayBuffer()) };
  } catch (error) {
    throw error instanceof DOMException ? new Error(say`The file could not be opened: ${reason(error)}`) : error;
  }
}

/**
 * Makes the open drawing what its file holds now, and says so.
 * @param {Parts} parts @param {FileSystemFileHandle} handle
 * @throws {Error} One sentence, if it fails.
 */
export async function openNewer(parts, handle) {
  const { engine, keeper, dialogs } = parts;
  if (engine.stopped || engine.refuses()) return;
  const { serial } = engine.state;
  const isSame = () => engine.state.serial === serial && keeper.drawing.record.file === handle;
  const begun = hindrance(parts, handle.name, isSame());
  if (begun) return void engine.say(begun, "error");
  const signal = parts.begin();
  const { file, bytes } = await contents(handle);
  const read = signal.aborted ? undefined : await parts.read(file.name, bytes, signal);
  if (!read || signal.aborted) return;
  if (read.palette) throw new Error(say`“${file.name}” could not be read`);
  await engine.ask();
  const hindered = hindrance(parts, handle.name, isSame());
  if (hindered) return void engine.say(hindered, "error");
  const done = await engine.send((editor) => {
    if (editor.serial() === serial) editor.plan_newer(read.bytes, performance.now());
  }, RAISES);
  if (!done) await dialogs.answered();
  // What a save notes of the drawing meanwhile is none of this.
  const saved = await engine.ask((editor) => editor.serial() === serial && !parts.saving() && editor.mark_saved());
  if (!saved) return;
  keeper.keepFile(handle, seenIn(file));
  engine.say([say`“${file.name}” is open in its newer version; Undo brings back the older one`, say(read.notes)].filter(Boolean).join("; "), "info");
}

/**
 * Makes the drawing the picture that it was opened from, with the numbers of its colours as the file has them, and says so.
 * @param {Parts} parts @param {{name: string, bytes: Uint8Array<ArrayBuffer>, serial: number}} picture The file, and the drawing that was opened from it.
 * @throws {Error} One sentence, if it fails.
 */
export async function keepNumbers(parts, { name, bytes, serial }) {
  const { engine, dialogs } = parts;
  if (engine.stopped) return;
  await engine.ask();
  const hindered = hindrance(parts, name, engine.state.serial === serial);
  if (hindered) return void engine.say(hindered, "error");
  const done = await engine.send((editor) => {
    if (editor.serial() === serial) editor.plan_numbers(bytes, performance.now());
  }, RAISES);
  if (!done) await dialogs.answered();
  else engine.say(say`“${name}” now has the file's colour values; Undo brings the converted ones back`, "info");
}
