/**
 * Pictures that the browser decodes: JPEG, BMP, AVIF and whatever else it knows.
 *
 * Problem: a canvas keeps colours multiplied by their alpha, so what it gives back of a pixel that is half transparent is not what the file
 * said. Idea: `ImageDecoder` gives the pixels as they are, all frames of them. Where a browser lacks it, a canvas has to do, and
 * the picture says so if any of its pixels is half transparent.
 */

/** @import { Frame } from "./converting.js" */
/** @typedef {{format: string, width: number, height: number, frames: Frame[], notes: string}} Decoded */

/** Maximum number of columns and rows. */
const MOST = 32768;
/** Maximum number of pixels of all frames. */
const MOST_PIXELS = 1 << 28;
/** Maximum number of frames. */
const MOST_FRAMES = 1024;

/** How files begin that a browser may know, as a pattern of their first letters. @type {readonly [RegExp, string][]} */
const KNOWN = [
  [/^\xff\xd8\xff/, "image/jpeg"],
  [/^BM/, "image/bmp"],
  [/^....ftyp(avif|avis)/s, "image/avif"],
  [/^\x00\x00\x01\x00/, "image/x-icon"],
];

/** Refuses a picture that is too large, before anything is taken for it. @param {number} width @param {number} height @param {number} frames */
function check(width, height, frames) {
  for (const side of [width, height]) if (side < 1 || side > MOST) throw new Error(`side ${side}: expected 1..=${MOST}`);
  if (frames > MOST_FRAMES) throw new Error(`number of frames ${frames}: expected 1..=${MOST_FRAMES}`);
  if (width * height * frames > MOST_PIXELS) throw new Error(`number of pixels ${width * height * frames}: expected 1..=${MOST_PIXELS}`);
}

/** Returns `true` if an error is a refusal of ours. @param {unknown} error */
const isRefusal = (error) => error instanceof Error && /: expected /.test(error.message);

/** @param {Uint8Array<ArrayBuffer>} bytes @param {string} type @returns {Promise<Omit<Decoded, "format">>} */
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
    return { width, height, frames, notes: "" };
  } finally {
    decoder.close();
  }
}

/** @param {Uint8Array<ArrayBuffer>} bytes @param {string} type @returns {Promise<Omit<Decoded, "format">>} */
async function byCanvas(bytes, type) {
  const bitmap = await createImageBitmap(new Blob([bytes], { type }), { premultiplyAlpha: "none" });
  const { width, height } = bitmap;
  check(width, height, 1);
  const context = new OffscreenCanvas(width, height).getContext("2d", { willReadFrequently: true });
  if (!context) throw new Error("this browser has no 2D canvas");
  context.drawImage(bitmap, 0, 0);
  const pixels = context.getImageData(0, 0, width, height).data;
  const rounded = pixels.some((alpha, index) => index % 4 === 3 && alpha > 0 && alpha < 255);
  return { width, height, frames: [{ duration: 100, pixels }], notes: rounded ? "colours of half transparent pixels are rounded" : "" };
}

/**
 * Decodes a picture by the browser.
 * @param {Uint8Array<ArrayBuffer>} bytes
 * @param {string} [known] The media type, if it is known.
 * @returns {Promise<Decoded | undefined>} `undefined` if it is no picture that the browser knows.
 * @throws {Error} One sentence, if it is one and is damaged or too large.
 */
export async function decoded(bytes, known) {
  const begin = String.fromCharCode(...bytes.subarray(0, 16));
  const type = known ?? KNOWN.find(([pattern]) => pattern.test(begin))?.[1];
  if (!type) return undefined;
  const format = type.replace(/^image\/(x-)?/, "").toUpperCase();
  const exact = "ImageDecoder" in globalThis && await ImageDecoder.isTypeSupported(type);
  try {
    // An older decoder gives its pixels in no order that was asked for.
    const picture = exact ? await byDecoder(bytes, type).catch((error) => (isRefusal(error) ? Promise.reject(error) : byCanvas(bytes, type))) : await byCanvas(bytes, type);
    return { format, ...picture };
  } catch (error) {
    if (isRefusal(error)) throw error;
    throw new Error(`this ${format} file is damaged, or this browser can't read it`, { cause: error });
  }
}
