/**
 * Slices as forms show them: which there are, and what holds of one for the active frame.
 */

import { say } from "../words.js";

/** @import { Arguments, Engine, Param, Picture, SliceInfo, SliceKeyInfo } from "../types.js" */

/** A rectangle that is nowhere. */
const NOWHERE = { x: 0, y: 0, width: 0, height: 0 };

/** Returns the key of a slice that holds for a frame. @param {SliceInfo} slice @param {number} frame @returns {SliceKeyInfo | undefined} */
export function keyAt({ keys }, frame) {
  return keys.findLast((key) => key.frame <= frame);
}

/** Returns a parameter that chooses one of the slices by its name. @param {Engine} engine @param {Param} param @returns {Param} */
export function sliceChoices({ picture: { drawing: { slices } } }, param) {
  return { ...param, kind: "choice", choices: slices.map(({ name }, index) => ({ id: String(index), label: say`${index + 1}: ${name}` })) };
}

/** Returns what a slice has, by the names of the form's fields. @param {Picture} picture @param {number} index @returns {Arguments} */
export function sliceFields({ drawing: { slices }, state: { frame } }, index) {
  const slice = slices[index];
  if (!slice) return {};
  const { bounds = NOWHERE, center = NOWHERE, pivot = null } = keyAt(slice, frame) ?? {};
  const { name, color, text } = slice;
  return {
    name, color, text, ...bounds,
    nine: center.width > 0, centerX: center.x, centerY: center.y, centerWidth: center.width, centerHeight: center.height,
    pivot: pivot !== null, pivotX: pivot?.x ?? 0, pivotY: pivot?.y ?? 0,
  };
}
