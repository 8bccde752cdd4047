/**
 * The transform box: handles around what floats, which scale, rotate and move it.
 *
 * Problem: a canvas that shows handles would be painted with each move of the pointer. Idea: the box is an element over the
 * picture that the compositor moves, with a handle at each corner and edge and one that turns. A pull is forwarded to the
 * editor, which previews it; the bar below says the size, the place and the angle, and takes them typed. Enter lands
 * what was transformed as one step, Escape restores it. The handle that turns stands above the box, or at another side
 * where something covers it there. Invariant: the page knows no more of a transform than the
 * handle that the pointer holds. What the box is, the editor says.
 */

import { render } from "lit/html.js";
import check from "lucide-static/icons/check.svg?raw";
import link from "lucide-static/icons/link.svg?raw";
import unlink from "lucide-static/icons/unlink.svg?raw";
import cross from "lucide-static/icons/x.svg?raw";
import { icon } from "./controls.js";
import { numberInput } from "./fields.js";
import { toDevice } from "./io/coordinates.js";
import { heldBits } from "./io/keyboard.js";
import { fieldKeys } from "./io/typing.js";
import { html, say } from "./words.js";

/** @import { Arguments, Editor, Engine, TransformBox } from "./types.js" */

/** Names of the handles, clockwise from the left, and their places on the box. @type {[string, number, number][]} */
const HANDLES = [
  ["left", 0, 0.5], ["top-left", 0, 0], ["top", 0.5, 0], ["top-right", 1, 0],
  ["right", 1, 0.5], ["bottom-right", 1, 1], ["bottom", 0.5, 1], ["bottom-left", 0, 1],
];

/** Cursors for the directions of handles, by eighths of a turn. */
const CURSORS = ["ew-resize", "nwse-resize", "ns-resize", "nesw-resize"];

/** Side of a box below which the handles in the middle of its edges would lie over its corners, in CSS pixels. */
const NARROW = 44;

/** The bit of Shift, as `heldBits` has it. */
const SHIFT = 1;

/** Places of the handle that turns, by the middle of an edge and the direction away from it: outside the box, the first best, then inside. @type {[number, number, number][]} */
const TURNS = [[0.5, 0, 0], [0.5, 1, 180], [1, 0.5, 90], [0, 0.5, 270], [0.5, 0, 180], [0.5, 1, 0], [1, 0.5, 270], [0, 0.5, 90]];

/** Ends of a place, of a side and of shares of a side in per cent. @type {[number, number][]} */
const [PLACES, SIDES, SHARES] = [[-65536, 65536], [1, 32768], [0.1, 3_276_800]];

/** Fields of the bar: name, label, tooltip and ends. @type {["x" | "y" | "width" | "height" | "angle", string, string, [number, number]][]} */
const FIELDS = [
  ["x", "X", say("Column of the left edge"), PLACES], ["y", "Y", say("Row of the top edge"), PLACES],
  ["width", "W", say("Width in pixels"), SIDES], ["height", "H", say("Height in pixels"), SIDES], ["angle", "∠", say("Degrees clockwise"), PLACES],
];

/** The box and its bar: which pointer pulls a handle, and what percents refer to. */
class TransformHandles {
  #engine;
  #stage;
  #canvas;
  #box = Object.assign(document.createElement("div"), { id: "transform-box", hidden: true });
  #bar = Object.assign(document.createElement("form"), { id: "transform-bar", className: "card bar", hidden: true, noValidate: true });
  #handles = [...HANDLES.map(([name, x, y]) => ({ name, x, y })), { name: "turn", x: 0.5, y: 0 }].map(({ name, x, y }) => {
    const element = Object.assign(document.createElement("div"), { className: "handle" });
    element.dataset.handle = name;
    Object.assign(element.style, { left: `${x * 100}%`, top: `${y * 100}%` });
    return element;
  });
  #turn = this.#handles[this.#handles.length - 1];
  /** The box as it was when it was pulled first, to which percents refer. @type {TransformBox | undefined} */
  #first;
  /** @type {TransformBox | null} */
  #shown = null;
  #linked = true;
  /** Whether a corner is pulled. */
  #corner = false;
  /** The pointer that holds a handle. @type {number | undefined} */
  #pull;
  /** Its last move, as long as that is not shown. @type {PointerEvent | undefined} */
  #moved;
  #showing = false;

  /**
   * @param {Engine} engine
   * @param {HTMLElement} stage
   * @param {HTMLCanvasElement} canvas
   */
  constructor(engine, stage, canvas) {
    this.#engine = engine;
    this.#stage = stage;
    this.#canvas = canvas;
  }

  /** Shows where the pull has come to; moves that happen meanwhile are shown after it, by the last of them. */
  async #show() {
    if (this.#showing) return;
    this.#showing = true;
    while (this.#moved) {
      const event = this.#moved;
      this.#moved = undefined;
      const { x, y } = toDevice(this.#canvas, event);
      await this.#engine.send((editor) => editor.plan_pull(x, y, heldBits(event) ^ (this.#corner && this.#linked ? SHIFT : 0)));
    }
    this.#showing = false;
  }

  /** Previews a box that was typed. @param {Partial<TransformBox>} change */
  #change(change) {
    if (!this.#shown) return;
    const { x, y, width, height, angle } = { ...this.#shown, ...change };
    const args = /** @type {Arguments} */ ({ x, y, width, height, angle });
    this.#engine.send((editor) => editor.plan_preview("edit.transform", args));
    this.#engine.settle();
  }

  /** Takes what was typed into a field; the other side follows if they are linked. @param {"x" | "y" | "width" | "height" | "angle"} name @param {number} value */
  #type(name, value) {
    if (!this.#shown || !this.#first) return;
    // One that is longer than any drawing's, as it follows the other, is refused by the command.
    const side = (/** @type {number} */ length) => Math.max(1, Math.round(length));
    if (name === "width") this.#change({ width: side(value), ...(this.#linked && { height: side(value * this.#first.height / this.#first.width) }) });
    else if (name === "height") this.#change({ height: side(value), ...(this.#linked && { width: side(value * this.#first.width / this.#first.height) }) });
    else if (name === "angle") this.#change({ angle: ((value % 360) + 360) % 360 });
    else this.#change({ [name]: value });
    this.#drawBar();
  }

  #drawBar() {
    this.#bar.hidden = !this.#shown?.active;
    if (!this.#shown?.active || !this.#first) return;
    const { width, height } = this.#shown;
    const percent = [width / this.#first.width, height / this.#first.height].map((part) => Math.round(part * 1000) / 10);
    const [box, first] = [this.#shown, this.#first];
    /** @param {string} name @param {string} label @param {number} value @param {[number, number]} ends @param {number | string} step @param {(value: number) => void} set */
    const field = (name, label, value, [min, max], step, set) => numberInput({
      id: `transform-${name}`, label, value, min, max, step, set, wrong: (why) => this.#engine.say(why, "error"),
    });
    render(html`
      ${FIELDS.map(([name, label, title, ends]) => html`<label title=${title}>${label} ${field(name, title, box[name], ends, name === "angle" ? "any" : 1, (value) => this.#type(name, value))}</label>`)}
      <label title="Per cent of the width">W ${field("percent-x", say("Per cent of the width"), percent[0], SHARES, "any", (value) => this.#type("width", value * first.width / 100))} %</label>
      <label title="Per cent of the height">H ${field("percent-y", say("Per cent of the height"), percent[1], SHARES, "any", (value) => this.#type("height", value * first.height / 100))} %</label>
      <button id="transform-linked" type="button" class="tool" aria-label="Keep proportions" title="Keep proportions: changing a side or pulling a corner changes the other side too; Shift turns that round" aria-pressed=${String(this.#linked)} @click=${() => {
        this.#linked = !this.#linked;
        this.#drawBar();
      }}>${icon(this.#linked ? link : unlink)}</button>
      <button id="transform-cancel" type="button" class="tool" aria-label="Cancel the transform" title="Cancel the transform (Escape)" @click=${() => this.#engine.run("edit.cancel")}>${icon(cross)}</button>
      <button id="transform-apply" type="submit" class="tool" aria-label="Apply the transform" title="Apply the transform (Enter)">${icon(check)}</button>`, this.#bar);
  }

  /** Puts the handle that turns where nothing covers it. It stays where it is while it is held. */
  #placeTurn() {
    if (this.#pull !== undefined) return;
    const isFree = (/** @type {[number, number, number]} */ [x, y, away]) => {
      Object.assign(this.#turn.style, { left: `${x * 100}%`, top: `${y * 100}%` });
      this.#turn.style.setProperty("--away", `${away}deg`);
      const { left, right, top, bottom } = this.#turn.getBoundingClientRect();
      const [across, down] = [(left + right) / 2, (top + bottom) / 2];
      return [[left, down], [right, down], [across, top], [across, bottom]].every(([x, y]) => document.elementFromPoint(x, y) === this.#turn);
    };
    if (!TURNS.some(isFree)) isFree(TURNS[0]);
  }

  #draw = (/** @type {Editor} */ editor) => {
    const was = this.#shown;
    this.#shown = editor.transform_box() ?? null;
    if (!was && !this.#shown) return;
    // While nothing is pulled, the box is what percents refer to.
    if (!this.#shown?.active) this.#first = this.#shown ?? undefined;
    else this.#first ??= this.#shown;
    this.#drawBar();
    this.#box.hidden = !this.#shown || this.#engine.state.active;
    if (!this.#shown || this.#box.hidden) return;
    const { x, y, width, height, angle, active } = this.#shown;
    const rect = editor.device_rect(x, y, width, height);
    const scale = 1 / devicePixelRatio;
    const { mirrored, quarters } = this.#engine.state;
    // The box is turned as the view is, about its middle, and its handles with it.
    const [wide, high] = quarters % 2 ? [rect.height, rect.width] : [rect.width, rect.height];
    const [left, top] = [rect.x + (rect.width - wide) / 2, rect.y + (rect.height - high) / 2].map((at) => at * scale);
    const turned = `rotate(${quarters * 90}deg) scaleX(${mirrored ? -1 : 1}) rotate(${angle}deg)`;
    Object.assign(this.#box.style, { width: `${wide * scale}px`, height: `${high * scale}px`, transform: `translate(${left}px, ${top}px) ${turned}` });
    const seen = (mirrored ? -1 : 1) * angle + quarters * 90;
    this.#box.classList.toggle("active", active);
    this.#box.classList.toggle("narrow", Math.min(rect.width, rect.height) * scale < NARROW);
    for (const [i, handle] of this.#handles.entries()) {
      if (handle.dataset.handle !== "turn") handle.style.cursor = CURSORS[((((mirrored ? -i : i) + Math.round(seen / 45)) % 4) + 4) % 4];
    }
    this.#placeTurn();
  };

  /** @param {string} command */
  #end(command) {
    // Leaving a field makes it accept its text.
    this.#stage.focus({ preventScroll: true });
    this.#engine.run(command);
  }

  /** @param {PointerEvent} event */
  #grab(event) {
    const handle = event.target instanceof HTMLElement && (event.target.dataset.handle ?? "inside");
    if (this.#pull !== undefined || !handle || event.button !== 0 || this.#engine.state.grabbing || this.#engine.refuses("edit.transform")) return;
    event.preventDefault();
    this.#stage.focus({ preventScroll: true });
    const { x, y } = toDevice(this.#canvas, event);
    if (!this.#engine.send((editor) => editor.grab_box(handle, x, y))) return;
    [this.#pull, this.#corner] = [event.pointerId, handle.includes("-")];
    this.#box.setPointerCapture(event.pointerId);
  }

  /** Adds the box and the bar to the page, with their event listeners. */
  connect() {
    this.#bar.setAttribute("aria-label", say("Transform"));
    this.#box.ariaHidden = "true";
    this.#box.append(...this.#handles);
    this.#canvas.after(this.#box);
    this.#stage.append(this.#bar);

    this.#box.addEventListener("pointerdown", (event) => this.#grab(event));
    this.#box.addEventListener("pointermove", (event) => {
      if (event.pointerId !== this.#pull) return;
      this.#moved = event;
      void this.#show();
    });
    for (const type of /** @type {const} */ (["pointerup", "pointercancel", "lostpointercapture"])) {
      this.#box.addEventListener(type, (event) => {
        // A move that waits is still shown.
        if (event.pointerId !== this.#pull) return;
        this.#pull = undefined;
        this.#placeTurn();
      });
    }
    this.#bar.addEventListener("submit", (event) => {
      event.preventDefault();
      this.#end("edit.transform-apply");
    });
    /** @param {Event} event @param {string} command */
    const ended = (event, command) => {
      event.preventDefault();
      this.#end(command);
    };
    this.#bar.addEventListener("keydown", fieldKeys({
      // On a button, Enter presses it.
      accept: (event) => event.target instanceof HTMLInputElement && ended(event, "edit.transform-apply"),
      leave: (event) => ended(event, "edit.cancel"),
    }));
    // Presses on the bar are not the canvas's.
    this.#bar.addEventListener("mousedown", (event) => event.stopPropagation());
    this.#engine.on("state", () => this.#engine.look(this.#draw));
  }
}

/**
 * Shows the box over the picture.
 * @param {Engine} engine
 * @param {HTMLElement} stage
 * @param {HTMLCanvasElement} canvas
 */
export function connectBox(engine, stage, canvas) {
  new TransformHandles(engine, stage, canvas).connect();
}
