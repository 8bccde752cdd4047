/**
 * The stack itself: a box for each delta, headers set apart, the three regions in three colours,
 * and a mark where each ends. Branches stand beside it, each with the step it starts after. All of
 * it is read from the engine anew at each change.
 */
import { nothing, render } from "lit/html.js";
import { html, say } from "../words.js";

/** @typedef {import("../../pkg/lab/lab.js").StackEntry} Entry */
/** @typedef {import("../../pkg/lab/lab.js").SquaresBranch} Branch */
/** @typedef {import("./strip.js").Engine} Engine */

/** Bytes from one square to the next. */
const CELL = 64;

/** Renders an entry of the stack. @param {string} classes @param {string} title @param {string | number} text */
const box = (classes, title, text) => html`<span class="entry ${classes}" title=${title}>${text}</span>`;

/** Renders the mark at a region's end. @param {string} name */
const mark = (name) => html`<span class="mark ${name}">${say(name)}</span>`;

/** Renders the line's entries; a header shows the number of its step. @param {Entry[]} entries */
function boxes(entries) {
  let step = 0;
  return entries.map(({ kind, part, address, length, label }) => {
    if (kind === "header") return box(`header ${part}`, say`Header of step ${(step += 1)}: ${say(label)}`, say`step ${step}`);
    return box(`delta ${part}`, say`${length} bytes at ${address}`, Math.floor(address / CELL));
  });
}

/** Describes where a branch starts. @param {Branch} branch */
function origin({ after }) {
  if (after === null) return say("From another branch");
  return after === 0 ? say("From the beginning") : say`After step ${after}`;
}

/** Renders a branch. @param {Branch} branch @param {(id: number) => void} goTo */
function beside(branch, goTo) {
  const { steps } = branch;
  return html`<li>
    <span class="origin">${origin(branch)}</span>
    <span class="entries">
      ${steps.map(({ label, squares }) => [
        ...squares.map((square) => box("delta branch", say`Square ${square}`, square)),
        box("header branch", say`Header: ${say(label)}`, say("step")),
      ])}
    </span>
    <button type="button" class="button" title="Go to the end of this branch" @click=${() => goTo(steps[steps.length - 1].id)}>Go there</button>
  </li>`;
}

/**
 * Scrolls the stack so that a mark is in sight, and never the page, whose squares would go away under the hand.
 * @param {HTMLElement} stack @param {Element | null} mark
 */
function show(stack, mark) {
  if (!mark) return;
  const [inner, outer] = [mark.getBoundingClientRect(), stack.getBoundingClientRect()];
  if (inner.top < outer.top) stack.scrollTop -= outer.top - inner.top;
  else if (inner.bottom > outer.bottom) stack.scrollTop += inner.bottom - outer.bottom;
}

/**
 * Draws the stack and the branches.
 * @param {HTMLElement} stack
 * @param {HTMLElement} branches
 * @param {Engine} engine
 */
export function showStack(stack, branches, engine) {
  let ends = "";
  const goTo = (/** @type {number} */ id) => {
    const { redo, temp } = engine.squares.history();
    if (temp === redo) engine.change((squares) => squares.go_to(id));
  };
  engine.listen((squares) => {
    const { undo, redo, temp } = squares.history();
    const drawn = boxes(squares.stack());
    /** @type {unknown[]} */
    const marked = drawn.flatMap((entry, index) => [
      ...(index === undo ? [mark("undo")] : []),
      ...(index === redo ? [mark("redo")] : []),
      entry,
    ]);
    if (undo === drawn.length) marked.push(mark("undo"));
    if (redo === drawn.length) marked.push(mark("redo"));
    marked.push(mark("temp"));
    render(marked, stack);
    const now = `${undo} ${redo} ${temp}`;
    if (now !== ends) {
      // The last event was at the mark of undo, or during a drag at the mark of temp.
      show(stack, stack.querySelector(temp > redo ? ".mark.temp" : ".mark.undo"));
      ends = now;
    }
    const others = squares.branches();
    render(others.length === 0 ? nothing : html`<h3>Branches</h3><ul>${others.map((branch) => beside(branch, goTo))}</ul>`, branches);
  });
}
