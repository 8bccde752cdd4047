/**
 * Heat over the picture: how often, or how lately, each part of it was changed, with a legend.
 *
 * The editor counts, a few milliseconds of each frame, and draws a pixel for each cell on a canvas of its own, which the compositor scales and turns with the picture. So the picture's
 * canvas, and whatever is made of it, never has it. While nothing is shown, nothing is counted and nothing is asked.
 */

import { render } from "lit/html.js";
import closeSvg from "lucide-static/icons/x.svg?raw";
import { icon } from "./controls.js";
import { pictureOnStage } from "./onstage.js";
import { Soon } from "./soon.js";
import { grouped, html, say } from "./words.js";

/** @import { Editor, Engine, HeatInfo } from "./types.js" */

/** Time that counting takes of each frame, in milliseconds, and steps that are counted before the clock is looked at. */
const [SLICE_MS, STEPS] = [6, 64];

/** What heat means: its command, and its name. */
const MEANINGS = /** @type {const} */ ([["often", "view.heat-often", say("How often")], ["lately", "view.heat-lately", say("How lately")]]);

class HeatOverlay {
  #engine;
  #frame = document.createElement("div");
  #canvas = document.createElement("canvas");
  #context;
  #legend = Object.assign(document.createElement("section"), { id: "heat-legend", className: "card", hidden: true });
  /** @type {HeatInfo | null} */
  #info = null;
  #more = false;
  /** Whether something may have changed since it was counted. */
  #stale = true;
  #next = new Soon(() => this.#engine.look(this.#draw));
  /** Whether it is chosen, as panels were told last: nobody else asks for the state after each change. */
  #wanted = false;

  /** @param {Engine} engine @param {HTMLElement} stage */
  constructor(engine, stage) {
    this.#engine = engine;
    this.#context = this.#canvas.getContext("2d");
    this.#frame.id = "heat";
    this.#frame.hidden = true;
    this.#frame.ariaHidden = "true";
    this.#frame.append(this.#canvas);
    document.getElementById("overlay")?.before(this.#frame);
    if (!this.#frame.isConnected) stage.append(this.#frame);
    this.#legend.setAttribute("aria-label", say("Heat of changes"));
    document.querySelector("#message")?.before(this.#legend);
    engine.on("state", () => this.#soon());
    const anew = () => {
      this.#stale = true;
      this.#soon();
    };
    let playing = false;
    engine.shows(["heat", "steps", "cel", "stroke", "file", "playing"], ({ state }) => {
      this.#wanted = state.heat !== null;
      playing = state.playing;
      anew();
    });
    // Each frame has heat of its own.
    engine.on("moved", () => playing && anew());
    this.#canvas.addEventListener("contextrestored", anew);
  }

  #soon() {
    if (!this.#wanted && this.#frame.hidden) return;
    this.#next.ask();
  }

  #draw = (/** @type {Editor} */ editor) => {
    const shown = this.#engine.state.heat !== null;
    this.#frame.hidden = !shown;
    this.#legend.hidden = !shown;
    if (!shown || !this.#context) return;
    if (this.#more || this.#stale) {
      this.#stale = false;
      const end = performance.now() + SLICE_MS;
      this.#more = true;
      while (this.#more && performance.now() < end) this.#more = editor.heat_on(STEPS);
      this.#info = editor.draw_heat(this.#context);
      this.#drawLegend();
    }
    this.#place(editor);
    if (this.#more) this.#soon();
  };

  /** Lays it over the picture, turned as that is. @param {Editor} editor */
  #place(editor) {
    const { mirrored, quarters, width, height } = this.#engine.state;
    const picture = pictureOnStage(editor);
    const [across, down] = quarters % 2 ? [picture.height, picture.width] : [picture.width, picture.height];
    const [x, y] = [picture.x + (picture.width - across) / 2, picture.y + (picture.height - down) / 2];
    // Mirrored first, then rotated.
    Object.assign(this.#frame.style, { width: `${across}px`, height: `${down}px`, transform: `translate(${x}px, ${y}px) rotate(${90 * quarters}deg) scaleX(${mirrored ? -1 : 1})` });
    // The last cells may reach beyond the canvas.
    const side = this.#info?.side ?? 1;
    Object.assign(this.#canvas.style, { width: `${100 * this.#canvas.width * side / width}%`, height: `${100 * this.#canvas.height * side / height}%` });
  }

  #drawLegend() {
    const info = this.#info;
    if (!info) return;
    const { most, steps, unread, by } = info;
    const ends = by === "often" ? [say("once"), most > 1 ? say`${grouped(most)} times` : ""] : [most > 1 ? say`${grouped(most - 1)} steps ago` : "", say("last step")];
    const note = this.#more ? say`${grouped(steps)} steps so far…` : unread > 0 ? say`${grouped(unread)} steps on the disk are not counted` : "";
    render(html`
      <div class="toggles" role="group" aria-label="What heat means">
        ${MEANINGS.map(([id, command, label]) => html`<button type="button" class="button" aria-pressed=${String(id === by)} @click=${() => id !== by && this.#engine.run(command)}>${label}</button>`)}
      </div>
      <button type="button" class="small" aria-label="Hide the heat" title="Hide the heat" @click=${() => this.#engine.run(`view.heat-${by}`)}>${icon(closeSvg)}</button>
      <div class="heat-ramp" aria-hidden="true"></div>
      <p class="heat-ends"><span>${ends[0]}</span><span>${ends[1]}</span></p>
      ${note ? html`<p class="heat-note">${note}</p>` : ""}`, this.#legend);
    const ramp = this.#legend.querySelector(".heat-ramp");
    if (ramp instanceof HTMLElement) ramp.style.setProperty("--ramp", info.ramp.map((color) => color.slice(0, 7)).join(", "));
  }
}

/** Shows heat while the editor has it. @param {Engine} engine @param {HTMLElement} stage */
export function connectHeat(engine, stage) {
  new HeatOverlay(engine, stage);
}
