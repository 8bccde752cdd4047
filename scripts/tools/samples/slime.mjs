/**
 * A slime that bounces: six frames with a tag, and its shadow in a layer of its own.
 *
 * Each pose is a dome, given by half its width in each row. It is lit from the upper left: the side of a pixel on the dome
 * chooses its tone, and the outline is lighter where the light falls.
 */
import { empty, made, stamp } from "./shapes.mjs";

/** @typedef {import("./shapes.mjs").Grid} Grid */

export const SIDE = 32;

/** Colours by their letters. @type {Record<string, string>} */
export const COLORS = {
  o: "#17313b", d: "#1c7458", m: "#2fae62", l: "#86dc5a", h: "#f2ffc4", s: "#241f3d",
};

/** Row of the ground. */
const GROUND = 27;

/** Eyes and mouths. */
const FACES = {
  calm: ["ho....ho", "oo....oo", "oo....oo", "........", "...oo..."],
  brave: ["ho....ho", "oo....oo", "oo....oo", "........", "..o..o..", "...oo..."],
  glad: ["ho....ho", "oo....oo", "oo....oo", "........", "..oooo..", "...oo..."],
  pressed: ["oo....oo", "oo....oo", "........", "..oooo.."],
};

/** @typedef {{base: number, halves: number[], face: keyof typeof FACES, look: number, shadow: number, milliseconds: number}} Pose */

/** Poses in the order of the frames. `look` is the first row of the face. @type {Pose[]} */
export const POSES = [
  { base: GROUND, halves: [4, 6, 7, 8, 9, 9, 10, 10, 11, 11, 11, 11, 11, 10], face: "calm", look: 6, shadow: 12, milliseconds: 160 },
  { base: GROUND, halves: [6, 8, 10, 11, 11, 12, 12, 12, 12, 11], face: "pressed", look: 4, shadow: 13, milliseconds: 110 },
  { base: 23, halves: [3, 5, 6, 7, 7, 8, 8, 8, 9, 9, 9, 9, 9, 8, 7, 5], face: "brave", look: 5, shadow: 9, milliseconds: 80 },
  { base: 18, halves: [4, 6, 7, 8, 9, 9, 10, 10, 10, 10, 9, 9, 8, 6], face: "glad", look: 5, shadow: 7, milliseconds: 140 },
  { base: 23, halves: [3, 5, 6, 7, 7, 8, 8, 8, 9, 9, 9, 9, 9, 8, 7, 5], face: "brave", look: 7, shadow: 9, milliseconds: 80 },
  { base: GROUND, halves: [6, 9, 11, 12, 13, 13, 13, 13, 12], face: "pressed", look: 3, shadow: 14, milliseconds: 110 },
];

/** Returns the slime of a pose. @param {Pose} pose @returns {Grid} */
export function body({ base, halves, face, look }) {
  const top = base - halves.length + 1;
  const widest = Math.max(...halves);
  const inside = (/** @type {number} */ x, /** @type {number} */ y) => {
    const half = halves[y - top] ?? 0;
    return x >= 16 - half && x < 16 + half;
  };
  const grid = made(SIDE, SIDE, (x, y) => {
    if (!inside(x, y)) return ".";
    const [u, v] = [(x - 15.5) / widest, (y - (top + base) / 2) / (halves.length / 2)];
    const edge = !inside(x - 1, y) || !inside(x + 1, y) || !inside(x, y - 1) || !inside(x, y + 1);
    if (edge) return u + v < -0.75 ? "d" : "o";
    // A round of light around a point in the upper left, and a crescent of shade in the lower right.
    if (Math.hypot(u + 0.38, v + 0.4) < 0.5) return "l";
    return Math.hypot(u + 0.22, v + 0.3) < 1.0 ? "m" : "d";
  });
  stamp(grid, 16 - Math.round(widest * 0.62), top + 2, ["hh", "h."]);
  return stamp(grid, 12, top + look, FACES[face]);
}

/** Returns the shadow of a pose. @param {Pose} pose @returns {Grid} */
export function shadow({ shadow: half }) {
  const rows = [half - 1, half, half - 2];
  return rows.reduce((grid, wide, i) => {
    for (let x = 16 - wide; x < 16 + wide; x += 1) grid[GROUND + i][x] = "s";
    return grid;
  }, empty(SIDE, SIDE));
}
