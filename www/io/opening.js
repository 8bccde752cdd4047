/**
 * Files of all formats on their way into the editor, which itself knows the project file and plain PNG.
 *
 * Anything else is read by a worker into a project file; what the worker does not know either, the browser may decode. What a file is in
 * is decided by its contents.
 */

import { say } from "../language.js";
import { Converter } from "./converter.js";
import { decoded } from "./decoding.js";

/** @typedef {{bytes: Uint8Array<ArrayBuffer>, notes: string}} Opened A file that the editor opens, and what was lost on the way. */

/** What a project file begins with, behind the first bytes of an archive. */
const PROJECT = "mimetypeapplication/x-undoodle";
/** What PNG begins with, as letters. */
const PNG = "\x89PNG\r\n\x1a\n";
/** Chunks before the pixels that ask for more than the editor's own reader does. */
const MORE = ["acTL", "gAMA", "cHRM", "iCCP", "cICP"];
/** What a Photoshop file begins with. */
const PHOTOSHOP = "8BPS";
/** Beginning of the sentence that says that a file is in no known format. */
const FOREIGN = "this is not a file that Undoodle opens";

/** Returns some bytes as letters. @param {Uint8Array} bytes @param {number} from @param {number} length */
const letters = (bytes, from, length) => String.fromCharCode(...bytes.subarray(from, from + length));

/** Returns `true` if the editor reads a file itself. @param {Uint8Array} bytes */
export function isOwn(bytes) {
  if (letters(bytes, 30, PROJECT.length) === PROJECT) return true;
  if (letters(bytes, 0, 8) !== PNG) return false;
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  for (let at = 8; at + 8 <= bytes.length; at += 12 + view.getUint32(at)) {
    const name = letters(bytes, at + 4, 4);
    if (name === "IDAT") return true;
    if (MORE.includes(name)) return false;
  }
  return true;
}

/**
 * Reads a file of any format as one that the editor opens.
 * @param {Uint8Array<ArrayBuffer>} bytes
 * @param {{signal?: AbortSignal, tell?: (share: number) => void}} [how]
 * @returns {Promise<Opened>}
 * @throws {Error} One sentence.
 */
export async function brought(bytes, { signal, tell } = {}) {
  if (isOwn(bytes) || bytes.length === 0) return { bytes, notes: "" };
  const converter = new Converter();
  const stop = () => converter.end();
  signal?.addEventListener("abort", stop);
  try {
    if (signal?.aborted) stop();
    const { project, notes } = await read(converter, bytes, tell);
    return { bytes: project, notes };
  } finally {
    signal?.removeEventListener("abort", stop);
    converter.end();
  }
}

/** @param {Converter} converter @param {Uint8Array<ArrayBuffer>} bytes @param {((share: number) => void) | undefined} tell */
async function read(converter, bytes, tell) {
  if (letters(bytes, 0, 4) === PHOTOSHOP) {
    const { readPsd } = await import("./photoshop.js");
    const { notes, layers, ...size } = await readPsd(bytes);
    return converter.ask({ kind: "layers", format: "PSD", ...size, layers, notes: notes.join("; ") });
  }
  try {
    return await converter.ask({ kind: "read", bytes }, tell);
  } catch (error) {
    if (!(error instanceof Error) || !error.message.startsWith(FOREIGN)) throw error;
    const picture = await decoded(bytes);
    if (!picture) throw new Error(say(error.message), { cause: error });
    return converter.ask({ kind: "frames", ...picture });
  }
}
