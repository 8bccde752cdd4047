/**
 * From the page's coordinates to the canvas' device pixels and back.
 *
 * The editor thinks in device pixels of the canvas' backing store, events speak in CSS pixels of the page. At 125 % or 110 % both the
 * canvas' edges and the pointer lie at fractions, in numbers that are rounded themselves. The browser shows the backing store
 * from the nearest device pixel on, so that is what the pointer is measured from, and what an error of a float has put below a
 * whole pixel is put back. Both directions measure the canvas at the time of the call, unless they are told its place: a ratio that was
 * kept would be wrong after each change of layout, zoom or screen.
 *
 * The invariant: a device pixel of the screen leads to the pixel of the backing store that it shows.
 */

/** @import { Point } from "../types.js" */

/** @typedef {{left: number, top: number, width: number, height: number, ratio: number}} Place In device pixels of the screen, with how many there are to a CSS pixel. */

/** Fractions of a pixel that browsers lay out by. What is finer is an error of a float. */
const PARTS = 64;

/** Returns a length in device pixels. @param {number} length In CSS pixels. @param {number} ratio */
const device = (length, ratio) => Math.round(length * ratio * PARTS) / PARTS;

/**
 * Returns the whole device pixels in which the browser shows an element's contents.
 * @param {{left: number, top: number, right: number, bottom: number}} box In CSS pixels.
 * @returns {Place}
 */
export function snapped(box) {
  const ratio = globalThis.devicePixelRatio;
  const [left, top, right, bottom] = [box.left, box.top, box.right, box.bottom].map((at) => Math.round(device(at, ratio)));
  return { left, top, width: right - left, height: bottom - top, ratio };
}

/**
 * Converts an event's place into device pixels of the canvas.
 * @param {HTMLCanvasElement} canvas
 * @param {{clientX: number, clientY: number}} event
 * @param {Place} [place] Where the canvas is.
 * @returns {Point}
 */
export function toDevice(canvas, event, place = snapped(canvas.getBoundingClientRect())) {
  const { left, top, width, height, ratio } = place;
  // One for one, but for the moment in which the canvas is yet to follow its box, and on emulated screens.
  return {
    x: (device(event.clientX, ratio) - left) * (canvas.width / (width || 1)),
    y: (device(event.clientY, ratio) - top) * (canvas.height / (height || 1)),
  };
}

/**
 * Converts device pixels of the canvas into client coordinates.
 * @param {HTMLCanvasElement} canvas
 * @param {Point} point In device pixels.
 * @returns {Point}
 */
export function toClient(canvas, point) {
  const { left, top, width, height, ratio } = snapped(canvas.getBoundingClientRect());
  return {
    x: (left + point.x * (width / (canvas.width || 1))) / ratio,
    y: (top + point.y * (height / (canvas.height || 1))) / ratio,
  };
}
