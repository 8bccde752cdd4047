/**
 * From the page's coordinates to the canvas' device pixels and back.
 *
 * The editor thinks in device pixels of the canvas' backing store, events speak in CSS pixels
 * of the page. Both directions measure the canvas at the time of the call, unless they are told its place: a ratio that was
 * kept would be wrong after each change of layout, zoom or screen.
 */

/** @import { Point } from "../types.js" */

/**
 * Converts an event's place into device pixels of the canvas.
 * @param {HTMLCanvasElement} canvas
 * @param {{clientX: number, clientY: number}} event
 * @param {DOMRect} [box] Where the canvas is.
 * @returns {Point}
 */
export function toDevice(canvas, event, box = canvas.getBoundingClientRect()) {
  return {
    x: (event.clientX - box.left) * (canvas.width / (box.width || 1)),
    y: (event.clientY - box.top) * (canvas.height / (box.height || 1)),
  };
}

/**
 * Converts device pixels of the canvas into client coordinates.
 * @param {HTMLCanvasElement} canvas
 * @param {Point} point In device pixels.
 * @returns {Point}
 */
export function toClient(canvas, point) {
  const box = canvas.getBoundingClientRect();
  return {
    x: box.left + point.x * (box.width / (canvas.width || 1)),
    y: box.top + point.y * (box.height / (canvas.height || 1)),
  };
}
