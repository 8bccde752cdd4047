/**
 * Names of colours in plain words, for those who hear them.
 *
 * Problem: "#8a3324ff" says nothing to the ear. Idea: lightness, chroma and hue as the eye sees them (Oklab, Björn Ottosson
 * 2020) fall into a few ranges which have common names. The invariant: each colour has one name, and neighbouring greys never
 * get a hue.
 */

import { say } from "../language.js";
import { oklchOf } from "../oklch.js";

/** Least chroma of what isn't grey. */
const GREY = 0.035;

/** Names by the hue in degrees up to which they go, the last one coming round to the first. @type {[number, string][]} */
const HUES = [[12, "pink"], [41, "red"], [85, "orange"], [116, "yellow"], [132, "lime"], [166, "green"], [212, "turquoise"], [282, "blue"], [312, "violet"], [342, "magenta"], [360, "pink"]];

/** Lightness from 0 to 1 up to which greys go. @type {[number, string][]} */
const GREYS = [[0.18, "black"], [0.5, "dark grey"], [0.75, "grey"], [0.96, "light grey"], [Infinity, "white"]];

/**
 * Returns a colour's name, such as "dark blue" or "white, 50 per cent".
 * @param {string} color `#rrggbbaa`.
 */
export function colorName(color) {
  const [r, g, b, alpha] = [1, 3, 5, 7].map((at) => Number.parseInt(color.slice(at, at + 2), 16));
  if (alpha === 0) return say("transparent");
  const through = alpha < 255 ? say`, ${Math.round((alpha / 255) * 100)} per cent` : "";
  const { l: lightness, c: chroma, h: hue } = oklchOf([r, g, b]);
  const upTo = (/** @type {[number, string][]} */ names, /** @type {number} */ value) => names.find(([end]) => value < end)?.[1] ?? "";
  if (chroma < GREY) return say(upTo(GREYS, lightness)) + through;
  const name = upTo(HUES, hue);
  // Dark orange is what everybody calls brown, and dark yellow olive.
  if (name === "orange" && lightness < 0.62) return say(lightness < 0.38 ? "dark brown" : "brown") + through;
  if (name === "yellow" && lightness < 0.68) return say(lightness < 0.45 ? "dark olive" : "olive") + through;
  if (name === "red" && lightness > 0.72) return say("pink") + through;
  const light = ["yellow", "lime", "turquoise"].includes(name) ? 0.95 : 0.8;
  return say((lightness < 0.43 ? "dark " : lightness > light ? "light " : "") + name) + through;
}
