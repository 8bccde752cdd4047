/**
 * Photoshop's files, read as layers.
 *
 * Problem: a .psd file holds much that a drawing has no place for, few people open one, and a decoder is large. Idea: `ag-psd`
 * is loaded when such a file comes. The structure is read first, with the pixels still packed; only after it is known
 * how large everything will be is one layer after the other unpacked. Invariant: no side, number or length of a file is
 * believed before it was checked, and whatever is left out or changed is told in the notes.
 *
 * Masks become part of their layer's alpha. Layers stay clipped to a layer, but not to a group. Effects and adjustments
 * have no counterpart and are left out.
 *
 * @import { Layer, LayerMaskData, PixelData, Psd } from "ag-psd"
 * @import { Message } from "../messages.js"
 */

import { Refusal } from "../messages.js";
import { isProfiled, sizeOf, Told } from "./psdlosses.js";

/** Largest side of a drawing. */
const MAX_SIDE = 32768;
/** Most columns left of the canvas that are kept, and rows above it. */
const REACH = 8192;
/** Most layers, and most groups, of a drawing. */
const MAX_LAYERS = 256;
/** Most bytes of a name. */
const MAX_NAME = 64;
/** Most pixels of one layer or mask, inside of the canvas or not, while it is unpacked. */
const MAX_PIXELS = 1 << 26;
/** Most bytes of all pixels that are kept, as of a drawing's. */
const MAX_BYTES = 2 ** 30;
/** Bytes of a file's head, up to its depth and colour mode. */
const HEAD = 26;

/**
 * @typedef {object} ReadLayer
 * @property {string} name
 * @property {number} opacity  From 0 to 255.
 * @property {string} blend  Id of a blend mode of the editor's.
 * @property {boolean} visible
 * @property {boolean} locked
 * @property {boolean} alphaLocked
 * @property {boolean} clipped  Whether it is clipped to the layer below.
 * @property {number | undefined} group  Index of its group, if it is in one.
 * @property {number} x  First column of its pixels, which may lie outside of the canvas.
 * @property {number} y  First row of its pixels.
 * @property {number} width  Number of columns; 0 if it is empty.
 * @property {number} height
 * @property {Uint8ClampedArray} pixels  Red, green, blue and alpha, not premultiplied.
 */

/**
 * @typedef {object} ReadGroup
 * @property {string} name
 * @property {boolean} visible
 * @property {number} opacity  0 to 255.
 * @property {string} blend  A blend mode of the editor.
 * @property {boolean} isolated  Whether it is blended as a whole.
 * @property {number | undefined} parent  Index of the group around it, if there is one.
 */

/**
 * @typedef {object} ReadPsd
 * @property {number} width
 * @property {number} height
 * @property {ReadLayer[]} layers  From the lowest to the highest; those of a group stand together.
 * @property {ReadGroup[]} groups  Each behind the one around it.
 * @property {Message[]} notes  What was left out or changed, as phrases.
 */

/** Returns `true` if bytes begin as a Photoshop file does. @param {Uint8Array} bytes */
export function isPsd(bytes) {
  return String.fromCharCode(...bytes.subarray(0, 4)) === "8BPS";
}

/** @param {Message} why @returns {Error} */
const damaged = (why) => new Refusal(["{format} file: {why}", ["Photoshop"], typeof why === "string" ? [why] : why]);

/** Reads the size, and checks it with what else the head says. @param {Uint8Array} bytes */
function headOf(bytes) {
  if (!isPsd(bytes)) throw damaged("it does not begin like one");
  if (bytes.length < HEAD) throw damaged("it ends too early");
  const view = new DataView(bytes.buffer, bytes.byteOffset, HEAD);
  const [height, width, depth] = [view.getUint32(14), view.getUint32(18), view.getUint16(22)];
  for (const side of [width, height]) {
    if (side < 1 || side > MAX_SIDE) throw damaged(["its sides must be from {min} to {max}, not {width} × {height}", 1, MAX_SIDE, width, height]);
  }
  if (width * height > MAX_PIXELS) throw damaged(["its size must be at most {max} pixels, not {width} × {height}", MAX_PIXELS, width, height]);
  return { width, height, depth };
}

/** Returns a name that is short enough for a layer. @param {string} name @param {string} otherwise @param {Told} told */
function nameOf(name, otherwise, told) {
  let short = [...name.replace(/[\p{Cc}\p{Cs}]/gu, " ").trim()];
  const size = () => new TextEncoder().encode(short.join("")).length;
  while (size() > MAX_NAME) short = short.slice(0, -1);
  const fitting = short.join("").trim();
  told.names += Number(fitting !== name);
  return fitting || otherwise;
}

/**
 * Fails if packed bytes unpack to more than they should: ag-psd unpacks all there are.
 * @param {Uint8Array} packed
 * @param {number} most
 */
async function checkUnpacked(packed, most) {
  const stream = new Blob([/** @type {Uint8Array<ArrayBuffer>} */ (packed)]).stream().pipeThrough(new DecompressionStream("deflate"));
  const reader = stream.getReader();
  let size = 0;
  try {
    for (let part = await reader.read(); !part.done; part = await reader.read()) {
      size += part.value.length;
      if (size > most) break;
    }
  } catch {
    throw damaged("a layer can't be unpacked");
  } finally {
    void reader.cancel().catch(() => undefined);
  }
  if (size > most) throw damaged("a layer unpacks to more pixels than it has");
}

/** Checks the boxes of a layer and its masks, and what its pixels unpack to. @param {Layer} layer */
async function checkPixels(layer) {
  const boxes = [layer, layer.mask, layer.realMask].filter((box) => box !== undefined).map(sizeOf);
  const largest = Math.max(...boxes.map(({ width, height }) => width * height));
  if (largest > MAX_PIXELS) throw damaged(["a layer must have at most {max} pixels, not {n}", MAX_PIXELS, largest]);
  const depth = layer.rawData?.bitsPerChannel ?? 8;
  for (const { compression, data } of layer.rawData?.channels ?? []) {
    // 2 and 3 are zlib without and with prediction.
    if (data && compression >= 2) await checkUnpacked(data, largest * Math.ceil(depth / 8));
  }
}

/** Returns a pixel's part as a byte: those of 32 bits are linear light. @param {PixelData["data"]} data @returns {(at: number) => number} */
function byteOf(data) {
  if (data instanceof Uint16Array) return (at) => Math.round(data[at] / 257);
  if (!(data instanceof Float32Array)) return (at) => data[at];
  return (at) => {
    const part = Math.min(1, Math.max(0, data[at] || 0));
    if (at % 4 === 3) return Math.round(part * 255);
    return Math.round(255 * (part <= 0.0031308 ? part * 12.92 : 1.055 * part ** (1 / 2.4) - 0.055));
  };
}

/**
 * Returns the part of a picture that is kept, on the canvas and around it.
 * @param {PixelData} picture
 * @param {{x: number, y: number}} place
 * @param {{width: number, height: number}} canvas
 */
function within({ data, width, height }, { x, y }, canvas) {
  const [first, highest] = [canvas.width, canvas.height].map((side) => -Math.min(REACH, MAX_SIDE - side));
  const [left, top] = [Math.max(first, x), Math.max(highest, y)];
  const [right, bottom] = [Math.min(first + MAX_SIDE, x + width), Math.min(highest + MAX_SIDE, y + height)];
  if (right <= left || bottom <= top) return { x: 0, y: 0, width: 0, height: 0, pixels: new Uint8ClampedArray(0) };
  const part = { x: left, y: top, width: right - left, height: bottom - top };
  const pixels = new Uint8ClampedArray(4 * part.width * part.height);
  const byte = byteOf(data);
  for (let row = 0; row < part.height; row += 1) {
    const from = 4 * ((top - y + row) * width + left - x);
    const to = 4 * row * part.width;
    for (let at = 0; at < 4 * part.width; at += 1) pixels[to + at] = byte(from + at);
  }
  return { ...part, pixels };
}

/**
 * Multiplies the alpha of a layer's pixels by its mask.
 * @param {ReadLayer} layer
 * @param {LayerMaskData} mask
 * @param {PixelData | undefined} shade
 * @param {{x: number, y: number}} layerAt Where the whole layer begins.
 */
function applyMask(layer, mask, shade, layerAt) {
  const box = sizeOf(mask);
  const [x, y] = mask.positionRelativeToLayer ? [box.x + layerAt.x, box.y + layerAt.y] : [box.x, box.y];
  const byte = shade && !(shade.data instanceof Float32Array) ? byteOf(shade.data) : undefined;
  const around = mask.defaultColor ?? 255;
  for (let row = 0; row < layer.height; row += 1) {
    for (let column = 0; column < layer.width; column += 1) {
      const [mx, my] = [layer.x + column - x, layer.y + row - y];
      const inside = shade && mx >= 0 && my >= 0 && mx < shade.width && my < shade.height;
      const at = inside ? 4 * (my * shade.width + mx) : 0;
      const light = !inside ? around : byte ? byte(at) : Math.round(255 * shade.data[at]);
      const alpha = 4 * (row * layer.width + column) + 3;
      layer.pixels[alpha] = Math.round((layer.pixels[alpha] * light) / 255);
    }
  }
}

/**
 * Lists the layers of a file from the lowest to the highest, each with its group.
 * @param {Psd} psd
 * @param {Told} told
 */
function listed(psd, told) {
  /** @type {{layer: Layer, group: number | undefined, clipped: boolean}[]} */
  const layers = [];
  /** @type {ReadPsd["groups"]} */
  const groups = [];
  /** @param {Layer[]} children @param {number | undefined} group */
  const visit = (children, group) => {
    // Whether a layer would be clipped to one that is there.
    let isBased = false;
    for (const layer of children) {
      const clips = layer.clipping === true;
      if (layer.children === undefined) {
        const isLeftOut = told.leavesOut(layer);
        if (!clips) isBased = !isLeftOut;
        if (!isLeftOut) layers.push({ layer, group, clipped: clips && isBased });
        told.clipped += Number(clips && !isLeftOut && !isBased);
        continue;
      }
      isBased = false;
      told.clipped += Number(clips);
      told.group(layer);
      const { length } = layers;
      const at = groups.length;
      const mode = layer.blendMode ?? "pass through";
      groups.push({
        name: nameOf(layer.name ?? "", `Group ${at + 1}`, told),
        visible: !layer.hidden,
        opacity: Math.round(255 * (layer.opacity ?? 1)),
        blend: told.blend(mode),
        isolated: mode !== "pass through",
        parent: group,
      });
      visit(layer.children, at);
      // A drawing has no group without layers.
      if (layers.length === length) groups.length = at;
    }
  };
  visit(psd.children ?? [], undefined);
  return { layers, groups };
}

/** Returns what a layer is called and how it is seen. @param {Layer} layer @param {string} otherwise @param {Told} told */
function described(layer, otherwise, told) {
  const { transparency, composite } = layer.protected ?? {};
  return {
    name: nameOf(layer.name ?? "", otherwise, told),
    opacity: Math.round(255 * (layer.opacity ?? 1) * (layer.fillOpacity ?? 1)),
    blend: told.blend(layer.blendMode ?? "normal"),
    locked: composite === true,
    alphaLocked: layer.transparencyProtected === true || transparency === true,
  };
}

/** Runs the decoder, and says in a sentence for people what it refuses. @template T @param {() => T} decode @returns {T} */
function decoded(decode) {
  try {
    return decode();
  } catch (error) {
    // The engine's own words are no sentence for people, such as those on an offset outside of a DataView.
    if (error instanceof RangeError) throw damaged("it ends too early");
    if (error instanceof TypeError) throw damaged("its parts are out of order");
    throw damaged(error instanceof Error ? error.message : String(error));
  }
}

/** What the decoder is to leave alone, and how much it may take. */
const OPTIONS = { skipThumbnail: true, skipLinkedFilesData: true, useImageData: true, useRawData: true, totalMemoryLimit: MAX_BYTES };

/**
 * Returns what all layers look like together, which a file has beside them.
 * @param {typeof import("ag-psd")} decoder @param {Uint8Array} bytes @param {{width: number, height: number}} canvas
 * @returns {ReadLayer}
 */
function merged(decoder, bytes, canvas) {
  const psd = decoded(() => decoder.readPsd(bytes, { ...OPTIONS, skipLayerImageData: true }));
  const told = psd.imageResources?.versionInfo?.hasRealMergedData !== false;
  const picture = told ? decoded(() => decoder.getCompositeImageData(psd)) : undefined;
  if (!picture) throw damaged("it holds no picture: save it again with “Maximise compatibility”");
  return { name: "Layer 1", opacity: 255, blend: "normal", visible: true, locked: false, alphaLocked: false, clipped: false, group: undefined, ...within(picture, { x: 0, y: 0 }, canvas) };
}

/**
 * Reads a Photoshop file.
 * @param {Uint8Array} bytes
 * @returns {Promise<ReadPsd>}
 */
export async function readPsd(bytes) {
  const { width, height, depth } = headOf(bytes);
  const decoder = await import("ag-psd");
  // Pixels are kept in plain memory: a canvas would multiply them by their alpha.
  const plain = (/** @type {number} */ columns, /** @type {number} */ rows) => /** @type {ImageData} */ (/** @type {unknown} */ ({ width: columns, height: rows, data: new Uint8ClampedArray(4 * columns * rows) }));
  decoder.initializeCanvas(() => { throw damaged("it has a picture in an unknown form"); }, plain);
  const psd = decoded(() => decoder.readPsd(bytes, { ...OPTIONS, skipCompositeImageData: true }));
  const told = new Told();
  const { layers, groups } = listed(psd, told);
  if (layers.length > MAX_LAYERS) throw damaged(["it must have at most {max} layers, not {n}", MAX_LAYERS, layers.length]);

  /** @type {ReadLayer[]} */
  const read = [];
  let kept = 0;
  for (const [index, { layer, group, clipped }] of layers.entries()) {
    await checkPixels(layer);
    const picture = decoded(() => decoder.getLayerImageData(layer)) ?? { width: 0, height: 0, data: new Uint8ClampedArray(0) };
    const place = sizeOf(layer);
    const part = within(picture, place, { width, height });
    told.outside += Number(part.width * part.height < picture.width * picture.height);
    kept += part.pixels.length;
    if (kept > MAX_BYTES) throw damaged("its layers have more pixels than a drawing may have");
    /** @type {ReadLayer} */
    const one = { ...described(layer, `Layer ${index + 1}`, told), visible: !layer.hidden, clipped, group, ...part };
    if (layer.mask && !layer.mask.disabled) {
      const shade = decoded(() => decoder.getLayerMaskImageData(layer));
      applyMask(one, layer.mask, shade, place);
      told.masks += 1;
    }
    // What was unpacked is no longer needed.
    delete layer.rawData;
    read.push(one);
  }
  const notes = told.notes(psd, depth, isProfiled(bytes));
  if (read.length === 0) {
    read.push(merged(decoder, bytes, { width, height }));
    if ((psd.children?.length ?? 0) > 0) notes.push("its merged picture was opened, as none of its layers has pixels");
  }
  return { width, height, layers: read, groups, notes };
}
