/**
 * The list of steps: a tree of which only the rows in view are in the page.
 *
 * Problem: a history may have a hundred thousand steps, and a row for each would take seconds to make. Idea: all rows are
 * equally high, so the rows in view follow from how far the list is scrolled. They are fetched by range and drawn into one
 * element that is moved to where they belong. Steps that were set aside fold out beneath the step that they left
 * from, as rows of a second level.
 *
 * A row has what a painter looks for: the pixels in their colours, a name, and the time where that is another one than in the
 * row before. On which layer it was and what it takes is in its tooltip. Steps that only select stand back,
 * and those of a move are one row, through which undo passes step by step.
 *
 * The list has one tab stop. The row that the keys are at is its active descendant.
 */

import { nothing, render } from "lit/html.js";
import { repeat } from "lit/directives/repeat.js";
import pinSvg from "lucide-static/icons/pin.svg?raw";
import chevronSvg from "lucide-static/icons/chevron-right.svg?raw";
import savedSvg from "lucide-static/icons/save.svg?raw";
import diskSvg from "lucide-static/icons/hard-drive.svg?raw";
import sourceSvg from "lucide-static/icons/history.svg?raw";
import dotSvg from "lucide-static/icons/dot.svg?raw";
import { memory } from "../amounts.js";
import { icon } from "../controls.js";
import { moment } from "../moments.js";
import { Soon } from "../soon.js";
import { whereOf } from "./branches.js";
import { foldName, Folds } from "./folds.js";
import { given } from "./form.js";
import { Pointed } from "./pointed.js";
import { html, say } from "../words.js";

/** @import { Editor, Engine, Fold, Param, StepRow, StepRows } from "../types.js" */
/** @import { Miniatures } from "./miniatures.js" */

/** Height of a row in CSS pixels; `history.css` knows it as `--step-row`. */
const ROW = matchMedia("(pointer: coarse)").matches ? 42 : 28;

/** Number of rows that are drawn above and below those in view. */
const BEYOND = 4;

/** Maximum number of steps that fold out beneath a row, and number of those that a row counts. */
const [MOST, COUNTED] = [200, 100];

/** A row of the list; `index` is the step's, and `ids` are those of a fold's steps. @typedef {{row: StepRow, level: 1 | 2, at: number, of: number, index: number, fold?: Fold, ids?: number[]}} Item */

/** Returns the step that led to an item's state, with all that its row stands for; none led to the oldest one. @param {Item | undefined} item */
function stepOf(item) {
  return item && (item.level > 1 || item.index > 0) ? { ...item.row, ids: item.ids ?? [item.row.id] } : undefined;
}

export class Steps {
  #engine;
  #place;
  #room;
  #rows;
  #miniatures;
  #pointed;
  /** What was fetched last. @type {StepRows} */
  #info = { position: 0, steps: 0, from: 0, rows: [], pinned: [], folds: [], unfolded: [], bytes: 0, budget: 0 };
  #folds = new Folds();
  /** Moves that are opened, by the numbers of their first steps: the steps' ids. @type {Map<number, number>} */
  #opened = new Map();
  /** Branches that are folded out, by the rows that they left from, in the order of these. @type {{index: number, commit: number, rows: StepRow[]}[]} */
  #open = [];
  /** Items in the page, and the number of the first. @type {Item[]} */
  #items = [];
  #first = 0;
  /** Number of the item that the keys are at. */
  #at = 0;
  /** How far the list is scrolled, and how high it is, in CSS pixels. */
  #top = 0;
  #height = 0;
  #soon = new Soon(() => this.#draw());
  /** Frames that steps were shown on, by the steps' ids: who undoes a frame wants to know which. @type {Map<number, number>} */
  #frames = new Map();
  /** The drawing and the state that were shown last. */
  #serial = -1;
  #here = -1;

  /** @param {Engine} engine @param {HTMLElement} place @param {HTMLElement} stage Where the picture is. @param {Miniatures} miniatures */
  constructor(engine, place, stage, miniatures) {
    this.#engine = engine;
    this.#miniatures = miniatures;
    this.#place = place;
    this.#room = document.createElement("div");
    this.#rows = document.createElement("div");
    for (const [element, name] of /** @type {const} */ ([[this.#room, "steps-room"], [this.#rows, "steps-rows"]])) {
      element.className = name;
      element.setAttribute("role", "none");
    }
    this.#room.append(this.#rows);
    place.append(this.#room);
    place.style.setProperty("--step-row", `${ROW}px`);
    place.addEventListener("scroll", () => {
      this.#top = place.scrollTop;
      this.#soon.ask();
    }, { passive: true });
    new ResizeObserver(() => {
      if (place.clientHeight === this.#height) return;
      // A list that was hidden may have lost how far it was scrolled.
      [this.#height, this.#top] = [place.clientHeight, place.scrollTop];
      this.#show(this.#current);
      this.#draw();
    }).observe(place);
    // Keys stay the picture's after a press by pointer.
    place.addEventListener("mousedown", (event) => {
      if (event.target instanceof Element && event.target.closest(".step")) event.preventDefault();
    });
    place.addEventListener("click", (event) => this.#click(event));
    this.#pointed = new Pointed(engine, stage);
    place.addEventListener("pointermove", ({ target, pointerType, shiftKey }) => {
      if (pointerType !== "touch") this.#pointed.at(stepOf(this.#under(target)?.item), shiftKey);
    });
    place.addEventListener("pointerleave", () => this.#pointed.at(undefined));
    place.addEventListener("blur", () => this.#pointed.at(undefined));
    engine.on("form", ({ id, params }) => this.#offer(id, params));
    place.addEventListener("keydown", (event) => {
      if (event.target !== place || event.ctrlKey || event.metaKey || event.altKey || event.shiftKey || !this.#key(event.key)) return;
      event.preventDefault();
      event.stopPropagation();
    });
  }

  /** Number of items. */
  get #total() {
    return this.#open.reduce((sum, { rows }) => sum + rows.length, this.#info.steps + 1 - this.#folds.hidden);
  }

  /** Number of the item of a line's row. @param {number} index */
  #itemOf(index) {
    return this.#open.reduce((sum, open) => sum + (open.index < index ? open.rows.length : 0), this.#folds.rowOf(index));
  }

  /** Number of the current item. */
  get #current() {
    return this.#itemOf(this.#info.position);
  }

  /** Fetches what has changed, and draws it. @param {Editor} editor */
  update(editor) {
    const info = editor.step_rows(0, 0);
    this.#info = info;
    const { serial } = this.#engine.state;
    if (serial !== this.#serial) this.#frames.clear();
    // Another line has other steps at that place.
    for (const [first, id] of this.#opened) if (serial !== this.#serial || editor.step_rows(first, 1).rows[0]?.id !== id) this.#opened.delete(first);
    this.#folds = new Folds(info.folds, ({ first }) => this.#opened.has(first));
    // The line may lead elsewhere by now.
    this.#open = info.unfolded.flatMap(({ row: index, id: commit }) => {
      const [row] = editor.step_rows(index, 1).rows;
      return row?.id === commit && row.aside > 0 ? [{ index, commit, rows: editor.aside_rows(commit, MOST) }] : [];
    }).sort((one, other) => one.index - other.index);
    const [here] = editor.step_rows(info.position, 1).rows;
    this.#room.style.height = `${this.#total * ROW}px`;
    if (serial !== this.#serial || here?.id !== this.#here) {
      [this.#serial, this.#here, this.#at] = [serial, here?.id ?? -1, this.#current];
      this.#show(this.#at);
    }
    this.#at = Math.min(this.#at, this.#total - 1);
    this.#draw();
    return info;
  }

  /** Scrolls as little as it takes to bring an item into view. @param {number} item */
  #show(item) {
    if (this.#height === 0) return;
    const top = Math.min(item * ROW, Math.max((item + 1) * ROW - this.#height, this.#top));
    if (top === this.#top) return;
    // Asking where it is then would lay the page out.
    this.#place.scrollTop = top;
    this.#top = top;
  }

  /** Returns the items from one number to another. @param {Editor} editor @param {number} from @param {number} to @returns {Item[]} */
  #between(editor, from, to) {
    /** @type {Item[]} */
    const items = [];
    const { steps } = this.#info;
    const of = steps + 1 - this.#folds.hidden;
    /** @param {number} first @param {number} end */
    const line = (first, end) => {
      // Steps in a row are fetched at once; folds hide what lies between.
      for (let at = first; at < end;) {
        const index = this.#folds.stepOf(at);
        let count = 1;
        while (at + count < end && this.#folds.stepOf(at + count) === index + count) count += 1;
        for (const [i, row] of editor.step_rows(index, count).rows.entries()) {
          const fold = this.#folds.of(index + i);
          items.push({ row, level: 1, at: at + i, of, index: index + i, fold, ids: fold && editor.step_rows(fold.first, fold.last - fold.first + 1).rows.map(({ id }) => id) });
        }
        at += count;
      }
    };
    let [item, row] = [0, 0];
    for (const open of [...this.#open, { index: steps, rows: [] }]) {
      // The line's rows up to the one that the branches left from, then theirs.
      const last = this.#folds.rowOf(open.index) + 1;
      const count = last - row;
      const [start, end] = [Math.max(from, item), Math.min(to, item + count)];
      if (start < end) line(row + start - item, row + end - item);
      [item, row] = [item + count, last];
      for (const [at, aside] of open.rows.entries()) {
        if (item + at >= from && item + at < to) items.push({ row: aside, level: 2, at, of: open.rows.length, index: open.index });
      }
      item += open.rows.length;
    }
    return items;
  }

  #draw() {
    this.#soon.forget();
    if (this.#height > 0 && this.#serial >= 0) this.#engine.look(this.#paint);
  }

  #paint = (/** @type {Editor} */ editor) => {
    const first = Math.max(0, Math.floor(this.#top / ROW) - BEYOND);
    const last = Math.min(this.#total, Math.ceil((this.#top + this.#height) / ROW) + BEYOND);
    this.#first = first;
    this.#items = this.#between(editor, first, last);
    const times = [this.#between(editor, first - 1, first)[0], ...this.#items].map((item) => moment(item?.row.time ?? 0));
    // Rows that stay in view keep their elements, and what is drawn on these. Those that come get the elements of those that go.
    const most = Math.ceil(this.#height / ROW) + 2 * BEYOND + 1;
    render(repeat(this.#items, (_, i) => (first + i) % most, (item, i) => this.#item(item, first + i, times[i + 1] === times[i] ? "" : times[i + 1])), this.#rows);
    this.#rows.style.transform = `translateY(${first * ROW}px)`;
    const active = this.#items[this.#at - first];
    if (active) this.#place.setAttribute("aria-activedescendant", `step-${active.row.id}`);
    else this.#place.removeAttribute("aria-activedescendant");
    this.#picture();
  };

  /** Has the rows' thumbnails shown: the pixels that each step changed, in the colours that it gave them. */
  #picture() {
    const canvases = this.#rows.querySelectorAll("canvas");
    this.#miniatures.show(this, this.#items.map((item, i) => {
      const step = item.row.place === "disk" ? undefined : stepOf(item);
      // Another drawing has steps with the same numbers.
      return { canvas: canvases[i], key: step ? `step ${this.#serial} ${step.id}` : "", draw: (editor, width, height) => editor.step_thumbnail(item.row.id, width, height) };
    }));
  }

  /** @param {Item} item @param {number} number @param {string} time When it was made, if the row says so. */
  #item({ row, level, at, of, index, fold }, number, time) {
    const { id, bytes, place, unreadable, aside, begins, saved, selects } = row;
    const label = fold ? foldName(fold) : say(row.label);
    const { position, pinned } = this.#info;
    const { source } = this.#engine.state;
    const base = level === 1 && index === 0;
    const first = fold?.first ?? index;
    const undone = level === 2 || first > position;
    const current = level === 1 && first <= position && position <= index;
    // Undo stands in the midst of a move.
    const part = fold && current && position < index ? `${position - first + 1}/${index - first + 1}` : "";
    const opened = level === 1 ? this.#folds.openAt(index) : undefined;
    const move = fold ?? (opened?.first === index ? opened : undefined);
    const folded = move ? say`${move.last - move.first + 1} steps` : "";
    const open = level === 1 && this.#open.some(({ commit }) => commit === id);
    if (row.frame !== null) this.#frames.set(id, row.frame);
    const before = this.#frames.get(id);
    // The step that made its frame is undone as well.
    const elsewhere = before === undefined ? say("another frame") : say`frame ${before + 1}`;
    const about = row.about && !fold ? say(row.about) : "";
    const where = base ? "" : whereOf(this.#engine, row, undone ? elsewhere : "");
    const size = base ? say("Oldest state") : unreadable ? say("Can’t be read: undo and redo end here") : `${memory(bytes)}${place === "disk" ? say(" on the disk") : ""}`;
    const pin = pinned.find((one) => one.id === id);
    const count = aside < COUNTED ? String(aside) : `${COUNTED - 1}+`;
    return html`<div role="treeitem" id="step-${id}" data-item=${number}
      class="step ${undone ? "undone" : ""} ${level > 1 ? "aside" : ""} ${begins ? "begins" : ""} ${selects ? "selects" : ""} ${unreadable ? "wall" : ""} ${opened ? "moving" : ""} ${number === this.#at ? "at" : ""}"
      data-pinned=${String(pin !== undefined)} data-source=${String(source?.id === id && source.chosen)} aria-level=${level} aria-setsize=${of} aria-posinset=${at + 1} aria-current=${String(current)}
      aria-expanded=${level === 1 && aside > 0 ? String(open) : move ? String(!fold) : nothing}
      title=${[about || label, where, folded, size, moment(row.time, true), base ? "" : say("Shift: the drawing before it")].filter(Boolean).join("\n")}>
      <span class="step-picture" aria-hidden="true"><canvas data-width="28" data-height="20" width="1" height="1" hidden></canvas>${icon(place === "disk" ? diskSvg : dotSvg)}</span>
      <span class="step-label clipped">${about || label}</span>
      ${move ? html`<button type="button" class="step-move small" tabindex="-1" aria-expanded=${String(!fold)} title=${fold ? say`Show the ${move.last - move.first + 1} steps of the move` : say("Show the move as one row")}
        aria-label=${fold ? say`Show the ${move.last - move.first + 1} steps of the move` : say("Show the move as one row")}>${icon(chevronSvg)}</button>` : ""}
      ${part ? html`<span class="step-part" title="Undo has gone back within this move">${part}</span>` : ""}
      ${time ? html`<time datetime=${new Date(row.time).toISOString()}>${time}</time>` : ""}
      ${saved ? html`<span class="step-mark" role="img" aria-label="Saved" title="Saved to a file">${icon(savedSvg)}</span>` : ""}
      ${pin ? html`<span class="step-mark" role="img" aria-label="Pinned: ${say(pin.label)}" title="Pinned: ${say(pin.label)}">${icon(pinSvg)}</span>` : ""}
      ${source?.id === id ? html`<span class="step-mark" role="img" aria-label="The history brush paints from here" title="The history brush paints from here">${icon(sourceSvg)}</span>` : ""}
      ${level === 1 && aside > 0 ? html`<button type="button" class="step-fold" tabindex="-1" aria-expanded=${String(open)}
        title="${count} ${aside === 1 ? say("step") : say("steps")} set aside here" aria-label="${count} ${aside === 1 ? say("step") : say("steps")} set aside here">${aside < COUNTED ? `+${count}` : count}</button>` : ""}
    </div>`;
  }

  /** Has a form that asks for a state begin with that of the row that is pointed at, or that the keys are at. @param {string} id @param {readonly Param[]} params */
  #offer(id, params) {
    const asked = params.find(({ kind }) => kind === "state");
    const pointed = this.#place.querySelector(".step:hover");
    const row = pointed ? this.#under(pointed)?.item.row : document.activeElement === this.#place ? this.#items[this.#at - this.#first]?.row : undefined;
    if (asked && row && !given.has(id)) given.set(id, { [asked.name]: row.id });
  }

  /** Returns the item that an element belongs to, and its number. @param {EventTarget | null} target */
  #under(target) {
    const element = target instanceof Element ? target.closest(".step") : null;
    const number = element instanceof HTMLElement ? Number(element.dataset.item) : -1;
    const item = this.#items[number - this.#first];
    return item && { item, number };
  }

  /** @param {MouseEvent} event */
  #click({ target }) {
    const under = this.#under(target);
    if (!under) return;
    const { item, number } = under;
    this.#at = number;
    if (/** @type {Element} */ (target).closest(".step-fold")) this.#fold(item);
    else if (/** @type {Element} */ (target).closest(".step-move")) this.#unfold(item);
    else this.#go(item);
  }

  /** @param {Item} item */
  #go({ row }) {
    this.#engine.run("history.goto", { commit: row.id });
  }

  /** Folds branches out beneath the row that they left from, or folds them in again. @param {Item} item @param {boolean} [out] */
  #fold({ row, level, index }, out) {
    const open = this.#open.some(({ commit }) => commit === row.id);
    if (level > 1 || row.aside === 0 || out === open) return;
    this.#engine.run("history.unfold", { commit: row.id, row: index, unfolded: !open });
    this.#engine.look((editor) => {
      this.update(editor);
      this.#at = this.#itemOf(index);
      this.#draw();
    });
  }

  /** Shows the steps of a move, or the move as one row again. Returns `false` if the item is of none. @param {Item} item @param {boolean} [out] */
  #unfold({ index, fold, ids, level }, out = fold !== undefined) {
    const move = level > 1 ? undefined : fold ?? this.#folds.openAt(index);
    if (!move || out !== (fold !== undefined)) return false;
    if (out && ids) this.#opened.set(move.first, ids[0]);
    else this.#opened.delete(move.first);
    this.#engine.look((editor) => {
      this.update(editor);
      this.#at = this.#itemOf(move.first);
      this.#show(this.#at);
      this.#draw();
    });
    return true;
  }

  /** Does what a key says. Returns `true` if the list took it. @param {string} key */
  #key(key) {
    const page = Math.max(1, Math.floor(this.#height / ROW) - 1);
    const last = this.#total - 1;
    const to = { ArrowDown: this.#at + 1, ArrowUp: this.#at - 1, PageDown: this.#at + page, PageUp: this.#at - page, Home: 0, End: last }[key];
    if (to !== undefined) {
      this.#move(Math.min(last, Math.max(0, to)));
      return true;
    }
    if (!["Enter", "Delete", "ArrowRight", "ArrowLeft"].includes(key)) return false;
    // The list may be scrolled to elsewhere.
    this.#show(this.#at);
    this.#draw();
    const item = this.#items[this.#at - this.#first];
    if (!item) return false;
    if (key === "Enter") {
      this.#go(item);
    } else if (key === "Delete") {
      if (stepOf(item)) this.#engine.run("history.take-back", { commit: item.row.id });
    } else if (key === "ArrowRight") {
      if (!this.#unfold(item, true)) this.#fold(item, true);
    } else {
      if (item.level > 1) this.#move(this.#itemOf(item.index));
      else if (this.#open.some(({ commit }) => commit === item.row.id) || !this.#unfold(item, false)) this.#fold(item, false);
    }
    return true;
  }

  /** Moves the keys to an item. @param {number} item */
  #move(item) {
    this.#at = item;
    this.#show(item);
    this.#draw();
    this.#pointed.at(stepOf(this.#items[item - this.#first]));
  }
}
