/**
 * Palette files: opened as one step of the drawing, and saved in the format that one chooses.
 *
 * Any picture can be opened as a palette, too: its colours are taken. Which format a file is in is decided by its contents.
 */

import { tooLarge } from "../checked.js";
import { isAbort, sentence } from "../failures.js";
import { RAISES } from "../how.js";
import { named, say } from "../language.js";
import { Converter } from "./converter.js";
import { download } from "./exporting.js";
import { fileName } from "./filenames.js";
import { accepted, palettes } from "./formats.js";
import { askToWrite, canWrite, chooseFile, reason, replaceFile } from "./handles.js";
import { broughtColors } from "./opening.js";

/** @import { Engine } from "../types.js" */
/** @import { ReadPalette } from "./opening.js" */

/**
 * Makes read colours the drawing's palette, as one step, and says so.
 * @param {Engine} engine @param {string} name The file's name. @param {ReadPalette} palette
 * @throws {Error} One sentence, if the drawing's palette can't be changed now.
 */
export async function takePalette(engine, name, { list, count, notes }) {
  await engine.ask();
  if (engine.held) throw new Error(engine.held);
  const done = await engine.send((editor) => editor.plan_run("palette.paste", { list }, performance.now()), RAISES);
  if (!done) {
    // The person or the script is asked first.
    if (engine.state.asked) return;
    throw new Error("the palette can't be changed now: end the stroke first");
  }
  const said = count === 1 ? say`Opened the palette “${name}”: 1 colour` : say`Opened the palette “${name}”: ${count} colours`;
  engine.say([said, say(notes)].filter(Boolean).join("; "), "info");
}

/** Asks for a file and makes its colours the palette. @param {Engine} engine */
export function openPalette(engine) {
  const picker = Object.assign(document.createElement("input"), { type: "file", accept: accepted() });
  picker.addEventListener("change", () => {
    const [file] = picker.files ?? [];
    if (file) void readPalette(engine, file);
  });
  picker.click();
}

/** Makes the colours of a file the palette. @param {Engine} engine @param {File} file */
export async function readPalette(engine, file) {
  const refusal = tooLarge(file.name, file.size);
  if (refusal) return void engine.say(say(refusal), "error");
  try {
    const bytes = new Uint8Array(await file.arrayBuffer());
    const { whileReading } = await import("../panels/reading.js");
    await takePalette(engine, file.name, await whileReading(file.name, (signal) => broughtColors(bytes, signal)));
  } catch (error) {
    if (!isAbort(error)) engine.failed(error);
  }
}

/** Returns what a file of a format would lose of the palette. @param {Engine} engine @param {string} format @returns {Promise<import("../types.js").Message[]>} */
export async function paletteLosses(engine, format) {
  const converter = new Converter();
  try {
    return await converter.ask({ kind: "palette-lost", format, list: colors(engine) });
  } finally {
    converter.end();
  }
}

/** Returns the palette's colours in lines. @param {Engine} engine */
const colors = (engine) => engine.picture.drawing.palette.join("\n");

/**
 * Saves the palette to a file of a format.
 * @param {Engine} engine @param {string} id
 * @returns {Promise<boolean>} Whether it was saved.
 */
export async function savePalette(engine, id) {
  const format = palettes.find((one) => one.id === id) ?? palettes[0];
  const stem = named(engine.state.name || say("untitled"));
  let name = fileName(stem, format.endings[0]);
  const converter = new Converter();
  try {
    const handle = canWrite() ? await chooseFile({ name: stem, mime: format.mime, ending: format.endings[0], label: format.label }) : undefined;
    if (canWrite() && !handle) return false;
    if (handle) await askToWrite(handle);
    const bytes = await converter.ask({ kind: "write-palette", format: format.id, list: colors(engine), name: stem });
    if (handle) {
      name = handle.name;
      await replaceFile(handle, bytes);
    } else {
      download(stem, format, bytes);
    }
    engine.say(handle ? say`Saved the palette “${name}”` : say`Downloading “${name}”`, "info");
    return true;
  } catch (error) {
    engine.say(say`“${name}” could not be saved: ${error instanceof DOMException ? reason(error) : sentence(error)}`, "error");
    return false;
  } finally {
    converter.end();
  }
}
