/** Large pictures on which things take long. */
import { PNG } from "pngjs";

/** @typedef {(x: number, y: number) => [number, number, number]} Painter Returns a pixel's colour. */
/** @typedef {import("./page.mjs").Page} Page */

/** Side of the maze, in pixels. */
const SIDE = 2048;

/** One way that leads through all of a picture of 2048²: walls in every other column, each open at one end. @type {Painter} */
export const maze = (x, y) => (x % 2 && (x % 4 === 1 ? y > 0 : y < SIDE - 1) ? [0, 0, 0] : [255, 255, 255]);

/** Greys that differ by little, in no order. @type {Painter} */
export const greys = (x, y) => {
  const grey = 120 + (Math.imul(x * 31 + y * 17, 2654435761) >>> 28);
  return [grey, grey, grey];
};

/** All colours, in no order: nothing in it can be compressed. @type {Painter} */
export const noise = (x, y) => {
  const mixed = Math.imul((x * 73856093) ^ (y * 19349663), 2654435761);
  return [mixed >>> 24, (mixed >>> 16) & 255, (mixed >>> 8) & 255];
};

/** Files that were made before, by their painters and sides: a large one takes a second. @type {Map<Painter, Map<number, string>>} */
const made = new Map();

/** A picture's file. @param {number} side @param {Painter} painter */
function fileOf(side, painter) {
  const png = new PNG({ width: side, height: side });
  for (let y = 0; y < side; y += 1) {
    for (let x = 0; x < side; x += 1) png.data.set([...painter(x, y), 255], (y * side + x) * 4);
  }
  return PNG.sync.write(png).toString("base64");
}

/** Opens a picture. @param {Page} page @param {number} side @param {Painter} painter */
export async function openPicture(page, side, painter) {
  const files = made.get(painter) ?? new Map();
  made.set(painter, files);
  if (!files.has(side)) files.set(side, fileOf(side, painter));
  const open = `return undoodle.open(Uint8Array.from(atob(arguments[0]), (letter) => letter.charCodeAt(0)), "picture.png")`;
  await page.driver.executeScript(open, files.get(side));
}
