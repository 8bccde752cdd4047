/**
 * What of Photoshop's files is left out or changed, counted while they are read, and said in phrases.
 *
 * @import { Layer, LayerMaskData, Psd } from "ag-psd"
 * @import { Message } from "../messages.js"
 */

/** The editor's blend modes by ag-psd's names. @type {Record<string, string>} */
const BLENDS = {
  normal: "normal", multiply: "multiply", screen: "screen", overlay: "overlay", darken: "darken", lighten: "lighten",
  "color dodge": "color-dodge", "color burn": "color-burn", "hard light": "hard-light", "soft light": "soft-light",
  difference: "difference", exclusion: "exclusion", hue: "hue", saturation: "saturation", color: "color", luminosity: "luminosity",
  "linear dodge": "addition", subtract: "subtraction", divide: "divide",
};

/** The kind of an artboard's background that is none. */
const CLEAR = 3;

/** Returns the size of a layer's or a mask's box. @param {Layer | LayerMaskData} box */
export function sizeOf({ left = 0, top = 0, right = 0, bottom = 0 }) {
  return { x: left, y: top, width: Math.max(0, right - left), height: Math.max(0, bottom - top) };
}

/** What happens to a file's parts on the way, counted. */
export class Told {
  adjustments = 0;
  fills = 0;
  effects = 0;
  texts = 0;
  objects = 0;
  clipped = 0;
  masks = 0;
  outlines = 0;
  outside = 0;
  groupMasks = 0;
  blends = 0;
  grounds = 0;
  artboards = 0;
  mixing = 0;
  marks = 0;
  names = 0;
  /** Names of the blend modes that became normal. @type {Set<string>} */
  blendNames = new Set();

  /** Counts what of a layer is changed, and returns `true` if there is no layer left. @param {Layer} layer */
  leavesOut(layer) {
    const { width, height } = sizeOf(layer);
    const [isAdjustment, isFill] = [layer.adjustment !== undefined, layer.vectorFill !== undefined && width * height === 0];
    if (isAdjustment) this.adjustments += 1;
    else if (isFill) this.fills += 1;
    if (isAdjustment || isFill) return true;
    this.mixing += Number(layer.knockout === true || layer.blendClippendElements === false || (layer.channelBlendingRestrictions?.length ?? 0) > 0);
    this.mark(layer);
    this.effects += Number(layer.effects !== undefined && !layer.effects.disabled);
    this.texts += Number(layer.text !== undefined);
    this.objects += Number(layer.placedLayer !== undefined);
    this.outlines += Number(layer.vectorMask !== undefined && !layer.vectorMask.disable && layer.vectorFill === undefined && layer.mask === undefined);
    return false;
  }

  /** Counts what of a group has no counterpart. @param {Layer} group */
  group(group) {
    this.groupMasks += Number(group.mask !== undefined);
    this.artboards += Number(group.artboard !== undefined);
    this.grounds += Number(group.artboard !== undefined && group.artboard.backgroundType !== CLEAR);
    this.mark(group);
  }

  /** Counts the colour that a layer or a group has in Photoshop's list. @param {Layer} layer */
  mark({ layerColor }) {
    this.marks += Number(layerColor !== undefined && layerColor !== "none");
  }

  /** Returns the editor's blend mode for one of Photoshop's. @param {string} name */
  blend(name) {
    const known = BLENDS[name];
    if (known !== undefined || name === "pass through") return known ?? "normal";
    this.blends += 1;
    this.blendNames.add(name);
    return "normal";
  }

  /** @param {Psd} psd @param {number} depth @param {boolean} profiled Whether its colours have a profile. @returns {Message[]} */
  notes(psd, depth, profiled) {
    const names = [...this.blendNames].join(", ");
    const { animations, gridAndGuidesInformation, alphaChannelNames } = psd.imageResources ?? {};
    const guides = gridAndGuidesInformation?.guides?.length ?? 0;
    const channels = (alphaChannelNames ?? []).filter((name) => name !== "Transparency").length;
    const notes = /** @type {(Message | false)[]} */ ([
      this.adjustments > 0 && ["adjustment layers left out: {n}", this.adjustments],
      this.fills > 0 && ["fill layers left out: {n}", this.fills],
      this.effects > 0 && ["the effects of {n} layer left out | the effects of {n} layers left out", this.effects],
      this.clipped > 0 && ["{n} layer no longer clipped to the layer below | {n} layers no longer clipped to the layer below", this.clipped],
      this.blends > 0 && ["the blend mode of {n} layer became normal: {list} | the blend mode of {n} layers became normal: {list}", this.blends, names],
      this.texts > 0 && ["text layers converted to pixels: {n}", this.texts],
      this.objects > 0 && ["smart objects converted to pixels: {n}", this.objects],
      this.masks > 0 && ["the masks of {n} layer applied to their pixels | the masks of {n} layers applied to their pixels", this.masks],
      this.outlines > 0 && ["the vector masks of {n} layer left out | the vector masks of {n} layers left out", this.outlines],
      this.outside > 0 && ["pixels too far outside the canvas on {n} layer left out | pixels too far outside the canvas on {n} layers left out", this.outside],
      this.groupMasks > 0 && ["masks of groups left out: {n}", this.groupMasks],
      depth > 8 && ["colours of {n} bits reduced to 8", depth],
      this.artboards > 0 && ["artboards became groups: {n}", this.artboards],
      this.grounds > 0 && ["backgrounds of artboards left out: {n}", this.grounds],
      this.mixing > 0 && ["the blending options of {n} layer left out | the blending options of {n} layers left out", this.mixing],
      this.marks > 0 && ["colour marks of layers and groups left out: {n}", this.marks],
      this.names > 0 && ["names changed to fit: {n}", this.names],
      guides > 0 && ["guides left out: {n}", guides],
      channels > 0 && ["channels beside red, green, blue and alpha left out: {n}", channels],
      (psd.annotations?.length ?? 0) > 0 && "the notes in the picture left out",
      profiled && "without its colour profile",
      animations !== undefined && "the animation left out",
    ]);
    return notes.filter((note) => note !== false);
  }
}

/** Number of a file's part with the colour profile. */
const PROFILE = 1039;

/**
 * Returns `true` if a file says by a profile that its colours are other than sRGB. The decoder does not read profiles.
 * @param {Uint8Array} bytes A file whose head was checked.
 */
export function isProfiled(bytes) {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const long = (/** @type {number} */ at) => (at >= 0 && at + 4 <= bytes.length ? view.getUint32(at) : 0);
  // Behind the head lie the colours of a palette, and then these parts: "8BIM", a number, a name, a length, contents.
  let at = 30 + long(26) + 4;
  const end = Math.min(bytes.length, at + long(at - 4));
  while (at + 12 <= end) {
    const name = at + 6;
    const size = name + 2 * Math.floor(bytes[name] / 2) + 2;
    const [from, length] = [size + 4, long(size)];
    if (view.getUint16(at + 4) === PROFILE) {
      const letters = String.fromCharCode(...bytes.subarray(from, Math.min(from + length, from + 4096))).replaceAll("\0", "");
      return !letters.includes("sRGB");
    }
    at = from + length + (length % 2);
  }
  return false;
}
