/**
 * How large the preview shows a pixel.
 *
 * Pixels must be equally large, so each takes whole screen pixels; only a picture that is larger than the room is shrunk. While
 * strokes wrap around, a picture that fits leaves room for its copies, so that seams are in sight.
 */

/** Longest side in pixels that the editor paints for it, as in `src/editor/shown/miniature.rs`. */
export const MOST = 256;

/** Pictures in a row that a fitted one leaves room for, if there are copies around it. */
const COPIES = 2;

/** @typedef {{width: number, height: number}} Size */

/**
 * Returns CSS pixels per pixel of the drawing.
 * @param {number} scale Screen pixels per pixel on a screen of usual density, or 0 to fit.
 * @param {Size} picture
 * @param {Size} room In CSS pixels.
 * @param {number} ratio Device pixels per CSS pixel.
 * @param {boolean} wraps Whether copies of the picture lie around it.
 */
export function sideOf(scale, picture, room, ratio, wraps) {
  const unit = Math.max(1, Math.round(ratio)) / ratio;
  if (scale > 0) return scale * unit;
  const copies = wraps ? COPIES : 1;
  const most = Math.min(room.width / picture.width, room.height / picture.height) / copies;
  return most >= unit ? Math.floor(most / unit) * unit : most;
}

/**
 * Returns the side of the square of pixels for which one is rendered, if a picture is shrunk: as large as leaves no screen pixel without one of its own.
 * @param {number} side CSS pixels per pixel of the drawing.
 * @param {number} ratio Device pixels per CSS pixel.
 */
export function blockOf(side, ratio) {
  return Math.max(1, Math.floor(1 / (side * ratio) + 1e-6));
}
