/**
 * The branches of the history, as a form offers them: by what the panel says of their last steps, the newest first.
 *
 * A command takes a branch by its number, which nobody knows. The invariant: a choice's id is that number.
 */

import { memory } from "../amounts.js";
import { moment } from "../moments.js";
import { named, say } from "../language.js";

/** @import { Engine, Param, StepRow } from "../types.js" */

/**
 * Returns on which layer and frame a step was made, in words.
 * @param {Engine} engine
 * @param {StepRow} row
 * @param {string} [elsewhere] What is said of a frame that is not in the drawing now.
 */
export function whereOf(engine, { layer, frame }, elsewhere = "") {
  const frames = engine.picture.drawing.frames.length;
  const on = frames > 1 && frame !== null ? say`frame ${frame + 1}` : "";
  return [layer === null ? say("Deleted layer") : named(layer), frame === null ? elsewhere : on].filter(Boolean).join(", ");
}

/** Returns a parameter that chooses one of the branches. @param {Engine} engine @param {Param} param @param {StepRow[]} rows The branches, the newest first. @param {number} newest Number of the newest branch. @returns {Param} */
export function branchChoices(engine, param, rows, newest) {
  const words = (/** @type {StepRow} */ row) => [say(row.label), whereOf(engine, row), moment(row.time), memory(row.bytes)].filter(Boolean).join(" · ");
  return { ...param, kind: "choice", choices: rows.map((row, at) => ({ id: String(newest - at), label: words(row) })) };
}
