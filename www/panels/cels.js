/**
 * The grid of layers × frames in the timeline: frames above, layers on the left, a picture of each cel between.
 *
 * Problem: a film may have hundreds of frames and layers, of which a few are in view, and the active ones must always be.
 * Idea: everything has a place of its own, counted in columns and rows, so only what is in view is in the page, and
 * what has become active is scrolled to without measuring anything. Invariant: the size of the view is
 * learnt from the browser when it has changed, and nobody asks for it during a stroke.
 */

import { html, render } from "lit/html.js";
import { repeat } from "lit/directives/repeat.js";
import { isWhole } from "../rest.js";
import { Links } from "./links.js";
import { sortable } from "./sorting.js";
import { lanes, Tags } from "./tags.js";

/** @import { Engine, Picture } from "../types.js" */
/** @import { Miniatures, Wish } from "./miniatures.js" */

/** Sizes in CSS pixels, as in `timeline.css`: a frame's width, a layer's height, the width of the names, the height of a tag. */
const [COLUMN, ROW, NAMES, LANE] = [60, 28, 104, 17];

/** Columns and rows beyond the view that are in the page, too. */
const BEYOND = 2;

/** How near to an edge something is dragged for the view to scroll, and how far it does, in CSS pixels. */
const [NEAR, SCROLL] = [28, 14];

export class Cels {
  #engine;
  #miniatures;
  #scroller;
  #space = document.createElement("div");
  #tags;
  /** Whether layers are shown, or frames alone. */
  open = true;
  /** The part that is in view. */
  #view = { left: 0, top: 0, width: 800, height: 200 };
  #head = 54;
  /** What was active when it was scrolled to. */
  #active = "";
  /** The gap where something would be dropped. @type {{frame: number | null, layer: number | null}} */
  #gap = { frame: null, layer: null };
  /** The frames and the rows that are in the page. @type {{columns: number[], rows: number[]}} */
  #shown = { columns: [], rows: [] };
  /** Where the focus goes with the next drawing. */
  #focus = "";

  /** @param {Engine} engine @param {HTMLElement} scroller @param {Miniatures} miniatures */
  constructor(engine, scroller, miniatures) {
    this.#engine = engine;
    this.#scroller = scroller;
    this.#miniatures = miniatures;
    this.#tags = new Tags(engine, () => this.draw());
    this.#space.className = "cels";
    scroller.append(this.#space);
    scroller.addEventListener("scroll", () => {
      const [left, top] = [scroller.scrollLeft, scroller.scrollTop];
      if (left === this.#view.left && top === this.#view.top) return;
      Object.assign(this.#view, { left, top });
      engine.requestFrame();
      requestAnimationFrame(() => this.draw());
    });
    new ResizeObserver(() => {
      Object.assign(this.#view, { width: scroller.clientWidth, height: scroller.clientHeight });
      this.#active = "";
      this.draw();
    }).observe(scroller);
    this.#sortFrames();
    this.#sortLayers();
  }

  #sortFrames() {
    const at = (/** @type {number} */ x) => {
      const { left, right } = this.#scroller.getBoundingClientRect();
      if (x > right - NEAR) this.#scroller.scrollLeft += SCROLL;
      else if (x < left + this.#names + NEAR) this.#scroller.scrollLeft -= SCROLL;
      const place = (x - left - this.#names + this.#scroller.scrollLeft) / COLUMN;
      return Math.min(this.#engine.picture.drawing.frames.length, Math.max(0, Math.round(place)));
    };
    sortable(this.#space, {
      entries: ".frame",
      index: ({ dataset }) => Number(dataset.frame),
      gap: at,
      mark: (frame) => this.#mark({ frame, layer: null }),
      drop: (from, gap) => {
        const to = gap > from ? gap - 1 : gap;
        if (to !== from) this.#engine.run("frame.move", { from, to });
      },
    });
  }

  #sortLayers() {
    const at = (/** @type {number} */ _, /** @type {number} */ y) => {
      const { top, bottom } = this.#scroller.getBoundingClientRect();
      if (y > bottom - NEAR / 2) this.#scroller.scrollTop += SCROLL;
      else if (y < top + this.#head) this.#scroller.scrollTop -= SCROLL;
      const count = this.#engine.picture.drawing.layers.length;
      const row = (y - top - this.#head + this.#scroller.scrollTop) / ROW;
      // Rows go down, layers up.
      return count - Math.min(count, Math.max(0, Math.round(row)));
    };
    sortable(this.#space, {
      entries: ".cels-name",
      index: ({ dataset }) => Number(dataset.layer),
      gap: at,
      mark: (layer) => this.#mark({ frame: null, layer }),
      drop: (from, gap) => moveLayers(this.#engine, from, gap),
    });
  }

  /** @param {{frame: number | null, layer: number | null}} gap */
  #mark(gap) {
    if (gap.frame === this.#gap.frame && gap.layer === this.#gap.layer) return;
    this.#gap = gap;
    this.draw();
  }

  /** Width of the names of layers. */
  get #names() {
    return this.open ? NAMES : 0;
  }

  /** Height of all that stays above the cels. @param {number} tagLanes */
  #headHeight(tagLanes) {
    return this.#head + tagLanes * LANE;
  }

  /** Scrolls to the active frame and layer if others have become active. @param {Picture} picture @param {number} head */
  #follow({ state, drawing: { layers, frames } }, head) {
    const active = [state.frame, state.layer, frames.length, layers.length, this.open].join(" ");
    if (active === this.#active) return false;
    this.#active = active;
    const { left, top, width, height } = this.#view;
    const reach = (/** @type {number} */ from, /** @type {number} */ size, /** @type {number} */ at, /** @type {number} */ room) =>
      Math.max(0, from < at ? from : Math.min(from, Math.max(at, from + size - room)));
    this.#view.left = reach(state.frame * COLUMN, COLUMN, left, width - this.#names);
    if (this.open) this.#view.top = reach((layers.length - 1 - state.layer) * ROW, ROW, top, height - head);
    return this.#view.left !== left || this.#view.top !== top;
  }

  /** Draws what is in view. */
  draw() {
    const { picture } = this.#engine;
    const { state, drawing: { layers, frames } } = picture;
    const tagLanes = Math.max(0, ...lanes(this.#tags.shown).map((lane) => lane + 1));
    const head = this.#headHeight(tagLanes);
    const moved = this.#follow(picture, head);
    const { left, top, width, height } = this.#view;
    const range = (/** @type {number} */ from, /** @type {number} */ room, /** @type {number} */ size, /** @type {number} */ count) => {
      const first = Math.max(0, Math.floor(from / size) - BEYOND);
      const end = Math.min(count, Math.ceil((from + room) / size) + BEYOND);
      return Array.from({ length: Math.max(0, end - first) }, (_, i) => first + i);
    };
    const columns = range(left, width, COLUMN, frames.length);
    const rows = this.open ? range(top, height, ROW, layers.length) : [];
    this.#space.classList.toggle("folded", !this.open);
    this.#space.style.setProperty("--tags", `${tagLanes * LANE}px`);
    this.#space.style.setProperty("--columns", String(frames.length));
    this.#space.style.setProperty("--rows", String(this.open ? layers.length : 0));
    this.#shown = { columns, rows };
    render(this.#grid(picture, columns, rows), this.#space);
    if (moved) this.#scroller.scrollTo({ left: this.#view.left, top: this.#view.top, behavior: "instant" });
    if (this.#focus) {
      const found = this.#space.querySelector(this.#focus);
      this.#focus = "";
      if (found instanceof HTMLElement) found.focus({ preventScroll: true });
    }
    if (!state.active) this.pictures();
  }

  /** @param {Picture} picture @param {number[]} columns @param {number[]} rows */
  #grid({ state, drawing: { layers, frames, tags } }, columns, rows) {
    const engine = this.#engine;
    const tagged = (/** @type {number} */ frame) => tags.filter(({ from, to }) => from <= frame && frame <= to);
    const count = layers.length;
    const top = (/** @type {number} */ row) => `top: ${row * ROW}px`;
    const { frame: frameGap, layer: layerGap } = this.#gap;
    // Where no cels are shown, the frames say which of them share the active layer's image.
    const shared = new Links(this.open ? [] : layers[state.layer].links, state.frame);
    return html`
      <div class="cels-corner"></div>
      <div class="cels-head">
        <div class="tags" role="group" aria-label="Tags" ?hidden=${tags.length === 0}>${this.#tags.render(COLUMN, LANE)}</div>
        <ol class="frames" aria-label="Frames" @keydown=${(/** @type {KeyboardEvent} */ event) => this.#frameKey(event)}>
          ${repeat(columns, (frame) => frame, (frame) => html`<li .style=${`left: ${frame * COLUMN}px`}><button
            type="button" class="frame ${frame === state.frame ? "active" : ""} ${shared.style(frame)}" data-frame=${frame}
            tabindex=${frame === state.frame ? 0 : -1}
            title="Frame ${frame + 1}, ${frames[frame].duration} ms${tagged(frame).map(({ name }) => `, ${name}`).join("")}${shared.words(frame)}"
            aria-current=${String(frame === state.frame)}
            @click=${() => engine.run("frame.choose", { frame })}
            @dblclick=${() => editDuration()}
          ><canvas class="miniature" data-frame=${frame} data-width="52" data-height="32" width="1" height="1" hidden></canvas><span class="frame-text"><b>${frame + 1}</b><span>${frames[frame].duration}</span></span></button></li>`)}
        </ol>
        ${frameGap === null ? "" : html`<div class="drop-frame" .style=${`left: ${frameGap * COLUMN - 2}px`}></div>`}
      </div>
      <ol class="cels-names" aria-label="Layers of the timeline">
        ${repeat(rows, (row) => count - 1 - row, (row) => {
          const layer = count - 1 - row;
          return html`<li .style=${top(row)}><button type="button" tabindex="-1" data-layer=${layer}
            class="cels-name ${layer === state.layer ? "active" : ""} ${state.layers.includes(layer) ? "chosen" : ""} ${layers[layer].visible ? "" : "unseen"}"
            title=${layers[layer].name} aria-current=${String(layer === state.layer)}
            @click=${(/** @type {MouseEvent} */ event) => engine.run("layer.choose", { layer, how: howToChoose(event) })}>${layers[layer].name}</button></li>`;
        })}
        ${layerGap === null ? "" : html`<li class="drop-layer" role="presentation" .style=${`top: ${(count - layerGap) * ROW - 2}px`}></li>`}
      </ol>
      <div class="cels-body" role="group" aria-label="Cels" @keydown=${(/** @type {KeyboardEvent} */ event) => this.#celKey(event)}>
        ${repeat(rows, (row) => count - 1 - row, (row) => {
          const layer = count - 1 - row;
          const links = new Links(layers[layer].links, layer === state.layer ? state.frame : -1);
          return html`<div class="cels-row ${layer === state.layer ? "active" : ""}" .style=${top(row)}>${repeat(columns, (frame) => frame, (frame) => {
            const active = frame === state.frame && layer === state.layer;
            return html`<button type="button" class="cel ${active ? "active" : ""} ${frame === state.frame ? "now" : ""} ${links.style(frame)}" tabindex=${active ? 0 : -1}
              .style=${`left: ${frame * COLUMN}px`} aria-label="${layers[layer].name}, frame ${frame + 1}${links.words(frame)}" title=${links.title(frame)} aria-current=${String(active)}
              @click=${() => this.#choose(layer, frame)}
            ><canvas class="miniature" data-layer=${layer} data-frame=${frame} data-width="52" data-height="22" width="1" height="1" hidden></canvas></button>`;
          })}</div>`;
        })}
      </div>`;
  }

  /** Has the pictures of what is in view drawn that have changed. */
  pictures() {
    // The functions that this takes are in the part of the module that painting doesn't need.
    if (!isWhole() || this.#miniatures.passing) return;
    const { columns, rows } = this.#shown;
    const count = this.#engine.picture.drawing.layers.length;
    const [first, end] = [columns[0] ?? 0, (columns.at(-1) ?? -1) + 1];
    const [lowest, top] = [count - 1 - (rows.at(-1) ?? count), count - (rows[0] ?? count)];
    const stamps = this.#engine.query((editor) => ({
      frames: editor.frame_stamps(first, end),
      cels: rows.length > 0 ? editor.cel_stamps(lowest, top, first, end) : new Float64Array(),
    }));
    if (!stamps) return;
    /** @type {Wish[]} */
    const wishes = [];
    for (const canvas of this.#space.querySelectorAll("canvas")) {
      const frame = Number(canvas.dataset.frame);
      const layer = canvas.dataset.layer === undefined ? undefined : Number(canvas.dataset.layer);
      wishes.push({
        canvas,
        key: layer === undefined ? named("frame", stamps.frames[frame - first]) : named("cel", stamps.cels[(layer - lowest) * (end - first) + frame - first]),
        stays: true,
        draw: (editor, width, height) =>
          layer === undefined ? editor.frame_thumbnail(frame, width, height) : editor.cel_thumbnail(layer, frame, width, height),
      });
    }
    this.#miniatures.show(this, wishes);
  }

  /** @param {number} layer @param {number} frame */
  #choose(layer, frame) {
    const { state } = this.#engine;
    if (layer !== state.layer || state.layers.length > 1) this.#engine.run("layer.choose", { layer });
    if (frame !== state.frame) this.#engine.run("frame.choose", { frame });
  }

  /** Arrows go to the next frame, with Alt the frame goes there. @param {KeyboardEvent} event */
  #frameKey(event) {
    const { state: { frame }, drawing: { frames } } = this.#engine.picture;
    const by = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
    const to = by ? frame + by : { Home: 0, End: frames.length - 1 }[event.key];
    if (to === undefined || event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    if (to < 0 || to >= frames.length || to === frame) return;
    this.#focus = ".frame.active";
    this.#engine.run(event.altKey ? "frame.move" : "frame.choose", event.altKey ? { from: frame, to } : { frame: to });
  }

  /** Arrows go to the next cel, with Alt its frame or its layer goes there. @param {KeyboardEvent} event */
  #celKey(event) {
    const { state: { layer, frame }, drawing: { layers, frames } } = this.#engine.picture;
    const by = /** @type {Record<string, [number, number]>} */ ({ ArrowLeft: [0, -1], ArrowRight: [0, 1], ArrowUp: [1, 0], ArrowDown: [-1, 0] })[event.key];
    if (!by || event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    const [toLayer, toFrame] = [layer + by[0], frame + by[1]];
    if (toLayer < 0 || toFrame < 0 || toLayer >= layers.length || toFrame >= frames.length) return;
    this.#focus = ".cel.active";
    if (!event.altKey) this.#choose(toLayer, toFrame);
    else if (by[0]) this.#engine.run(by[0] > 0 ? "layer.up" : "layer.down");
    else this.#engine.run("frame.move", { from: frame, to: toFrame });
  }
}

/** Returns the key of a picture by its stamp: empty for none. @param {"cel" | "frame"} kind @param {number | undefined} stamp */
export function named(kind, stamp) {
  return stamp ? `${kind} ${stamp}` : "";
}

/** Returns how a click chooses a layer. @param {MouseEvent | KeyboardEvent} event */
export function howToChoose(event) {
  return event.shiftKey ? "range" : event.ctrlKey || event.metaKey ? "toggle" : "only";
}

/** Moves a layer, or all that are chosen if it is one of them, to a gap. @param {Engine} engine @param {number} from @param {number} gap So many layers lie below it. */
export function moveLayers(engine, from, gap) {
  const { layers } = engine.state;
  const moved = layers.includes(from) ? layers : [from];
  const to = gap - moved.filter((layer) => layer < gap).length;
  if (moved.some((layer, i) => layer !== to + i)) engine.run("layer.move", { from, to });
}

/** Goes to the field of the active frame's duration. */
function editDuration() {
  const field = document.querySelector("#frame-duration");
  if (!(field instanceof HTMLInputElement)) return;
  field.focus();
  field.select();
}
