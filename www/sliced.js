/**
 * Slices over the picture: their rectangles, what of a nine-patch may be stretched, and their pivots.
 */

/** Numbers of a slice: four for its rectangle, its centre and its pivot each, its colour, and whether it is chosen. */
const NUMBERS = 14;

/** Half of the arms of a pivot's cross, in CSS pixels. */
const ARM = 5;

/** Appends a rectangle's border to the path. @param {CanvasRenderingContext2D} context @param {ArrayLike<number>} rect */
function border(context, { 0: x, 1: y, 2: width, 3: height }) {
  context.rect(x + 0.5, y + 0.5, width - 1, height - 1);
}

/** Appends the four lines of a nine-patch. @param {CanvasRenderingContext2D} context @param {Int32Array} around @param {Int32Array} centre */
function nine(context, [x, y, width, height], [left, top, wide, high]) {
  for (const column of [left, left + wide]) {
    context.moveTo(column + 0.5, y);
    context.lineTo(column + 0.5, y + height);
  }
  for (const row of [top, top + high]) {
    context.moveTo(x, row + 0.5);
    context.lineTo(x + width, row + 0.5);
  }
}

/** Appends a cross in the middle of a pivot's pixel. @param {CanvasRenderingContext2D} context @param {Int32Array} pivot @param {number} arm */
function cross(context, [x, y, width, height], arm) {
  const [middle, row] = [Math.floor(x + width / 2) + 0.5, Math.floor(y + height / 2) + 0.5];
  context.moveTo(middle - arm, row);
  context.lineTo(middle + arm, row);
  context.moveTo(middle, row - arm);
  context.lineTo(middle, row + arm);
}

/** Half of the side of a chosen slice's handles, in CSS pixels. */
const HANDLE = 3;

/** Fills a square within each corner of the chosen slice, as a press beside it makes another one. @param {CanvasRenderingContext2D} context @param {Int32Array} around @param {string} color */
function handles(context, [x, y, width, height], color) {
  const side = Math.round(2 * HANDLE * window.devicePixelRatio);
  for (const column of [x, x + width - side]) {
    for (const row of [y, y + height - side]) {
      for (const [style, more] of /** @type {[string, number][]} */ ([["#fff", 1], [color, 0]])) {
        context.fillStyle = style;
        context.fillRect(column - more, row - more, side + 2 * more, side + 2 * more);
      }
    }
  }
}

/**
 * Draws slices: each in its colour, with a light line below it that is seen on any picture. The chosen one has squares at its corners.
 * @param {CanvasRenderingContext2D} context
 * @param {Int32Array} seen As the editor lists them.
 */
export function drawSlices(context, seen) {
  const line = Math.max(1, Math.round(window.devicePixelRatio));
  context.save();
  for (let at = 0; at < seen.length; at += NUMBERS) {
    const [around, centre, pivot] = [0, 4, 8].map((from) => seen.subarray(at + from, at + from + 4));
    const color = `#${seen[at + 12].toString(16).padStart(6, "0")}`;
    for (const [style, width] of /** @type {[string, number][]} */ ([["#fff8", 3 * line], [color, line]])) {
      context.beginPath();
      context.setLineDash([]);
      context.strokeStyle = style;
      context.lineWidth = width;
      border(context, around);
      if (pivot[2] > 0) cross(context, pivot, ARM * window.devicePixelRatio);
      context.stroke();
      if (centre[2] === 0) continue;
      context.beginPath();
      context.setLineDash([4 * line, 4 * line]);
      nine(context, around, centre);
      context.stroke();
    }
    if (seen[at + 13] === 1) handles(context, around, color);
  }
  context.restore();
}
