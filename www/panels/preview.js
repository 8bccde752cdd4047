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
import { get, set } from "../settings.js";
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

/**
 * Draws the preview.
 * @param {Engine} engine
 * @param {HTMLElement} place
 */
export function previewPanel(engine, place) {
  const head = document.createElement("div");
  const frame = Object.assign(document.createElement("div"), { className: "preview-frame" });
  const canvas = Object.assign(document.createElement("canvas"), { id: "preview-canvas", width: 1, height: 1 });
  canvas.setAttribute("role", "img");
  canvas.setAttribute("aria-label", say("Preview of the drawing at its own size"));
  const context = canvas.getContext("2d");
  frame.append(canvas);
  place.append(head, frame);

  const still = matchMedia("(prefers-reduced-motion: reduce)").matches;
  /** @type {number} */
  let scale = get(SCALE, 1);
  let playing = get(PLAYING, !still);
  /** Whether the canvas is in sight. */
  let seen = false;
  let damaged = true;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let due;

  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let waiting;

  /** CSS pixels per pixel: whole screen pixels, or pixels would not be equally large. */
  const side = () => (scale * Math.max(1, Math.round(devicePixelRatio))) / devicePixelRatio;

  /** Has it painted with the next frame. */
  const soon = () => {
    damaged = true;
    engine.requestFrame();
  };

  const paint = (/** @type {number} */ now) => {
    if (!seen || !damaged || !context || engine.busy) return;
    damaged = false;
    const { width, height } = canvas;
    const rest = engine.query((editor) => editor.miniature(context, playing ? now : undefined));
    if (canvas.width !== width || canvas.height !== height) fit();
    clearTimeout(due);
    if (rest !== undefined && rest < Infinity) due = setTimeout(soon, rest);
  };

  const fit = () => {
    canvas.style.width = `${canvas.width * side()}px`;
    canvas.style.height = `${canvas.height * side()}px`;
  };

  /** Opens the editor's miniature at the size that is in sight, or closes it. */
  const open = () => {
    clearTimeout(due);
    const [width, height] = seen ? [WIDTH, HEIGHT].map((length) => Math.floor(length / side())) : [0, 0];
    engine.query((editor) => editor.open_miniature(width, height));
    fit();
    soon();
  };

  const draw = () => {
    const frames = engine.picture.drawing.frames.length;
    render(html`
      <h2>Preview
        <span class="row preview-tools">
          ${frames > 1 ? html`<button id="preview-play" type="button" class="tool" aria-label="Play the preview" title=${playing ? say("Pause the preview") : say("Play the preview")} aria-pressed=${String(playing)} @click=${() => {
            playing = !playing;
            set(PLAYING, playing);
            draw();
            soon();
          }}>${icon(playing ? pause : play)}</button>` : ""}
          <select id="preview-scale" aria-label="Size of the preview" title="Screen pixels for each pixel" .value=${live(String(scale))} @change=${(/** @type {Event} */ event) => {
            scale = Number(/** @type {HTMLSelectElement} */ (event.currentTarget).value);
            set(SCALE, scale);
            open();
          }}>${SCALES.map((each) => html`<option value=${each} ?selected=${each === scale}>${each}×</option>`)}</select>
        </span>
      </h2>`, head);
    soon();
  };

  engine.on("repaint", () => {
    // The picture comes first, and a stroke is seen there.
    waiting ??= setTimeout(() => {
      waiting = undefined;
      soon();
    }, REST_MS);
  });
  engine.on("frame", paint);
  // The view may show another part of a large canvas, and other frames or durations another animation.
  engine.shows(["canvas", "frames", "cel", "zoom"], draw);
  whenWhole(() => {
    new IntersectionObserver((entries) => {
      const now = entries[entries.length - 1].isIntersecting;
      if (now === seen) return;
      seen = now;
      open();
    }).observe(frame);
  });
}
