/**
 * The cursor of undo and redo: a frame that glides to what has changed, grows a little around it
 * and fades, in the colour of the step.
 *
 * It is an element over the stage that it belongs to. Its place in the style is always the last one it
 * was taken to; the way there is an animation, and a new one starts where the old one is seen.
 */

/** @typedef {{x: number, y: number, width: number, height: number}} Box In CSS pixels, from the stage's corner. */

/** In ms. */
const TIMES = { glide: 260, grow: 160, stay: 260, fade: 320 };
/** How far around the box the frame grows, in CSS pixels. */
const MARGIN = 5;

/** @param {Box} box @param {number} out */
const placed = ({ x, y, width, height }, out) => ({
  left: `${x - out}px`,
  top: `${y - out}px`,
  width: `${width + 2 * out}px`,
  height: `${height + 2 * out}px`,
});

export class Cursor {
  #stage;
  #frame = document.createElement("div");
  /** Where it was last. @type {Box | undefined} */
  #last;
  /** @type {Animation | undefined} */
  #motion;

  /** @param {HTMLElement} stage Something positioned. */
  constructor(stage) {
    this.#stage = stage;
    this.#frame.className = "cursor";
    this.#frame.ariaHidden = "true";
    stage.append(this.#frame);
  }

  /** Says where the next glide starts. @param {Box} box */
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

  /** @returns {Box} Where it is seen at this moment. */
  #seen() {
    const [frame, stage] = [this.#frame.getBoundingClientRect(), this.#stage.getBoundingClientRect()];
    return { x: frame.x - stage.x, y: frame.y - stage.y, width: frame.width, height: frame.height };
  }
}
