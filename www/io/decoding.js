/**
 * Pictures that the browser decodes: JPEG, BMP, AVIF and whatever else it knows.
 *
 * Problem: a canvas keeps colours multiplied by their alpha, so what it gives back of a pixel that is half transparent is not what the file
 * said. Idea: `ImageDecoder` gives the pixels as they are, all frames of them. Where a browser lacks it, a canvas has to do, and
 * the picture says so if any of its pixels is half transparent.
 */

import { row } from "../codes.js";
import { Refusal } from "../messages.js";

/** @import { Frame } from "./converting.js" */
/** @import { Message } from "../messages.js" */
/**
 * @typedef {{width: number, height: number, frames: Frame[], notes: Message[]}} Picture
 * @typedef {Omit<Picture, "notes"> & {format: string, notes: Message}} Decoded
 */

/** Maximum number of columns and rows. */
const MOST = 32768;
/** Maximum number of pixels of all frames. */
const MOST_PIXELS = 1 << 28;
/** Maximum number of frames. */
const MOST_FRAMES = 1024;

/** Files that a browser may know: a pattern of their first letters, their media type, and their name. @type {readonly [RegExp, string, string][]} */
const KNOWN = [
  [/^\xff\xd8\xff/, "image/jpeg", "JPEG"],
  [/^BM/, "image/bmp", "BMP"],
  [/^....ftyp(avif|avis)/s, "image/avif", "AVIF"],
];

/** Media type of which the decoder has colours that were multiplied by their alpha. */
const MULTIPLIED = "image/bmp";

/** @param {Message} why */
const refused = (why) => new Refusal(["this {what} can't be opened: {why}", ["file"], why]);

/** Refuses a picture that is too large, before anything is taken for it. @param {number} width @param {number} height @param {number} frames */
function check(width, height, frames) {
  const bounds = /** @type {const} */ ([["width", width, MOST], ["height", height, MOST], ["number of frames", frames, MOST_FRAMES], ["number of pixels", width * height * frames, MOST_PIXELS]]);
  for (const [what, value, most] of bounds) {
    if (value < 1) throw refused(["its {what} is {n}, and a drawing has at least {limit}", [what], value, 1]);
    if (value > most) throw refused(["its {what} is {n}, and a drawing has at most {limit}", [what], value, most]);
  }
}

/** Says of pictures whose colours were multiplied by their alpha, and divided by it again, that this rounds them. @param {Frame[]} frames */
function rounding(frames) {
  const half = (/** @type {Frame} */ { pixels }) => pixels.some((alpha, index) => index % 4 === 3 && alpha > 0 && alpha < 255);
  return frames.some(half) ? ["colours of half transparent pixels are rounded"] : [];
}

/** @param {Uint8Array<ArrayBuffer>} bytes @param {string} type @returns {Promise<Picture>} */
async function byDecoder(bytes, type) {
  const decoder = new ImageDecoder({ data: bytes, type, colorSpaceConversion: "default" });
  try {
    await decoder.tracks.ready;
    const count = decoder.tracks.selectedTrack?.frameCount ?? 1;
    /** @type {Frame[]} */
    const frames = [];
    let [width, height] = [0, 0];
    for (let frameIndex = 0; frameIndex < count; frameIndex += 1) {
      const { image } = await decoder.decode({ frameIndex });
      try {
        if (frameIndex === 0) [width, height] = [image.displayWidth, image.displayHeight];
        check(width, height, count);
        const pixels = new Uint8ClampedArray(width * height * 4);
        await image.copyTo(pixels, { format: "RGBA", layout: [{ offset: 0, stride: width * 4 }], colorSpace: "srgb" });
        frames.push({ duration: Math.round((image.duration ?? 100_000) / 1000), pixels });
      } finally {
        image.close();
      }
    }
    return { width, height, frames, notes: type === MULTIPLIED ? rounding(frames) : [] };
  } finally {
    decoder.close();
  }
}

/** @param {Uint8Array<ArrayBuffer>} bytes @param {string} type @returns {Promise<Picture>} */
async function byCanvas(bytes, type) {
  const bitmap = await createImageBitmap(new Blob([bytes], { type }), { premultiplyAlpha: "none" });
  const { width, height } = bitmap;
  check(width, height, 1);
  const context = new OffscreenCanvas(width, height).getContext("2d", { willReadFrequently: true });
  if (!context) throw new Error("this browser has no 2D canvas");
  context.drawImage(bitmap, 0, 0);
  const pixels = context.getImageData(0, 0, width, height).data;
  const frames = [{ duration: 100, pixels }];
  return { width, height, frames, notes: rounding(frames) };
}

/**
 * Decodes a picture by the browser.
 * @param {Uint8Array<ArrayBuffer>} bytes
 * @param {[RegExp | undefined, string, string]} [known] The media type and the format's name, if they are known.
 * @returns {Promise<Decoded | undefined>} `undefined` if it is no picture that the browser knows.
 * @throws {Error} One sentence, if it is one and is damaged or too large.
 */
export async function decoded(bytes, known) {
  const begin = String.fromCharCode(...bytes.subarray(0, 16));
  const [, type, format] = known ?? KNOWN.find(([pattern]) => pattern.test(begin)) ?? [];
  if (!type || !format) return undefined;
  const exact = "ImageDecoder" in globalThis && await ImageDecoder.isTypeSupported(type);
  try {
    // An older decoder gives its pixels in no order that was asked for.
    const picture = exact ? await byDecoder(bytes, type).catch((error) => (error instanceof Refusal ? Promise.reject(error) : byCanvas(bytes, type))) : await byCanvas(bytes, type);
    return { format, ...picture, notes: row(picture.notes) };
  } catch (error) {
    if (error instanceof Refusal) throw error;
    throw new Refusal(["this {format} file is damaged, or this browser can't read it", [format]], { cause: error });
  }
}
