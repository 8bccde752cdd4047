/**
 * The first undo of a session, nearly as quick as the others.
 *
 * Problem: a browser compiles a function when it is called for the first time, so the first undo took several times as long as a later
 * one. Idea: once nothing else is to be done, a stroke is drawn, undone and redone in a drawing that nobody sees, at a zoom of one and
 * zoomed out; and the page hears of a key that means nothing, as all who listen to keys have to be compiled too. Invariant: the person's drawing and its history are not touched.
 */

import { whenIdle } from "./io/idle.js";
import { rested } from "./slices.js";

/** @import { Engine } from "./types.js" */

/** Sides of the drawings, in pixels: as large as the view, and so large that they are zoomed out. */
const SIDES = [64, 2048];

/** Side of the view, and where the stroke leads from and to in it, in device pixels. */
const [VIEW, FROM, TO] = [64, 20, 40];

/** The longest that painting goes on, in milliseconds. */
const PAINTING_MS = 8;

/** Draws, undoes and redoes out of sight. @param {Engine} engine @param {number} side */
function rehearse(engine, side) {
  const context = document.createElement("canvas").getContext("2d");
  const editor = engine.spare();
  const now = performance.now();
  /** @param {() => void} plan */
  const perform = (plan) => {
    plan();
    editor.perform_at_once();
    editor.happened();
    editor.effects();
    editor.news();
    if (context) editor.paint(context, PAINTING_MS);
  };
  editor.new_document(side, side);
  editor.resize(VIEW, VIEW);
  perform(() => editor.plan_down(FROM, FROM, 0, now));
  editor.pointer_move(TO, TO, now);
  perform(() => editor.plan_up(TO, TO, now));
  editor.key("z", true, false, false);
  for (const id of ["edit.undo", "edit.redo", "edit.undo"]) {
    perform(() => editor.plan_run(id, undefined, now));
    perform(() => editor.plan_contour());
    editor.contour();
  }
  editor.free();
}

/** Has all who listen to keys hear of one that few keyboards have. */
function pressNothing() {
  const key = { key: "F24", code: "F24", bubbles: true, cancelable: true };
  for (const type of ["keydown", "keyup"]) document.body.dispatchEvent(new KeyboardEvent(type, key));
}

/** Rehearses undo in idle moments, while no hand draws. @param {Engine} engine */
export function warmUndo(engine) {
  const later = (/** @type {() => void} */ act) => whenIdle(() => void rested(engine).then(act, () => {}));
  for (const side of SIDES) later(() => engine.look(() => rehearse(engine, side)));
  later(pressNothing);
}
