/**
 * The picture's canvas, and what lies over it.
 *
 * The canvas holds the picture, into which the editor paints its dirty rectangles and nothing
 * else. It has one backing pixel per device pixel, or pixel edges would blur. The picture is never
 * read back: a lost canvas is painted again from the document.
 *
 * A second canvas costs a browser as much as the first, in every frame. So the lines around the
 * brush and around the document are elements, which the compositor moves, and the overlay, another
 * canvas, is there only while it has something to show: a selection, slices, or axes of symmetry.
 */

import { Brush } from "./brush.js";
import { snapped } from "./io/coordinates.js";
import { Later } from "./later.js";
import { Box } from "./outline.js";

/** @import { Editor, Engine } from "./types.js" */

/** Time in which the picture is painted in a frame, in milliseconds. What is left then comes in the next frame. */
const PAINTING_MS = 8;

/** How long nothing has to happen before what was painted coarsely is painted finely, in milliseconds. */
const REST_MS = 120;

/** Time in which the marching ants move, in milliseconds, and by how many pixels. */
const ANTS_MS = 240;
const ANTS_PIXELS = 2;

/** How long the ants march when nothing happens any more, in milliseconds: each of their steps has the browser compose the page anew. */
const MARCH_MS = 10_000;

/** The longest that a frame's time lies before the frame, in milliseconds. */
const FRAME_MS = 17;

/** Returns the canvas's context. @param {HTMLCanvasElement} canvas */
function context2d(canvas) {
  const context = canvas.getContext("2d");
  if (!context) throw new Error("this browser gives the page no canvas");
  return context;
}

/**
 * Returns the size in device pixels: the observer's exact one if it has one, or else both edges
 * rounded as the browser does. On an emulated screen the observer's size is far off, and ignored.
 * @param {{target: Element, devicePixelContentBoxSize?: readonly ResizeObserverSize[]}} entry
 */
function deviceSize(entry) {
  const { width, height } = snapped(entry.target.getBoundingClientRect());
  const exact = entry.devicePixelContentBoxSize?.[0];
  const near = exact && Math.abs(exact.inlineSize - width) <= 2 && Math.abs(exact.blockSize - height) <= 2;
  return near ? { width: exact.inlineSize, height: exact.blockSize } : { width, height };
}

export class Surface {
  #engine;
  #canvas;
  #overlay;
  #context;
  /** Made when there is something to draw over the picture. @type {CanvasRenderingContext2D | undefined} */
  #overlayContext;
  /** Draws slices; comes with the first of them, as few drawings have any. @type {typeof import("./sliced.js").drawSlices | undefined} */
  #drawSlices;
  /** Fetches it. @type {Later | undefined} */
  #slicing;
  #edge;
  #brush;
  #damaged = false;
  #stale = false;
  #lost = false;
  /** The size that the canvas is to have. */
  #wanted = { width: 0, height: 0 };
  #sized = false;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  #resting;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  #marching;
  /** When somebody has done something last, by `performance.now()`. */
  #touched = 0;

  /**
   * @param {Engine} engine
   * @param {HTMLCanvasElement} canvas
   * @param {HTMLCanvasElement} overlay
   */
  constructor(engine, canvas, overlay) {
    this.#engine = engine;
    this.#canvas = canvas;
    this.#overlay = overlay;
    this.#context = context2d(canvas);
    this.#edge = new Box(canvas, "edge");
    this.#brush = new Brush(engine, overlay);

    engine.on("repaint", () => {
      this.#damaged = true;
    });
    engine.on("state", () => {
      this.#stale = true;
      this.#touched = performance.now();
    });
    engine.on("moved", () => {
      // Ants that stand still march again.
      this.#stale ||= !this.#overlay.hidden && this.#marching === undefined;
      this.#touched = performance.now();
    });
    engine.on("frame", (now) => engine.look((editor) => this.#draw(editor, now)));
    canvas.addEventListener("contextlost", () => {
      this.#lost = true;
    });
    canvas.addEventListener("contextrestored", () => {
      this.#lost = false;
      engine.send((editor) => editor.repaint());
    });
    overlay.addEventListener("contextrestored", () => this.#anew());
  }

  /** Draws what lies over the picture once more. */
  #anew() {
    this.#stale = true;
    this.#engine.requestFrame();
  }

  /** Starts to follow the canvas's size. @returns {Promise<void>} Resolves with the first picture. */
  connect() {
    /** @param {Parameters<typeof deviceSize>[0]} entry */
    const follow = (entry) => {
      this.#wanted = deviceSize(entry);
      // Setting a canvas's size clears it, so it is done when it can be painted.
      this.#engine.look(this.#resize);
    };
    // What is laid out already need not wait for the frame with which an observer is told.
    follow({ target: this.#canvas });
    return new Promise((resolve) => {
      if (this.#sized) resolve();
      this.#observe(new ResizeObserver((entries) => {
        follow(entries[entries.length - 1]);
        resolve();
      }));
    });
  }

  /**
   * Observes the canvas's size, and again whenever the device pixel ratio changes: a move to
   * another screen may change nothing that the observer watches.
   * @param {ResizeObserver} observer
   */
  #observe(observer) {
    observer.unobserve(this.#canvas);
    try {
      observer.observe(this.#canvas, { box: "device-pixel-content-box" });
    } catch {
      // Not every browser knows device pixel boxes.
      observer.observe(this.#canvas);
    }
    const ratio = matchMedia(`(resolution: ${window.devicePixelRatio}dppx)`);
    ratio.addEventListener("change", () => this.#observe(observer), { once: true });
  }

  /** Resizes both canvases and the editor's view. */
  #resize = () => {
    const { width, height } = this.#wanted;
    if (width < 1 || height < 1) return;
    if (width === this.#canvas.width && height === this.#canvas.height && this.#sized) return;
    this.#sized = true;
    for (const canvas of [this.#canvas, this.#overlay]) {
      canvas.width = width;
      canvas.height = height;
    }
    const ratio = window.devicePixelRatio;
    const { style } = /** @type {HTMLElement} */ (this.#canvas.parentElement);
    style.setProperty("--device-pixel", `${1 / ratio}px`);
    style.setProperty("--line", `${Math.max(1, Math.round(ratio)) / ratio}px`);
    this.#engine.send((editor) => {
      editor.resize(width, height);
      editor.repaint();
    });
    // The frame's callbacks have run already when sizes are observed; waiting for the next
    // frame would show one that is empty.
    this.#engine.tell();
    this.#engine.look((editor) => this.#draw(editor, performance.now()));
  };

  /** Paints the dirty rectangles, and what lies over the picture if it may have changed. @param {Editor} editor @param {number} now */
  #draw(editor, now) {
    if (this.#damaged && !this.#lost) {
      // What it throws, it would throw with each frame.
      this.#damaged = false;
      this.#damaged = editor.paint(this.#context, PAINTING_MS);
      if (this.#damaged) this.#engine.requestFrame();
      else if (editor.is_coarse()) this.#refineLater();
    }
    if (!this.#stale) return;
    this.#stale = false;
    this.#edge.place(editor.canvas_rect(), this.#scale());
    this.#brush.refresh(editor);
    this.#drawOverlay(editor, now);
  }

  /** Paints what was painted coarsely again, a little in each frame, once the person rests. */
  #refineLater() {
    clearTimeout(this.#resting);
    this.#resting = setTimeout(() => this.#engine.look(this.#refine), REST_MS);
  }

  #refine = (/** @type {Editor} */ editor) => {
    if (this.#damaged || this.#lost || !editor.refine(this.#context, PAINTING_MS)) return;
    clearTimeout(this.#resting);
    this.#resting = setTimeout(() => requestAnimationFrame(() => this.#engine.look(this.#refine)));
  };

  /** CSS pixels per device pixel. */
  #scale() {
    return 1 / window.devicePixelRatio;
  }

  /** Draws what needs a canvas; without that the canvas is not there. @param {Editor} editor @param {number} now */
  #drawOverlay(editor, now) {
    const lines = editor.outline();
    const slices = editor.has_slices() ? this.#slices(editor) : undefined;
    const axes = editor.has_axes();
    const hidden = !axes && lines.length === 0 && !slices;
    // Setting it has the browser look at the page's styles, even if it is so already.
    if (this.#overlay.hidden !== hidden) this.#overlay.hidden = hidden;
    if (hidden) return;
    const context = this.#overlayContext ??= context2d(this.#overlay);
    context.clearRect(0, 0, this.#overlay.width, this.#overlay.height);
    if (slices) this.#drawSlices?.(context, slices);
    if (axes) this.#drawAxes(editor, context);
    if (lines.length > 0 && this.#drawSelection(context, lines, now)) this.#marchLater(now);
  }

  /** Returns the slices that are seen, unless there is none or nobody yet to draw them. @param {Editor} editor */
  #slices(editor) {
    const seen = editor.slices_seen();
    if (seen.length === 0 || this.#drawSlices) return seen.length > 0 ? seen : undefined;
    if (!this.#slicing) {
      this.#slicing = new Later(async () => {
        ({ drawSlices: this.#drawSlices } = await import("./sliced.js"));
        this.#anew();
      });
      this.#slicing.whenIdle(() => true);
    }
    return undefined;
  }

  /** Draws the ants anew once they are at another place: frames in between would show the same and cost as much. @param {number} now */
  #marchLater(now) {
    if (performance.now() - this.#touched > MARCH_MS) return;
    this.#marching ??= setTimeout(() => {
      this.#marching = undefined;
      this.#anew();
    }, ANTS_MS - now % ANTS_MS + FRAME_MS);
  }

  /** Draws the axes of symmetry across the whole stage. @param {Editor} editor @param {CanvasRenderingContext2D} context */
  #drawAxes(editor, context) {
    const axes = editor.axes();
    const { width, height } = this.#overlay;
    context.save();
    context.lineWidth = Math.max(1, Math.round(window.devicePixelRatio));
    for (const [color, dash] of /** @type {[string, number[]][]} */ ([["#fff", []], ["#e0229a", [6, 4]]])) {
      context.strokeStyle = color;
      context.setLineDash(dash);
      context.beginPath();
      if (typeof axes.vertical === "number") {
        context.moveTo(axes.vertical, 0);
        context.lineTo(axes.vertical, height);
      }
      if (typeof axes.horizontal === "number") {
        context.moveTo(0, axes.horizontal);
        context.lineTo(width, axes.horizontal);
      }
      context.stroke();
    }
    // The handles at the ends, which can be grabbed even where the picture fills the stage.
    context.fillStyle = "#e0229a";
    const [half, long] = [5 * window.devicePixelRatio, 14 * window.devicePixelRatio];
    if (typeof axes.vertical === "number") {
      for (const y of [0, height - long]) context.fillRect(axes.vertical - half, y, 2 * half, long);
    }
    if (typeof axes.horizontal === "number") {
      for (const x of [0, width - long]) context.fillRect(x, axes.horizontal - half, long, 2 * half);
    }
    context.restore();
  }

  /**
   * Draws the marching ants: the selection's border and a lasso's path.
   * @param {CanvasRenderingContext2D} context
   * @param {Int32Array} lines Four coordinates each.
   * @param {number} now In milliseconds.
   * @returns {boolean} Whether they march, and so are to be drawn again.
   */
  #drawSelection(context, lines, now) {
    context.save();
    context.lineWidth = Math.max(1, Math.round(window.devicePixelRatio));
    context.translate(0.5, 0.5);
    context.beginPath();
    for (let i = 0; i < lines.length; i += 4) {
      context.moveTo(lines[i], lines[i + 1]);
      context.lineTo(lines[i + 2], lines[i + 3]);
    }
    context.strokeStyle = "#fff";
    context.stroke();
    context.strokeStyle = "#000";
    context.setLineDash([4, 4]);
    const still = matchMedia("(prefers-reduced-motion: reduce)").matches;
    if (!still) context.lineDashOffset = -Math.floor(now / ANTS_MS) * ANTS_PIXELS % 8;
    context.stroke();
    context.restore();
    return !still;
  }
}
