/**
 * The icons of tools, by the names that the editor's table of tools gives them: files of the Lucide set
 * (https://lucide.dev), and those of our own, drawn on the same grid. A new tool's icon is one line here.
 */

/** @type {Record<string, string>} */
const files = import.meta.glob([
  "../node_modules/lucide-static/icons/circle.svg",
  "../node_modules/lucide-static/icons/circle-dashed.svg",
  "../node_modules/lucide-static/icons/eraser.svg",
  "../node_modules/lucide-static/icons/hand.svg",
  "../node_modules/lucide-static/icons/lasso.svg",
  "../node_modules/lucide-static/icons/move.svg",
  "../node_modules/lucide-static/icons/paint-bucket.svg",
  "../node_modules/lucide-static/icons/pencil.svg",
  "../node_modules/lucide-static/icons/pipette.svg",
  "../node_modules/lucide-static/icons/search.svg",
  "../node_modules/lucide-static/icons/slash.svg",
  "../node_modules/lucide-static/icons/spray-can.svg",
  "../node_modules/lucide-static/icons/square.svg",
  "../node_modules/lucide-static/icons/square-dashed.svg",
  "../node_modules/lucide-static/icons/wand-sparkles.svg",
], { eager: true, query: "?raw", import: "default" });

/** Returns an icon of our own. @param {string} shapes */
const own = (shapes) => `<svg xmlns="http://www.w3.org/2000/svg" width="24" height="24" viewBox="0 0 24 24" fill="none" stroke="currentColor" stroke-width="2" stroke-linecap="round" stroke-linejoin="round">${shapes}</svg>`;

/** Returns filled squares of three units. @param {[number, number][]} corners */
const squares = (corners) => `<path fill="currentColor" stroke="none" d="${corners.map(([x, y]) => `M${x} ${y}h3v3h-3z`).join("")}"/>`;

/** A dither from full to empty, which is what a gradient of pixels is. */
const gradient = own(`<rect width="18" height="18" x="3" y="3" rx="2"/>
  <path fill="currentColor" stroke="none" d="M4 4h4v16h-4z"/>${squares([[8, 6], [8, 12], [11, 9], [11, 15], [14, 6], [14, 12], [17, 15]])}`);

/** The icons' markup, by name. @type {Record<string, string | undefined>} */
export const TOOL_ICONS = {
  ...Object.fromEntries(Object.entries(files).map(([path, svg]) => [path.replace(/^.*\/|\.svg$/g, ""), svg])),
  blend: gradient,
};
