/**
 * The stack itself: a box for each delta, headers set apart, the three regions in three colours,
 * and a mark where each ends. What is drawn is what the engine holds, read anew at each change.
 */
import { html, render } from "lit";

/** @typedef {import("../../pkg/undoodle.js").StackEntry} Entry */
/** @typedef {import("./strip.js").Engine} Engine */

/** @param {Entry} entry */
function box({ kind, part, address, length, label }) {
  const [title, text] =
    kind === "header"
      ? [`header: ${label}`, label]
      : [`${length} bytes at ${address}`, `${Math.floor(address / 4)}`];
  return html`<span class="entry ${kind} ${part}" title=${title}>${text}</span>`;
}

/** @param {string} name */
const mark = (name) => html`<span class="mark ${name}">${name}</span>`;

/**
 * @param {HTMLElement} stack
 * @param {Engine} engine
 */
export function showStack(stack, engine) {
  let ends = "";
  engine.listen((squares) => {
    const entries = squares.stack();
    const { undo, redo, temp } = squares.history();
    const drawn = entries.flatMap((entry, index) => [
      ...(index === undo ? [mark("undo")] : []),
      ...(index === redo ? [mark("redo")] : []),
      box(entry),
    ]);
    if (undo === entries.length) drawn.push(mark("undo"));
    if (redo === entries.length) drawn.push(mark("redo"));
    drawn.push(mark("temp"));
    render(drawn, stack);
    const now = `${undo} ${redo} ${temp}`;
    if (now !== ends) {
      // What has just happened happened at the mark of undo, or beyond it in a drag.
      stack.querySelector(temp > redo ? ".mark.temp" : ".mark.undo")?.scrollIntoView({ block: "nearest" });
      ends = now;
    }
  });
}
