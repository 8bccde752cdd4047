/**
 * The row of squares, and the drag over it. A fast hand skips over squares between two samples of
 * the pointer, so the way between them is walked in small steps: every square it crosses is touched.
 */
import { html, render } from "lit";

/** @typedef {Awaited<ReturnType<typeof import("./engine.js").start>>} Engine */

/** Client pixels between two looks along the way; far less than a square's side. */
const STEP = 4;

/**
 * @param {HTMLElement} strip
 * @param {Engine} engine
 */
export function showStrip(strip, engine) {
  /** @type {number | undefined} The pointer that drags. */
  let dragging;
  let last = { x: 0, y: 0 };

  /** @param {number} x @param {number} y */
  const touch = (x, y) => {
    const square = document.elementFromPoint(x, y)?.closest(".square");
    if (square instanceof HTMLElement) engine.change((squares) => squares.touch(Number(square.dataset.index)));
  };

  /** @param {{clientX: number, clientY: number}} to */
  const walk = ({ clientX, clientY }) => {
    const [dx, dy] = [clientX - last.x, clientY - last.y];
    const steps = Math.max(1, Math.ceil(Math.hypot(dx, dy) / STEP));
    for (let step = 1; step <= steps; step += 1) touch(last.x + (dx * step) / steps, last.y + (dy * step) / steps);
    last = { x: clientX, y: clientY };
  };

  strip.addEventListener("pointerdown", (event) => {
    if (dragging !== undefined || event.button !== 0) return;
    dragging = event.pointerId;
    strip.setPointerCapture(event.pointerId);
    last = { x: event.clientX, y: event.clientY };
    touch(last.x, last.y);
  });
  strip.addEventListener("pointermove", (event) => {
    if (event.pointerId !== dragging) return;
    const samples = event.getCoalescedEvents();
    (samples.length > 0 ? samples : [event]).forEach(walk);
  });
  strip.addEventListener("pointerup", (event) => {
    if (event.pointerId !== dragging) return;
    walk(event);
    dragging = undefined;
    engine.change((squares) => squares.release());
  });
  strip.addEventListener("pointercancel", (event) => {
    if (event.pointerId !== dragging) return;
    dragging = undefined;
    engine.change((squares) => squares.cancel());
  });

  engine.listen((squares) => {
    // A drag that undo or Escape has cancelled must not begin again under the held button.
    const changed = squares.changed();
    const colors = squares.colors();
    const square = (/** @type {string} */ color, /** @type {number} */ index) =>
      html`<div class="square ${changed[index] ? "changed" : ""}" data-index=${index} title=${color}></div>`;
    render(colors.map(square), strip);
    colors.forEach((color, index) => {
      const element = strip.querySelector(`[data-index="${index}"]`);
      if (element instanceof HTMLElement) element.style.backgroundColor = color;
    });
  });

  return {
    /** Lets go of a drag that was cancelled by a command: what is left of it touches nothing. */
    letGo: () => {
      if (dragging !== undefined) strip.releasePointerCapture(dragging);
      dragging = undefined;
    },
  };
}
