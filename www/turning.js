/**
 * Shapes of the drawing as a turned view shows them: mirrored, and rotated by quarters.
 *
 * The editor turns what it paints and what it is asked in device pixels. What the page scales by itself, contours and
 * the rectangle that glides, is turned here, within the size of what it lies on. The invariant: a plain view changes nothing.
 */

/** @import { Rect } from "./types.js" */

/** How a view is turned: mirrored first, then rotated clockwise. @typedef {{mirrored: boolean, quarters: number}} Turned */

/**
 * Returns where a point is seen.
 * @param {number} x
 * @param {number} y
 * @param {Turned} view
 * @param {number} width Of what it lies on.
 * @param {number} height
 * @returns {[number, number]}
 */
function turnedPoint(x, y, { mirrored, quarters }, width, height) {
  const across = mirrored ? width - x : x;
  switch (quarters) {
    case 1: return [height - y, across];
    case 2: return [width - across, height - y];
    case 3: return [y, width - across];
    default: return [across, y];
  }
}

/**
 * Returns where a rectangle is seen.
 * @param {Rect} rect
 * @param {Turned} view
 * @param {number} width Of what it lies on.
 * @param {number} height
 * @returns {Rect}
 */
export function turnedRect(rect, view, width, height) {
  const [left, top] = turnedPoint(rect.x, rect.y, view, width, height);
  const [right, bottom] = turnedPoint(rect.x + rect.width, rect.y + rect.height, view, width, height);
  return { x: Math.min(left, right), y: Math.min(top, bottom), width: Math.abs(right - left), height: Math.abs(bottom - top) };
}

/**
 * Returns loops of corners as they are seen: for each its number of corners, then their x and y.
 * @param {Int32Array} corners
 * @param {Turned} view
 * @param {number} width Of what they lie on.
 * @param {number} height
 */
export function turnedCorners(corners, view, width, height) {
  if (!view.mirrored && !view.quarters) return corners;
  const turned = corners.slice();
  for (let at = 0; at < corners.length;) {
    const end = at + 1 + 2 * corners[at];
    for (let i = at + 1; i < end; i += 2) [turned[i], turned[i + 1]] = turnedPoint(corners[i], corners[i + 1], view, width, height);
    at = end;
  }
  return turned;
}
