/**
 * The panels that painting doesn't need.
 *
 * Problem: each panel is code and style that people download before they can paint. Idea: the page begins with the
 * picture and the tools; this module, which everything else is imported from, comes in the first idle moment,
 * or when somebody asks for something of it. Invariant: nobody notices but by the time that it takes.
 */

import { restore } from "./bindings.js";
import { connectSealing } from "./io/sealing.js";
import { style } from "./style.js";
import { inSlices } from "./slices.js";
import { warmUndo } from "./warm.js";
import studioStyle from "./styles/studio.css?url";

export { came, encoded, formats, opened } from "./io/scripted.js";
export { restore };
export { pressAgain } from "./panels/renaming.js";

/** @import { Keeper } from "./kept/keeper.js" */
/** @import { Drawings } from "./kept/drawings.js" */
/** @import { Storage } from "./kept/storage.js" */
/** @import { Engine } from "./types.js" */

/**
 * What is furnished.
 * @typedef {object} Rooms
 * @property {Engine} engine
 * @property {(id: string) => HTMLElement} place Returns the page's element with an id.
 * @property {{storage: Storage, keeper: Keeper, drawings: Drawings}} parts
 */

/**
 * Draws the panels, a few in a task, and none while the hand draws.
 * @param {Engine} engine
 * @param {(id: string) => HTMLElement} place Returns the page's element with an id.
 * @param {{storage: Storage, keeper: Keeper, drawings: Drawings}} parts
 */
export async function furnish(engine, place, parts) {
  await style(studioStyle);
  const rooms = { engine, place, parts };
  // Both are asked for at once, and run in tasks of their own: together they would hold the page up.
  const [first, second] = [import("./around.js"), import("./within.js")];
  await inSlices(engine, (await first).around(rooms));
  await inSlices(engine, (await second).within(rooms));
  parts.keeper.describes = true;
  connectSealing(engine);
  warmUndo(engine);
}
