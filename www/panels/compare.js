/**
 * Two states of the drawing compared: side by side with one cursor, or as a wipe, with the number of pixels that differ.
 *
 * Problem: whoever goes back and forth between two states forgets one while looking at the other. Idea: both are seen at once, at one place and scale, and
 * what is pointed at in one is marked in the other. The editor reads them from the past, so the drawing stays where it is.
 * The pixels that differ are outlined and counted, a strip with each frame.
 * Invariant: the comparison ends when the dialog closes, and with it all that is held of the two states.
 */

import { render } from "lit/html.js";
import { CHECKERS } from "../appearance.js";
import { sentence } from "../failures.js";
import { get } from "../settings.js";
import { Soon } from "../soon.js";
import { style } from "../style.js";
import compareStyle from "../styles/compare.css?url";
import { nextFrame } from "../tasks.js";
import { isDark } from "../theme.js";
import { grouped, html, say } from "../words.js";
import { Pane } from "./comparepane.js";
import { given } from "./form.js";

/** @import { Compared, Editor, Engine, Point } from "../types.js" */
/** @import { Seen } from "./comparepane.js" */

/** The smallest and the largest scale, in CSS pixels per pixel, and by how much a press of a button or key changes it. */
const [LEAST, MOST, BY] = [1 / 64, 64, 1.5];

/** How far an arrow key moves the handle of the wipe, in parts of the width. */
const WIPED = 0.02;

/** @param {number} value @param {number} least @param {number} most */
const within = (value, least, most) => Math.min(most, Math.max(least, value));

class Comparison {
  #engine;
  #dialog = document.createElement("dialog");
  #head = document.createElement("header");
  #body = document.createElement("div");
  #handle = document.createElement("div");
  #foot = document.createElement("footer");
  /** @type {[Pane, Pane]} */
  #panes;
  /** @type {Compared} */
  #info;
  /** @type {"sides" | "wipe"} */
  #mode = "sides";
  #wipe = 0.5;
  /** @type {Seen} */
  #seen;
  /** The pixel that is pointed at. @type {Point | undefined} */
  #at;
  /** Fingers and buttons that are down, where they were last. @type {Map<number, {clientX: number, clientY: number}>} */
  #down = new Map();
  #soon = new Soon(() => this.#dialog.open && this.#engine.look(this.#draw));
  #failed = "";

  /** @param {Engine} engine @param {Compared} info */
  constructor(engine, info) {
    this.#engine = engine;
    this.#info = info;
    this.#panes = [new Pane(0, say(info.one)), new Pane(1, say(info.other))];
    this.#seen = { middle: { x: info.width / 2, y: info.height / 2 }, scale: 1, size: info, checkers: CHECKERS[get("checkers", "")] ?? (isDark() ? CHECKERS.dark : CHECKERS.light) };
    const dialog = this.#dialog;
    dialog.id = "compare";
    dialog.className = "framed";
    dialog.setAttribute("aria-label", say("Compare two states"));
    this.#body.className = "compare-body";
    this.#body.tabIndex = 0;
    this.#body.setAttribute("role", "group");
    this.#body.setAttribute("aria-label", say("Both states: arrow keys move the cursor"));
    this.#handle.className = "compare-handle";
    this.#handle.tabIndex = 0;
    for (const [name, value] of Object.entries({ role: "slider", "aria-label": say("Wipe"), "aria-valuemin": "0", "aria-valuemax": "100" })) this.#handle.setAttribute(name, value);
    this.#body.append(...this.#panes.map(({ element }) => element), this.#handle);
    dialog.append(this.#head, this.#body, this.#foot);
    document.body.append(dialog);
    this.#connect();
    dialog.showModal();
    this.#body.focus({ preventScroll: true });
    this.#fit();
    void this.#count();
  }

  #connect() {
    const body = this.#body;
    new ResizeObserver(() => this.drawSoon()).observe(body);
    this.#dialog.addEventListener("close", () => {
      void this.#engine.ask((editor) => editor.compare_end());
      this.#dialog.remove();
    });
    this.#dialog.addEventListener("keydown", (event) => {
      event.stopPropagation();
      if (!event.ctrlKey && !event.metaKey && !event.altKey && this.#key(event)) event.preventDefault();
    });
    body.addEventListener("wheel", (event) => {
      event.preventDefault();
      if (event.shiftKey) this.#pan(event.deltaX || event.deltaY, 0);
      else this.#zoom(Math.exp(-event.deltaY / 300), event);
    }, { passive: false });
    body.addEventListener("pointerdown", (event) => this.#press(event));
    body.addEventListener("pointermove", (event) => this.#move(event));
    for (const type of /** @type {const} */ (["pointerup", "pointercancel"])) body.addEventListener(type, ({ pointerId }) => void this.#down.delete(pointerId));
    body.addEventListener("pointerleave", () => this.#point(undefined));
  }

  /** Counts the pixels that differ, a strip with each frame, and outlines them. */
  async #count() {
    try {
      while (this.#dialog.open && (await this.#engine.ask((editor) => editor.compare_more()))) {
        this.drawSoon();
        await nextFrame();
      }
    } catch (error) {
      this.#failed = sentence(error);
    }
    this.drawSoon();
  }

  /** Returns the pane under the pointer. @param {Event} event */
  #paneOf({ target }) {
    return this.#panes.find(({ element }) => target instanceof Node && element.contains(target)) ?? this.#panes[0];
  }

  /** @param {PointerEvent} event */
  #press(event) {
    this.#body.setPointerCapture(event.pointerId);
    this.#down.set(event.pointerId, event);
    this.#wiping = event.target === this.#handle;
    if (this.#wiping) this.#handle.focus({ preventScroll: true });
    event.preventDefault();
  }

  /** Whether the handle of the wipe is dragged. */
  #wiping = false;

  /** @param {PointerEvent} event */
  #move(event) {
    const last = this.#down.get(event.pointerId);
    if (!last) {
      const { x, y } = this.#paneOf(event).pixelAt(this.#seen, event);
      return this.#point({ x: Math.floor(x), y: Math.floor(y) });
    }
    const [other] = [...this.#down].filter(([id]) => id !== event.pointerId).map(([, at]) => at);
    this.#down.set(event.pointerId, event);
    if (this.#wiping) {
      const { left, width } = this.#body.getBoundingClientRect();
      return this.#wipeTo((event.clientX - left) / width);
    }
    const [dx, dy] = [event.clientX - last.clientX, event.clientY - last.clientY];
    if (!other) return this.#pan(-dx, -dy);
    const far = (/** @type {{clientX: number, clientY: number}} */ at) => Math.hypot(at.clientX - other.clientX, at.clientY - other.clientY);
    this.#pan(-dx / 2, -dy / 2);
    this.#zoom(far(event) / Math.max(1, far(last)), { target: event.target, clientX: (event.clientX + other.clientX) / 2, clientY: (event.clientY + other.clientY) / 2 });
  }

  /** Handles a key. Returns `true` if it was one of the view's. @param {KeyboardEvent} event */
  #key({ key, target }) {
    const ways = /** @type {Record<string, [number, number]>} */ ({ ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] });
    const way = ways[key];
    if (way && target === this.#handle) this.#wipeTo(this.#wipe + WIPED * (way[0] - way[1]));
    else if (way && target === this.#body) this.#step(way);
    else if (key === "+" || key === "=") this.#zoom(BY);
    else if (key === "-") this.#zoom(1 / BY);
    else if (key === "0") this.#fit();
    else return false;
    return true;
  }

  /** Moves the cursor by a pixel. @param {[number, number]} way */
  #step([dx, dy]) {
    const { middle, size } = this.#seen;
    const at = this.#at ?? { x: Math.floor(middle.x) - dx, y: Math.floor(middle.y) - dy };
    this.#point({ x: within(at.x + dx, 0, size.width - 1), y: within(at.y + dy, 0, size.height - 1) });
  }

  /** @param {Point | undefined} at */
  #point(at) {
    const { size } = this.#seen;
    const inside = at && at.x >= 0 && at.y >= 0 && at.x < size.width && at.y < size.height;
    this.#at = inside ? at : undefined;
    for (const pane of this.#panes) pane.point(this.#seen, this.#at);
    this.#engine.look(this.#says);
  }

  /** @param {number} dx CSS pixels. @param {number} dy */
  #pan(dx, dy) {
    const { middle, scale, size } = this.#seen;
    this.#seen.middle = { x: within(middle.x + dx / scale, 0, size.width), y: within(middle.y + dy / scale, 0, size.height) };
    this.drawSoon();
  }

  /** Zooms both, and keeps the place that is pointed at. @param {number} by @param {{target: EventTarget | null, clientX: number, clientY: number}} [at] */
  #zoom(by, at) {
    const pane = at && (this.#panes.find(({ element }) => at.target instanceof Node && element.contains(at.target)) ?? this.#panes[0]);
    const before = at && pane?.pixelAt(this.#seen, at);
    this.#seen.scale = within(this.#seen.scale * by, LEAST, MOST);
    const after = at && pane?.pixelAt(this.#seen, at);
    if (before && after) this.#pan((before.x - after.x) * this.#seen.scale, (before.y - after.y) * this.#seen.scale);
    this.drawSoon();
  }

  /** Shows all of both. */
  #fit() {
    const { size } = this.#seen;
    this.#layOut();
    const { clientWidth, clientHeight } = this.#panes[0].element;
    const scale = Math.min((clientWidth - 24) / size.width, (clientHeight - 24) / size.height);
    this.#seen.scale = within(scale >= 1 ? Math.floor(scale) : scale, LEAST, MOST);
    this.#seen.middle = { x: size.width / 2, y: size.height / 2 };
    this.drawSoon();
  }

  /** @param {number} wipe */
  #wipeTo(wipe) {
    this.#wipe = within(wipe, 0, 1);
    this.#layOut();
  }

  /** @param {"sides" | "wipe"} mode */
  #show(mode) {
    this.#mode = mode;
    this.#fit();
  }

  /** Puts panes and handle where they belong. */
  #layOut() {
    const wipes = this.#mode === "wipe";
    this.#body.dataset.mode = this.#mode;
    const part = `${(this.#wipe * 100).toFixed(1)}%`;
    this.#panes[1].element.style.clipPath = wipes ? `inset(0 0 0 ${part})` : "";
    this.#handle.hidden = !wipes;
    this.#handle.style.left = part;
    this.#handle.setAttribute("aria-valuenow", String(Math.round(this.#wipe * 100)));
  }

  /** Draws it with the next frame, if it is still there. */
  drawSoon() {
    this.#soon.ask();
  }

  #draw = (/** @type {Editor} */ editor) => {
    const info = editor.compared();
    // Another drawing has none of these states.
    if (!info) return this.#dialog.close();
    this.#info = info;
    this.#layOut();
    try {
      for (const pane of this.#panes) pane.draw(editor, this.#seen);
    } catch (error) {
      this.#failed = sentence(error);
    }
    for (const pane of this.#panes) pane.point(this.#seen, this.#at);
    this.#says(editor);
  };

  /** Opens the form that gives a region the pixels of a state. @param {number} id */
  #take(id) {
    this.#dialog.close();
    given.set("history.as-it-was", { commit: id });
    this.#engine.invoke("history.as-it-was");
  }

  /** Says how many pixels differ, and what the cursor is at. */
  #says = (/** @type {Editor} */ editor) => {
    const { one, other, oneId, otherId, pixels, counted } = this.#info;
    const count = grouped(pixels);
    const differ = !counted ? say`${count} pixels differ so far` : pixels === 0 ? say("No pixel differs") : pixels === 1 ? say("1 pixel differs") : say`${count} pixels differ`;
    /** @param {"sides" | "wipe"} mode @param {string} label */
    const choice = (mode, label) => html`<button type="button" id="compare-${mode}" aria-pressed=${String(this.#mode === mode)} @click=${() => this.#show(mode)}>${label}</button>`;
    render(html`
      <span class="compare-names">${[{ name: one, id: oneId }, { name: other, id: otherId }].map(({ name, id }) => html`<span><b class="clipped">${say(name)}</b>
        <button type="button" class="compare-take" title="Gives the selection, or all of the active layer, the pixels of this state: seen before it is done" @click=${() => this.#take(id)}>Take from this…</button></span>`)}</span>
      <span class="compare-tools" role="group" aria-label="View">${choice("sides", say("Side by side"))}${choice("wipe", say("Wipe"))}
        <button type="button" aria-label="Zoom out" title="Zoom out (-)" @click=${() => this.#zoom(1 / BY)}>−</button>
        <button type="button" aria-label="Zoom in" title="Zoom in (+)" @click=${() => this.#zoom(BY)}>+</button>
        <button type="button" title="Show all (0)" @click=${() => this.#fit()}>Fit</button></span>`, this.#head);
    const at = this.#at;
    const colors = at ? [0, 1].map((side) => String(editor.compare_pixel(side, at.x, at.y))) : [];
    render(html`
      <span id="compare-count" role="status">${this.#failed || differ}</span>
      <span id="compare-at">${at ? html`${at.x}, ${at.y} <i .style=${`background: ${colors[0]}`}></i>${colors[0]} <i .style=${`background: ${colors[1]}`}></i>${colors[1]}` : ""}</span>
      <button type="button" class="chief" id="compare-done" @click=${() => this.#dialog.close()}>Done</button>`, this.#foot);
  };
}

/** Connects it. @param {Engine} engine */
export function comparison(engine) {
  /** @type {Promise<unknown> | undefined} */
  let styled;
  /** @type {Comparison | undefined} */
  let shown;
  // Another drawing may be there.
  engine.on("state", () => shown?.drawSoon());
  engine.on("ask", async ({ what }) => {
    if (what !== "compare" || document.querySelector("dialog[open]")) return;
    await (styled ??= style(compareStyle));
    const info = await engine.ask((editor) => editor.compared());
    if (info) shown = new Comparison(engine, info);
  });
}
