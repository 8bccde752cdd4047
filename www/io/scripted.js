/**
 * Files as scripts open and encode them: without any question, dialog or message, and with an error for what fails.
 */

import { sentence } from "../messages.js";
import { brought } from "./opening.js";
import { openWith } from "./openwith.js";
import { takePalette } from "./palettes.js";

export { encoded } from "./exporting.js";
export { formats } from "./formats.js";

/** @import { Engine } from "../types.js" */
/** @import { Keeper } from "../kept/keeper.js" */

/**
 * Waits for what a command waits for on the disk.
 * @param {Pick<Engine, "keep">} engine @param {{supply: Pick<Keeper["supply"], "coming">}} keeper
 * @returns {Promise<boolean>} Whether there was something to wait for.
 */
export async function came(engine, { supply }) {
  const keeps = engine.keep();
  const { coming } = supply;
  await coming;
  return coming !== false || keeps;
}

/**
 * Replaces the drawing with a file's, or its palette with a palette file's.
 * @param {Engine} engine @param {Keeper} keeper @param {Uint8Array} file @param {string} name
 * @returns {Promise<string>} What was left out or changed, in English, or nothing.
 */
export async function opened(engine, keeper, file, name) {
  const { notes, ...read } = await brought(/** @type {Uint8Array<ArrayBuffer>} */ (file));
  if ("palette" in read && read.palette) {
    await takePalette(engine, name, read.palette);
    return sentence(notes);
  }
  const { bytes } = /** @type {import("./opening.js").Opened} */ ({ notes, ...read });
  engine.keep(true);
  // With what the list shows of the drawing that is replaced.
  void keeper.settle();
  return sentence(await openWith(engine, bytes, name) || notes);
}
