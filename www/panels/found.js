/**
 * A list of steps that were found: those of a search, or those that made a pixel, newest first.
 *
 * Problem: a search may find a hundred thousand steps, and each of them is to be gone to, taken back and looked at like one of the history's own list. Idea:
 * the rows are those of the history, flat and without folds, with what people tell steps apart by: the pixels, the name, the colour that the step gave, the layer and the time. Only
 * those in view are in the page. A row is a step to the context menu, to Enter and Delete, and to the outline over the picture.
 */

import { nothing, render } from "lit/html.js";
import { repeat } from "lit/directives/repeat.js";
import dotSvg from "lucide-static/icons/dot.svg?raw";
import diskSvg from "lucide-static/icons/hard-drive.svg?raw";
import { colorAll, icon } from "../controls.js";
import { moment } from "../moments.js";
import { Soon } from "../soon.js";
import { whereOf } from "./branches.js";
import { colorName } from "./colornames.js";
import { Pointed } from "./pointed.js";
import { html, named, say } from "../words.js";

/** @import { Editor, Engine, FoundRow } from "../types.js" */
/** @import { Miniatures } from "./miniatures.js" */

/** Height of a row in CSS pixels. */
export const ROW = matchMedia("(pointer: coarse)").matches ? 42 : 28;

/** Number of rows that are drawn above and below those in view. */
const BEYOND = 4;

/**
 * @typedef {object} FoundParts
 * @property {string} id The list's.
 * @property {string} label What the list is called.
 * @property {HTMLElement} stage Where the picture is.
 * @property {Miniatures} miniatures
 * @property {(editor: Editor, from: number, count: number) => FoundRow[]} rows Returns rows from one on.
 * @property {() => void} leave What Escape does in the list.
 */

export class FoundList {
  /** The list, to be put into the page. */
  element = document.createElement("div");
  #engine;
  #parts;
  #room = document.createElement("div");
  #rows = document.createElement("div");
  #pointed;
  /** Number of rows, and those in the page with the number of the first. */
  #total = 0;
  /** @type {FoundRow[]} */
  #shown = [];
  #first = 0;
  /** Number of the row that the keys are at. */
  #at = 0;
  #soon = new Soon(() => this.#draw());

  /** @param {Engine} engine @param {FoundParts} parts */
  constructor(engine, parts) {
    this.#engine = engine;
    this.#parts = parts;
    const { element } = this;
    element.className = "steps found-steps";
    for (const [name, value] of Object.entries({ id: parts.id, role: "listbox", tabindex: "0", "aria-label": parts.label })) element.setAttribute(name, value);
    element.style.setProperty("--step-row", `${ROW}px`);
    for (const [inner, name] of /** @type {const} */ ([[this.#room, "steps-room"], [this.#rows, "steps-rows"]])) {
      inner.className = name;
      inner.setAttribute("role", "none");
    }
    this.#room.append(this.#rows);
    element.append(this.#room);
    this.#pointed = new Pointed(engine, parts.stage);
    this.#connect();
  }

  #connect() {
    const { element } = this;
    element.addEventListener("scroll", () => this.#soon.ask(), { passive: true });
    new ResizeObserver(() => this.#soon.ask()).observe(element);
    // Keys stay the picture's after a press by pointer.
    element.addEventListener("mousedown", (event) => event.target instanceof Element && event.target.closest(".step") && event.preventDefault());
    element.addEventListener("click", ({ target }) => {
      const number = this.#under(target);
      if (number === undefined) return;
      this.#at = number;
      this.#go();
    });
    element.addEventListener("pointermove", ({ target, pointerType, shiftKey }) => {
      const number = this.#under(target);
      if (pointerType !== "touch") this.#point(number, shiftKey);
    });
    for (const type of ["pointerleave", "blur"]) element.addEventListener(type, () => this.#point(undefined));
    element.addEventListener("keydown", (event) => {
      if (event.ctrlKey || event.metaKey || event.altKey || event.shiftKey || !this.#key(event.key)) return;
      event.preventDefault();
      event.stopPropagation();
    });
  }

  /** Shows so many rows; they may be others than before. @param {number} total */
  show(total) {
    this.#total = total;
    this.#at = Math.max(0, Math.min(this.#at, total - 1));
    this.#room.style.height = `${total * ROW}px`;
    if (total === 0) this.#point(undefined);
    this.#draw();
  }

  /** Gives the list the focus, with the keys at its first row. */
  focus() {
    this.element.focus();
    this.#move(0);
  }

  #draw() {
    this.#soon.forget();
    if (this.element.isConnected) this.#engine.look(this.#paint);
  }

  #paint = (/** @type {Editor} */ editor) => {
    const { clientHeight, scrollTop } = this.element;
    const first = Math.max(0, Math.floor(scrollTop / ROW) - BEYOND);
    const last = Math.min(this.#total, Math.ceil((scrollTop + clientHeight) / ROW) + BEYOND);
    this.#first = first;
    this.#shown = clientHeight > 0 && last > first ? this.#parts.rows(editor, first, last - first) : [];
    render(repeat(this.#shown, ({ row }) => row.id, (found, i) => this.#row(found, first + i)), this.#rows);
    this.#rows.style.transform = `translateY(${first * ROW}px)`;
    colorAll(this.#rows, ".step-made", this.#shown.flatMap(({ made }) => made ?? []));
    const active = this.#shown[this.#at - first];
    if (active) this.element.setAttribute("aria-activedescendant", `${this.#parts.id}-${active.row.id}`);
    else this.element.removeAttribute("aria-activedescendant");
    const canvases = this.#rows.querySelectorAll("canvas");
    const { serial } = this.#engine.state;
    this.#parts.miniatures.show(this, this.#shown.map(({ row }, i) => ({
      canvas: canvases[i],
      key: row.place === "disk" ? "" : `step ${serial} ${row.id}`,
      draw: (asked, width, height) => asked.step_thumbnail(row.id, width, height),
    })));
  };

  /** @param {FoundRow} found @param {number} number */
  #row({ row, done, made }, number) {
    const { id, place, layer } = row;
    const label = say(row.about ?? row.label);
    const time = moment(row.time);
    const where = whereOf(this.#engine, row);
    return html`<div role="option" id="${this.#parts.id}-${id}" data-item=${number} data-commit=${id} data-pinned="false"
      class="step found ${done ? "" : "undone"} ${number === this.#at ? "at" : ""}" aria-selected=${String(number === this.#at)}
      aria-setsize=${this.#total} aria-posinset=${number + 1}
      aria-label=${[label, made ? colorName(made) : "", where, moment(row.time, true), done ? "" : say("undone")].filter(Boolean).join(", ")}
      title=${[label, made ?? "", where, moment(row.time, true), say("Shift: the drawing before it")].filter(Boolean).join("\n")}>
      <span class="step-picture" aria-hidden="true"><canvas data-width="28" data-height="20" width="1" height="1" hidden></canvas>${icon(place === "disk" ? diskSvg : dotSvg)}</span>
      <span class="step-label clipped">${label}</span>
      ${made ? html`<span class="step-made" aria-hidden="true"></span>` : ""}
      <span class="step-layer clipped">${layer === null ? say("Deleted layer") : named(layer)}</span>
      ${time ? html`<time datetime=${new Date(row.time).toISOString()}>${time}</time>` : nothing}
    </div>`;
  }

  /** Returns the number of the row that an element belongs to. @param {EventTarget | null} target */
  #under(target) {
    const element = target instanceof Element ? target.closest(".step") : null;
    return element instanceof HTMLElement ? Number(element.dataset.item) : undefined;
  }

  /** @param {number | undefined} number @param {boolean} [held] Whether Shift is held. */
  #point(number, held = false) {
    const row = number === undefined ? undefined : this.#shown[number - this.#first]?.row;
    this.#pointed.at(row && { ...row, ids: [row.id] }, held);
  }

  #go() {
    const found = this.#shown[this.#at - this.#first];
    if (found) this.#engine.run("history.goto", { commit: found.row.id });
    this.#soon.ask();
  }

  /** Moves the keys to a row. @param {number} number */
  #move(number) {
    this.#at = Math.max(0, Math.min(this.#total - 1, number));
    const { clientHeight, scrollTop } = this.element;
    this.element.scrollTop = Math.min(this.#at * ROW, Math.max((this.#at + 1) * ROW - clientHeight, scrollTop));
    this.#draw();
    this.#point(this.#at);
  }

  /** Does what a key says. Returns `true` if the list took it. @param {string} key */
  #key(key) {
    const page = Math.max(1, Math.floor(this.element.clientHeight / ROW) - 1);
    const to = { ArrowDown: this.#at + 1, ArrowUp: this.#at - 1, PageDown: this.#at + page, PageUp: this.#at - page, Home: 0, End: this.#total - 1 }[key];
    const found = this.#shown[this.#at - this.#first];
    if (to !== undefined) this.#move(to);
    else if (key === "Enter") this.#go();
    else if (key === "Delete" && found) this.#engine.run("history.take-back", { commit: found.row.id });
    else if (key === "Escape") this.#parts.leave();
    else return false;
    return true;
  }
}
