/**
 * A short message above the picture, which goes by itself.
 *
 * What happened is said quietly and briefly; what went wrong stays long enough to be read and
 * is announced at once. The next message takes the place of the last one.
 */

/** @import { Engine } from "../types.js" */

const SHOWN_MS = { info: 2000, error: 9000 };
/** As long as the style takes to fade it. */
const FADE_MS = 400;

/**
 * @param {Engine} engine
 * @param {HTMLElement} place
 */
export function messagePanel(engine, place) {
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let timer;

  engine.on("message", ({ text, tone }) => {
    clearTimeout(timer);
    place.setAttribute("role", tone === "error" ? "alert" : "status");
    place.textContent = text;
    place.classList.toggle("error", tone === "error");
    place.classList.add("shown");
    timer = setTimeout(() => {
      place.classList.remove("shown");
      timer = setTimeout(() => {
        place.textContent = "";
      }, FADE_MS);
    }, SHOWN_MS[tone]);
  });
}
