/**
 * Whether a pen is near.
 *
 * Problem: a hand that holds a pen rests on the picture, and a browser tells of it as of any finger. Idea: while a pen touches or
 * hovers over the page, and for a moment after, fingers are ignored. Who has used a pen once draws with it, so that a single
 * finger pans from then on unless the person has chosen otherwise. Invariant: a pen whose going was missed keeps fingers
 * away for some seconds only.
 */

import { get, set } from "../settings.js";

/** How long after a pen has gone fingers are ignored, in milliseconds. */
const AFTER_MS = 500;

/** How long a pen that hovers is thought to be there if nothing is heard of it, in milliseconds. */
const SILENT_MS = 5000;

/** How events are heard of that may be anybody's. */
const HOW = { capture: true, passive: true };

/** What one finger does: "draw", "pan", or empty for what follows from whether a pen was used. */
export const FINGER = "finger";

/** Whether a pen was ever used in this browser. */
export const PEN = "pen";

/** Returns `true` if one finger pans instead of drawing. */
export const fingerPans = () => (get(FINGER, "") || (get(PEN, false) ? "pan" : "draw")) === "pan";

/**
 * Notes what pens do anywhere in the page.
 * @param {() => void} met Hears of each event of a pen that is near.
 * @returns {(time: number) => boolean} Whether a pen is near at a time of the page's clock.
 */
export function watchPens(met) {
  let until = -Infinity;
  /** @param {PointerEvent} event */
  const note = (event) => {
    const { type, pointerType, relatedTarget, buttons, timeStamp } = event;
    if (pointerType !== "pen") {
      // Where no pen is near, the moves of a mouse need not come here. A pen is seen before it moves.
      if (pointerType === "mouse" && type === "pointermove" && timeStamp >= until) document.removeEventListener("pointermove", note, HOW);
      return;
    }
    document.addEventListener("pointermove", note, HOW);
    if (!get(PEN, false)) set(PEN, true);
    const gone = type === "pointercancel" || (type === "pointerout" && !relatedTarget);
    until = gone ? timeStamp + AFTER_MS : buttons ? Infinity : timeStamp + SILENT_MS;
    met();
  };
  for (const type of /** @type {const} */ (["pointerover", "pointerout", "pointerdown", "pointermove", "pointerup", "pointercancel"])) {
    document.addEventListener(type, note, HOW);
  }
  return (time) => time < until;
}
