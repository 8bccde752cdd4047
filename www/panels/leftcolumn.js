/**
 * What becomes of the left column: a strip while all of its panels are folded, and nothing if none stands there.
 *
 * The page's `data-left` says so, by which the styles lay it out. Problem: the picture must not move when the panels come. Idea: as soon as
 * somebody has chosen, it is a setting, which `appearance.js` reads before there are panels; until then both go by the window.
 */

import { get, set } from "../settings.js";

/** Windows that have room for a column on the left, but not beside the picture: the history there is folded until somebody wants it. As in `appearance.js`. */
export const CLOSE = matchMedia("(1280px <= width < 1600px)");

/** Returns whether the history is open, by what was chosen or the window has room for. */
export const isHistoryOpen = () => get("history open", innerWidth >= 960 && !CLOSE.matches);

/** Lays the left column out. @param {{left: string[], collapsed: string[]}} columns Which panels stand there, and which ones are folded. */
export function layLeft({ left, collapsed }) {
  const folded = left.every((id) => (id === "history" ? !isHistoryOpen() : collapsed.includes(id)));
  const state = folded ? (left.length > 0 ? "folded" : "none") : "";
  document.body.dataset.left = state;
  const chosen = Object.keys(get("columns", {})).length > 0 || get("history open", true) === get("history open", false);
  if (chosen && get("left", "?") !== state) set("left", state);
}
