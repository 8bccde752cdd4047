/**
 * The worker that reads and writes files of all formats.
 *
 * Problem: reading a stranger's file and writing a long film take a while, and a file that is made to break its reader must
 * not break the editor. Idea: a worker has the module of formats, which the page never loads. It reads a file into a project
 * file, and writes a project file in any format; the page speaks only of these. Invariant: nothing that happens here changes
 * the drawing.
 *
 * @typedef {import("../messages.js").Message} Message
 * @typedef {Record<string, number | string | boolean>} Options
 * @typedef {{duration: number, pixels: Uint8ClampedArray}} Frame
 *
 * @typedef {{kind: "read", bytes: Uint8Array}} Read
 * @typedef {{kind: "frames", format: string, width: number, height: number, frames: Frame[], notes: Message}} Frames Pictures that the browser has decoded.
 * @typedef {{kind: "psd", bytes: Uint8Array<ArrayBuffer>}} Psd
 * @typedef {{kind: "sheet", png: Uint8Array, json: Uint8Array}} Sheet
 * @typedef {{kind: "cut", png: Uint8Array, numbers: number[], keepEmpty: boolean}} Cut A sheet that is cut by a grid: size, offset and spacing of its cells.
 * @typedef {{kind: "source", project: Uint8Array, shown: number, name: string}} Source The drawing that is written next.
 * @typedef {{kind: "write", format: string, options: Options}} Write
 * @typedef {{kind: "lost", format: string, options: Options}} Lost
 * @typedef {{kind: "names", format: string, options: Options}} Named What pictures and files will be called, if there are several.
 * @typedef {{kind: "palette", bytes: Uint8Array, picture: boolean}} ReadColors `picture` is for the colours of a picture.
 * @typedef {{kind: "write-palette", format: string, list: string, name: string}} WriteColors
 * @typedef {{kind: "palette-lost", format: string, list: string}} LostColors
 * @typedef {Read | Frames | Psd | Sheet | Cut | Source | Write | Lost | Named | ReadColors | WriteColors | LostColors} Order
 *
 * @typedef {{number: number, share: number}} Progress
 * @typedef {{number: number, result: unknown} | {number: number, error: Message, panic: boolean}} Answer
 */

import { saidBy } from "../messages.js";
import { row } from "../codes.js";
import init, { Build, cut_sheet, palette_losses, palette_of_picture, read, read_palette, read_sheet, Source as Drawing, write_palette } from "../../pkg/files/formats.js";
import address from "../../pkg/files/formats_bg.wasm?url";

/** Time between two words on how far it is, in milliseconds. */
const OFTEN = 100;

/** The drawing that is written. @type {Drawing | undefined} */
let drawing;

/** @param {Uint8ClampedArray} pixels */
const bytesOf = (pixels) => new Uint8Array(pixels.buffer, pixels.byteOffset, pixels.byteLength);

/** Ends a drawing: its notes are those that are given and the module's own. @param {Build} build @param {string} format @param {Message} notes */
function finished(build, format, notes) {
  const file = build.finish(format);
  return { ...file, notes: row([notes, file.notes]) };
}

/** @param {Frames} order */
function ofFrames({ format, width, height, frames, notes }) {
  const build = new Build(width, height);
  build.layer("", 255, "normal", true, -1);
  frames.forEach(({ duration, pixels }, frame) => {
    build.frame(duration);
    build.put(frame, 0, 0, width, bytesOf(pixels));
  });
  return finished(build, format, notes);
}

/** Reads a file of Photoshop by a package that is loaded for it alone. @param {Psd} order */
async function ofPsd({ bytes }) {
  const { readPsd } = await import("./photoshop.js");
  const { width, height, layers, groups, notes } = await readPsd(bytes);
  const build = new Build(width, height);
  build.frame(100);
  for (const { name, opacity, blend, visible, isolated, parent } of groups) build.group(name, opacity, blend, visible, isolated, parent ?? -1);
  for (const { name, opacity, blend, visible, locked, alphaLocked, clipped, group, ...at } of layers) {
    build.layer(name, opacity, blend, visible, group ?? -1);
    build.locks(locked, alphaLocked);
    if (clipped) build.clip();
    if (at.width > 0) build.put(0, at.x, at.y, at.width, bytesOf(at.pixels));
  }
  return finished(build, "PSD", row(notes));
}

/** @returns {Drawing} */
function source() {
  if (!drawing) throw new Error("there is no drawing to be written");
  return drawing;
}

/** @param {Order} order @param {(share: number) => void} tell @returns {unknown} */
function done(order, tell) {
  switch (order.kind) {
    case "read": return read(order.bytes, tell);
    case "frames": return ofFrames(order);
    case "psd": return ofPsd(order);
    case "sheet": return read_sheet(order.png, order.json);
    case "cut": return cut_sheet(order.png, new Uint32Array(order.numbers), order.keepEmpty);
    case "source":
      drawing?.free();
      drawing = undefined;
      drawing = new Drawing(order.project, order.shown, order.name);
      return undefined;
    case "write": return source().write(order.format, order.options, tell);
    case "lost": return source().left_out(order.format, order.options);
    case "names": return source().names(order.format, order.options);
    case "palette": return order.picture ? palette_of_picture(order.bytes) : read_palette(order.bytes);
    case "write-palette": return write_palette(order.format, order.list, order.name);
    case "palette-lost": return palette_losses(order.format, order.list);
  }
}

/** Returns the memory of a result's file, which is handed over and not copied: it may be large. @param {any} result @returns {Transferable[]} */
const filesIn = (result) => [result, result?.project].filter((part) => part instanceof Uint8Array).map(({ buffer }) => buffer);

/** Resolves when the module is there, or with why it is not. @type {Promise<Error | undefined>} */
const ready = init({ module_or_path: address }).then(() => undefined, (cause) => new Error("the part of the program that knows file formats can't be loaded", { cause }));

self.onmessage = async (/** @type {MessageEvent<{number: number, order: Order}>} */ { data: { number, order } }) => {
  let told = performance.now();
  /** @param {number} share */
  const tell = (share) => {
    if (performance.now() - told < OFTEN) return;
    told = performance.now();
    self.postMessage({ number, share });
  };
  try {
    const failure = await ready;
    if (failure) throw failure;
    const result = await done(order, tell);
    self.postMessage({ number, result }, { transfer: filesIn(result) });
  } catch (error) {
    // A panic has left the module in an unknown state, and so has a stack that has run over.
    const panic = error instanceof WebAssembly.RuntimeError || error instanceof RangeError;
    self.postMessage({ number, error: saidBy(error), panic });
  }
};
