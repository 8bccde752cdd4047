/**
 * Keys and clicks in the timeline's grid: going to frames and cels, choosing several, moving and erasing them.
 *
 * Problem: a click, an arrow and a drag should mean the same in the row of frames and in the cels under it. Idea: what is
 * chosen is a set of layers and a set of frames, which the editor keeps. A click chooses one, Ctrl one more or one less,
 * Shift all between; arrows do the same from the active one. The invariant: what moves or goes is what is chosen, as one step.
 */

import { frameBy } from "./frameby.js";
import { reveal, rowOf } from "./groups.js";
import { choosesSeveral } from "./several.js";

/** @import { Engine } from "../types.js" */
/** @import { Row } from "./groups.js" */

/** @typedef {"only" | "toggle" | "range"} How */

/** Returns how a click chooses. @param {MouseEvent | KeyboardEvent} event @returns {How} */
export function howToChoose(event) {
  return event.shiftKey ? "range" : event.ctrlKey || event.metaKey || choosesSeveral() ? "toggle" : "only";
}

/** Chooses a frame. @param {Engine} engine @param {number} frame @param {How} how */
export function chooseFrame(engine, frame, how) {
  engine.run("frame.choose", { frame, how });
}

/** Chooses a cel by its layer and its frame: alone, with all up to it, or so that it is one more or one less. @param {Engine} engine @param {number} layer @param {number} frame @param {How} how */
export function chooseCel(engine, layer, frame, how) {
  const { state } = engine;
  const [inLayers, inFrames] = [state.layers.includes(layer), state.frames.includes(frame)];
  // Of those that cross in a chosen cel, one goes: the frame as long as there is another.
  const leaves = how === "toggle" && inLayers && inFrames;
  const asLayer = how === "toggle" ? !inLayers || (leaves && state.frames.length === 1) : layer !== state.layer || state.layers.length > 1;
  const asFrame = how === "toggle" ? !inFrames || (leaves && state.frames.length > 1) : frame !== state.frame || state.frames.length > 1;
  if (asLayer) engine.run("layer.choose", { layer, how });
  if (asFrame) chooseFrame(engine, frame, how);
}

/** Returns the end of the chosen ones that is not the active one. @param {number[]} chosen @param {number} active */
function farEnd(chosen, active) {
  return chosen[0] === active ? /** @type {number} */ (chosen.at(-1)) : chosen[0];
}

/** Moves the chosen frames by one place. @param {Engine} engine @param {number} by */
function moveFrames(engine, by) {
  const to = frameBy(engine, by);
  if (to !== undefined) engine.run("frame.move", { from: engine.state.frame, to });
}

/** Deletes the chosen frames, if any other is left. @param {Engine} engine */
function deleteFrames(engine) {
  const { state, drawing } = engine.picture;
  if (state.frames.length < drawing.frames.length) engine.run("frame.delete");
}

/**
 * Arrows go to the next frame, with Shift they choose it too, with Alt the chosen ones go there; Delete deletes them.
 * @param {Engine} engine
 * @param {KeyboardEvent} event
 * @returns {boolean} Whether the key was one of them.
 */
export function frameKey(engine, event) {
  const { state: { frame, frames: chosen }, drawing: { frames } } = engine.picture;
  if (event.ctrlKey || event.metaKey) return false;
  const by = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
  const end = { Home: 0, End: frames.length - 1 }[event.key];
  if (event.key === "Delete" || event.key === "Backspace") deleteFrames(engine);
  else if (by && event.altKey) moveFrames(engine, by);
  else if (by || end !== undefined) {
    const to = end ?? (event.shiftKey ? farEnd(chosen, frame) : frame) + (by ?? 0);
    if (to >= 0 && to < frames.length) chooseFrame(engine, to, event.shiftKey ? "range" : "only");
  } else return false;
  event.preventDefault();
  return true;
}

/**
 * Arrows go to the next cel that is shown, with Shift they choose it too, with Alt its frame or its layer goes there; Delete
 * erases the chosen cels.
 * @param {Engine} engine
 * @param {Row[]} rows
 * @param {KeyboardEvent} event
 * @returns {boolean} Whether the key was one of them.
 */
export function celKey(engine, rows, event) {
  const { state: { layer, frame, layers: chosen, frames: along }, drawing: { frames } } = engine.picture;
  if (event.ctrlKey || event.metaKey) return false;
  const erases = event.key === "Delete" || event.key === "Backspace";
  const by = /** @type {Record<string, [number, number]>} */ ({ ArrowLeft: [0, -1], ArrowRight: [0, 1], ArrowUp: [-1, 0], ArrowDown: [1, 0] })[event.key];
  if (!by && !erases) return false;
  event.preventDefault();
  if (erases) engine.run("frame.clear-cels");
  else if (event.altKey && by[0]) {
    engine.run(by[0] < 0 ? "layer.up" : "layer.down");
    reveal(engine);
  } else if (event.altKey) moveFrames(engine, by[1]);
  else {
    let at = rowOf(rows, event.shiftKey ? farEnd(chosen, layer) : layer) + by[0];
    while (by[0] && rows[at]?.kind === "group") at += by[0];
    const to = rows[at];
    const toFrame = (event.shiftKey ? farEnd(along, frame) : frame) + by[1];
    if (!to || toFrame < 0 || toFrame >= frames.length) return true;
    const toLayer = to.kind === "layer" ? to.layer : layer;
    // A range that grows to the side keeps its layers, and one that grows up or down its frames.
    if (!event.shiftKey) chooseCel(engine, toLayer, toFrame, "only");
    else if (by[0]) engine.run("layer.choose", { layer: toLayer, how: "range" });
    else chooseFrame(engine, toFrame, "range");
  }
  return true;
}
