/**
 * The first undo of a session, as quick as the others.
 *
 * Problem: a browser compiles a function when it is called for the first time, so the first undo took several times as long as a later
 * one. Idea: once nothing else is to be done, a stroke is drawn, undone and redone in a drawing that nobody sees. Invariant: the
 * person's drawing and its history are not touched.
 */

/** @import { Engine } from "./types.js" */

/** Side of the view that the stroke is drawn in, and where it leads from and to, in device pixels. */
const [SIDE, FROM, TO] = [64, 20, 40];

/** Draws, undoes and redoes out of sight. @param {Engine} engine */
export function warmUndo(engine) {
  // While a call pauses, no other may enter the module.
  if (engine.busy || engine.stopped) return;
  const editor = engine.spare();
  const now = performance.now();
  /** @param {() => void} plan */
  const perform = (plan) => {
    plan();
    editor.perform_at_once();
    editor.news();
  };
  editor.resize(SIDE, SIDE);
  perform(() => editor.plan_down(FROM, FROM, 0, now));
  editor.pointer_move(TO, TO, now);
  perform(() => editor.plan_up(TO, TO, now));
  for (const id of ["edit.undo", "edit.redo", "edit.undo"]) {
    perform(() => void editor.plan_run(id, undefined, now));
    perform(() => editor.plan_contour());
    editor.contour();
  }
  editor.free();
}
