/**
 * Small pictures of cels, frames and steps, for the timeline, the layers and the history.
 *
 * Problem: a timeline shows hundreds of pictures of what may be huge, and after a stroke one of them is out of date. Idea: each
 * picture has a key. The editor has a stamp for each cel, which is another one once the cel has changed; a step never
 * changes. A picture is drawn in an idle moment, if there is none yet with its key, and only if somebody still shows it
 * then. A canvas takes it over as it is: one that is drawn on costs Chromium some microseconds in each frame of the page, and a history and a timeline
 * show dozens. Invariant: a canvas shows the picture of the key that it was given last, or until that is drawn the one before, if
 * that may stay.
 */

import { whenIdle } from "../io/idle.js";
import { takenAtRest } from "../taken.js";

/** @import { Editor, Engine, Thumbnail } from "../types.js" */

/** Maximum number of bytes of the pictures in memory. */
const KEPT = 16 << 20;

/** Maximum number of pictures that are drawn in one idle moment, and the milliseconds that have to be left for the next. */
const [AT_ONCE, REST_MS] = [12, 4];

/** How long an idle moment is waited for, in milliseconds: a busy machine may have none, and then pictures are drawn one at a time. */
const BUSY_MS = 1000;

/** How long to wait while the editor can't be asked, or its pixels may be gone in a moment, in milliseconds. */
const WAIT_MS = 150;

/**
 * @typedef {object} Wish A canvas, and what it is to show.
 * @property {HTMLCanvasElement} canvas
 * @property {string} key Names the picture; empty for none.
 * @property {boolean} [stays] Whether the picture before may be seen until this one is drawn: one of the same thing.
 * @property {(editor: Editor, width: number, height: number) => Thumbnail | null} draw
 */

/** Bytes that a picture takes, one that is none too. @param {ImageData | null} image */
const sizeOf = (image) => 64 + (image?.data.length ?? 0);

/** Shows a picture, unless the canvas is to show another one by then. @param {HTMLCanvasElement} canvas @param {ImageData} image @param {string} name */
async function show(canvas, image, name) {
  try {
    const bitmap = await createImageBitmap(image);
    if (canvas.dataset.shown !== name) return bitmap.close();
    // Setting a size clears the canvas.
    [canvas.width, canvas.height] = [image.width, image.height];
    canvas.getContext("bitmaprenderer")?.transferFromImageBitmap(bitmap);
    canvas.hidden = false;
    takenAtRest();
  } catch {
    // There was no memory for it. Whoever wants it next has it made again.
    if (canvas.dataset.shown === name) canvas.dataset.shown = "";
  }
}

export class Miniatures {
  #engine;
  /** By their keys and sizes, the one that was used last at the end; `null` if there is nothing to draw. @type {Map<string, ImageData | null>} */
  #drawn = new Map();
  #bytes = 0;
  /** By who wants them. @type {Map<object, Wish[]>} */
  #wanted = new Map();
  #waiting = false;

  /** @param {Engine} engine */
  constructor(engine) {
    this.#engine = engine;
  }

  /** Whether pixels are shown that may be gone in a moment, so that no picture can be made of them. */
  get passing() {
    const engine = this.#engine;
    return engine.stopped || engine.state.active || engine.state.previewing || engine.state.game !== null;
  }

  /**
   * Has canvases show pictures, instead of what the same panel wanted before.
   * @param {object} owner @param {Wish[]} wishes
   */
  show(owner, wishes) {
    this.#wanted.set(owner, wishes.filter((wish) => !this.#put(wish)));
    this.#wait();
  }

  /** Width and height of a canvas's picture, in device pixels. @param {HTMLCanvasElement} canvas */
  #room({ dataset }) {
    const scale = Math.min(3, Math.max(1, devicePixelRatio));
    return [Number(dataset.width), Number(dataset.height)].map((side) => Math.round(side * scale));
  }

  /** Shows a picture if it is drawn. Returns `false` if it is not. @param {Wish} wish */
  #put({ canvas, key, stays }) {
    const name = key && [key, ...this.#room(canvas)].join(" ");
    if (canvas.dataset.shown === name) return true;
    const image = this.#drawn.get(name);
    const known = !key || image !== undefined;
    if (!known && stays) return false;
    canvas.dataset.shown = known ? name : "";
    if (known && key) {
      // What was used last goes last.
      this.#drawn.delete(name);
      this.#drawn.set(name, image ?? null);
    }
    if (!image || !stays) canvas.hidden = true;
    if (image) void show(canvas, image, name);
    else [canvas.width, canvas.height] = [1, 1];
    return known;
  }

  #wait() {
    const left = [...this.#wanted.values()].some((wishes) => wishes.length > 0);
    if (this.#waiting || !left || this.#engine.stopped) return;
    this.#waiting = true;
    whenIdle((rest) => this.#engine.look((editor) => {
      this.#waiting = false;
      if (this.passing) setTimeout(() => this.#wait(), WAIT_MS);
      else this.#drawSome(editor, rest);
    }), BUSY_MS);
  }

  /** @param {Editor} editor @param {() => number} rest Milliseconds that are left. */
  #drawSome(editor, rest) {
    let count = 0;
    for (const wishes of this.#wanted.values()) {
      while (wishes.length > 0 && count < AT_ONCE && (count === 0 || rest() > REST_MS)) {
        const wish = /** @type {Wish} */ (wishes.shift());
        if (!wish.canvas.isConnected || this.#put(wish)) continue;
        this.#draw(editor, wish);
        this.#put(wish);
        count += 1;
      }
    }
    this.#wait();
  }

  /** @param {Editor} editor @param {Wish} wish */
  #draw(editor, { canvas, key, draw }) {
    const [width, height] = this.#room(canvas);
    const small = draw(editor, width, height);
    const image = small && new ImageData(new Uint8ClampedArray(small.pixels), small.width, small.height);
    this.#drawn.set([key, width, height].join(" "), image);
    this.#bytes += sizeOf(image);
    // The first of a map is the one that was used longest ago.
    for (const [name, oldest] of this.#drawn) {
      if (this.#bytes <= KEPT) break;
      this.#drawn.delete(name);
      this.#bytes -= sizeOf(oldest);
    }
  }
}
