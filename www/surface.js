/**
 * The two canvases and the one animation-frame gate.
 *
 * The lower one holds the picture, into which the editor paints its dirty rectangles and nothing
 * else. The overlay above it is cheap enough to be drawn anew whenever something on it moves. Both
 * have one backing pixel per device pixel, or pixel edges would blur. However many events ask for
 * it, there is one drawing per frame. The picture is never read back: a lost canvas is painted
 * again from the document.
 */

/** @import { Engine } from "./types.js" */

/**
 * A callback that draws on the overlay.
 * @callback Layer
 * @param {CanvasRenderingContext2D} context
 * @param {number} now In milliseconds.
 * @returns {boolean} Whether it is animated and needs another frame.
 */

/** Time in which the marching ants move by a pixel, in milliseconds. */
const ANTS_MS = 60;

/** Returns the canvas's context. @param {HTMLCanvasElement} canvas */
function context2d(canvas) {
  const context = canvas.getContext("2d");
  if (!context) throw new Error("this browser gives the page no canvas to draw on");
  return context;
}

/**
 * Returns the size in device pixels: the observer's exact one if it has one, or else both edges
 * rounded as the browser does. On an emulated screen the observer's size is far off, and ignored.
 * @param {ResizeObserverEntry} entry
 */
function deviceSize(entry) {
  const box = entry.target.getBoundingClientRect();
  const ratio = window.devicePixelRatio;
  const width = Math.round(box.right * ratio) - Math.round(box.left * ratio);
  const height = Math.round(box.bottom * ratio) - Math.round(box.top * ratio);
  const exact = entry.devicePixelContentBoxSize?.[0];
  const near = exact && Math.abs(exact.inlineSize - width) <= 2 && Math.abs(exact.blockSize - height) <= 2;
  return near ? { width: exact.inlineSize, height: exact.blockSize } : { width, height };
}

export class Surface {
  #engine;
  #canvas;
  #overlay;
  #context;
  #overlayContext;
  /** @type {Layer[]} */
  #layers = [];
  #frame = 0;
  #damaged = false;
  #lost = false;
  #sized = false;

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
    this.#overlayContext = context2d(overlay);
    this.#layers.push(this.#drawOutline, this.#drawAxes, this.#drawSelection, this.#drawBrush);

    engine.on("repaint", () => {
      this.#damaged = true;
      this.refresh();
    });
    engine.on("state", () => this.refresh());
    engine.on("moved", () => this.refresh());
    canvas.addEventListener("contextlost", () => {
      this.#lost = true;
    });
    canvas.addEventListener("contextrestored", () => {
      this.#lost = false;
      engine.apply((editor) => editor.repaint());
    });
    overlay.addEventListener("contextrestored", () => this.refresh());
  }

  /** Adds a layer of the overlay, above those added before. @param {Layer} layer */
  addLayer(layer) {
    this.#layers.push(layer);
  }

  /** Requests a repaint in the next animation frame. */
  refresh() {
    if (!this.#frame) this.#frame = requestAnimationFrame((now) => this.#draw(now));
  }

  /** Starts to follow the canvas's size. @returns {Promise<void>} Resolves with the first picture. */
  connect() {
    return new Promise((resolve) => {
      const observer = new ResizeObserver((entries) => {
        this.#resize(deviceSize(entries[entries.length - 1]));
        resolve();
      });
      this.#observe(observer);
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

  /** Resizes both canvases and the editor's view. @param {{width: number, height: number}} size */
  #resize({ width, height }) {
    if (this.#engine.stopped || width < 1 || height < 1) return;
    if (width === this.#canvas.width && height === this.#canvas.height && this.#sized) return;
    this.#sized = true;
    for (const canvas of [this.#canvas, this.#overlay]) {
      canvas.width = width;
      canvas.height = height;
    }
    // Setting a canvas's size clears it.
    this.#engine.apply((editor) => {
      editor.resize(width, height);
      editor.repaint();
    });
    // The frame's callbacks have run already when sizes are observed; waiting for the next
    // frame would show one that is empty.
    this.#draw(performance.now());
  }

  /** Paints the dirty rectangles and draws the overlay. @param {number} now */
  #draw(now) {
    cancelAnimationFrame(this.#frame);
    this.#frame = 0;
    if (this.#damaged && !this.#lost) {
      this.#damaged = false;
      this.#engine.apply((editor) => editor.paint(this.#context));
    }
    if (this.#engine.stopped) return;
    this.#overlayContext.clearRect(0, 0, this.#overlay.width, this.#overlay.height);
    let moving = false;
    for (const layer of this.#layers) moving = layer(this.#overlayContext, now) || moving;
    if (moving) this.refresh();
  }

  /** Draws a line around the document, so that its edge is visible on any background. @type {Layer} */
  #drawOutline = (context) => {
    const { width, height } = this.#engine.state;
    const box = this.#engine.query((editor) => editor.device_rect(0, 0, width, height));
    if (box) {
      context.strokeStyle = "#000c";
      context.lineWidth = 1;
      context.strokeRect(box.x - 0.5, box.y - 0.5, box.width + 1, box.height + 1);
    }
    return false;
  };

  /** Draws the axes of symmetry across the whole stage. @type {Layer} */
  #drawAxes = (context) => {
    const { vertical, horizontal } = this.#engine.state.options;
    if (!vertical && !horizontal) return false;
    const axes = this.#engine.query((editor) => editor.axes());
    const { width, height } = this.#overlay;
    context.save();
    context.lineWidth = Math.max(1, Math.round(window.devicePixelRatio));
    for (const [color, dash] of /** @type {[string, number[]][]} */ ([["#fff", []], ["#e0229a", [6, 4]]])) {
      context.strokeStyle = color;
      context.setLineDash(dash);
      context.beginPath();
      if (typeof axes?.vertical === "number") {
        context.moveTo(axes.vertical, 0);
        context.lineTo(axes.vertical, height);
      }
      if (typeof axes?.horizontal === "number") {
        context.moveTo(0, axes.horizontal);
        context.lineTo(width, axes.horizontal);
      }
      context.stroke();
    }
    // The handles at the ends, which can be grabbed even where the picture fills the stage.
    context.fillStyle = "#e0229a";
    const [half, long] = [5 * window.devicePixelRatio, 14 * window.devicePixelRatio];
    if (typeof axes?.vertical === "number") {
      for (const y of [0, height - long]) context.fillRect(axes.vertical - half, y, 2 * half, long);
    }
    if (typeof axes?.horizontal === "number") {
      for (const x of [0, width - long]) context.fillRect(x, axes.horizontal - half, long, 2 * half);
    }
    context.restore();
    return false;
  };

  /** Draws the marching ants: the selection's border and a lasso's path. @type {Layer} */
  #drawSelection = (context, now) => {
    const lines = this.#engine.query((editor) => editor.outline());
    if (!lines?.length) return false;
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
    if (!still) context.lineDashOffset = -Math.floor(now / ANTS_MS) % 8;
    context.stroke();
    context.restore();
    return !still;
  };

  /** Draws a dark and a light line around the brush: one of them is visible on any picture. @type {Layer} */
  #drawBrush = (context) => {
    const box = this.#engine.query((editor) => {
      const brush = editor.brush_outline();
      return brush && editor.device_rect(brush.x, brush.y, brush.width, brush.height);
    });
    if (box) {
      const line = Math.max(1, Math.round(window.devicePixelRatio));
      context.lineWidth = line;
      for (const [color, distance] of /** @type {[string, number][]} */ ([["#000", 0], ["#fff", line]])) {
        const out = distance + line / 2;
        context.strokeStyle = color;
        context.strokeRect(box.x - out, box.y - out, box.width + 2 * out, box.height + 2 * out);
      }
    }
    return false;
  };
}
