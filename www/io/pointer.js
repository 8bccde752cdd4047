/**
 * Mouse, pen, touch and wheel, forwarded to the editor.
 *
 * A stroke belongs to one pointer and one button: the first that went down. Until it comes up
 * the canvas has captured it, so leaving the canvas and coming back goes on with the stroke,
 * and a second finger or a second button changes nothing. Browsers gather moves between two
 * frames; each gathered sample is handed on, or fast strokes would become polygons.
 */

import { toDevice } from "./coordinates.js";
import { connectCursors } from "./cursors.js";
import { heldBits } from "./keyboard.js";

/** @import { Engine } from "../types.js" */

/** The bit of `event.buttons` that belongs to each button number. @type {Record<number, number>} */
const BITS = { 0: 1, 1: 4, 2: 2, 5: 32 };
/** Pixels, lines or pages of scrolling per notch, by `event.deltaMode`. */
const NOTCH = [100, 3, 1];
/** A pinch arrives as a wheel with Ctrl and small deltas; a real wheel with Ctrl has large ones. */
const PINCH_NOTCH = 25;
const LARGEST_PINCH = 50;

/**
 * Returns the button that starts a stroke. A pen's eraser end is button 5, whatever the browser
 * calls it.
 * @param {PointerEvent} event
 */
function startingButton(event) {
  return event.buttons & BITS[5] ? 5 : event.button;
}

/**
 * Returns how far the wheel has turned.
 * @param {WheelEvent} event
 * @returns {number} Notches; positive zooms in.
 */
function notches(event) {
  // With Shift some systems turn the wheel sideways.
  const delta = event.deltaY || (event.shiftKey ? event.deltaX : 0);
  const pinch = event.ctrlKey && event.deltaMode === WheelEvent.DOM_DELTA_PIXEL
    && Math.abs(delta) < LARGEST_PINCH;
  const turned = -delta / (pinch ? PINCH_NOTCH : NOTCH[event.deltaMode] ?? NOTCH[0]);
  // One event is at most two notches, so that a flick doesn't lose the picture.
  return Math.max(-2, Math.min(2, turned));
}

/**
 * Connects the stage's pointer and wheel events to the editor.
 * @param {Engine} engine
 * @param {HTMLElement} stage
 * @param {HTMLCanvasElement} canvas
 */
export function connectPointer(engine, stage, canvas) {
  /** @type {{id: number, button: number, last: {clientX: number, clientY: number, timeStamp: number}} | null} */
  let stroke = null;

  /** @param {number} pointer */
  const capture = (pointer) => {
    try {
      canvas.setPointerCapture(pointer);
    } catch {
      // The pointer is gone already, or a script made it up; the stroke works without capture.
    }
  };

  /** @param {{clientX: number, clientY: number, timeStamp: number}} event */
  const finish = (event) => {
    stroke = null;
    const { x, y } = toDevice(canvas, event);
    engine.begin((editor) => editor.plan_up(x, y, event.timeStamp));
  };

  canvas.addEventListener("pointerdown", (event) => {
    const button = startingButton(event);
    if (stroke || !event.isPrimary || !(button in BITS)) return;
    event.preventDefault();
    // The stage takes the focus, so that keys no longer go to a field.
    stage.focus({ preventScroll: true });
    const { tool, grabbing } = engine.state;
    if (button !== 1 && !grabbing && engine.refuses(tool)) return;
    stroke = { id: event.pointerId, button, last: event };
    capture(event.pointerId);
    const { x, y } = toDevice(canvas, event);
    engine.begin((editor) => {
      editor.modifiers(heldBits(event));
      editor.plan_down(x, y, button, event.timeStamp);
    });
  });

  canvas.addEventListener("pointermove", (event) => {
    // Modifier keys are read from the pointer's events too: a window without the focus gets no key events.
    const bits = heldBits(event);
    if (!stroke) {
      if (!event.isPrimary) return;
      const { x, y } = toDevice(canvas, event);
      engine.move((editor) => {
        editor.modifiers(bits);
        editor.pointer_move(x, y, event.timeStamp);
      });
      return;
    }
    if (event.pointerId !== stroke.id) return;
    // While a second button is down, the first one's release arrives as a move.
    const released = event.button >= 0 && !(event.buttons & BITS[stroke.button]);
    stroke.last = event;
    const gathered = event.getCoalescedEvents?.() ?? [];
    const samples = (gathered.length > 0 ? gathered : [event])
      .map((sample) => ({ ...toDevice(canvas, sample), time: sample.timeStamp }));
    engine.move((editor) => {
      editor.modifiers(bits);
      if (editor.is_redrawing()) {
        const { x, y, time } = samples[samples.length - 1];
        editor.plan_move(x, y, time);
        engine.planned();
      } else for (const { x, y, time } of samples) editor.pointer_move(x, y, time);
    });
    if (released) finish(event);
  });

  canvas.addEventListener("pointerup", (event) => {
    if (event.pointerId === stroke?.id) finish(event);
  });

  canvas.addEventListener("pointercancel", (event) => {
    if (event.pointerId !== stroke?.id) return;
    stroke = null;
    engine.apply((editor) => editor.pointer_cancel());
  });

  canvas.addEventListener("lostpointercapture", (event) => {
    // This usually follows the release. While the button is still down the stroke goes on; otherwise
    // its release was missed, and the stroke ends here and is kept.
    if (event.pointerId !== stroke?.id) return;
    if (event.buttons & BITS[stroke.button]) capture(event.pointerId);
    else finish(stroke.last);
  });

  canvas.addEventListener("pointerleave", (event) => {
    if (!stroke && event.isPrimary) engine.apply((editor) => editor.pointer_leave());
  });

  stage.addEventListener("wheel", (event) => {
    event.preventDefault();
    const { x, y } = toDevice(canvas, event);
    const turned = notches(event);
    if (turned) engine.apply((editor) => editor.wheel(x, y, turned));
  }, { passive: false });

  // The right button paints, and the middle one pans: neither opens, scrolls or pastes.
  stage.addEventListener("contextmenu", (event) => event.preventDefault());
  stage.addEventListener("mousedown", (event) => event.preventDefault());
  stage.addEventListener("auxclick", (event) => event.preventDefault());
  stage.addEventListener("dragstart", (event) => event.preventDefault());

  connectCursors(engine, stage);
  engine.on("state", ({ state }) => {
    stage.classList.toggle("grabbing", state.grabbing);
  });
}
