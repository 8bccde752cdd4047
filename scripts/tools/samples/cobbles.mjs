/**
 * A seamless tile of cobbles with moss, painted with strokes that wrap around its edges.
 *
 * Stones lie in three courses and cross the tile's edges. Each is lit from the upper left: a light edge there, shade at the
 * right and below, and one of two tones between, so that neighbours differ. Moss grows in the gaps, lighter at its upper left.
 */
import { empty, made } from "./shapes.mjs";

/** @typedef {import("./shapes.mjs").Grid} Grid */

export const SIDE = 16;

/** Colours by their letters, dark to light. @type {Record<string, string>} */
export const COLORS = {
  g: "#26263a", e: "#3d3e55", d: "#55586f", m: "#74798d", l: "#999eac", h: "#c6c9cc", a: "#2f4f3a", b: "#5a8740", c: "#a3c255",
};

/** Light edge, face, lower face and shade of the two tones of stones. */
const TONES = ["hlmd", "lmde"];

/** The stones. */
const STONES = [
  { left: 1, top: 0, width: 6, height: 5, tone: 0 }, { left: 8, top: 0, width: 8, height: 5, tone: 1 },
  { left: 14, top: 6, width: 6, height: 4, tone: 1 }, { left: 5, top: 6, width: 8, height: 4, tone: 0 },
  { left: 3, top: 11, width: 7, height: 4, tone: 1 }, { left: 11, top: 11, width: 7, height: 4, tone: 0 },
];

/** Returns the stones. @returns {Grid} */
export function stones() {
  return made(SIDE, SIDE, (x, y) => {
    for (const { left, top, width, height, tone } of STONES) {
      const [i, j] = [(x - left + SIDE) % SIDE, (y - top + SIDE) % SIDE];
      if (i >= width || j >= height) continue;
      const [right, last] = [width - 1, height - 1];
      if ((i === 0 || i === right) && (j === 0 || j === last)) return "g";
      const [edge, face, low, shade] = TONES[tone];
      if (i === right || j === last) return shade;
      if (j === 0) return i < width - 3 ? edge : face;
      if (i === 0) return j < last - 1 ? edge : face;
      if (i + j >= right + last - 2 || (j === last - 1 && i > 2)) return low;
      return face;
    }
    return "g";
  });
}

/** Moss, as rows of letters at places that may cross an edge of the tile. @type {[number, number, string[]][]} */
const MOSS = [
  [4, 4, [".cc.cc.", "cbbcbbb", "bbabbab", ".a..a.."]],
  [13, 9, ["cc.cc", "bbcbbb", ".babba", "..a..."]],
  [15, 15, [".cc.", "cbbb", ".bab", "..a."]],
];

/** Returns the moss that grows over them. @returns {Grid} */
export function moss() {
  const grid = empty(SIDE, SIDE);
  for (const [left, top, rows] of MOSS) {
    rows.forEach((row, dy) => [...row].forEach((letter, dx) => {
      if (letter !== ".") grid[(top + dy) % SIDE][(left + dx) % SIDE] = letter;
    }));
  }
  return grid;
}
