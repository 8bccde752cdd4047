/**
 * What a turn of the wheel, or two fingers on a trackpad, mean: to zoom or to pan.
 *
 * Problem: both arrive as the same event. A hand on a wheel wants to zoom where the pointer is; fingers that swipe want the picture to go
 * along, and zoom by a pinch. Idea: they differ in what the events are. A wheel turns by whole notches, straight and far, in device
 * pixels, so that a page at 150 % gets 66.67 for one; fingers move by little, by fractions, and sideways. What could be either is taken for what was last seen for sure, and so is all that comes in one
 * movement. Invariant: Ctrl, and a pinch, which arrives with Ctrl, always zoom; Shift always pans sideways.
 *
 * @typedef {"pan" | "zoom"} Meaning
 * @typedef {Pick<WheelEvent, "deltaX" | "deltaY" | "deltaMode" | "ctrlKey" | "metaKey" | "shiftKey" | "timeStamp">} Turn
 */

import { get, set } from "../settings.js";
import { toDevice } from "./coordinates.js";

/** @import { Engine } from "../types.js" */

/** The settings of what a wheel does, and whether the last that turned was a trackpad. */
export const [WHEEL, TRACKPAD] = ["wheel", "trackpad"];

/** Pixels, lines or pages of scrolling per notch, by `event.deltaMode`. */
const NOTCH = [100, 3, 1];
/** A pinch arrives as a wheel with Ctrl and small deltas; a real wheel with Ctrl has large ones. */
const PINCH_NOTCH = 25;
const LARGEST_PINCH = 50;

/** Pixels that a wheel turns at least, and that the first move of fingers takes at most. */
const [TURNED, SWIPED] = [100, 20];

/** Device pixels of a notch, by the system. */
const NOTCHES = [100, 120];

/** How far from a whole number of notches a wheel may be, in device pixels: page zooms are rounded. */
const ROUNDED = 0.05;

/** Returns `true` if somebody has turned by whole notches. @param {number} far @param {number} ratio Device pixels per CSS pixel. */
function isInNotches(far, ratio) {
  const device = Math.abs(far * ratio);
  return device > 1 && NOTCHES.some((notch) => Math.abs(device - Math.round(device / notch) * notch) < ROUNDED);
}

/** Milliseconds without an event after which another movement begins. */
const PAUSE = 300;

/** How far a notch of the wheel scrolls, in CSS pixels. */
const SCROLLED = 64;

/** Returns how far the wheel has turned, in notches; positive zooms in. @param {Turn} event */
export function notches({ deltaX, deltaY, deltaMode, ctrlKey, shiftKey }) {
  // With Shift some systems turn the wheel sideways.
  const delta = deltaY || (shiftKey ? deltaX : 0);
  const pinch = ctrlKey && deltaMode === 0 && Math.abs(delta) < LARGEST_PINCH;
  const turned = -delta / (pinch ? PINCH_NOTCH : NOTCH[deltaMode] ?? NOTCH[0]);
  // One event is at most two notches, so that a flick doesn't lose the picture.
  return Math.max(-2, Math.min(2, turned));
}

/** Returns how far the picture is moved, in CSS pixels to the right and down. @param {Turn} event @returns {[number, number]} */
export function scrolled(event) {
  const { deltaX, deltaY, deltaMode, shiftKey } = event;
  const pixels = deltaMode === 0 ? 1 : SCROLLED / (NOTCH[deltaMode] ?? 1);
  const [x, y] = shiftKey && deltaX === 0 ? [deltaY, 0] : [deltaX, shiftKey ? 0 : deltaY];
  return [-x * pixels || 0, -y * pixels || 0];
}

/** Tells wheels from trackpads. */
export class Wheels {
  #last = -Infinity;
  #fingers;

  /** @param {boolean} fingers Whether fingers were seen last. */
  constructor(fingers) {
    this.#fingers = fingers;
  }

  /** Whether the last movement was of fingers. */
  get fingers() {
    return this.#fingers;
  }

  /** Notes an event. Returns `true` if fingers have made it. @param {Turn} event @param {number} ratio */
  #isOfFingers({ deltaX, deltaY, deltaMode, shiftKey, timeStamp }, ratio) {
    const goesOn = timeStamp - this.#last < PAUSE;
    this.#last = timeStamp;
    const [far, straight] = [Math.abs(deltaY), deltaX === 0 || (deltaY === 0 && shiftKey)];
    const turned = straight && isInNotches(deltaY || deltaX, ratio);
    if (deltaMode !== 0 || (turned && !goesOn)) this.#fingers = false;
    else if (!straight || !(turned || Number.isInteger(deltaY))) this.#fingers = true;
    else if (!goesOn && far >= TURNED) this.#fingers = false;
    else if (!goesOn && far > 0 && far <= SWIPED) this.#fingers = true;
    return this.#fingers;
  }

  /**
   * Returns what an event means.
   * @param {Turn} event
   * @param {string} setting "zoom", "pan", or nothing for what the device is.
   * @param {number} ratio Device pixels per CSS pixel.
   * @returns {Meaning}
   */
  meaning(event, setting, ratio) {
    const fingers = this.#isOfFingers(event, ratio);
    if (event.ctrlKey || event.metaKey) return "zoom";
    if (event.shiftKey) return "pan";
    if (setting === "zoom" || setting === "pan") return setting;
    return fingers ? "pan" : "zoom";
  }
}

/** Connects the stage's wheel to the editor. @param {Engine} engine @param {HTMLElement} stage @param {HTMLElement} canvas */
export function connectWheel(engine, stage, canvas) {
  const wheels = new Wheels(get(TRACKPAD, false));
  stage.addEventListener("wheel", (event) => {
    event.preventDefault();
    const { x, y } = toDevice(/** @type {HTMLCanvasElement} */ (canvas), event);
    const meaning = wheels.meaning(event, get(WHEEL, ""), devicePixelRatio);
    if (wheels.fingers !== get(TRACKPAD, false)) set(TRACKPAD, wheels.fingers);
    if (meaning === "zoom") {
      const turned = notches(event);
      if (turned) engine.send((editor) => editor.wheel(x, y, turned));
    } else {
      const [dx, dy] = scrolled(event).map((by) => by * devicePixelRatio);
      engine.send((editor) => editor.scroll(x, y, dx, dy));
    }
  }, { passive: false });
}
