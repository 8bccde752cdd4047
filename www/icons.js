/**
 * The icons of tools, by the names that the editor's table of tools gives them: files of the Lucide set
 * (https://lucide.dev), and those of our own in www/icons/, on the same grid. A new tool's icon is one line here.
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

/** @type {Record<string, string>} */
const own = import.meta.glob(["./icons/gradient.svg"], { eager: true, query: "?raw", import: "default" });

/** The icons' markup, by name. @type {Record<string, string | undefined>} */
export const TOOL_ICONS = Object.fromEntries(
  Object.entries({ ...files, ...own }).map(([path, svg]) => [path.replace(/^.*\/|\.svg$/g, ""), svg]),
);

/** Where the icons that are cursors point to, in their own units. @type {Record<string, [number, number]>} */
const TIPS = { pipette: [3, 21], "paint-bucket": [20, 20] };

/**
 * Returns an icon as a cursor: dark on a light outline, which is seen on any picture.
 * @param {string} name
 */
export function iconCursor(name) {
  const shapes = (TOOL_ICONS[name] ?? "").replace(/<!--.*?-->|<svg[^>]*>|<\/svg>/gs, "");
  const [x, y] = TIPS[name] ?? [12, 12];
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="24" height="24" fill="none" stroke-linecap="round" stroke-linejoin="round"><g stroke="#fff" stroke-width="5">${shapes}</g><g stroke="#000" stroke-width="2">${shapes}</g></svg>`;
  return `url("data:image/svg+xml,${encodeURIComponent(svg)}") ${x} ${y}, crosshair`;
}
