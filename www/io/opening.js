/**
 * Files of all formats on their way into the editor, which itself knows the project file and plain PNG.
 *
 * Anything else is read by a worker into a project file; what the worker does not know either, the browser may decode. What a file is in
 * is decided by its contents.
 */

import { Converter } from "./converter.js";
import { decoded } from "./decoding.js";
import { Refusal, saidBy } from "../messages.js";
import { codeOf, row, says } from "../codes.js";
import { FOREIGN, foreign } from "./formats.js";

/** @import { Message } from "../messages.js" */

/**
 * @typedef {{bytes: Uint8Array<ArrayBuffer>, notes: Message, plain?: Uint8Array<ArrayBuffer>, palette?: undefined}} Opened A file that the editor opens,
 * and what was lost on the way; `plain` is it with the numbers of its colours as they are, if they were changed.
 * @typedef {import("../../pkg/files/formats.js").ReadPalette} ReadPalette
 * @typedef {{palette: ReadPalette, notes: Message}} Colors A file that holds a palette.
 */

/** What a project file begins with, behind the first bytes of an archive. */
const PROJECT = "mimetypeapplication/x-undoodle";
/** What PNG begins with, as letters. */
const PNG = "\x89PNG\r\n\x1a\n";
/** Chunks before the pixels of PNG that ask for more than the editor's own reader does: an animation, and what colours mean. */
const [ANIMATION, PROFILES] = ["acTL", ["iCCP", "cICP"]];
/** Chunks of which the editor's own reader knows all that there is to say. Any other is the worker's to read, or to tell that it is left out. */
const KNOWN = new Set(["IHDR", "PLTE", "IDAT", "IEND", "tRNS", "sRGB", "tIME", "bKGD", "hIST", "sBIT"]);
/** What a Photoshop file begins with. */
const PHOTOSHOP = "8BPS";
/** What the notes say of colours that were changed so that they look as the file means them: by the editor, or by the browser. */
const CONVERTED = ["converted to sRGB", "colours were converted to sRGB by the file's profile"];

/** How long a worker waits for a file that a person may choose, in milliseconds. */
const CHOOSING_MS = 60_000;

/** A worker that was started before there is a file, and when it is ended. @type {{converter: Converter, timer: ReturnType<typeof setTimeout>} | undefined} */
let spare;

/** Starts a worker while a person chooses or drags a file: until it can read one takes as long as reading many a file does. */
export function expectFile() {
  const converter = takeSpare() ?? new Converter();
  const timer = setTimeout(() => takeSpare()?.end(), CHOOSING_MS);
  spare = { converter, timer };
}

/** Returns the worker that was started, if it still answers. It is nobody else's from now on. */
function takeSpare() {
  const { converter, timer } = spare ?? {};
  clearTimeout(timer);
  spare = undefined;
  return converter?.ended ? undefined : converter;
}

/** Returns some bytes as letters. @param {Uint8Array} bytes @param {number} from @param {number} length */
const letters = (bytes, from, length) => String.fromCharCode(...bytes.subarray(from, from + length));

/**
 * Returns the names of the chunks before a PNG's pixels, and whether the editor's own reader knows all chunks, or `undefined` of what is no PNG.
 * @param {Uint8Array} bytes
 */
function chunksOf(bytes) {
  if (letters(bytes, 0, 8) !== PNG) return undefined;
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const names = new Set();
  let [behind, known] = [false, true];
  for (let at = 8; at + 8 <= bytes.length; at += 12 + view.getUint32(at)) {
    const name = letters(bytes, at + 4, 4);
    known &&= KNOWN.has(name);
    behind ||= name === "IDAT";
    if (!behind) names.add(name);
    if (name === "IEND") break;
  }
  return { names, known };
}

/** Returns `true` if a file is one of the editor's own projects. @param {Uint8Array} bytes */
const isProject = (bytes) => letters(bytes, 30, PROJECT.length) === PROJECT;

/**
 * Reads a file of any format as one that the editor opens.
 * @param {Uint8Array<ArrayBuffer>} bytes
 * @param {{signal?: AbortSignal, tell?: (share: number) => void}} [how]
 * @returns {Promise<Opened | Colors>}
 * @throws {Error} One sentence.
 */
export async function brought(bytes, { signal, tell } = {}) {
  const chunks = chunksOf(bytes);
  const [moves, profiled] = [chunks?.names.has(ANIMATION), PROFILES.some((name) => chunks?.names.has(name))];
  if (isProject(bytes) || bytes.length === 0 || chunks?.known) return { bytes, notes: "" };
  return converting(signal, async (converter) => {
    const found = await (profiled && !moves ? readProfiled(converter, bytes) : read(converter, bytes, tell));
    if ("list" in found) return { palette: found, notes: found.notes };
    // What the editor reads itself keeps its numbers.
    const plain = chunks && !moves && CONVERTED.some((code) => says(found.notes, code)) ? bytes : undefined;
    return { bytes: found.project, notes: found.notes, plain };
  });
}

/**
 * Does something with a worker of its own.
 * @template T
 * @param {AbortSignal | undefined} signal
 * @param {(converter: Converter) => Promise<T>} work
 * @returns {Promise<T>}
 */
async function converting(signal, work) {
  const converter = takeSpare() ?? new Converter();
  /** @type {(why: Error) => void} */
  let give = () => {};
  // The browser goes on with a picture that it decodes, but nobody waits for that.
  const stopped = new Promise((_, reject) => { give = reject; });
  const stop = () => {
    converter.end();
    give(new DOMException("", "AbortError"));
  };
  signal?.addEventListener("abort", stop);
  try {
    if (signal?.aborted) stop();
    return await /** @type {Promise<T>} */ (Promise.race([work(converter), stopped]));
  } finally {
    signal?.removeEventListener("abort", stop);
    converter.end();
  }
}

/**
 * Reads a PNG with a colour profile, which the browser applies; if it can't, the profile is said to be left out.
 * @param {Converter} converter @param {Uint8Array<ArrayBuffer>} bytes
 */
async function readProfiled(converter, bytes) {
  const picture = await decoded(bytes, [undefined, "image/png", "PNG"]).catch(() => undefined);
  if (!picture) return converter.ask({ kind: "read", bytes });
  const notes = row([CONVERTED[1], picture.notes]);
  return converter.ask({ kind: "frames", ...picture, notes });
}

/** Returns `true` if an error only says that a file is in no format that is known. @param {unknown} error */
const isForeign = (error) => codeOf(saidBy(error)) === FOREIGN;

/**
 * Reads the colours of a palette file, or of a picture.
 * @param {Uint8Array<ArrayBuffer>} bytes
 * @param {AbortSignal} [signal]
 * @returns {Promise<ReadPalette>}
 */
export function broughtColors(bytes, signal) {
  return converting(signal, async (converter) => {
    try {
      return await converter.ask({ kind: "palette", bytes, picture: false });
    } catch (error) {
      if (!isForeign(error)) throw error;
    }
    const picture = await decoded(bytes);
    const file = picture ? (await converter.ask({ kind: "frames", ...picture })).project : bytes;
    return converter.ask({ kind: "palette", bytes: file, picture: true });
  });
}

/** @param {Converter} converter @param {Uint8Array<ArrayBuffer>} bytes @param {((share: number) => void) | undefined} tell */
async function read(converter, bytes, tell) {
  if (letters(bytes, 0, 4) === PHOTOSHOP) return converter.ask({ kind: "psd", bytes });
  try {
    return await converter.ask({ kind: "read", bytes }, tell);
  } catch (error) {
    if (!isForeign(error)) throw error;
    const picture = await decoded(bytes);
    if (picture) return converter.ask({ kind: "frames", ...picture });
    return converter.ask({ kind: "palette", bytes, picture: false }).catch((second) => Promise.reject(isForeign(second) ? new Refusal(foreign()) : second));
  }
}
