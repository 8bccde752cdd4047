/**
 * The cursor of undo and redo: a frame that glides to what has changed, grows a little around it
 * and fades, in the colour of the step.
 *
 * It is an element over its stage. Its style always has the final position; an animation moves it there, and a
 * new animation starts where the old one is at that moment.
 */

/** @typedef {{x: number, y: number, width: number, height: number}} Box In CSS pixels, from the stage's corner. */

/** Durations of the animation's parts, in milliseconds. */
const TIMES = { glide: 260, grow: 160, stay: 260, fade: 320 };
/** Distance by which the frame grows around the box, in CSS pixels. */
const MARGIN = 5;

/** Returns the style that places the frame around a box. @param {Box} box @param {number} out */
const placed = ({ x, y, width, height }, out) => ({
  left: `${x - out}px`,
  top: `${y - out}px`,
  width: `${width + 2 * out}px`,
  height: `${height + 2 * out}px`,
});

export class Cursor {
  #stage;
  #frame = document.createElement("div");
  /** The box it was shown at last. @type {Box | undefined} */
  #last;
  /** @type {Animation | undefined} */
  #motion;

  /** @param {HTMLElement} stage A positioned element. */
  constructor(stage) {
    this.#stage = stage;
    this.#frame.className = "cursor";
    this.#frame.ariaHidden = "true";
    stage.append(this.#frame);
  }

  /** Sets where the next glide starts. @param {Box} box */
  rest(box) {
    this.#last = box;
  }

  /** Glides to a box. @param {Box} box @param {string} color */
  show(box, color) {
    const calm = matchMedia("(prefers-reduced-motion: reduce)").matches;
    const from = this.#motion?.playState === "running" ? this.#seen() : this.#last ?? box;
    this.#motion?.cancel();
    Object.assign(this.#frame.style, placed(box, MARGIN));
    this.#frame.style.setProperty("--color", color);
    const whole = TIMES.glide + TIMES.grow + TIMES.stay + TIMES.fade;
    const at = (/** @type {number} */ time) => time / whole;
    const there = placed(box, MARGIN);
    this.#motion = this.#frame.animate(
      [
        { ...(calm ? there : placed(from, 0)), opacity: 1, offset: 0, easing: "cubic-bezier(0.2, 0, 0.2, 1)" },
        { ...(calm ? there : placed(box, 0)), opacity: 1, offset: at(TIMES.glide), easing: "ease-out" },
        { ...there, opacity: 1, offset: at(TIMES.glide + TIMES.grow) },
        { ...there, opacity: 1, offset: at(whole - TIMES.fade) },
        { ...there, opacity: 0, offset: 1 },
      ],
      { duration: whole },
    );
    this.#last = box;
  }

  /** Returns where the frame is at this moment. @returns {Box} */
  #seen() {
    const [frame, stage] = [this.#frame.getBoundingClientRect(), this.#stage.getBoundingClientRect()];
    return { x: frame.x - stage.x, y: frame.y - stage.y, width: frame.width, height: frame.height };
  }
}
