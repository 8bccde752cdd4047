/**
 * The app's icons, drawn from www/icon.svg.
 *
 * That file is a rounded square and paths of squares on a grid, so its pixels can be counted exactly, and the build needs no
 * program that draws SVG. Anything else in the file is an error.
 */
import { PNG } from "pngjs";

/** @typedef {[number, number, number, number]} Box Left, top, width and height. */

/**
 * An icon to make.
 * @typedef {object} Kind
 * @property {string} file
 * @property {number} side In pixels.
 * @property {boolean} whole Whether the background fills the square, since the system cuts it into a shape of its own.
 */

/** @type {Kind[]} */
export const ICONS = [
  { file: "icon-192.png", side: 192, whole: false },
  { file: "icon-512.png", side: 512, whole: false },
  { file: "icon-maskable-512.png", side: 512, whole: true },
];

/** Part of a whole icon's side that its picture takes: the middle that no system cuts off is a circle of 80 % of the side. */
const INNER = 7 / 8;

/** Samples a pixel at the rounded corners, in each direction. */
const SAMPLES = 8;

/** @param {string} hex @returns {number[]} */
const rgb = (hex) => [1, 3, 5].map((at) => Number.parseInt(hex.slice(at, at + 2), 16));

/**
 * Reads what the icon's file draws.
 * @param {string} svg
 */
function read(svg) {
  const size = Number(/viewBox="0 0 (\d+) \1"/.exec(svg)?.[1]);
  const rect = /<rect width="(\d+)" height="\1" rx="(\d+)" fill="(#[0-9a-f]{6})"\/>/.exec(svg);
  if (!(size > 0) || Number(rect?.[1]) !== size || !rect) throw new Error("www/icon.svg: expected a rounded square of the whole size");
  const shapes = [...svg.matchAll(/<path fill="(#[0-9a-f]{6})" shape-rendering="crispEdges" d="([^"]+)"\/>/g)].map(([, fill, path]) => {
    const boxes = [...path.matchAll(/M(\d+) (\d+)h(\d+)v(\d+)h-\3z/g)];
    if (boxes.map(([text]) => text).join("") !== path) throw new Error(`www/icon.svg: expected rectangles, found ${path}`);
    return { color: rgb(fill), boxes: boxes.map((found) => /** @type {Box} */ (found.slice(1).map(Number))) };
  });
  if (shapes.length !== svg.split("<path").length - 1) throw new Error("www/icon.svg: expected paths with a fill and crisp edges");
  return { size, round: Number(rect[2]), ground: rgb(rect[3]), shapes };
}

/** Returns the part of a pixel that lies in a rounded square, from 0 to 1. @param {number} x @param {number} y @param {number} side @param {number} round */
function inside(x, y, side, round) {
  let count = 0;
  for (let i = 0; i < SAMPLES * SAMPLES; i += 1) {
    const [px, py] = [x + ((i % SAMPLES) + 0.5) / SAMPLES, y + (Math.floor(i / SAMPLES) + 0.5) / SAMPLES];
    const far = (/** @type {number} */ at) => Math.max(round - at, at - (side - round), 0);
    if (Math.hypot(far(px), far(py)) <= round) count += 1;
  }
  return count / SAMPLES ** 2;
}

/**
 * Draws an icon.
 * @param {string} svg The text of www/icon.svg.
 * @param {Kind} kind
 * @returns {Buffer} A PNG file.
 */
export function drawIcon(svg, { side, whole }) {
  const { size, round, ground, shapes } = read(svg);
  const image = new PNG({ width: side, height: side });
  const put = (/** @type {number} */ x, /** @type {number} */ y, /** @type {number[]} */ color) => image.data.set(color, (y * side + x) * 4);
  for (let y = 0; y < side; y += 1) {
    for (let x = 0; x < side; x += 1) put(x, y, [...ground, whole ? 255 : Math.round(255 * inside(x, y, side, (round * side) / size))]);
  }
  const unit = (side / size) * (whole ? INNER : 1);
  const edge = (side - unit * size) / 2;
  const at = (/** @type {number} */ place) => Math.round(edge + place * unit);
  for (const { color, boxes } of shapes) {
    for (const [left, top, width, height] of boxes) {
      for (let y = at(top); y < at(top + height); y += 1) {
        for (let x = at(left); x < at(left + width); x += 1) put(x, y, [...color, 255]);
      }
    }
  }
  return PNG.sync.write(image);
}
