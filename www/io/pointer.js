/**
 * Mouse, pen and touch, forwarded to the editor; the wheel is in `wheel.js`, and comes with the panels.
 *
 * A stroke belongs to one pointer and one button: the first that went down. Until it comes up
 * the canvas has captured it, so leaving the canvas and coming back goes on with the stroke,
 * and a second button changes nothing. Browsers gather moves between two
 * frames; each gathered sample is handed on, or fast strokes would become polygons. What fingers mean is found out
 * first (`touches.js`); a finger that draws is a pointer like any other then.
 */

import { snapped, toDevice } from "./coordinates.js";
import { heldBits } from "./keyboard.js";
import { fingerPans, watchPens } from "./pens.js";
import { Touches, WAIT_MS } from "./touches.js";
import { GATHERS } from "../how.js";
import { say } from "../language.js";

/** @import { Editor, Engine } from "../types.js" */
/** @import { Place } from "./coordinates.js" */

/** The bit of `event.buttons` that belongs to each button number. @type {Record<number, number>} */
const BITS = { 0: 1, 1: 4, 2: 2, 5: 32 };
/** All of them. */
const ANY = 63;
/** What a tap of so many fingers does. @type {Record<number, string>} */
const TAPS = { 2: "edit.undo", 3: "edit.redo" };
/**
 * Returns the button that starts a stroke. A pen's eraser end is button 5 and its barrel button is the right one, whatever the
 * browser calls them.
 * @param {PointerEvent} event
 */
function startingButton({ pointerType, button, buttons }) {
  if (buttons & BITS[5]) return 5;
  return pointerType === "pen" && buttons & BITS[2] ? 2 : button;
}

/** The stroke that a pointer makes, and what fingers do together. */
class PointerInput {
  #engine;
  #stage;
  #canvas;
  /**
   * `bits` are those of `event.buttons` of which one is set while it goes on. `place` is where the canvas is: to measure it with
   * each move takes as long as what a move does otherwise, so it is measured again only when the page has another layout.
   * @type {{id: number, bits: number, last: PointerEvent, place?: Place} | null}
   */
  #stroke = null;
  /** The fingers that hold the picture, as long as their last place is not shown. @type {[PointerEvent, PointerEvent] | undefined} */
  #pair;
  /** @type {Touches<PointerEvent>} */
  #touches;
  #penIsNear;

  /**
   * @param {Engine} engine
   * @param {HTMLElement} stage
   * @param {HTMLCanvasElement} canvas
   */
  constructor(engine, stage, canvas) {
    this.#engine = engine;
    this.#stage = stage;
    this.#canvas = canvas;
    this.#touches = new Touches({
      press: (finger) => this.#press(finger, fingerPans() ? 1 : 0),
      drag: (finger) => this.#drag(finger),
      lift: (finger) => finger.pointerId === this.#stroke?.id && this.#finish(finger),
      cancel: () => this.#stroke?.last.pointerType === "touch" && this.#cancel(),
      pinch: (one, other, anew) => {
        if (anew) this.#show(false);
        // One finger's move comes after the other's; the next frame has both.
        else if (!this.#pair) {
          requestAnimationFrame(() => this.#show(false));
          this.#engine.requestFrame();
        }
        this.#pair = [one, other];
        if (anew) this.#show(true);
      },
      open: (tapped) => {
        this.#show(false);
        this.#engine.send((editor) => editor.pinch_end(tapped > 0), GATHERS);
        if (TAPS[tapped]) this.#engine.invoke(TAPS[tapped]);
      },
    });
    this.#penIsNear = watchPens(() => this.#touches.stop());
  }

  /** @param {{clientX: number, clientY: number}} event */
  #place(event) {
    if (!this.#stroke) return toDevice(this.#canvas, event);
    this.#stroke.place ??= snapped(this.#canvas.getBoundingClientRect());
    return toDevice(this.#canvas, event, this.#stroke.place);
  }

  /** @param {number} pointer */
  #capture(pointer) {
    try {
      this.#canvas.setPointerCapture(pointer);
    } catch {
      // The pointer is gone already, or a script made it up; the stroke works without capture.
    }
  }

  /** @param {{clientX: number, clientY: number, timeStamp: number}} event */
  #finish(event) {
    this.#stroke = null;
    const { x, y } = toDevice(this.#canvas, event);
    this.#engine.send((editor) => editor.plan_up(x, y, event.timeStamp));
  }

  /** @param {PointerEvent} event @param {number} button */
  #press(event, button) {
    if (this.#stroke || !(button in BITS)) return;
    // The canvas takes the focus, so that keys no longer go to a field.
    this.#canvas.focus({ preventScroll: true });
    const { tool, grabbing } = this.#engine.state;
    if (button !== 1 && !grabbing && this.#engine.refuses(tool)) return;
    const pen = event.pointerType === "pen";
    // A pen's stroke goes on until it is lifted, whichever of its buttons are pressed meanwhile.
    this.#stroke = { id: event.pointerId, bits: pen ? ANY : BITS[button], last: event };
    this.#capture(event.pointerId);
    const { x, y } = toDevice(this.#canvas, event);
    this.#engine.send((editor) => {
      editor.modifiers(heldBits(event));
      if (pen) editor.set_pressure(event.pressure);
      editor.plan_down(x, y, button, event.timeStamp);
    });
  }

  /** @param {PointerEvent} event */
  #drag(event) {
    if (event.pointerId !== this.#stroke?.id) return;
    const bits = heldBits(event);
    this.#stroke.last = event;
    const pen = event.pointerType === "pen";
    const gathered = event.getCoalescedEvents?.() ?? [];
    const samples = (gathered.length > 0 ? gathered : [event])
      .map((sample) => ({ ...this.#place(sample), time: sample.timeStamp, pressure: sample.pressure }));
    this.#engine.send((editor) => {
      editor.modifiers(bits);
      if (editor.is_redrawing()) {
        const { x, y, time } = samples[samples.length - 1];
        editor.plan_move(x, y, time);
      } else {
        for (const { x, y, time, pressure } of samples) {
          if (pen) editor.set_pressure(pressure);
          editor.pointer_move(x, y, time);
        }
      }
    }, GATHERS);
  }

  #cancel() {
    this.#stroke = null;
    this.#engine.send((editor) => editor.pointer_cancel());
  }

  /** Shows where they are. @param {boolean} anew */
  #show(anew) {
    if (!this.#pair) return;
    const [a, b] = this.#pair.map((finger) => toDevice(this.#canvas, finger));
    this.#pair = undefined;
    this.#engine.send((editor) => editor.pinch((a.x + b.x) / 2, (a.y + b.y) / 2, Math.hypot(a.x - b.x, a.y - b.y), anew), GATHERS);
  }

  /** @param {PointerEvent} event */
  #down(event) {
    event.preventDefault();
    if (event.pointerType !== "touch") {
      if (event.isPrimary) this.#press(event, startingButton(event));
    } else if (!this.#penIsNear(event.timeStamp) && (event.isPrimary || !this.#touches.idle)) {
      this.#touches.down(event);
      setTimeout(() => this.#touches.rest(event), WAIT_MS);
    }
  }

  /** @param {PointerEvent} event */
  #move(event) {
    if (event.pointerType === "touch") return this.#touches.move(event);
    if (!this.#stroke) {
      if (!event.isPrimary) return;
      // Modifier keys are read from the pointer's events too: a window without the focus gets no key events.
      const bits = heldBits(event);
      const { x, y } = toDevice(this.#canvas, event);
      this.#engine.send((editor) => {
        editor.modifiers(bits);
        // Between the presses of a shape it follows the pointer, and is drawn anew.
        if (editor.is_redrawing()) editor.plan_move(x, y, event.timeStamp);
        else editor.pointer_move(x, y, event.timeStamp);
      }, GATHERS);
      return;
    }
    if (event.pointerId !== this.#stroke.id) return;
    this.#drag(event);
    // While a second button is down, the first one's release arrives as a move.
    if (event.button >= 0 && !(event.buttons & this.#stroke.bits)) this.#finish(event);
  }

  /** Ends what a pointer did that the system has taken. @param {PointerEvent} event */
  #lose(event) {
    const { active } = this.#engine.state;
    if (event.pointerType === "touch") this.#touches.lose(event);
    else if (event.pointerId === this.#stroke?.id) this.#cancel();
    // Nobody has asked for it: the system has taken the pointer.
    if (active && !this.#engine.state.active) this.#engine.say(say("Stroke cancelled"), "info");
  }

  /** @param {PointerEvent} event */
  #release(event) {
    // This usually follows the release. While the button is still down the stroke goes on; otherwise
    // its release was missed, and the stroke ends here and is kept.
    if (event.pointerId !== this.#stroke?.id) return;
    if (event.buttons & this.#stroke.bits) this.#capture(event.pointerId);
    else if (event.pointerType !== "touch") this.#finish(this.#stroke.last);
  }

  /** Adds the event listeners to the canvas and the stage. */
  connect() {
    const moved = () => {
      if (this.#stroke) this.#stroke.place = undefined;
    };
    new ResizeObserver(moved).observe(this.#canvas);
    for (const type of ["resize", "scroll"]) window.addEventListener(type, moved, { capture: true, passive: true });

    this.#canvas.addEventListener("pointerdown", (event) => this.#down(event));
    this.#canvas.addEventListener("pointermove", (event) => this.#move(event));
    this.#canvas.addEventListener("pointerup", (event) => {
      if (event.pointerType === "touch") this.#touches.up(event);
      else if (event.pointerId === this.#stroke?.id) this.#finish(event);
    });
    this.#canvas.addEventListener("pointercancel", (event) => this.#lose(event));
    this.#canvas.addEventListener("lostpointercapture", (event) => this.#release(event));
    this.#canvas.addEventListener("pointerleave", (event) => {
      if (!this.#stroke && event.isPrimary) this.#engine.send((editor) => editor.pointer_leave());
    });

    // The right button paints, and the middle one pans: neither opens, scrolls or pastes.
    for (const type of ["contextmenu", "mousedown", "auxclick", "dragstart"]) this.#stage.addEventListener(type, (event) => event.preventDefault());

    let grabbing = false;
    const follow = (/** @type {Editor} */ editor) => {
      const grabs = editor.is_grabbing();
      if (grabs !== grabbing) this.#stage.classList.toggle("grabbing", grabs);
      grabbing = grabs;
    };
    this.#engine.on("state", () => this.#engine.look(follow));
  }
}

/**
 * Connects the stage's pointer events to the editor.
 * @param {Engine} engine
 * @param {HTMLElement} stage
 * @param {HTMLCanvasElement} canvas
 */
export function connectPointer(engine, stage, canvas) {
  new PointerInput(engine, stage, canvas).connect();
}
