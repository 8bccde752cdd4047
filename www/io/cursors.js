/**
 * The pointer over the picture, as the editor says what a press would do there.
 *
 * Browsers have pointers for moving and zooming; for a pipette and a bucket they get a picture of the tool's icon, with a
 * light rim that is visible on dark pixels. The invariant: a move that leaves the pointer as it is has no text made and no style
 * set.
 */

import bucket from "lucide-static/icons/paint-bucket.svg?raw";
import pipette from "lucide-static/icons/pipette.svg?raw";

/** @import { Editor, Engine } from "../types.js" */

/** Size of a pointer in CSS pixels. */
const SIDE = 22;

/**
 * Makes a pointer of an icon.
 * @param {string} svg
 * @param {number} x Where it points at, of the icon's 24 columns.
 * @param {number} y
 */
function drawn(svg, x, y) {
  const inside = svg.replace(/<!--.*?-->/s, "").replace(/^[\s\S]*?<svg[\s\S]*?>|<\/svg>\s*$/g, "").replace(/\s+/g, " ");
  const lines = (/** @type {string} */ color, /** @type {number} */ width) => `<g stroke="${color}" stroke-width="${width}">${inside}</g>`;
  const picture = `<svg xmlns="http://www.w3.org/2000/svg" width="${SIDE}" height="${SIDE}" viewBox="-1 -1 26 26" fill="none" stroke-linecap="round" stroke-linejoin="round">${lines("#fff", 4.5)}${lines("#000", 2)}</svg>`;
  const place = (/** @type {number} */ at) => Math.round(((at + 1) * SIDE) / 26);
  return `url("data:image/svg+xml,${encodeURIComponent(picture)}") ${place(x)} ${place(y)}, crosshair`;
}

/** Pointers that are no keywords of CSS, by the editor's names. @type {Record<string, string>} */
const DRAWN = { pick: drawn(pipette, 2, 22), fill: drawn(bucket, 2, 21) };

/** Shows what a press would do. @param {Engine} engine @param {HTMLElement} stage */
export function connectCursors(engine, stage) {
  let shown = "";
  /** @param {string} name */
  const show = (name) => {
    if (name === shown) return;
    shown = name;
    stage.style.setProperty("--pointer", DRAWN[name] ?? name);
  };
  const follow = (/** @type {Editor} */ editor) => {
    const other = editor.take_pointer();
    if (other !== undefined) show(other);
  };
  for (const event of /** @type {const} */ (["state", "moved"])) engine.on(event, () => engine.look(follow));
}
