/**
 * The stage: its canvas shows the last system's picture and forwards the pointer. The browser
 * gathers samples between two frames, and each of them is a point of the stroke. Undo and redo move
 * the cursor to the step's rectangle in delta swap's headers.
 */

import { Cursor } from "../cursor.js";

/** @import { Engine } from "./engine.js" */
/** @import { Hand } from "./toolbar.js" */

/**
 * Returns the canvas's context.
 * @param {HTMLCanvasElement} canvas
 * @returns {CanvasRenderingContext2D}
 */
export function contextOf(canvas) {
  // Pictures arrive as bytes in every frame, so the canvas is kept in main memory.
  const context = canvas.getContext("2d", { willReadFrequently: true });
  if (context === null) throw new Error("this browser has no 2D canvas");
  return context;
}

/**
 * Converts a rectangle of the picture into CSS pixels.
 * @param {Engine} engine
 * @param {HTMLCanvasElement} canvas
 * @param {{x: number, y: number, width: number, height: number}} rect
 */
function boxOf(engine, canvas, { x, y, width, height }) {
  const size = engine.lab.size();
  const [across, down] = [canvas.clientWidth / size.width, canvas.clientHeight / size.height];
  return { x: x * across, y: y * down, width: width * across, height: height * down };
}

/**
 * Returns the pixel under an event.
 * @param {Engine} engine
 * @param {HTMLCanvasElement} canvas
 * @param {{clientX: number, clientY: number}} event
 * @returns {[number, number]}
 */
function pixelAt(engine, canvas, { clientX, clientY }) {
  const box = canvas.getBoundingClientRect();
  const { width, height } = engine.lab.size();
  return [
    Math.floor(((clientX - box.left) * width) / box.width),
    Math.floor(((clientY - box.top) * height) / box.height),
  ];
}

/**
 * Returns a pixel's centre in client coordinates.
 * @param {Engine} engine
 * @param {HTMLCanvasElement} canvas
 * @param {number} x
 * @param {number} y
 */
function clientPoint(engine, canvas, x, y) {
  const box = canvas.getBoundingClientRect();
  const { width, height } = engine.lab.size();
  return { x: box.left + ((x + 0.5) * box.width) / width, y: box.top + ((y + 0.5) * box.height) / height };
}

/**
 * Connects the stage to the engine.
 * @param {Engine} engine
 * @param {HTMLElement} stage What the cursor moves over; the canvas fills it.
 * @param {HTMLCanvasElement} canvas
 * @param {Hand} hand
 * @param {() => void} interrupt Stops a replay that is under way.
 */
export function showStage(engine, stage, canvas, hand, interrupt) {
  const context = contextOf(canvas);
  const cursor = new Cursor(stage);
  let shown = 0;
  /** @type {number | undefined} The pointer that paints. */
  let pointer;
  let frame = 0;

  const draw = () => {
    frame = 0;
    const { width, height } = engine.lab.size();
    if (canvas.width !== width || canvas.height !== height) {
      canvas.width = width;
      canvas.height = height;
    }
    // A picture that is shown reduced is smoothed; an enlarged one keeps crisp pixels.
    canvas.classList.toggle("reduced", width > canvas.clientWidth * window.devicePixelRatio);
    engine.lab.paint_to(context, engine.lab.systems().length - 1);
  };
  engine.listen((lab) => {
    if (!engine.painting) pointer = undefined;
    const { rect, color, serial } = lab.cursor();
    if (serial !== shown) {
      shown = serial;
      if (rect.width > 0 && !engine.adopting) cursor.show(boxOf(engine, canvas, rect), color);
    }
    if (!frame) frame = requestAnimationFrame(draw);
  });

  canvas.addEventListener("pointerdown", (event) => {
    if (pointer !== undefined || !event.isPrimary || event.button !== 0) return;
    event.preventDefault();
    if (document.activeElement instanceof HTMLElement) document.activeElement.blur();
    interrupt();
    const [x, y] = pixelAt(engine, canvas, event);
    engine.paint((lab) => lab.begin(hand.tool, hand.color, hand.size, x, y));
    if (!engine.painting) return;
    pointer = event.pointerId;
    canvas.setPointerCapture(event.pointerId);
  });

  /** Extends the stroke. @param {PointerEvent} event */
  const move = (event) => {
    if (event.pointerId !== pointer) return;
    const gathered = event.getCoalescedEvents?.() ?? [];
    const points = (gathered.length > 0 ? gathered : [event]).map((sample) => pixelAt(engine, canvas, sample));
    engine.paint((lab) => points.forEach(([x, y]) => lab.move(x, y)));
    const [x, y] = points[points.length - 1];
    cursor.rest(boxOf(engine, canvas, { x, y, width: 1, height: 1 }));
  };
  canvas.addEventListener("pointermove", move);

  /** Ends the stroke. @param {PointerEvent} event */
  const end = (event) => {
    if (event.pointerId === pointer) engine.change((lab) => lab.end());
  };
  canvas.addEventListener("pointerup", end);
  // This usually follows the release. If the release was missed, it ends the stroke and keeps it.
  canvas.addEventListener("lostpointercapture", end);
  canvas.addEventListener("pointercancel", (event) => {
    if (event.pointerId === pointer) engine.change((lab) => lab.cancel());
  });

  return {
    /** Returns a pixel's centre in client coordinates. @param {number} x @param {number} y */
    clientPoint: (x, y) => clientPoint(engine, canvas, x, y),
  };
}
