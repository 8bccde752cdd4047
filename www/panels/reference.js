/**
 * A reference image: beside the drawing, or over it for tracing, and never part of it.
 *
 * Problem: who draws after a picture wants it in view, and a layer with it would be saved and exported. Idea: the page alone
 * shows it, from a file that is chosen or dropped on the panel, in the panel or at a chosen strength over the canvas, where it
 * follows the view and lets every press through. Invariant: it reaches neither the editor nor any storage; a reload
 * leaves nothing of it.
 */

import { render } from "lit/html.js";
import { live } from "lit/directives/live.js";
import open from "lucide-static/icons/image-plus.svg?raw";
import remove from "lucide-static/icons/x.svg?raw";
import { icon } from "../controls.js";
import { html, say } from "../words.js";

/** @import { Editor, Engine } from "../types.js" */

/** Opacity of the reference image at first, in percent. */
const STRENGTH = 40;

/** The panel, and the image over the canvas. */
class ReferencePanel {
  #engine;
  #place;
  #over = Object.assign(document.createElement("img"), { className: "reference-over", alt: "", hidden: true });
  #chooser = Object.assign(document.createElement("input"), { type: "file", accept: "image/*", hidden: true });
  #root = document.createElement("div");
  #address = "";
  #name = "";
  #lies = false;
  #strength = STRENGTH;

  /**
   * @param {Engine} engine
   * @param {HTMLElement} place
   * @param {Element} canvas The picture's, over which the image may lie.
   */
  constructor(engine, place, canvas) {
    this.#engine = engine;
    this.#place = place;
    this.#over.ariaHidden = "true";
    canvas.after(this.#over);
    this.#chooser.id = "reference-file";
    this.#chooser.ariaLabel = say("A reference image to show");
    place.append(this.#chooser, this.#root);
  }

  /** Shows an image, or none. @param {Blob | undefined} blob @param {string} [called] */
  async #show(blob, called = "") {
    const fresh = blob ? URL.createObjectURL(blob) : "";
    if (fresh) {
      const image = Object.assign(new Image(), { src: fresh });
      try {
        await image.decode();
      } catch {
        URL.revokeObjectURL(fresh);
        this.#engine.say(say`“${called}” is not an image that this browser can show`, "error");
        return;
      }
    }
    if (this.#address) URL.revokeObjectURL(this.#address);
    [this.#address, this.#name] = [fresh, called];
    if (this.#address) this.#over.src = this.#address;
    else this.#over.removeAttribute("src");
    this.#lies &&= this.#address !== "";
    this.#draw();
  }

  /** Puts the image over the canvas, where the view shows that. */
  #lay = (/** @type {Editor} */ editor) => {
    this.#over.hidden = !this.#lies;
    if (!this.#lies) return;
    const { mirrored, quarters } = this.#engine.state;
    const rect = editor.canvas_rect();
    const scale = 1 / devicePixelRatio;
    const [wide, high] = quarters % 2 ? [rect.height, rect.width] : [rect.width, rect.height];
    const [left, top] = [rect.x + (rect.width - wide) / 2, rect.y + (rect.height - high) / 2].map((at) => at * scale);
    Object.assign(this.#over.style, {
      width: `${wide * scale}px`,
      height: `${high * scale}px`,
      opacity: String(this.#strength / 100),
      transform: `translate(${left}px, ${top}px) rotate(${quarters * 90}deg) scaleX(${mirrored ? -1 : 1})`,
    });
  };

  #draw() {
    render(html`
      <h2>Reference
        <span class="row preview-tools">
          <button id="reference-open" type="button" class="tool" aria-label="Choose a reference image" title="Choose a reference image; it never becomes part of the drawing" @click=${() => this.#chooser.click()}>${icon(open)}</button>
          ${this.#address ? html`<button id="reference-remove" type="button" class="tool" aria-label="Remove the reference image" title="Remove the reference image" @click=${() => this.#show(undefined)}>${icon(remove)}</button>` : ""}
        </span>
      </h2>
      ${this.#address ? html`
        <img id="reference-image" src=${this.#address} alt=${say`Reference: ${this.#name}`}>
        <div class="reference-tools">
          <label><input id="reference-lies" type="checkbox" .checked=${live(this.#lies)} @change=${(/** @type {Event} */ event) => {
            this.#lies = /** @type {HTMLInputElement} */ (event.currentTarget).checked;
            this.#draw();
          }}> Over the picture</label>
          <input id="reference-strength" type="range" min="5" max="95" aria-label="Opacity of the reference image" title="Opacity of the reference image: ${this.#strength} %" ?disabled=${!this.#lies} .value=${live(String(this.#strength))} @input=${(/** @type {Event} */ event) => {
            this.#strength = /** @type {HTMLInputElement} */ (event.currentTarget).valueAsNumber;
            this.#draw();
          }}>
        </div>` : html`<p class="reference-hint">An image to draw after, from a file or dropped here. It is never saved with the drawing.</p>`}`, this.#root);
    this.#engine.look(this.#lay);
  }

  /** Adds the event listeners, and draws the panel. */
  connect() {
    this.#chooser.addEventListener("change", () => {
      const [file] = this.#chooser.files ?? [];
      if (file) void this.#show(file, file.name);
      this.#chooser.value = "";
    });
    this.#place.addEventListener("dragover", (event) => {
      if (!event.dataTransfer?.types.includes("Files")) return;
      event.preventDefault();
      event.stopPropagation();
    });
    this.#place.addEventListener("drop", (event) => {
      const [file] = event.dataTransfer?.files ?? [];
      if (!file) return;
      // Dropped anywhere else, it would be opened as a drawing.
      event.preventDefault();
      event.stopPropagation();
      void this.#show(file, file.name);
    });
    this.#engine.on("state", () => {
      if (this.#lies) this.#engine.look(this.#lay);
    });
    this.#draw();
  }
}

/**
 * Draws the panel.
 * @param {Engine} engine
 * @param {HTMLElement} place
 * @param {Element} canvas The picture's, over which the image may lie.
 */
export function referencePanel(engine, place, canvas) {
  new ReferencePanel(engine, place, canvas).connect();
}
