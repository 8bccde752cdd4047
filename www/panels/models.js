/**
 * The models that the mixer mixes in: their channels, and colours to and from these.
 *
 * Rust knows HSV, HSL and RGB; OKLCH is worked out here (`oklch.js`). Channels are in the order in which the square wants them: the hue,
 * what grows to the right and what grows upwards; fields have the order that people know from the model's name. Chroma is in hundredths.
 */

import { isInGamut, MOST_CHROMA, oklchOf, rgbOf } from "../oklch.js";
import { say } from "../language.js";

/** @import { Engine } from "../types.js" */

/** @typedef {{letter: string, name: string, most: number}} Channel */

const HUE = { letter: "H", name: say("Hue"), most: 360 };

/** The channels, by model. @type {Record<string, Channel[]>} */
export const CHANNELS = {
  hsv: [HUE, { letter: "S", name: say("Saturation"), most: 100 }, { letter: "V", name: say("Value"), most: 100 }],
  hsl: [HUE, { letter: "S", name: say("Saturation"), most: 100 }, { letter: "L", name: say("Lightness"), most: 100 }],
  rgb: [{ letter: "R", name: say("Red"), most: 255 }, { letter: "G", name: say("Green"), most: 255 }, { letter: "B", name: say("Blue"), most: 255 }],
  oklch: [HUE, { letter: "C", name: say("Chroma"), most: Math.round(MOST_CHROMA * 100) }, { letter: "L", name: say("Lightness"), most: 100 }],
};

/** Returns the places of a model's channels in the order of their fields. @param {string} model */
export const fieldsOf = (model) => (model === "oklch" ? [2, 1, 0] : [0, 1, 2]);

/** Returns `true` if a hue of one model is the hue of the other. @param {string} model @param {string} other */
export const shareHue = (model, other) => model !== "rgb" && (model === "oklch") === (other === "oklch");

/** @param {number[]} channels */
const asOklch = ([h, c, l]) => ({ l: l / 100, c: c / 100, h });

/** Returns `true` if an sRGB screen shows the colour of these channels. @param {string} model @param {number[]} channels */
export const isShown = (model, channels) => model !== "oklch" || isInGamut(asOklch(channels));

/** Returns the channels of a colour. @param {Engine} engine @param {string} model @param {string} color "#rrggbbaa" @returns {number[]} */
export function channelsOf(engine, model, color) {
  if (model !== "oklch") return [...engine.colors.channels(model, color)];
  const { l, c, h } = oklchOf([1, 3, 5].map((at) => parseInt(color.slice(at, at + 2), 16)));
  return [h, c * 100, l * 100];
}

/** Returns the colour of channels, as "#rrggbbaa". @param {Engine} engine @param {string} model @param {number[]} channels @param {number} opacity From 0 to 255. */
export function colorOf(engine, model, channels, opacity) {
  const [a, b, c] = channels;
  if (model !== "oklch") return engine.colors.from_channels(model, a, b, c, opacity);
  return `#${[...rgbOf(asOklch(channels)), opacity].map((value) => value.toString(16).padStart(2, "0")).join("")}`;
}
