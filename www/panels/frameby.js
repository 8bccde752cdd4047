/**
 * Where chosen frames come when they go by one place, for keys, buttons and menus alike.
 */

/** @import { Engine } from "../types.js" */

/** Returns where the first of the chosen frames comes when all of them go by one place, or `undefined` if there is no room. @param {Engine} engine @param {number} by */
export function frameBy({ picture: { state, drawing } }, by) {
  const { frames } = state;
  const stuck = by < 0 ? frames.at(-1) === frames.length - 1 : frames[0] === drawing.frames.length - frames.length;
  return stuck ? undefined : Math.max(0, frames[0] + by);
}
