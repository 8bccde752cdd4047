/**
 * The next frame, and what is done if none comes.
 *
 * Problem: a page that is hidden gets no frames, and what has happened must be told all the same. Idea: one timer watches, and runs
 * on from frame to frame; to set and clear one for each frame takes longer than many a frame's work. Invariant: a frame that
 * was asked for is told of once, and what it should have told is told at the latest 100 ms after it was asked for.
 */

/** The longest that news wait in a page that gets no frames, in milliseconds. */
const LATEST_MS = 100;

export class Frames {
  #frame = 0;
  /** When that frame was asked for, in milliseconds. */
  #asked = 0;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  #timer;
  #draw;
  #late;

  /**
   * @param {(now: number) => void} draw Called with each frame that was asked for.
   * @param {() => void} late Called if a frame takes long to come; it may come later.
   */
  constructor(draw, late) {
    this.#draw = draw;
    this.#late = late;
  }

  /** Asks for a frame, unless one is on its way. */
  request() {
    if (this.#frame) return;
    this.#asked = performance.now();
    this.#frame = requestAnimationFrame((now) => {
      this.#frame = 0;
      this.#draw(now);
    });
    this.#timer ??= setTimeout(() => this.#watch(), LATEST_MS);
  }

  #watch() {
    this.#timer = undefined;
    if (!this.#frame) return;
    const rest = this.#asked + LATEST_MS - performance.now();
    if (rest > 0) this.#timer = setTimeout(() => this.#watch(), rest);
    else this.#late();
  }
}
