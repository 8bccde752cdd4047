/**
 * The preview: the drawing at its own size, playing while one paints.
 *
 * Problem: at 22× nobody sees what a sprite looks like, and an animation that plays on the canvas can't be painted on.
 * Idea: a small canvas of its own, on which the editor paints the rectangles that have changed, at one to four screen
 * pixels for each pixel, and the frame that is due. A timer waits for the next frame of the animation; between two of
 * them, and while nothing changes, nothing is done. Invariant: while the canvas is out of sight, as the panel is folded
 * or scrolled away, nothing is painted, and the editor notes nothing for it.
 */

import { render } from "lit/html.js";
import { live } from "lit/directives/live.js";
import pause from "lucide-static/icons/pause.svg?raw";
import play from "lucide-static/icons/play.svg?raw";
import { icon } from "../controls.js";
import { whenWhole } from "../rest.js";
import { get, onForgotten, set } from "../settings.js";
import { html, say } from "../words.js";

/** @import { Engine } from "../types.js" */

/** Screen pixels per pixel that can be chosen. */
const SCALES = [1, 2, 3, 4];

/** Size of the room for the canvas in CSS pixels, as in `preview.css`. */
const [WIDTH, HEIGHT] = [228, 200];

/** Names of the settings. */
const [SCALE, PLAYING] = ["preview scale", "preview playing"];

/** How long it waits for the picture, in milliseconds. */
const REST_MS = 120;

/** The size that was chosen, in screen pixels a pixel. @returns {number} */
const scale = () => get(SCALE, 1);

/** Whether it is to play. */
const plays = () => get(PLAYING, !matchMedia("(prefers-reduced-motion: reduce)").matches);

/** The preview: its size, whether it plays and is in sight, and when it paints. */
class Preview {
  #engine;
  #place;
  #head = document.createElement("div");
  #frame = Object.assign(document.createElement("div"), { className: "preview-frame" });
  #canvas = Object.assign(document.createElement("canvas"), { id: "preview-canvas", width: 1, height: 1 });
  #context = this.#canvas.getContext("2d");
  #scale = scale();
  #playing = plays();
  /** Whether the canvas is in sight. */
  #seen = false;
  #damaged = true;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  #due;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  #waiting;

  /**
   * @param {Engine} engine
   * @param {HTMLElement} place
   */
  constructor(engine, place) {
    this.#engine = engine;
    this.#place = place;
  }

  /** CSS pixels per pixel: whole screen pixels, or pixels would not be equally large. */
  #side() {
    return (this.#scale * Math.max(1, Math.round(devicePixelRatio))) / devicePixelRatio;
  }

  /** Has it painted with the next frame. */
  #soon() {
    this.#damaged = true;
    this.#engine.requestFrame();
  }

  /** Paints if anything has changed. @param {number} now */
  #paint(now) {
    const context = this.#context;
    if (!this.#seen || !this.#damaged || !context || this.#engine.busy) return;
    this.#damaged = false;
    const { width, height } = this.#canvas;
    const rest = this.#engine.query((editor) => editor.miniature(context, this.#playing ? now : undefined));
    if (this.#canvas.width !== width || this.#canvas.height !== height) this.#fit();
    clearTimeout(this.#due);
    if (rest !== undefined && rest < Infinity) this.#due = setTimeout(() => this.#soon(), rest);
  }

  #fit() {
    this.#canvas.style.width = `${this.#canvas.width * this.#side()}px`;
    this.#canvas.style.height = `${this.#canvas.height * this.#side()}px`;
  }

  /** Opens the editor's miniature at the size that is in sight, or closes it. */
  #open() {
    clearTimeout(this.#due);
    const [width, height] = this.#seen ? [WIDTH, HEIGHT].map((length) => Math.floor(length / this.#side())) : [0, 0];
    this.#engine.query((editor) => editor.open_miniature(width, height));
    this.#fit();
    this.#soon();
  }

  #draw() {
    const frames = this.#engine.picture.drawing.frames.length;
    render(html`
      <h2>Preview
        <span class="row preview-tools">
          ${frames > 1 ? html`<button id="preview-play" type="button" class="tool" aria-label="Play the preview" title=${this.#playing ? say("Pause the preview") : say("Play the preview")} aria-pressed=${String(this.#playing)} @click=${() => {
            this.#playing = !this.#playing;
            set(PLAYING, this.#playing);
            this.#draw();
            this.#soon();
          }}>${icon(this.#playing ? pause : play)}</button>` : ""}
          <select id="preview-scale" aria-label="Size of the preview" title="Screen pixels for each pixel" .value=${live(String(this.#scale))} @change=${(/** @type {Event} */ event) => {
            this.#scale = Number(/** @type {HTMLSelectElement} */ (event.currentTarget).value);
            set(SCALE, this.#scale);
            this.#open();
          }}>${SCALES.map((each) => html`<option value=${each} ?selected=${each === this.#scale}>${each}×</option>`)}</select>
        </span>
      </h2>`, this.#head);
    this.#soon();
  }

  /** Adds the canvas to the page, and paints it when the drawing changes. */
  connect() {
    this.#canvas.setAttribute("role", "img");
    this.#canvas.setAttribute("aria-label", say("Preview of the drawing at its own size"));
    this.#frame.append(this.#canvas);
    this.#place.append(this.#head, this.#frame);

    this.#engine.on("repaint", () => {
      // The picture comes first, and a stroke is seen there.
      this.#waiting ??= setTimeout(() => {
        this.#waiting = undefined;
        this.#soon();
      }, REST_MS);
    });
    this.#engine.on("frame", (now) => this.#paint(now));
    onForgotten(() => {
      [this.#scale, this.#playing] = [scale(), plays()];
      this.#draw();
      this.#open();
    });
    // The view may show another part of a large canvas, and other frames or durations another animation.
    this.#engine.shows(["canvas", "frames", "cel", "zoom"], () => this.#draw());
    whenWhole(() => {
      new IntersectionObserver((entries) => {
        const now = entries[entries.length - 1].isIntersecting;
        if (now === this.#seen) return;
        this.#seen = now;
        this.#open();
      }).observe(this.#frame);
    });
  }
}

/**
 * Draws the preview.
 * @param {Engine} engine
 * @param {HTMLElement} place
 */
export function previewPanel(engine, place) {
  new Preview(engine, place).connect();
}
