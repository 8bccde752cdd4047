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

/**
 * Draws the squares and connects the pointer.
 * @param {HTMLElement} strip
 * @param {Engine} engine
 */
export function showStrip(strip, engine) {
  /** @type {number | undefined} The pointer that drags. */
  let dragging;
  let last = { x: 0, y: 0 };
  /** Index of the square under the pointer. A captured pointer hovers over nothing else, so it is looked up. @type {number | undefined} */
  let hovered;
  const row = document.createElement("div");
  row.className = "row";
  strip.append(row);
  const cursor = new Cursor(strip);

  /** Returns the rectangle of some squares in a row. @param {number} first @param {number} count */
  const box = (first, count) => {
    const corner = strip.getBoundingClientRect();
    const at = (/** @type {number} */ index) => row.children[index].getBoundingClientRect();
    const [from, to] = [at(first), at(first + count - 1)];
    return { x: from.left - corner.left, y: from.top - corner.top, width: to.right - from.left, height: from.height };
  };

  /** Returns the index of the square at a point. @param {number} x @param {number} y */
  const under = (x, y) => {
    const square = document.elementFromPoint(x, y)?.closest(".square");
    return square instanceof HTMLElement && strip.contains(square) ? Number(square.dataset.index) : undefined;
  };

  /** Sets the hovered square. @param {number | undefined} index */
  const hover = (index) => {
    if (index === hovered) return;
    hovered = index;
    [...row.children].forEach((square, at) => square.classList.toggle("hovered", at === index));
  };

  /** Touches the square at a point. @param {number} x @param {number} y */
  const touch = (x, y) => {
    const index = under(x, y);
    hover(index);
    if (index === undefined) return;
    cursor.rest(box(index, 1));
    engine.change((squares) => squares.touch(index));
  };

  /** Touches every square on the way to a point. @param {{clientX: number, clientY: number}} to */
  const walk = ({ clientX, clientY }) => {
    const [dx, dy] = [clientX - last.x, clientY - last.y];
    const steps = Math.max(1, Math.ceil(Math.hypot(dx, dy) / STEP));
    for (let step = 1; step <= steps; step += 1) touch(last.x + (dx * step) / steps, last.y + (dy * step) / steps);
    last = { x: clientX, y: clientY };
  };

  strip.addEventListener("pointerdown", (event) => {
    if (dragging !== undefined || event.button !== 0) return;
    dragging = event.pointerId;
    strip.setPointerCapture(event.pointerId);
    last = { x: event.clientX, y: event.clientY };
    touch(last.x, last.y);
  });
  strip.addEventListener("pointermove", (event) => {
    if (dragging === undefined && event.pointerType === "mouse") hover(under(event.clientX, event.clientY));
    if (event.pointerId !== dragging) return;
    const samples = event.getCoalescedEvents();
    (samples.length > 0 ? samples : [event]).forEach(walk);
  });
  strip.addEventListener("pointerup", (event) => {
    if (event.pointerId !== dragging) return;
    walk(event);
    dragging = undefined;
    if (event.pointerType !== "mouse") hover(undefined);
    engine.change((squares) => squares.release());
  });
  strip.addEventListener("pointercancel", (event) => {
    if (event.pointerId !== dragging) return;
    dragging = undefined;
    hover(undefined);
    engine.change((squares) => squares.cancel());
  });
  strip.addEventListener("pointerleave", (event) => {
    // WebKit says that a mouse has left when a drag ends, though it is where it was.
    hover(event.pointerType === "mouse" ? under(event.clientX, event.clientY) : undefined);
  });

  /** Index of the square that the Tab key leads to. */
  let stop = 0;
  /** Whether keys drag: until Shift comes up. */
  let keyed = false;
  const finish = () => {
    if (!keyed) return;
    keyed = false;
    engine.change((squares) => squares.release());
  };
  /** Touches a square by keys. @param {number} index */
  const press = (index) => {
    keyed = true;
    engine.change((squares) => squares.touch(index));
  };
  row.addEventListener("focusin", ({ target }) => {
    if (!(target instanceof HTMLElement) || target.dataset.index === undefined) return;
    stop = Number(target.dataset.index);
    [...row.children].forEach((square, at) => square.setAttribute("tabindex", at === stop ? "0" : "-1"));
  });
  row.addEventListener("keydown", (event) => {
    if (dragging !== undefined || event.ctrlKey || event.metaKey || event.altKey) return;
    const last = row.children.length - 1;
    const to = { ArrowLeft: Math.max(stop - 1, 0), ArrowRight: Math.min(stop + 1, last), Home: 0, End: last }[event.key];
    if (to !== undefined) {
      event.preventDefault();
      const dragged = event.shiftKey && event.key.startsWith("Arrow");
      if (dragged) press(stop);
      /** @type {HTMLElement} */ (row.children[to]).focus();
      if (dragged) press(to);
    } else if (event.key === " " || event.key === "Enter") {
      event.preventDefault();
      if (event.repeat) return;
      press(stop);
      if (!event.shiftKey) finish();
    }
  });
  window.addEventListener("keyup", ({ key }) => key === "Shift" && finish());
  row.addEventListener("focusout", ({ relatedTarget }) => !(relatedTarget instanceof Node && row.contains(relatedTarget)) && finish());

  /** Outlines squares, and no others. @param {boolean[]} which @param {"went" | "came"} how @param {string} color */
  const outline = (which, how, color) => {
    const strong = { outlineColor: color, outlineWidth: "4px" };
    [...row.children].forEach((square, index) => {
      square.getAnimations().forEach((animation) => animation.cancel());
      if (which[index]) square.animate([strong, { ...strong, offset: 0.7 }, {}], { duration: OUTLINED_MS, id: how });
    });
  };

  let seen = 0;
  /** The colours that were shown before. @type {string[]} */
  let before = [];
  engine.listen((squares) => {
    // A drag that undo or Escape has cancelled must not begin again under the held button.
    const changed = squares.changed();
    const colors = squares.colors();
    const square = (/** @type {string} */ color, /** @type {number} */ index) =>
      html`<div class="square ${changed[index] ? "changed" : ""} ${index === hovered ? "hovered" : ""}" data-index=${index} title=${color}
        role="button" tabindex=${index === stop ? 0 : -1} aria-label="Square ${index}, ${color}"></div>`;
    render(colors.map(square), row);
    colors.forEach((color, index) => {
      const element = row.children[index];
      if (element instanceof HTMLElement) element.style.backgroundColor = color;
    });
    const { kind, serial } = squares.last_event();
    const shown = squares.cursor();
    if (serial !== seen && shown !== null && kind !== "commit") {
      cursor.show(box(shown.rect.x, shown.rect.width), shown.color);
      outline(colors.map((color, index) => color !== before[index]), kind === "undo" ? "went" : "came", shown.color);
    }
    [seen, before] = [serial, colors];
  });

  return {
    /** Ends a drag that a command has cancelled: the rest of it touches nothing. */
    letGo: () => {
      if (dragging !== undefined) strip.releasePointerCapture(dragging);
      dragging = undefined;
      keyed = false;
    },
  };
}
