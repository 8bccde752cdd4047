/**
 * When the status line follows the pointer.
 *
 * Problem: every change of a text makes the browser lay out and paint a part of the page, and to ask for the state takes as long; both take longer than a move of a stroke. Idea:
 * who moves without painting sees the line follow every 120 ms. Who paints reads it where the hand rests, so until then it follows once a second. The
 * invariant: 120 ms after the pointer has come to rest the line tells where, or after a second if all that is known of a hand is that it trembles.
 */

/** How long the line stays as it is while the pointer moves, and at the most while it paints, in milliseconds. */
const [REST_MS, PAINTING_MS] = [120, 1000];

/**
 * @typedef {object} Hand
 * @property {() => Int32Array | undefined} place Returns where the brush is seen, if it is.
 * @property {() => boolean} paints Returns `true` while a stroke is under way that changes nothing else that the line shows; takes long.
 * @property {() => void} draw Draws what follows the pointer.
 */

export class Pace {
  #hand;
  /** When the line was drawn last, and when the pointer moved last. */
  #last = 0;
  #moved = 0;
  /** Where the brush was when that was looked at last. */
  #seen = "";
  /** Whether the pointer paints, as far as that was asked since the line was drawn. */
  #paints = false;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  #timer;

  /** @param {Hand} hand */
  constructor(hand) {
    this.#hand = hand;
  }

  /** Notes that the line was drawn. */
  drawn() {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.#last = performance.now();
    this.#paints = false;
  }

  /** Notes that the pointer moved. */
  moved() {
    this.#moved = performance.now();
    this.#timer ??= setTimeout(() => this.#follow(), Math.max(0, this.#last + REST_MS - this.#moved));
  }

  #follow() {
    const left = this.#last + PAINTING_MS - performance.now();
    if (!this.#rests() && left > 0 && (this.#paints ||= this.#hand.paints())) {
      this.#timer = setTimeout(() => this.#follow(), Math.min(REST_MS, left));
      return;
    }
    this.drawn();
    this.#hand.draw();
  }

  /** Returns `true` if the hand has come to rest: a pen that trembles on a pixel rests. A brush of one pixel is not seen while it paints; then any move tells. */
  #rests() {
    const place = this.#hand.place();
    const [seen, before] = [String(place), this.#seen];
    this.#seen = seen;
    return place ? seen === before : performance.now() - this.#moved >= REST_MS;
  }
}
