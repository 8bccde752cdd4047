/**
 * What fingers on the picture mean: a stroke, a pinch, or a tap of two or three.
 *
 * Problem: a pinch begins with one finger, as a stroke does, and no stroke may be left of it. Idea: a press waits until its
 * finger has moved, rested for a moment or gone. If a second finger comes before that, there was no stroke; if it comes soon
 * after, the stroke is cancelled; later it is ignored, as a palm must not end a long stroke. Fingers that come and go without
 * moving are a tap. Invariant: at any time there is a stroke, a pinch or neither; what has begun ends once, and a stroke is
 * told of no finger but its own.
 *
 * This module knows neither elements nor clocks, so that a test can tell it everything.
 */

/** @typedef {{pointerId: number, clientX: number, clientY: number, timeStamp: number}} Finger A pointer event is one. */

/**
 * @template {Finger} F
 * @typedef {object} Hand What is told of the fingers.
 * @property {(finger: F) => void} press
 * @property {(finger: F) => void} drag
 * @property {(finger: F) => void} lift
 * @property {() => void} cancel
 * @property {(one: F, other: F, anew: boolean) => void} pinch `anew` if these two have just taken hold of the picture.
 * @property {(tapped: number) => void} open The pinch is over; how many fingers have only tapped, or 0.
 */

/** How long a press waits for a second finger, in milliseconds, unless the finger moves that far, in CSS pixels. */
export const WAIT_MS = 80;
const WAIT_WAY = 4;

/** How long, and how far from its press, a stroke can still turn out to be the first finger of a pinch. */
const YOUNG_MS = 300;
const YOUNG_WAY = 30;

/** How long a tap takes at most, and how far its fingers move. */
const TAP_MS = 350;
const TAP_WAY = 10;

/** @param {Finger} a @param {Finger} b */
const way = (a, b) => Math.hypot(a.clientX - b.clientX, a.clientY - b.clientY);

/** @template {Finger} F */
export class Touches {
  /** @type {"" | "wait" | "stroke" | "pinch"} */
  #doing = "";
  /** Where each finger came down, and where it is. @type {Map<number, {from: F, now: F}>} */
  #fingers = new Map();
  /** Samples of a press that waits; the first of them stays. @type {F[]} */
  #samples = [];
  /** How far any finger has moved. */
  #moved = 0;
  /** How many fingers there have been at a time. */
  #most = 0;
  #hand;

  /** @param {Hand<F>} hand */
  constructor(hand) {
    this.#hand = hand;
  }

  /** Whether no finger means anything. */
  get idle() {
    return !this.#doing;
  }

  /** @param {F} finger */
  down(finger) {
    if (this.idle) {
      this.#doing = "wait";
      this.#samples = [finger];
      this.#moved = this.#most = 0;
    } else if (this.#doing === "stroke") {
      if (!this.#young(finger)) return;
      this.#hand.cancel();
    }
    this.#fingers.set(finger.pointerId, { from: finger, now: finger });
    this.#most = Math.max(this.#most, this.#fingers.size);
    if (this.#fingers.size > 1) this.#doing = "pinch";
    // A third finger changes nothing for the first two.
    if (this.#fingers.size === 2) this.#pinch(true);
  }

  /** @param {F} finger */
  move(finger) {
    const known = this.#fingers.get(finger.pointerId);
    if (!known) return;
    known.now = finger;
    this.#moved = Math.max(this.#moved, way(known.from, finger));
    if (this.#doing === "pinch") this.#pinch(false);
    else if (this.#doing === "stroke") this.#hand.drag(finger);
    else {
      this.#samples.push(finger);
      if (this.#moved > WAIT_WAY) this.rest();
    }
  }

  /** Begins the stroke of a finger that has waited long enough. @param {F} [press] Its press; any by default. */
  rest(press = this.#samples[0]) {
    if (this.#doing !== "wait" || press !== this.#samples[0]) return;
    this.#doing = "stroke";
    const [first, ...others] = this.#samples;
    this.#hand.press(first);
    for (const sample of others) this.#hand.drag(sample);
  }

  /** @param {F} finger */
  up(finger) {
    if (!this.#fingers.has(finger.pointerId)) return;
    if (this.#doing !== "pinch") {
      this.rest();
      this.#end();
      this.#hand.lift(finger);
    } else this.#release(finger);
  }

  /** A finger has gone otherwise: the browser has taken it for something else. @param {F} finger */
  lose(finger) {
    if (!this.#fingers.has(finger.pointerId)) return;
    if (this.#doing === "pinch") {
      this.#most = 0;
      this.#release(finger);
    } else this.#drop();
  }

  /** Ignores all fingers that are down: a pen is near, so they belong to the hand that holds it. */
  stop() {
    const [known] = this.#fingers.values();
    if (!known) return;
    if (this.#doing === "pinch") {
      this.#end();
      this.#hand.open(0);
    } else if (this.#doing === "stroke" && !this.#young(known.now)) {
      this.#end();
      this.#hand.lift(known.now);
    } else this.#drop();
  }

  /** Whether the stroke may have been a pinch's first finger, or a palm. @param {F} now */
  #young(now) {
    return now.timeStamp - this.#samples[0].timeStamp <= YOUNG_MS && this.#moved <= YOUNG_WAY;
  }

  #drop() {
    const painting = this.#doing === "stroke";
    this.#end();
    if (painting) this.#hand.cancel();
  }

  #end() {
    this.#doing = "";
    this.#fingers.clear();
  }

  /** @param {F} finger */
  #release(finger) {
    const pair = [...this.#fingers.keys()].slice(0, 2);
    this.#fingers.delete(finger.pointerId);
    if (this.#fingers.size > 0) {
      // The one that is left waits for another.
      if (pair.includes(finger.pointerId)) this.#pinch(true);
      return;
    }
    const tapped = this.#moved <= TAP_WAY && finger.timeStamp - this.#samples[0].timeStamp <= TAP_MS;
    this.#end();
    this.#hand.open(tapped ? this.#most : 0);
  }

  /** @param {boolean} anew */
  #pinch(anew) {
    const [one, other] = this.#fingers.values();
    if (other) this.#hand.pinch(one.now, other.now, anew);
  }
}
