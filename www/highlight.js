/**
 * Undo you can see: the cursor's rectangle goes to what undo or redo touched.
 *
 * It glides from where the cursor was seen last to the commit's rectangle, grows a little
 * around it, and fades, in the colour that the editor gives. Its place is kept in document
 * pixels and mapped anew in every frame, so zooming and panning meanwhile are right. A new
 * highlight takes over from the shape that is on the screen at this moment, so a held key
 * makes one flowing movement. A rectangle outside of the view is shown as a bar at the edge
 * behind which it lies.
 */

/** @import { Engine, HighlightInfo, Rect } from "./types.js" */
/** @import { Surface } from "./surface.js" */

/** Times in milliseconds since the highlight began. */
const GLIDE = 240;
const GROW_FROM = 150;
const GROW = 170;
const FADE_FROM = 350;
const END = 600;
/** Time in which a highlight reaches full strength, in milliseconds. */
const RISE = 60;
/** Lengths in CSS pixels. */
const LINE = 3;
const MARGIN = 5;
const BAR = 6;
const SHORTEST_BAR = 56;

/** Eases out. @param {number} part Progress, clamped to 0 to 1. */
function ease(part) {
  return 1 - (1 - Math.min(1, Math.max(0, part))) ** 3;
}

/**
 * Interpolates between two rectangles.
 * @param {Rect} from
 * @param {Rect} to
 * @param {number} part
 * @returns {Rect}
 */
function between(from, to, part) {
  const mix = (/** @type {number} */ a, /** @type {number} */ b) => a + (b - a) * part;
  return {
    x: mix(from.x, to.x),
    y: mix(from.y, to.y),
    width: mix(from.width, to.width),
    height: mix(from.height, to.height),
  };
}

/**
 * Returns `true` if two rectangles are equal.
 * @param {Rect | null} a
 * @param {Rect | null} b
 */
function same(a, b) {
  return a?.x === b?.x && a?.y === b?.y && a?.width === b?.width && a?.height === b?.height;
}

/**
 * Returns bars at the edges behind which a rectangle lies, none if some of it is in view.
 * @param {Rect} box In device pixels.
 * @param {{width: number, height: number}} view
 * @param {number} thick
 * @param {number} shortest
 * @returns {Rect[]}
 */
function edgeBars(box, view, thick, shortest) {
  /** @param {number} start @param {number} length @param {number} room */
  const span = (start, length, room) => {
    const size = Math.min(room, Math.max(shortest, Math.min(start + length, room) - Math.max(start, 0)));
    return { start: Math.min(room - size, Math.max(0, start + length / 2 - size / 2)), size };
  };
  /** @type {Rect[]} */
  const bars = [];
  const across = span(box.x, box.width, view.width);
  const down = span(box.y, box.height, view.height);
  if (box.x + box.width <= 0) bars.push({ x: 0, y: down.start, width: thick, height: down.size });
  if (box.x >= view.width) bars.push({ x: view.width - thick, y: down.start, width: thick, height: down.size });
  if (box.y + box.height <= 0) bars.push({ x: across.start, y: 0, width: across.size, height: thick });
  if (box.y >= view.height) bars.push({ x: across.start, y: view.height - thick, width: across.size, height: thick });
  return bars;
}

export class Highlight {
  #engine;
  #surface;
  #calm = matchMedia("(prefers-reduced-motion: reduce)");
  /** @type {{info: HighlightInfo, from: Rect, start: number, strength: number, calm: boolean} | null} */
  #shown = null;
  /** Rectangle of the last highlight. @type {Rect | null} */
  #last = null;
  /** Place of the brush at that time: if it has moved since, the next highlight starts at the brush. @type {Rect | null} */
  #brushThen = null;

  /**
   * @param {Engine} engine
   * @param {Surface} surface
   */
  constructor(engine, surface) {
    this.#engine = engine;
    this.#surface = surface;
    engine.on("highlight", (effect) => this.#begin(effect));
    surface.addLayer((context, now) => this.#draw(context, now));
  }

  /** Starts a highlight from the cursor's current place. @param {HighlightInfo} info */
  #begin(info) {
    const now = performance.now();
    const brush = this.#engine.query((editor) => editor.brush_outline()) ?? null;
    const moved = brush !== null && !same(brush, this.#brushThen);
    const from = this.#shown ? this.#place(now) : (moved ? brush : this.#last ?? brush);
    this.#shown = {
      info,
      from: from ?? info.rect,
      start: now,
      strength: this.#shown ? this.#strength(now) : 0.4,
      calm: this.#calm.matches,
    };
    this.#last = info.rect;
    this.#brushThen = brush;
    this.#surface.refresh();
  }

  /** Returns the rectangle at a time, in document pixels. @param {number} now */
  #place(now) {
    const shown = this.#shown;
    if (!shown) return null;
    const part = shown.calm ? 1 : ease((now - shown.start) / GLIDE);
    return between(shown.from, shown.info.rect, part);
  }

  /** Returns the opacity at a time, from 0 to 1. @param {number} now */
  #strength(now) {
    if (!this.#shown) return 0;
    const time = Math.max(0, now - this.#shown.start);
    if (time >= FADE_FROM) return Math.max(0, 1 - (time - FADE_FROM) / (END - FADE_FROM));
    return this.#shown.strength + (1 - this.#shown.strength) * Math.min(1, time / RISE);
  }

  /**
   * Draws the highlight; a layer of the overlay.
   * @param {CanvasRenderingContext2D} context
   * @param {number} now
   */
  #draw(context, now) {
    const shown = this.#shown;
    const place = this.#place(now);
    if (!shown || !place) return false;
    const time = now - shown.start;
    if (time >= END) {
      this.#shown = null;
      return false;
    }
    const ratio = window.devicePixelRatio;
    const box = this.#toDevice(place);
    const grown = shown.calm ? 1 : ease((time - GROW_FROM) / GROW);

    context.save();
    context.globalAlpha = this.#strength(now);
    const bars = edgeBars(this.#toDevice(shown.info.rect), context.canvas, BAR * ratio, SHORTEST_BAR * ratio);
    for (const bar of bars) this.#drawBar(context, bar, shown.info.color, ratio);
    const out = (1 + MARGIN * grown) * ratio;
    this.#drawFrame(context, {
      x: Math.round(box.x - out),
      y: Math.round(box.y - out),
      width: Math.round(box.width + 2 * out),
      height: Math.round(box.height + 2 * out),
    }, shown.info.color, Math.max(1, Math.round(LINE * ratio)));
    context.restore();
    return true;
  }

  /**
   * Converts document pixels into device pixels, fractions too, as the glide needs them. The scale
   * comes from the document's rectangle on the screen.
   * @param {Rect} rect
   * @returns {Rect}
   */
  #toDevice(rect) {
    const { width, height } = this.#engine.state;
    const whole = this.#engine.query((editor) => editor.device_rect(0, 0, width, height)) ?? rect;
    const across = whole.width / width;
    const down = whole.height / height;
    return {
      x: whole.x + rect.x * across,
      y: whole.y + rect.y * down,
      width: rect.width * across,
      height: rect.height * down,
    };
  }

  /**
   * Draws the frame: a coloured line between two dark ones, which is visible on any picture.
   * @param {CanvasRenderingContext2D} context
   * @param {Rect} box
   * @param {string} color
   * @param {number} line
   */
  #drawFrame(context, box, color, line) {
    const half = line / 2;
    const edge = { x: box.x - half, y: box.y - half, width: box.width + line, height: box.height + line };
    context.lineJoin = "round";
    context.strokeStyle = "#0009";
    context.lineWidth = line * 2;
    context.strokeRect(edge.x, edge.y, edge.width, edge.height);
    context.strokeStyle = color;
    context.lineWidth = line;
    context.strokeRect(edge.x, edge.y, edge.width, edge.height);
  }

  /**
   * Draws a bar at an edge of the view.
   * @param {CanvasRenderingContext2D} context
   * @param {Rect} bar
   * @param {string} color
   * @param {number} ratio
   */
  #drawBar(context, bar, color, ratio) {
    context.fillStyle = "#0009";
    context.fillRect(bar.x - ratio, bar.y - ratio, bar.width + 2 * ratio, bar.height + 2 * ratio);
    context.fillStyle = color;
    context.fillRect(bar.x, bar.y, bar.width, bar.height);
  }
}
