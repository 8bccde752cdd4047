/**
 * Thumbnails of steps: the pixels that each changed, in its colour.
 *
 * Problem: finding the pixels of a step takes up to some milliseconds, and a list that scrolls shows many steps. Idea: a
 * thumbnail is drawn in an idle moment, and only if its row is still in view then. The last few hundred stay in
 * memory: a commit never changes.
 */

import { whenIdle } from "../io/idle.js";

/** @import { Engine } from "../types.js" */

/** Size of a thumbnail in CSS pixels, as in `history.css`. */
const [WIDTH, HEIGHT] = [28, 20];

/** Maximum number of thumbnails in memory. */
const KEPT = 400;

/** Maximum number of thumbnails that are drawn in one idle moment, and the milliseconds that have to be left for the next. */
const [AT_ONCE, REST_MS] = [4, 5];

/** How long to wait while the editor can't be asked, or a stroke is under way, in milliseconds. */
const WAIT_MS = 150;

export class Thumbnails {
  #engine;
  #come;
  /** By the numbers of commits; `null` if there is nothing to draw. @type {Map<number, ImageData | null>} */
  #drawn = new Map();
  /** @type {number[]} */
  #wanted = [];
  #waiting = false;
  #scale = 1;

  /** @param {Engine} engine @param {() => void} come Called when some of the wanted thumbnails are drawn. */
  constructor(engine, come) {
    this.#engine = engine;
    this.#come = come;
  }

  /** Forgets all thumbnails, as another drawing has steps with the same numbers. */
  forget() {
    this.#drawn.clear();
    this.#wanted = [];
  }

  /**
   * Shows a step's thumbnail on a canvas, or nothing as long as it is not drawn.
   * @param {HTMLCanvasElement} canvas @param {number} commit
   */
  show(canvas, commit) {
    const image = this.#drawn.get(commit);
    const shown = image ? String(commit) : "";
    if (canvas.dataset.commit === shown) return;
    canvas.dataset.commit = shown;
    // Setting a size clears the canvas.
    [canvas.width, canvas.height] = image ? [image.width, image.height] : [1, 1];
    if (image) canvas.getContext("2d")?.putImageData(image, 0, 0);
  }

  /** Has thumbnails drawn, instead of those that were wanted before. @param {number[]} commits */
  want(commits) {
    const scale = Math.min(3, Math.max(1, devicePixelRatio));
    if (scale !== this.#scale) this.#drawn.clear();
    this.#scale = scale;
    this.#wanted = commits.filter((commit) => !this.#drawn.has(commit));
    this.#wait();
  }

  #wait() {
    if (this.#waiting || this.#wanted.length === 0 || this.#engine.stopped) return;
    this.#waiting = true;
    whenIdle((rest) => {
      this.#waiting = false;
      if (this.#engine.busy || this.#engine.stopped || this.#engine.state.active) {
        setTimeout(() => this.#wait(), WAIT_MS);
        return;
      }
      let count = 0;
      do {
        const commit = this.#wanted.shift();
        if (commit !== undefined) this.#draw(commit);
        count += 1;
      } while (this.#wanted.length > 0 && count < AT_ONCE && rest() > REST_MS);
      this.#come();
      this.#wait();
    });
  }

  /** @param {number} commit */
  #draw(commit) {
    const [width, height] = [Math.round(WIDTH * this.#scale), Math.round(HEIGHT * this.#scale)];
    const pixels = this.#engine.query((editor) => editor.step_thumbnail(commit, width, height));
    const image = pixels ? new ImageData(new Uint8ClampedArray(pixels), width, height) : null;
    this.#drawn.set(commit, image);
    // The first of a map is the one that was added first.
    for (const oldest of this.#drawn.keys()) {
      if (this.#drawn.size <= KEPT) break;
      this.#drawn.delete(oldest);
    }
  }
}
