/**
 * An island at dusk: sky, sun, sea, island and palm in layers, and a boat that was painted and set aside.
 *
 * The sun stands at the left, so the island and the palm are lit from there, and their right sides are dark. Sky and sea are bands that
 * grow wider away from the horizon; the sea has the sky's colours, a tone darker.
 */
import { empty, made, stamp } from "./shapes.mjs";

/** @typedef {import("./shapes.mjs").Grid} Grid */

export const SIDE = 48;
const HORIZON = 31;

/** Colours by their letters. @type {Record<string, string>} */
export const COLORS = {
  0: "#2b2350", 1: "#48306d", 2: "#733f84", 3: "#a84f88", 4: "#d96a7b", 5: "#f28f6b", 6: "#fbbd72", 7: "#ffe3a1",
  8: "#fff6d8", k: "#221d3f", r: "#93505a", t: "#36304f", g: "#2f5057", n: "#4f7a58", y: "#93a35c",
};

/** The sky's bands: letter and last row. @type {[string, number][]} */
export const SKY = [["1", 5], ["2", 11], ["3", 17], ["4", 22], ["5", 26], ["6", HORIZON - 1]];
/** The sea's bands: letter and last row. @type {[string, number][]} */
export const SEA = [["4", HORIZON], ["3", HORIZON + 3], ["2", HORIZON + 8], ["1", SIDE - 1]];

export const SUN = { x: 14, y: HORIZON - 3, radius: 6 };

/** Returns the sun: a disc with a rim, cut by the horizon. @returns {Grid} */
export function sun() {
  return made(SIDE, SIDE, (x, y) => {
    const far = Math.hypot(x + 0.5 - SUN.x, y + 0.5 - SUN.y);
    if (y >= HORIZON || far > SUN.radius) return ".";
    return far > SUN.radius - 1.2 ? "7" : "8";
  });
}

/** Clouds: left end, row and length of each streak, and its letter. @type {[number, number, number, string][]} */
const CLOUDS = [
  [3, 8, 9, "3"], [6, 9, 10, "3"], [9, 7, 5, "3"], [30, 5, 8, "2"], [27, 6, 13, "2"],
  [22, 15, 11, "4"], [25, 14, 6, "4"], [28, 16, 9, "5"], [1, 18, 7, "5"], [2, 19, 9, "5"],
  [38, 19, 9, "5"], [36, 20, 8, "6"],
];

/** Returns the clouds. @returns {Grid} */
export function clouds() {
  const grid = empty(SIDE, SIDE);
  for (const [left, y, length, letter] of CLOUDS) for (let x = left; x < left + length && x < SIDE; x += 1) grid[y][x] = letter;
  return grid;
}

/** Stars in the upper sky. @returns {Grid} */
export function stars() {
  const grid = empty(SIDE, SIDE);
  for (const [x, y] of [[4, 3], [13, 1], [20, 4], [27, 1], [39, 2], [44, 4]]) grid[y][x] = y < 3 ? "7" : "4";
  return grid;
}

/** Glitter below the sun: left end, row, length and letter. @type {[number, number, number, string][]} */
const GLITTER = [
  [8, 31, 12, "7"], [10, 32, 8, "6"], [6, 33, 3, "5"], [12, 33, 7, "7"], [9, 34, 5, "6"], [17, 34, 3, "5"], [11, 36, 7, "6"],
  [6, 36, 2, "4"], [9, 38, 4, "5"], [15, 38, 4, "5"], [12, 40, 4, "4"], [7, 41, 3, "3"], [17, 41, 3, "3"], [11, 43, 5, "3"],
  [2, 39, 3, "3"], [22, 39, 4, "3"], [1, 44, 4, "2"], [20, 45, 5, "2"], [38, 44, 6, "2"], [42, 41, 4, "3"],
];

/** Returns the glitter. @returns {Grid} */
export function glitter() {
  const grid = empty(SIDE, SIDE);
  for (const [left, y, length, letter] of GLITTER) for (let x = left; x < left + length && x < SIDE; x += 1) grid[y][x] = letter;
  return grid;
}

/** Returns the island. @returns {Grid} */
export function island() {
  return stamp(empty(SIDE, SIDE), 20, 25, [
    "..........yyynn...........",
    ".......yyynnnnngg.........",
    ".....yynnnnnngggggtt......",
    "....ynnnnnngggggggtttt....",
    "...77nnngggggggttttttkk...",
    ".777666ngggggtttttttkkkk..",
    "77666665555gtt44ttkk33kkk.",
    ".766665555544444443333322.",
    "...5555444443333332222....",
    "......44433333222211......",
  ]);
}

/** Returns the palm: its trunk and its leaves. @returns {Grid} */
export function palm() {
  return stamp(empty(SIDE, SIDE), 22, 7, [
    "......yyn......gg.....",
    "....yynnnn...gggggt...",
    "...yn...nnn.ggg..ggt..",
    "..yn..yynnngggggt..gt.",
    ".yn..yn..nnggtgggt..t.",
    ".n..yn..yngrtt..ggt...",
    "....n..yn.rt.gt..gt...",
    "...n...n.rrt..gt......",
    ".......n.rt...gt......",
    ".........rt....t......",
    "........rrt...........",
    "........rt............",
    "........rt............",
    "........rt............",
    "........rrt...........",
    "........rrt...........",
    ".........rtt..........",
    ".........rrtt.........",
    ".........rrrttt.......",
  ]);
}

/** Returns the boat that is set aside. @returns {Grid} */
export function boat() {
  return stamp(empty(SIDE, SIDE), 3, 27, [
    "..k....",
    ".8k....",
    ".87k...",
    "887k...",
    "888k6..",
    "..kk...",
    "kkkkkkk",
    ".ttttk.",
  ]);
}
