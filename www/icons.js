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
  "../node_modules/lucide-static/icons/history.svg",
  "../node_modules/lucide-static/icons/lasso.svg",
  "../node_modules/lucide-static/icons/move.svg",
  "../node_modules/lucide-static/icons/paint-bucket.svg",
  "../node_modules/lucide-static/icons/pencil.svg",
  "../node_modules/lucide-static/icons/pentagon.svg",
  "../node_modules/lucide-static/icons/pipette.svg",
  "../node_modules/lucide-static/icons/search.svg",
  "../node_modules/lucide-static/icons/slash.svg",
  "../node_modules/lucide-static/icons/slice.svg",
  "../node_modules/lucide-static/icons/spline.svg",
  "../node_modules/lucide-static/icons/spray-can.svg",
  "../node_modules/lucide-static/icons/square.svg",
  "../node_modules/lucide-static/icons/square-dashed.svg",
  "../node_modules/lucide-static/icons/squircle.svg",
  "../node_modules/lucide-static/icons/type.svg",
  "../node_modules/lucide-static/icons/user-search.svg",
  "../node_modules/lucide-static/icons/wand-sparkles.svg",
], { eager: true, query: "?raw", import: "default" });

/** @type {Record<string, string>} */
const own = import.meta.glob(["./icons/gradient.svg"], { eager: true, query: "?raw", import: "default" });

/** The icons' markup, by name. @type {Record<string, string | undefined>} */
export const TOOL_ICONS = Object.fromEntries(
  Object.entries({ ...files, ...own }).map(([path, svg]) => [path.replace(/^.*\/|\.svg$/g, ""), svg]),
);
