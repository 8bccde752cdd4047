/**
 * The toolbar: the tool, its colour and size, and the size of the canvas.
 */
import { render } from "lit/html.js";
import { live } from "lit/directives/live.js";
import eraser from "lucide-static/icons/eraser.svg?raw";
import fill from "lucide-static/icons/paint-bucket.svg?raw";
import pencil from "lucide-static/icons/pencil.svg?raw";
import { icon } from "../controls.js";
import { html, say } from "../words.js";

/** @import { Engine } from "./engine.js" */
/** @typedef {{tool: string, color: string, size: number}} Hand */

const TOOLS = [
  { id: "pencil", label: say("Pencil"), key: "B", svg: pencil },
  { id: "eraser", label: say("Eraser"), key: "E", svg: eraser },
  { id: "fill", label: say("Fill"), key: "G", svg: fill },
];
const SIDES = [64, 256, 512];
const LARGEST_BRUSH = 64;

/** Returns the value of an event's field. @param {Event} event */
const valueOf = (event) => /** @type {HTMLInputElement | HTMLSelectElement} */ (event.currentTarget).value;

/**
 * Draws the toolbar, and returns the chosen tool with functions that change it.
 * @param {Engine} engine
 * @param {HTMLElement} place
 * @param {() => void} interrupt Stops a replay that is under way.
 */
export function showToolbar(engine, place, interrupt) {
  /** @type {Hand} */
  const hand = { tool: "pencil", color: "#e5484d", size: 4 };

  /** @param {Partial<Hand>} change */
  const set = (change) => {
    Object.assign(hand, change);
    draw();
  };

  /** @param {Event} event */
  const renew = (event) => {
    interrupt();
    const side = Number(valueOf(event));
    engine.renew(side, side);
  };

  const draw = () => {
    const { width, height } = engine.lab.size();
    const sides = width === height && !SIDES.includes(width) ? [...SIDES, width] : SIDES;
    const tool = (/** @type {typeof TOOLS[number]} */ { id, label, key, svg }) => html`<button
      id=${id}
      class="tool"
      type="button"
      title="${label} (${key})"
      aria-label=${label}
      aria-pressed=${String(hand.tool === id)}
      @click=${() => set({ tool: id })}
    >${icon(svg)}</button>`;
    const side = (/** @type {number} */ value) => html`<option value=${value} ?selected=${value === width}>${value} × ${value}</option>`;
    render(html`
      <div class="group">${TOOLS.map(tool)}</div>
      <input id="color" type="color" title="Colour" aria-label="Colour" .value=${live(hand.color)}
        @input=${(/** @type {Event} */ event) => set({ color: valueOf(event), tool: hand.tool === "eraser" ? "pencil" : hand.tool })}>
      <label class="brush-size" title="Brush size ([ and ])">Size
        <input id="brush" type="range" min="1" max=${LARGEST_BRUSH} .value=${live(String(hand.size))}
          @input=${(/** @type {Event} */ event) => set({ size: Number(valueOf(event)) })}>
        <output>${hand.size} px</output>
      </label>
      <select id="side" title="A new canvas of this size" aria-label="Canvas size" .value=${live(String(width))} @change=${renew}>${sides.map(side)}</select>`, place);
  };
  engine.listen((_, settled) => {
    if (settled) draw();
  });

  return {
    hand,
    /** @param {string} tool */
    choose: (tool) => set({ tool }),
    /** @param {number} by */
    resize: (by) => set({ size: Math.min(LARGEST_BRUSH, Math.max(1, hand.size + by)) }),
  };
}
