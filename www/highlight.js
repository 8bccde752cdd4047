/**
 * Undo you can see: the contour of the exact pixels that undo or redo touched, and a frame that leads there.
 *
 * Where one looks already, the contour says all, and a frame around it would say it twice. So the frame comes only if the
 * change is out of sight, or more than a third of the view away from where the cursor was seen last; a setting leaves it out
 * altogether, or the contour, too. It glides from there to the commit's rectangle, grows a little
 * around it, and fades, in the colour that the editor gives. It is an element that the browser's
 * compositor moves, so once it has begun it takes no time from whatever comes next.
 * Its place is kept in document pixels and mapped anew when the view changes, so zooming and
 * panning meanwhile are right. A new frame takes over from the shape that is on the screen at
 * this moment, so several in quick turns make one flowing movement. A rectangle outside of the view is shown
 * as a bar at the edge behind which it lies.
 */

import { Contour } from "./contour.js";
import { onStage, pictureOnStage, same } from "./onstage.js";

/** @import { Editor, Engine, HighlightInfo, Picture, Rect } from "./types.js" */

/** Times in milliseconds since the highlight began. */
const GLIDE = 220;
const GROWN = 350;
const FADE_FROM = 350;
const END = 600;
/** Time in which a highlight reaches full strength, in milliseconds. */
const RISE = 60;
/** How long the contour waits after the view has changed, in milliseconds: it may change again with the next frame. */
const TRACE_MS = 24;
/** Lengths in CSS pixels. */
const LINE = 1;
const MARGIN = 5;
const BAR = 6;
const SHORTEST_BAR = 56;
/** Part of the view beyond which a change is far away. */
const FAR = 1 / 3;
/** Factors between which the frame is scaled on its way. */
const SMALLEST = 0.25;
const LARGEST = 3;
/** Easing of all movements, and the same for the browser. @param {number} part Progress, clamped to 0 to 1. */
const ease = (part) => 1 - (1 - Math.min(1, Math.max(0, part))) ** 3;
const EASE = "cubic-bezier(0.3333, 1, 0.6667, 1)";

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
 * Returns `true` if somebody who looks at one rectangle would have to search for another:
 * if that is out of sight, or the gap between them is more than a third of the view.
 * @param {Rect} from In CSS pixels of the stage. @param {Rect} to
 * @param {{width: number, height: number}} view
 */
export function isFar(from, to, view) {
  const seen = to.x < view.width && to.y < view.height && to.x + to.width > 0 && to.y + to.height > 0;
  const gap = (/** @type {number} */ a, /** @type {number} */ long, /** @type {number} */ b, /** @type {number} */ wide) => Math.max(0, b - (a + long), a - (b + wide));
  const across = gap(from.x, from.width, to.x, to.width);
  const down = gap(from.y, from.height, to.y, to.height);
  return !seen || across > view.width * FAR || down > view.height * FAR;
}

/**
 * Returns bars at the edges behind which a rectangle lies, none if some of it is in view.
 * @param {Rect} box In CSS pixels of the stage.
 * @param {{width: number, height: number}} view
 * @returns {Rect[]}
 */
function edgeBars(box, view) {
  /** @param {number} start @param {number} length @param {number} room */
  const span = (start, length, room) => {
    const size = Math.min(room, Math.max(SHORTEST_BAR, Math.min(start + length, room) - Math.max(start, 0)));
    return { start: Math.min(room - size, Math.max(0, start + length / 2 - size / 2)), size };
  };
  /** @type {Rect[]} */
  const bars = [];
  const across = span(box.x, box.width, view.width);
  const down = span(box.y, box.height, view.height);
  if (box.x + box.width <= 0) bars.push({ x: 0, y: down.start, width: BAR, height: down.size });
  if (box.x >= view.width) bars.push({ x: view.width - BAR, y: down.start, width: BAR, height: down.size });
  if (box.y + box.height <= 0) bars.push({ x: across.start, y: 0, width: across.size, height: BAR });
  if (box.y >= view.height) bars.push({ x: across.start, y: view.height - BAR, width: across.size, height: BAR });
  return bars;
}

/**
 * Returns the transform that shows a frame where another rectangle lies. Its lines become thicker or thinner with it, so it
 * is not made as large or as small as that in every case.
 * @param {Rect} frame
 * @param {Rect} at
 */
function transform(frame, at) {
  const factor = (/** @type {number} */ length, /** @type {number} */ whole) => Math.min(LARGEST, Math.max(SMALLEST, length / whole));
  const [across, down] = [factor(at.width, frame.width), factor(at.height, frame.height)];
  const x = at.x + at.width / 2 - frame.width / 2;
  const y = at.y + at.height / 2 - frame.height / 2;
  return `translate(${x}px, ${y}px) scale(${across}, ${down})`;
}

/** Returns a rectangle with a margin, on whole device pixels. @param {Rect} rect @param {number} margin */
function around({ x, y, width, height }, margin) {
  const ratio = window.devicePixelRatio;
  const round = (/** @type {number} */ at) => Math.round(at * ratio) / ratio;
  const [left, top] = [round(x - margin), round(y - margin)];
  return { x: left, y: top, width: round(x + width + margin) - left, height: round(y + height + margin) - top };
}

export class Highlight {
  #engine;
  #stage;
  /** @type {{info: HighlightInfo, from: Rect, start: number, strength: number, framed: boolean, calm: boolean, serial: number} | null} */
  #shown = null;
  /** Rectangle of the last highlight. @type {Rect | null} */
  #last = null;
  /** Place of the brush at that time: if it has moved since, the next highlight starts at the brush. @type {Rect | null} */
  #brushThen = null;
  #frame = document.createElement("div");
  #bars = [document.createElement("div"), document.createElement("div")];
  #contour;
  /** Where the picture lies in the stage while the highlight is shown. @type {Rect | null} */
  #picture = null;
  /** @type {Animation[]} */
  #animations = [];
  #end = 0;
  #tracing = 0;
  /** Size of the stage in CSS pixels, as it was last laid out: to ask the stage itself has the browser lay out the page. */
  #view = { width: 0, height: 0 };

  /**
   * @param {Engine} engine
   * @param {HTMLElement} stage The element whose coordinates it is drawn in.
   */
  constructor(engine, stage) {
    this.#engine = engine;
    this.#stage = stage;
    this.#contour = new Contour(stage);
    this.#frame.className = "highlight";
    for (const bar of this.#bars) bar.className = "highlight-bar";
    for (const element of [this.#frame, ...this.#bars]) {
      element.ariaHidden = "true";
      stage.append(element);
    }
    const follow = (/** @type {Editor} */ editor) => this.#follow(editor);
    new ResizeObserver(() => {
      this.#view = { width: stage.clientWidth, height: stage.clientHeight };
      // Bars stand at the edges of the stage.
      this.#picture = null;
      engine.look(follow);
    }).observe(stage);
    engine.on("highlight", (effect) => engine.look((editor) => this.#begin(editor, effect)));
    engine.on("state", () => engine.look(follow));
  }

  /** Starts a highlight from the cursor's current place. @param {Editor} editor @param {HighlightInfo} info */
  #begin(editor, info) {
    const now = performance.now();
    const brush = editor.brush_outline() ?? null;
    const moved = brush !== null && !same(brush, this.#brushThen);
    const from = (this.#shown ? this.#place(now) : (moved ? brush : this.#last ?? brush)) ?? info.rect;
    const strength = this.#shown ? this.#strength(now) : 0.4;
    this.#last = info.rect;
    this.#brushThen = brush;
    this.#picture = pictureOnStage(editor);
    if (info.shows === "off") return;
    const framed = info.shows === "frame" && this.#isFar(from, info.rect, this.#picture);
    // Asked anew each time: a list that is kept hears of a change only with the next frame.
    const calm = matchMedia("(prefers-reduced-motion: reduce)").matches;
    this.#shown = { info, from, start: now, strength, framed, calm, serial: editor.serial() };
    this.#play();
    // In a task of its own, as it may take longer than whoever tells of the highlight can wait.
    this.#tracing = window.setTimeout(() => void this.#trace());
    clearTimeout(this.#end);
    this.#end = window.setTimeout(() => this.#hide(), END);
  }

  /** Whether one rectangle of the document is far from another in the view. @param {Rect} from @param {Rect} to @param {Rect} picture */
  #isFar(from, to, picture) {
    return isFar(onStage(this.#engine, from, picture), onStage(this.#engine, to, picture), this.#view);
  }

  #hide() {
    this.#shown = null;
    this.#cancel();
  }

  #cancel() {
    clearTimeout(this.#tracing);
    for (const animation of this.#animations) animation.cancel();
    this.#animations = [];
  }

  /** Goes on at the picture's new place, if the view has changed. @param {Editor} editor */
  #follow(editor) {
    if (!this.#shown) return;
    // Another drawing has nothing of it.
    if (this.#shown.serial !== editor.serial()) {
      this.#hide();
      this.#last = null;
      return;
    }
    const picture = pictureOnStage(editor);
    if (same(picture, this.#picture)) return;
    this.#picture = picture;
    this.#play();
    // It takes longer to find than all else.
    this.#tracing = window.setTimeout(() => void this.#trace(), TRACE_MS);
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

  /** Hands the highlight to the compositor, from the present moment on. */
  #play() {
    const shown = this.#shown;
    const picture = this.#picture;
    if (!shown || !picture) return;
    this.#cancel();
    if (!shown.framed) return;
    const [from, to] = [onStage(this.#engine, shown.from, picture), onStage(this.#engine, shown.info.rect, picture)];
    const frame = around(to, LINE + MARGIN);
    const [first, glided, grown] = [from, to].map((rect) => transform(frame, around(rect, LINE))).concat(transform(frame, frame));
    Object.assign(this.#frame.style, { width: `${frame.width}px`, height: `${frame.height}px`, transform: grown });
    this.#run(this.#frame, shown.calm ? [] : [
      { transform: first, easing: EASE },
      { transform: glided, offset: GLIDE / END, easing: EASE },
      { transform: grown, offset: GROWN / END },
      { transform: grown },
    ]);
    const bars = edgeBars(to, this.#view);
    for (const [i, { x, y, width, height }] of bars.entries()) {
      Object.assign(this.#bars[i].style, { left: `${x}px`, top: `${y}px`, width: `${width}px`, height: `${height}px` });
      this.#run(this.#bars[i], []);
    }
  }

  /** Draws the contour over the picture. */
  async #trace() {
    const [shown, picture] = [this.#shown, this.#picture];
    if (!shown || !picture) return;
    const contour = await this.#engine.contour();
    // Meanwhile there may be another highlight, or another view.
    if (this.#shown !== shown || this.#picture !== picture) return;
    this.#contour.draw(contour ?? new Int32Array(), this.#engine.state, (rect) => onStage(this.#engine, rect, picture));
    this.#run(this.#contour.element, []);
  }

  /** Has an element rise and fade with the highlight, and move. @param {HTMLElement | SVGElement} element @param {Keyframe[]} moves */
  #run(element, moves) {
    const shown = this.#shown;
    if (!shown) return;
    const since = performance.now() - shown.start;
    element.style.setProperty("--highlight", shown.info.color);
    const strengths = [
      { opacity: shown.strength },
      { opacity: 1, offset: RISE / END },
      { opacity: 1, offset: FADE_FROM / END },
      { opacity: 0 },
    ];
    for (const frames of [strengths, moves]) {
      if (frames.length === 0) continue;
      const animation = element.animate(frames, END);
      // A highlight that goes on at another place is not begun anew.
      if (since > 1) animation.currentTime = since;
      this.#animations.push(animation);
    }
  }
}
