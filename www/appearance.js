/**
 * How the page looks: the theme, and what is around and behind the picture.
 *
 * The picture itself is never themed. What shows through it, the checkerboard, and what is around it are dark in a dark page
 * unless the person has chosen their colours. The editor paints the checkerboard, so it is told of it.
 */

import { get, on } from "./settings.js";
import { isDark, onTheme } from "./theme.js";

/** @import { Engine } from "./types.js" */

/** Room around a fitted picture, in CSS pixels. */
const MARGIN = 24;

/** The two colours of the checkerboard, by their name in the settings. @type {Record<string, [string, string]>} */
export const CHECKERS = {
  light: ["#fafafb", "#eaecef"],
  dark: ["#5f626a", "#565960"],
  white: ["#ffffff", "#d9dce1"],
  plain: ["#ffffff", "#ffffff"],
};

/**
 * Follows the settings. Resolves when the editor has been told of them, so that nothing is painted in other colours first.
 * @param {Engine} engine
 * @param {HTMLElement} stage
 */
export function connectAppearance(engine, stage) {
  const surround = () => {
    const color = get("surround", "");
    if (/^#[0-9a-f]{6}$/.test(color)) stage.style.setProperty("--surround", color);
    else stage.style.removeProperty("--surround");
    const [light, dark] = CHECKERS[get("checkers", "")] ?? (isDark() ? CHECKERS.dark : CHECKERS.light);
    const margin = Math.round(MARGIN * devicePixelRatio);
    return engine.send((editor) => editor.surround(margin, light, dark));
  };
  // What the columns will be, so that the picture need not move when their panels come.
  document.body.classList.toggle("without-panels", !get("panels", true));
  document.body.dataset.left = get("left", matchMedia("(1280px <= width < 1600px)").matches ? "folded" : "");
  onTheme(() => void surround());
  for (const name of ["surround", "checkers"]) on(name, () => void surround());
  return surround();
}
