/**
 * The row of squares, and the drag over it. A fast hand skips over squares between two samples of
 * the pointer, so the way between them is walked in small steps: every square it crosses is touched.
 * By keys the squares are one stop of Tab, arrows lead along them, and a drag lasts until Shift comes up.
 * Undo and redo move the cursor over the squares they change, and outline each of them for a moment.
 */
import { render } from "lit/html.js";
import { Cursor } from "../cursor.js";
import { html } from "../words.js";

/** @typedef {Awaited<ReturnType<typeof import("./engine.js").start>>} Engine */

/** Distance between two points of that way, in client pixels; far less than a square's side. */
const STEP = 4;
/** How long squares that undo or redo has changed are outlined, in milliseconds. */
const OUTLINED_MS = 1600;

/** The row: the pointer or the keys that drag, and what undo has changed. */
class Strip {
  #strip;
  #engine;
  /** @type {number | undefined} The pointer that drags. */
  #dragging;
  #last = { x: 0, y: 0 };
  /** Index of the square under the pointer. A captured pointer hovers over nothing else, so it is looked up. @type {number | undefined} */
  #hovered;
  #row = Object.assign(document.createElement("div"), { className: "row" });
  #cursor;
  /** Index of the square that the Tab key leads to. */
  #stop = 0;
  /** Whether keys drag: until Shift comes up. */
  #keyed = false;
  #seen = 0;
  /** The colours that were shown before. @type {string[]} */
  #before = [];

  /**
   * @param {HTMLElement} strip
   * @param {Engine} engine
   */
  constructor(strip, engine) {
    this.#strip = strip;
    this.#engine = engine;
    this.#cursor = new Cursor(strip);
  }

  /** Returns the rectangle of some squares in a row. @param {number} first @param {number} count */
  #box(first, count) {
    const corner = this.#strip.getBoundingClientRect();
    const at = (/** @type {number} */ index) => this.#row.children[index].getBoundingClientRect();
    const [from, to] = [at(first), at(first + count - 1)];
    return { x: from.left - corner.left, y: from.top - corner.top, width: to.right - from.left, height: from.height };
  }

  /** Returns the index of the square at a point. @param {number} x @param {number} y */
  #under(x, y) {
    const square = document.elementFromPoint(x, y)?.closest(".square");
    return square instanceof HTMLElement && this.#strip.contains(square) ? Number(square.dataset.index) : undefined;
  }

  /** Sets the hovered square. @param {number | undefined} index */
  #hover(index) {
    if (index === this.#hovered) return;
    this.#hovered = index;
    [...this.#row.children].forEach((square, at) => square.classList.toggle("hovered", at === index));
  }

  /** Touches the square at a point. @param {number} x @param {number} y */
  #touch(x, y) {
    const index = this.#under(x, y);
    this.#hover(index);
    if (index === undefined) return;
    this.#cursor.rest(this.#box(index, 1));
    this.#engine.change((squares) => squares.touch(index));
  }

  /** Touches every square on the way to a point. @param {{clientX: number, clientY: number}} to */
  #walk({ clientX, clientY }) {
    const [dx, dy] = [clientX - this.#last.x, clientY - this.#last.y];
    const steps = Math.max(1, Math.ceil(Math.hypot(dx, dy) / STEP));
    for (let step = 1; step <= steps; step += 1) this.#touch(this.#last.x + (dx * step) / steps, this.#last.y + (dy * step) / steps);
    this.#last = { x: clientX, y: clientY };
  }

  #finish() {
    if (!this.#keyed) return;
    this.#keyed = false;
    this.#engine.change((squares) => squares.release());
  }

  /** Touches a square by keys. @param {number} index */
  #press(index) {
    this.#keyed = true;
    this.#engine.change((squares) => squares.touch(index));
  }

  /** Outlines squares, and no others. @param {boolean[]} which @param {"went" | "came"} how @param {string} color */
  #outline(which, how, color) {
    const strong = { outlineColor: color, outlineWidth: "4px" };
    [...this.#row.children].forEach((square, index) => {
      square.getAnimations().forEach((animation) => animation.cancel());
      if (which[index]) square.animate([strong, { ...strong, offset: 0.7 }, {}], { duration: OUTLINED_MS, id: how });
    });
  }

  /** Adds the listeners for the pointer. */
  #connectPointer() {
    this.#strip.addEventListener("pointerdown", (event) => {
      if (this.#dragging !== undefined || event.button !== 0) return;
      this.#dragging = event.pointerId;
      this.#strip.setPointerCapture(event.pointerId);
      this.#last = { x: event.clientX, y: event.clientY };
      this.#touch(this.#last.x, this.#last.y);
    });
    this.#strip.addEventListener("pointermove", (event) => {
      if (this.#dragging === undefined && event.pointerType === "mouse") this.#hover(this.#under(event.clientX, event.clientY));
      if (event.pointerId !== this.#dragging) return;
      const samples = event.getCoalescedEvents();
      (samples.length > 0 ? samples : [event]).forEach((sample) => this.#walk(sample));
    });
    this.#strip.addEventListener("pointerup", (event) => {
      if (event.pointerId !== this.#dragging) return;
      this.#walk(event);
      this.#dragging = undefined;
      if (event.pointerType !== "mouse") this.#hover(undefined);
      this.#engine.change((squares) => squares.release());
    });
    this.#strip.addEventListener("pointercancel", (event) => {
      if (event.pointerId !== this.#dragging) return;
      this.#dragging = undefined;
      this.#hover(undefined);
      this.#engine.change((squares) => squares.cancel());
    });
    this.#strip.addEventListener("pointerleave", (event) => {
      // WebKit says that a mouse has left when a drag ends, though it is where it was.
      this.#hover(event.pointerType === "mouse" ? this.#under(event.clientX, event.clientY) : undefined);
    });
  }

  /** Adds the listeners for keys; the squares are one stop of Tab. */
  #connectKeys() {
    this.#row.addEventListener("focusin", ({ target }) => {
      if (!(target instanceof HTMLElement) || target.dataset.index === undefined) return;
      this.#stop = Number(target.dataset.index);
      [...this.#row.children].forEach((square, at) => square.setAttribute("tabindex", at === this.#stop ? "0" : "-1"));
    });
    this.#row.addEventListener("keydown", (event) => {
      if (this.#dragging !== undefined || event.ctrlKey || event.metaKey || event.altKey) return;
      const last = this.#row.children.length - 1;
      const to = { ArrowLeft: Math.max(this.#stop - 1, 0), ArrowRight: Math.min(this.#stop + 1, last), Home: 0, End: last }[event.key];
      if (to !== undefined) {
        event.preventDefault();
        const dragged = event.shiftKey && event.key.startsWith("Arrow");
        if (dragged) this.#press(this.#stop);
        /** @type {HTMLElement} */ (this.#row.children[to]).focus();
        if (dragged) this.#press(to);
      } else if (event.key === " " || event.key === "Enter") {
        event.preventDefault();
        if (event.repeat) return;
        this.#press(this.#stop);
        if (!event.shiftKey) this.#finish();
      }
    });
    window.addEventListener("keyup", ({ key }) => key === "Shift" && this.#finish());
    this.#row.addEventListener("focusout", ({ relatedTarget }) => !(relatedTarget instanceof Node && this.#row.contains(relatedTarget)) && this.#finish());
  }

  /** Draws the squares, and outlines those that undo or redo has changed. @param {Parameters<Parameters<Engine["listen"]>[0]>[0]} squares */
  #draw(squares) {
    // A drag that undo or Escape has cancelled must not begin again under the held button.
    const changed = squares.changed();
    const colors = squares.colors();
    const square = (/** @type {string} */ color, /** @type {number} */ index) =>
      html`<div class="square ${changed[index] ? "changed" : ""} ${index === this.#hovered ? "hovered" : ""}" data-index=${index} title=${color}
        role="button" tabindex=${index === this.#stop ? 0 : -1} aria-label="Square ${index}, ${color}"></div>`;
    render(colors.map(square), this.#row);
    colors.forEach((color, index) => {
      const element = this.#row.children[index];
      if (element instanceof HTMLElement) element.style.backgroundColor = color;
    });
    const { kind, serial } = squares.last_event();
    const shown = squares.cursor();
    if (serial !== this.#seen && shown !== null && kind !== "commit") {
      this.#cursor.show(this.#box(shown.rect.x, shown.rect.width), shown.color);
      this.#outline(colors.map((color, index) => color !== this.#before[index]), kind === "undo" ? "went" : "came", shown.color);
    }
    [this.#seen, this.#before] = [serial, colors];
  }

  /** Adds the row to the page with its event listeners, and draws it with each change. */
  connect() {
    this.#strip.append(this.#row);
    this.#connectPointer();
    this.#connectKeys();
    this.#engine.listen((squares) => this.#draw(squares));
  }

  /** Ends a drag that a command has cancelled: the rest of it touches nothing. */
  letGo() {
    if (this.#dragging !== undefined) this.#strip.releasePointerCapture(this.#dragging);
    this.#dragging = undefined;
    this.#keyed = false;
  }
}

/**
 * Draws the squares and connects the pointer.
 * @param {HTMLElement} strip
 * @param {Engine} engine
 */
export function showStrip(strip, engine) {
  const squares = new Strip(strip, engine);
  squares.connect();
  return squares;
}
