/**
 * The grid of layers × frames in the timeline: frames above, layers on the left, a picture of each cel between.
 *
 * Problem: a film may have hundreds of frames and layers, of which a few are in view, and the active ones must always be.
 * Idea: everything has a place of its own, counted in columns and rows, so only what is in view is in the page, and
 * what has become active is scrolled to without measuring anything. Invariant: the size of the view is
 * learnt from the browser when it has changed, and nobody asks for it during a stroke.
 */

import { render } from "lit/html.js";
import { repeat } from "lit/directives/repeat.js";
import { Soon } from "../soon.js";
import { CelMarks } from "./celmarks.js";
import { celKey, chooseCel, chooseFrame, frameKey, howToChoose } from "./celkeys.js";
import { follow } from "./drag.js";
import { chooseRow, dropGroup, dropLayers, fold, isChosen, onFold, placeAt, rowOf, rowsOf } from "./groups.js";
import { labelBar } from "./labels.js";
import { layerMarks } from "./layermarks.js";
import { Links } from "./links.js";
import { renames } from "./renaming.js";
import { rowToggles } from "./rowtoggles.js";
import { choosesSeveral } from "./several.js";
import { sortable } from "./sorting.js";
import { lanes } from "./lanes.js";
import { Tags } from "./tags.js";
import { html, named, say } from "../words.js";

/** @import { Editor, Engine, Picture } from "../types.js" */
/** @import { Place, Row } from "./groups.js" */

/** How far names are set in for each group around them, in CSS pixels. */
const INDENT = 14;
/** @import { Miniatures, Wish } from "./miniatures.js" */

/** Sizes in CSS pixels, as in `timeline.css`: a frame's width, a layer's height, the width of the names, the height of a tag. */
const [COLUMN, ROW, NAMES, LANE] = matchMedia("(pointer: coarse)").matches ? [60, 42, 240, 42] : [60, 28, 184, 17];

/** Columns and rows beyond the view that are in the page, too. */
const BEYOND = 2;

/** How near to an edge something is dragged for the view to scroll, and how far it does, in CSS pixels. */
const [NEAR, SCROLL] = [28, 14];

/** How long the mark of an animation that plays stays at a frame at least, in milliseconds. */
const MARK_MS = 240;

/** Returns the frame that is marked as the active one: none while an animation plays, which has a mark of its own. @param {Picture["state"]} state */
const markedIn = ({ playing, frame }) => (playing ? undefined : frame);

/** Returns the style that puts a row in its place. @param {number} row */
const topOf = (row) => `top: ${row * ROW}px`;

export class Cels {
  #engine;
  #scrolled = new Soon(() => this.draw());
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
  /** The gap where something would be dropped. @type {{frame: number | null, layer: Place | null}} */
  #gap = { frame: null, layer: null };
  /** How far the chosen cels are dragged, in layers and frames. @type {{layers: number, frames: number} | null} */
  #carried = null;
  /** The frames and the rows that are in the page. @type {{columns: number[], rows: number[]}} */
  #shown = { columns: [], rows: [] };
  /** The rows of layers and groups. @type {Row[]} */
  #rows = [];
  /** Marks the frame that an animation has come to. */
  #playhead = Object.assign(document.createElement("div"), { className: "playhead", ariaHidden: "true" });
  /** Where that is, when it was moved last, by `performance.now()`, and what moves it if no frame of the animation comes. */
  #place = 0;
  #marked = 0;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  #marking;
  /** Where the focus goes with the next drawing. */
  #focus = "";

  /** @param {Engine} engine @param {HTMLElement} scroller @param {Miniatures} miniatures */
  constructor(engine, scroller, miniatures) {
    this.#engine = engine;
    this.#scroller = scroller;
    this.#miniatures = miniatures;
    this.#tags = new Tags(engine, () => this.draw());
    this.#space.className = "cels";
    this.#space.style.setProperty("--cel-row", `${ROW}px`);
    scroller.append(this.#space);
    scroller.addEventListener("scroll", () => {
      const [left, top] = [scroller.scrollLeft, scroller.scrollTop];
      if (left === this.#view.left && top === this.#view.top) return;
      Object.assign(this.#view, { left, top });
      engine.requestFrame();
      this.#scrolled.ask();
    });
    new ResizeObserver(() => {
      // Hidden, as long as there is one frame, it keeps the size that it is drawn for.
      if (scroller.clientWidth === 0) return;
      Object.assign(this.#view, { width: scroller.clientWidth, height: scroller.clientHeight });
      this.#active = "";
      this.draw();
    }).observe(scroller);
    this.#sortFrames();
    this.#sortLayers();
    this.#carryCels();
    onFold(() => this.draw());
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
        const { frames } = this.#engine.state;
        const moved = frames.includes(from) ? frames : [from];
        const to = gap - moved.filter((frame) => frame < gap).length;
        if (moved.some((frame, i) => frame !== to + i)) this.#engine.run("frame.move", { from, to });
      },
    });
  }

  /** Returns the layer and the frame of the cel at a point of the page, and scrolls where that is near an edge. @param {PointerEvent} at */
  #celAt({ clientX, clientY }) {
    const { left, right, top, bottom } = this.#scroller.getBoundingClientRect();
    const head = this.#headHeight(lanes(this.#tags.shown, COLUMN).reduce((most, lane) => Math.max(most, lane + 1), 0));
    if (clientX > right - NEAR) this.#scroller.scrollLeft += SCROLL;
    else if (clientX < left + this.#names + NEAR) this.#scroller.scrollLeft -= SCROLL;
    if (clientY > bottom - NEAR / 2) this.#scroller.scrollTop += SCROLL;
    else if (clientY < top + head) this.#scroller.scrollTop -= SCROLL;
    const within = (/** @type {number} */ n, /** @type {number} */ count) => Math.min(count - 1, Math.max(0, Math.floor(n)));
    const row = this.#rows[within((clientY - top - head + this.#scroller.scrollTop) / ROW, this.#rows.length)];
    const frame = within((clientX - left - this.#names + this.#scroller.scrollLeft) / COLUMN, this.#engine.picture.drawing.frames.length);
    return { layer: row.kind === "group" ? row.top : row.layer, frame };
  }

  /** Chosen cels are dragged to other layers and frames, with Alt or Ctrl as copies; from another cel on, a drag chooses all between. */
  #carryCels() {
    const engine = this.#engine;
    this.#space.addEventListener("pointerdown", (event) => {
      const cel = event.target instanceof Element ? event.target.closest(".cel") : null;
      if (!(cel instanceof HTMLElement)) return;
      const { state } = engine;
      const from = { layer: Number(cel.dataset.layer), frame: Number(cel.dataset.frame) };
      const carries = state.layers.includes(from.layer) && state.frames.includes(from.frame);
      let before = "";
      const by = (/** @type {PointerEvent} */ at) => {
        const { layers, frames } = engine.picture.drawing;
        const to = this.#celAt(at);
        const within = (/** @type {number} */ n, /** @type {number[]} */ chosen, /** @type {number} */ count) => Math.max(-chosen[0], Math.min(n, count - 1 - (chosen.at(-1) ?? 0)));
        return { layers: within(to.layer - from.layer, engine.state.layers, layers.length), frames: within(to.frame - from.frame, engine.state.frames, frames.length) };
      };
      follow(event, {
        move: (at) => {
          const now = JSON.stringify(carries ? by(at) : this.#celAt(at));
          if (now === before) return;
          if (carries) this.#carried = by(at);
          else {
            if (!before) chooseCel(engine, from.layer, from.frame, "only");
            const to = this.#celAt(at);
            chooseCel(engine, to.layer, to.frame, "range");
          }
          before = now;
          this.draw();
        },
        drop: (at) => {
          const { layers, frames } = by(at);
          if (!carries || (layers === 0 && frames === 0)) return;
          engine.run(at.altKey || at.ctrlKey || at.metaKey ? "frame.copy-cels" : "frame.move-cels", { ...from, toLayer: from.layer + layers, toFrame: from.frame + frames });
        },
        end: () => {
          this.#carried = null;
          this.draw();
        },
      });
    });
  }

  #sortLayers() {
    const at = (/** @type {number} */ x, /** @type {number} */ y, /** @type {Row | undefined} */ from) => {
      const { left, top, bottom } = this.#scroller.getBoundingClientRect();
      if (y > bottom - NEAR / 2) this.#scroller.scrollTop += SCROLL;
      else if (y < top + this.#head) this.#scroller.scrollTop -= SCROLL;
      return placeAt(this.#rows, (y - top - this.#head + this.#scroller.scrollTop) / ROW, from, (x - left) / INDENT);
    };
    sortable(this.#space, {
      entries: ".cels-name",
      index: ({ dataset }) => this.#rows[Number(dataset.row)],
      gap: at,
      mark: (layer) => this.#mark({ frame: null, layer }),
      drop: (from, place) => {
        if (from?.kind === "group") dropGroup(this.#engine, from, place);
        else if (from) dropLayers(this.#engine, from, place);
      },
    });
  }

  /** @param {{frame: number | null, layer: Place | null}} gap */
  #mark(gap) {
    if (JSON.stringify(gap) === JSON.stringify(this.#gap)) return;
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
    const active = [state.frame, state.layer, frames.length, layers.length, this.#rows.length, this.open].join(" ");
    if (active === this.#active) return false;
    this.#active = active;
    const { left, top, width, height } = this.#view;
    const reach = (/** @type {number} */ from, /** @type {number} */ size, /** @type {number} */ at, /** @type {number} */ room) =>
      Math.max(0, from < at ? from : Math.min(from, Math.max(at, from + size - room)));
    this.#view.left = reach(state.frame * COLUMN, COLUMN, left, width - this.#names);
    if (this.open) this.#view.top = reach(rowOf(this.#rows, state.layer) * ROW, ROW, top, height - head);
    return this.#view.left !== left || this.#view.top !== top;
  }

  /** Draws what is in view. */
  draw() {
    const { picture } = this.#engine;
    const { state, drawing: { frames } } = picture;
    this.#rows = rowsOf(this.#engine);
    const tagLanes = Math.max(0, ...lanes(this.#tags.shown, COLUMN).map((lane) => lane + 1));
    const head = this.#headHeight(tagLanes);
    const moved = this.#follow(picture, head);
    const { left, top, width, height } = this.#view;
    const range = (/** @type {number} */ from, /** @type {number} */ room, /** @type {number} */ size, /** @type {number} */ count) => {
      const first = Math.max(0, Math.floor(from / size) - BEYOND);
      const end = Math.min(count, Math.ceil((from + room) / size) + BEYOND);
      return Array.from({ length: Math.max(0, end - first) }, (_, i) => first + i);
    };
    const columns = range(left, width, COLUMN, frames.length);
    const rows = this.open ? range(top, height, ROW, this.#rows.length) : [];
    this.#space.style.setProperty("--names", `${this.#names}px`);
    this.#space.style.setProperty("--tags", `${tagLanes * LANE}px`);
    this.#space.style.setProperty("--columns", String(frames.length));
    this.#space.style.setProperty("--rows", String(this.open ? this.#rows.length : 0));
    this.#shown = { columns, rows };
    render(this.#grid(picture, columns, rows), this.#space);
    if (moved) this.#scroller.scrollTo({ left: this.#view.left, top: this.#view.top, behavior: "instant" });
    if (this.#playhead.isConnected) this.#markFrame();
    if (this.#focus) {
      const found = this.#space.querySelector(this.#focus);
      this.#focus = "";
      if (found instanceof HTMLElement) found.focus({ preventScroll: true });
    }
    if (!state.active) this.pictures();
  }

  /** @param {Picture} picture @param {number[]} columns @param {number[]} rows */
  #grid(picture, columns, rows) {
    return html`
      <div class="cels-corner"></div>
      ${this.#renderHead(picture, columns)}
      ${this.#renderNames(picture, rows)}
      ${this.#renderBody(picture, columns, rows)}`;
  }

  /** Returns the name of a row that stays as long as what it shows. @param {number} at */
  #key(at) {
    const row = this.#rows[at];
    return row.kind === "group" ? `group ${row.group.id}` : row.layer;
  }

  /** Returns the tags and the frames, above the cels. @param {Picture} picture @param {number[]} columns */
  #renderHead({ state, drawing: { layers, frames, tags } }, columns) {
    const engine = this.#engine;
    const tagged = (/** @type {number} */ frame) => tags.filter(({ from, to }) => from <= frame && frame <= to);
    const frameGap = this.#gap.frame;
    const several = state.frames.length > 1;
    // Where no cels are shown, the frames say which of them share the active layer's image.
    const shared = new Links(this.open ? [] : layers[state.layer].links, state.frame);
    return html`<div class="cels-head">
      <div class="tags" role="group" aria-label="Tags" ?hidden=${tags.length === 0}>${this.#tags.render(COLUMN, LANE)}</div>
      <ol class="frames" aria-label="Frames" @focusin=${() => renames(editDuration)} @keydown=${(/** @type {KeyboardEvent} */ event) => {
        if (frameKey(engine, event)) this.#refocus(".frame.active");
      }}>
        ${repeat(columns, (frame) => frame, (frame) => html`<li .style=${`left: ${frame * COLUMN}px`}><button
          type="button" class="frame ${frame === markedIn(state) ? "active" : ""} ${several && state.frames.includes(frame) ? "chosen" : ""} ${shared.style(frame)}" data-frame=${frame}
          tabindex=${frame === state.frame ? 0 : -1}
          title="Frame ${frame + 1}, ${frames[frame].duration} ms${tagged(frame).map(({ name }) => `, ${name}`).join("")}${shared.words(frame)}"
          aria-current=${String(frame === state.frame)} aria-pressed=${String(state.frames.includes(frame))}
          @click=${(/** @type {MouseEvent} */ event) => {
            chooseFrame(engine, frame, howToChoose(event));
            renames(editDuration);
          }}
          @dblclick=${() => choosesSeveral() || editDuration()}
        ><canvas class="miniature" data-frame=${frame} data-width="52" data-height="32" width="1" height="1" hidden></canvas><span class="frame-text"><b>${frame + 1}</b><span>${frames[frame].duration}</span></span></button></li>`)}
      </ol>
      ${state.playing ? this.#playhead : ""}
      ${frameGap === null ? "" : html`<div class="drop-frame drop-line" .style=${`left: ${frameGap * COLUMN - 2}px`}></div>`}
    </div>`;
  }

  /** Returns the names of layers and groups, beside their cels. @param {Picture} picture @param {number[]} rows */
  #renderNames({ state, drawing: { layers } }, rows) {
    const engine = this.#engine;
    const layerGap = this.#gap.layer;
    return html`<ol class="cels-names" aria-label="Layers of the timeline">
      ${repeat(rows, (at) => this.#key(at), (at) => {
        const row = this.#rows[at];
        if (row.kind === "group") return this.#groupName(row, at, topOf(at));
        const { layer, around } = row;
        const seen = layers[layer].visible && around.every((group) => group.visible);
        const { name, note, label } = layers[layer];
        return html`<li .style=${`${topOf(at)}; --depth: ${around.length}`} aria-level=${around.length + 1} data-layer=${layer} class="item ${layer === state.layer ? "active" : ""} ${around.length > 0 ? "member" : ""}">
          ${rowToggles(engine, row, layer === state.layer)}${labelBar(label)}<button type="button" tabindex="-1" data-layer=${layer} data-row=${at}
          class="cels-name item-name ${layer === state.layer ? "active" : ""} ${state.layers.includes(layer) ? "chosen" : ""} ${seen ? "" : "dim"}"
          title=${note ? say`${named(name)}: ${note}` : named(name)} aria-current=${String(layer === state.layer)}
          @click=${(/** @type {MouseEvent} */ event) => chooseRow(engine, row, howToChoose(event))}
          @dblclick=${() => choosesSeveral() || engine.invoke("layer.rename")}>${named(name)}${note ? " *" : ""}</button>${layerMarks(layers[layer])}</li>`;
      })}
      ${layerGap === null || layerGap.onto ? "" : html`<li class="drop-layer drop-line ${layerGap.depth > 0 ? "inside" : ""}" role="presentation" .style=${`--depth: ${layerGap.depth}; top: ${layerGap.line * ROW - 2}px`}></li>`}
    </ol>`;
  }

  /** Returns the cels. @param {Picture} picture @param {number[]} columns @param {number[]} rows */
  #renderBody({ state, drawing: { layers } }, columns, rows) {
    const engine = this.#engine;
    // The stop of the Tab key is the active cel, or the topmost one if that is folded away.
    const seen = this.#rows.some((row) => row.kind === "layer" && row.layer === state.layer);
    const stop = seen ? state.layer : rows.map((at) => this.#rows[at]).find((row) => row.kind === "layer")?.layer;
    const crossing = state.frames.length > 1 || state.layers.length > 1;
    const carried = this.#carried;
    const goal = (/** @type {number} */ layer, /** @type {number} */ frame) =>
      carried !== null && state.layers.includes(layer - carried.layers) && state.frames.includes(frame - carried.frames);
    return html`<div class="cels-body" role="group" aria-label="Cels" @keydown=${(/** @type {KeyboardEvent} */ event) => {
      if (celKey(engine, this.#rows, event)) this.#refocus(".cel.active");
    }}>
      ${repeat(rows, (at) => this.#key(at), (at) => {
        const row = this.#rows[at];
        if (row.kind === "group") return html`<div class="cels-row" .style=${topOf(at)}></div>`;
        const { layer } = row;
        const links = new Links(layers[layer].links, layer === state.layer ? state.frame : -1);
        const marks = new CelMarks(layers[layer].cels);
        return html`<div class="cels-row ${layer === state.layer ? "active" : ""}" .style=${topOf(at)}>${repeat(columns, (frame) => frame, (frame) => {
          const active = frame === state.frame && layer === state.layer;
          const chosen = state.layers.includes(layer) && state.frames.includes(frame);
          return html`<button type="button" class="cel ${active && frame === markedIn(state) ? "active" : ""} ${frame === markedIn(state) ? "now" : ""} ${crossing && chosen ? "chosen" : ""} ${goal(layer, frame) ? "goal" : ""} ${links.style(frame)}" tabindex=${frame === state.frame && layer === stop ? 0 : -1}
            .style=${`left: ${frame * COLUMN}px${marks.style(frame)}`} aria-label="${named(layers[layer].name)}, frame ${frame + 1}${links.words(frame)}${marks.words(frame)}" title=${links.title(frame) || marks.title(frame)} aria-current=${String(active)} aria-pressed=${String(chosen)}
            data-layer=${layer} data-frame=${frame}
            @click=${(/** @type {MouseEvent} */ event) => chooseCel(engine, layer, frame, howToChoose(event))}
          ><canvas class="miniature" data-layer=${layer} data-frame=${frame} data-width="52" data-height="22" width="1" height="1" hidden></canvas>${marks.corner(frame)}</button>`;
        })}</div>`;
      })}
    </div>`;
  }

  /** @param {import("./groups.js").GroupRow} row @param {number} at @param {string} style */
  #groupName(row, at, style) {
    const { group, folded, lowest, top, around: outside, outer } = row;
    const { layer, layers } = this.#engine.state;
    const around = folded && lowest <= layer && layer <= top;
    const onto = this.#gap.layer?.onto && this.#gap.layer.group === group.id;
    return html`<li .style=${`${style}; --depth: ${outside.length}`} aria-level=${outside.length + 1} data-group=${group.id} class="item ${outside.length > 0 ? "member" : ""} ${folded ? "folded" : ""} ${around ? "active" : ""}"><button type="button" class="cels-fold" tabindex="-1" aria-expanded=${String(!folded)}
      title=${folded ? say("Expand group") : say("Collapse group")} aria-label="Layers of ${named(group.name)} in the timeline" @click=${() => fold(this.#engine, top, !folded, outer)}></button>${rowToggles(this.#engine, row, around)}${labelBar(group.label)}<button
      type="button" tabindex="-1" data-row=${at} title=${group.note ? say`${named(group.name)}: ${group.note}` : named(group.name)}
      class="cels-name item-name cels-group ${around ? "active" : ""} ${isChosen(row, layers) ? "chosen" : ""} ${[group, ...outside].every(({ visible }) => visible) ? "" : "dim"} ${onto ? "onto" : ""}"
      @click=${(/** @type {MouseEvent} */ event) => chooseRow(this.#engine, row, howToChoose(event))}
      @dblclick=${() => choosesSeveral() || this.#engine.invoke("group.rename")}>${named(group.name)}${group.note ? " *" : ""}</button></li>`;
  }

  /** Moves the mark of an animation that plays, a few times a second and together with a frame of that, if one comes: the browser paints the page for it. */
  follow() {
    clearTimeout(this.#marking);
    if (!this.#playhead.isConnected) return;
    if (performance.now() - this.#marked < MARK_MS) this.#marking = setTimeout(() => this.#markFrame(), 2 * MARK_MS);
    else this.#markFrame();
  }

  /** Moves the mark of an animation to its frame if that is another one, and scrolls there if it is out of view. */
  #markFrame() {
    const at = this.#engine.state.frame * COLUMN;
    if (at === this.#place) return;
    this.#place = at;
    this.#marked = performance.now();
    this.#playhead.style.transform = `translateX(${at}px)`;
    const { left, width } = this.#view;
    if (at < left || at + COLUMN > left + width - this.#names) this.#scroller.scrollTo({ left: at, behavior: "instant" });
  }

  /** Has the pictures of what is in view drawn that have changed. */
  pictures() {
    this.#engine.look(this.#wish);
  }

  #wish = (/** @type {Editor} */ editor) => {
    if (this.#miniatures.passing) return;
    const { columns, rows } = this.#shown;
    const [first, end] = [columns[0] ?? 0, (columns.at(-1) ?? -1) + 1];
    const shown = rows.map((at) => this.#rows[at]).filter((row) => row.kind === "layer");
    const [lowest, top] = [shown.at(-1)?.layer ?? 0, (shown[0]?.layer ?? -1) + 1];
    const stamps = {
      frames: editor.frame_stamps(first, end),
      cels: shown.length > 0 ? editor.cel_stamps(lowest, top, first, end) : new Float64Array(),
    };
    /** @type {Wish[]} */
    const wishes = [];
    for (const canvas of this.#space.querySelectorAll("canvas")) {
      const frame = Number(canvas.dataset.frame);
      const layer = canvas.dataset.layer === undefined ? undefined : Number(canvas.dataset.layer);
      wishes.push({
        canvas,
        key: layer === undefined ? pictureOf("frame", stamps.frames[frame - first]) : pictureOf("cel", stamps.cels[(layer - lowest) * (end - first) + frame - first]),
        stays: true,
        draw: (one, width, height) =>
          layer === undefined ? one.frame_thumbnail(frame, width, height) : one.cel_thumbnail(layer, frame, width, height),
      });
    }
    this.#miniatures.show(this, wishes);
  };

  /** Has the focus go to what is active now, which may be drawn only with the next news. @param {string} css */
  #refocus(css) {
    this.#focus = css;
    this.draw();
  }
}

/** Returns the key of a picture by its stamp: empty for none. @param {"cel" | "frame"} kind @param {number | undefined} stamp */
export function pictureOf(kind, stamp) {
  return stamp ? `${kind} ${stamp}` : "";
}

/** Goes to the field of the active frame's duration. */
function editDuration() {
  const field = document.querySelector("#frame-duration");
  if (!(field instanceof HTMLInputElement)) return;
  field.focus();
  field.select();
}
