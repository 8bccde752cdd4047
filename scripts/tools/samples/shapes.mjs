/**
 * Shapes of the sample drawings, as sets of pixels by colour.
 *
 * Problem: a picture that is described by strokes can't be judged before it is painted. Idea: a picture is a grid of
 * letters, made by a rule or written down, and the hand in `hand.mjs` paints each letter's pixels by strokes.
 * Invariant: a grid depends on nothing but its arguments, so that a sample can be made again.
 */

/** @typedef {string[][]} Grid Rows of letters; "." is a pixel that is left alone. */

/** Creates an empty grid. @param {number} width @param {number} height @returns {Grid} */
export function empty(width, height) {
  return Array.from({ length: height }, () => Array.from({ length: width }, () => "."));
}

/**
 * Creates a grid from what a rule says of each pixel.
 * @param {number} width
 * @param {number} height
 * @param {(x: number, y: number) => string} rule
 */
export function made(width, height, rule) {
  return empty(width, height).map((row, y) => row.map((_, x) => rule(x, y)));
}

/**
 * Copies rows of letters into a grid; "." leaves what is there.
 * @param {Grid} grid
 * @param {number} left
 * @param {number} top
 * @param {string[]} rows
 */
export function stamp(grid, left, top, rows) {
  rows.forEach((row, dy) => [...row].forEach((letter, dx) => {
    if (letter !== "." && grid[top + dy]?.[left + dx] !== undefined) grid[top + dy][left + dx] = letter;
  }));
  return grid;
}

/** Returns the pixels of a grid that have one of some letters. @param {Grid} grid @param {string} letters @returns {[number, number][]} */
export function pixelsOf(grid, letters) {
  return grid.flatMap((row, y) => row.flatMap((letter, x) => (letters.includes(letter) ? [/** @type {[number, number]} */ ([x, y])] : [])));
}
