/**
 * The preview: the drawing at its own size, playing while one paints.
 *
 * Problem: at 22× nobody sees what a sprite looks like, and an animation that plays on the canvas can't be painted on.
 * Idea: a small canvas of its own, on which the editor paints the rectangles that have changed, and the frame that is due. It floats
 * over the stage, where it is in sight in every window; on a phone, where it would cover too much, it stands among the panels. A timer
 * waits for the next frame of the animation; between two of them, and while nothing changes, nothing is done. While the picture itself plays, it shows what is
 * seen there, in the same frame. While strokes wrap around, copies of the picture lie around it. Invariant: while the canvas is out of sight, as the preview is closed
 * or scrolled away, nothing is painted, and the editor notes nothing for it.
 */

import { render } from "lit/html.js";
import { live } from "lit/directives/live.js";
import gripSvg from "lucide-static/icons/grip-vertical.svg?raw";
import pause from "lucide-static/icons/pause.svg?raw";
import overSvg from "lucide-static/icons/picture-in-picture-2.svg?raw";
import play from "lucide-static/icons/play.svg?raw";
import close from "lucide-static/icons/x.svg?raw";
import { icon } from "../controls.js";
import { get, on, onForgotten, set } from "../settings.js";
import { floats } from "./floating.js";
import { pageKey } from "./pagekeys.js";
import { blockOf, MOST, sideOf } from "./previewsize.js";
import { html, say } from "../words.js";

/** @import { Editor, Engine } from "../types.js" */

/** Screen pixels per pixel that can be chosen; 0 fits the whole picture. */
const SCALES = [0, 1, 2, 3, 4, 5, 6, 8];

/** Height of the room for the canvas among the panels, in CSS pixels, as in `preview.css`. */
const HEIGHT = 200;

/** Names of the settings. */
const [SCALE, PLAYING, SHOWN, PLACE] = ["preview scale", "preview playing", "preview shown", "preview place"];

/** Windows that have room for it over the stage, and those whose panels are a sheet, as in `compact.css`. */
const ROOMY = matchMedia("(width >= 700px) and (height >= 500px)");
const COMPACT = matchMedia("(width < 700px) or (height < 500px) or ((pointer: coarse) and (width < 900px))");

/** How long it waits for the picture to rest, and the longest that it does while one change follows the other, in milliseconds. */
const [REST_MS, LONGEST_MS] = [120, 1000];

/** The size that was chosen, in screen pixels a pixel. @returns {number} */
const scale = () => get(SCALE, 0);

/** Whether it is to play. */
const plays = () => get(PLAYING, !matchMedia("(prefers-reduced-motion: reduce)").matches);

/** Whether it floats over the stage. */
const floating = () => get(SHOWN, ROOMY.matches);

/** The preview: its size, whether it plays and is in sight, and when it paints. */
class Preview {
  #engine;
  #place;
  #stage;
  #column;
  #buttons = Object.assign(document.createElement("span"), { className: "preview-button" });
  #bar = Object.assign(document.createElement("div"), { className: "preview-bar" });
  #grip = Object.assign(document.createElement("button"), { id: "preview-grip", type: "button", className: "tool" });
  #tools = Object.assign(document.createElement("span"), { className: "row preview-tools" });
  #frame = Object.assign(document.createElement("div"), { className: "preview-frame" });
  #canvas = Object.assign(document.createElement("canvas"), { id: "preview-canvas", width: 1, height: 1 });
  #tiles = Object.assign(document.createElement("canvas"), { className: "preview-tiles", width: 1, height: 1, hidden: true });
  #context = this.#canvas.getContext("2d");
  #scale = scale();
  #playing = plays();
  /** CSS pixels per pixel. */
  #side = 1;
  /** Whether the canvas is in sight. */
  #seen = false;
  #damaged = true;
  /** Whether the picture was repeated when panels were drawn last. */
  #wrapped = false;
  /** Whether it shows what the picture plays. */
  #follows = false;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  #due;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  #waiting;
  /** When the picture has changed last, by `performance.now()`. */
  #changed = 0;

  /**
   * @param {Engine} engine
   * @param {{place: HTMLElement, stage: HTMLElement, column: HTMLElement, buttons: HTMLElement}} places
   */
  constructor(engine, { place, stage, column, buttons }) {
    this.#engine = engine;
    this.#place = place;
    this.#stage = stage;
    this.#column = column;
    buttons.append(this.#buttons);
  }

  /** Room for the canvas, in CSS pixels. */
  #room() {
    const { clientWidth, clientHeight } = this.#frame;
    const { paddingLeft } = getComputedStyle(this.#frame);
    const gap = 2 * parseFloat(paddingLeft);
    return { width: Math.max(1, clientWidth - gap), height: Math.max(1, floating() ? clientHeight - gap : HEIGHT) };
  }

  /** Paints once the picture rests: a stroke that goes on, or a key that is held, is seen there. */
  #later() {
    this.#changed = performance.now();
    if (this.#waiting !== undefined) return;
    const since = this.#changed;
    const look = () => {
      const rest = Math.min(this.#changed + REST_MS, since + LONGEST_MS) - performance.now();
      this.#waiting = rest > 0 ? setTimeout(look, rest) : undefined;
      if (rest <= 0) this.#soon();
    };
    this.#waiting = setTimeout(look, REST_MS);
  }

  /** Has it painted with the next frame. */
  #soon() {
    this.#damaged = true;
    this.#engine.requestFrame();
  }

  /** Whether the picture is repeated around itself. */
  #wraps() {
    return this.#engine.state.options.wrap === true;
  }

  /** Paints if anything has changed. @param {Editor} editor @param {number} now */
  #paint(editor, now) {
    const context = this.#context;
    if (!context) return;
    this.#damaged = false;
    const { width, height } = this.#canvas;
    const rest = editor.miniature(context, this.#playing ? now : undefined);
    if (this.#canvas.width !== width || this.#canvas.height !== height) this.#fit();
    this.#repeat();
    clearTimeout(this.#due);
    this.#follows = rest === 0;
    // A large picture is painted in parts, one in each frame.
    if (editor.miniature_lacks()) this.#soon();
    else if (rest > 0 && rest < Infinity) this.#due = setTimeout(() => this.#soon(), rest);
  }

  /** Whether all of the picture is shown, however large it is. */
  #whole() {
    return this.#scale === 0;
  }

  #fit() {
    const { width, height } = this.#whole() ? this.#engine.state : this.#canvas;
    this.#canvas.style.width = `${width * this.#side}px`;
    this.#canvas.style.height = `${height * this.#side}px`;
    // Pixels that are smaller than the screen's are not told apart.
    this.#canvas.classList.toggle("shrunk", this.#side * devicePixelRatio < 1);
  }

  /** Shows copies of the picture around it, if strokes wrap around and all of it is shown. */
  #repeat() {
    const { width, height } = this.#canvas;
    const shown = this.#wrapped && width === this.#engine.state.width && height === this.#engine.state.height;
    // Setting it has the browser look at the page's styles, even if it is so already.
    if (this.#tiles.hidden === shown) this.#tiles.hidden = !shown;
    const context = shown ? this.#tiles.getContext("2d") : null;
    if (!context) return;
    const room = this.#room();
    // An odd number of copies: the middle one lies on the picture.
    const [across, down] = [room.width / width, room.height / height].map((share) => 2 * Math.ceil((share / this.#side - 1) / 2) + 1);
    Object.assign(this.#tiles, { width: width * Math.max(1, across), height: height * Math.max(1, down) });
    this.#tiles.style.width = `${this.#tiles.width * this.#side}px`;
    this.#tiles.style.height = `${this.#tiles.height * this.#side}px`;
    context.fillStyle = context.createPattern(this.#canvas, "repeat") ?? "transparent";
    context.fillRect(0, 0, this.#tiles.width, this.#tiles.height);
  }

  /** Opens the editor's miniature at the size that is in sight, or closes it. */
  #open() {
    clearTimeout(this.#due);
    const room = this.#seen ? this.#room() : { width: 0, height: 0 };
    if (this.#seen) this.#side = this.#sideFor(room);
    const { width: across, height: down } = this.#engine.state;
    // Of a picture that is shown whole as many pixels are rendered as the screen has for it, or a few more.
    const block = this.#whole() ? blockOf(this.#side, devicePixelRatio) : 1;
    // A side that is divided by itself may come out as a little less than 1.
    // One pixel is shown where there is room for less, as while it is being closed.
    const [width, height] = [[room.width, across], [room.height, down]].map(([length, all]) => (this.#seen ? Math.max(1, Math.min(Math.floor(length / this.#side + 1e-6), Math.ceil(all / block))) : 0));
    this.#engine.look((editor) => editor.open_miniature(width, height, this.#whole()));
    this.#fit();
    this.#soon();
  }

  /** @param {{width: number, height: number}} room */
  #sideFor(room) {
    const { width, height } = this.#engine.state;
    // Of what is not shown whole the editor paints no more.
    const most = this.#whole() ? Infinity : MOST;
    return sideOf(this.#scale, { width: Math.min(most, width), height: Math.min(most, height) }, room, devicePixelRatio, this.#wraps());
  }

  #drawTools() {
    const frames = this.#engine.picture.drawing.frames.length;
    const floats = floating();
    render(html`
      ${frames > 1 ? html`<button id="preview-play" type="button" class="tool" aria-label="Play the preview" title=${this.#playing ? say("Pause the preview") : say("Play the preview")} aria-pressed=${String(this.#playing)} @click=${() => {
        this.#playing = !this.#playing;
        set(PLAYING, this.#playing);
        this.#draw();
      }}>${icon(this.#playing ? pause : play)}</button>` : ""}
      <select id="preview-scale" aria-label="Size of the preview" title="Screen pixels per pixel" .value=${live(String(this.#scale))} @change=${(/** @type {Event} */ event) => {
        this.#scale = Number(/** @type {HTMLSelectElement} */ (event.currentTarget).value);
        set(SCALE, this.#scale);
        this.#open();
      }}>${SCALES.map((each) => html`<option value=${each} ?selected=${each === this.#scale}>${each === 0 ? say("Fit") : `${each}×`}</option>`)}</select>
      ${floats
        ? html`<button id="preview-close" type="button" class="tool" aria-label="Close the preview" title="Close the preview (F7)" @click=${() => this.#show(false)}>${icon(close)}</button>`
        : html`<button id="preview-over" type="button" class="tool" aria-label="Preview over the picture" title="Preview over the picture (F7)" @click=${() => this.#show(true)}>${icon(overSvg)}</button>`}`, this.#tools);
    // What closes it is in its own bar.
    render(floats ? "" : html`<button id="preview-toggle" type="button" class="tool" title="Show the preview (F7)" aria-label="Preview" aria-keyshortcuts="F7" @click=${() => this.#show(true)}>${icon(overSvg)}</button>`, this.#buttons);
  }

  #draw() {
    this.#wrapped = this.#wraps();
    this.#drawTools();
    if (this.#seen && this.#side !== this.#sideFor(this.#room())) this.#open();
    else this.#soon();
  }

  /** @param {boolean} shown */
  #show(shown) {
    set(SHOWN, shown);
    // Who has hidden all panels and asks for this one gets it alone.
    this.#place.classList.toggle("alone", shown && !get("panels", true));
    this.#lay();
  }

  /** Shows it, or closes it if it is in sight. */
  #toggle() {
    this.#show(!(floating() && this.#place.checkVisibility()));
  }

  /** Puts it over the stage, among the panels of a small screen, or away. */
  #lay() {
    const floats = floating();
    const place = floats || !COMPACT.matches ? this.#stage : this.#column;
    if (this.#place.parentElement !== place) place.append(this.#place);
    for (const name of ["floating", "card"]) this.#place.classList.toggle(name, floats);
    this.#place.classList.toggle("panel", !floats);
    this.#place.hidden = !floats && !COMPACT.matches;
    this.#drawTools();
    if (this.#seen) this.#open();
  }

  /** Adds the canvas to the page, and paints it when the drawing changes. */
  connect() {
    this.#canvas.setAttribute("role", "img");
    this.#canvas.setAttribute("aria-label", say("Preview of the drawing at its own size"));
    this.#grip.title = say("Move the preview: drag it, or click for the next corner");
    this.#grip.ariaLabel = say("Move the preview");
    render(icon(gripSvg), this.#grip);
    this.#bar.append(this.#grip, Object.assign(document.createElement("h2"), { textContent: say("Preview") }), this.#tools);
    this.#frame.append(this.#canvas, this.#tiles);
    this.#place.append(this.#bar, this.#frame);
    floats(this.#place, this.#grip, PLACE, { x: 1, y: 0 });

    this.#engine.on("repaint", () => {
      this.#damaged ||= this.#follows;
      if (!this.#follows) this.#later();
    });
    this.#engine.on("frame", (now) => {
      if (this.#seen && this.#damaged) this.#engine.look((editor) => this.#paint(editor, now));
    });
    onForgotten(() => {
      [this.#scale, this.#playing] = [scale(), plays()];
      this.#lay();
    });
    for (const media of [ROOMY, COMPACT]) media.addEventListener("change", () => this.#lay());
    pageKey("F7", this.#engine, () => this.#toggle());
    on("panels", () => this.#place.classList.remove("alone"));
    // The view may show another part of a large canvas, and other frames or durations another animation.
    this.#engine.shows(["canvas", "frames", "cel", "zoom", "tool", "playing"], () => this.#draw());
    this.#lay();
    new IntersectionObserver((entries) => {
      const now = entries[entries.length - 1].isIntersecting;
      if (now === this.#seen) return;
      this.#seen = now;
      this.#open();
    }).observe(this.#frame);
    // Another window may have another room for it.
    new ResizeObserver(() => this.#seen && this.#draw()).observe(this.#frame);
  }
}

/**
 * Draws the preview.
 * @param {Engine} engine
 * @param {{place: HTMLElement, stage: HTMLElement, column: HTMLElement, buttons: HTMLElement}} places Where it is, where it floats, where it stands on a small screen, and where the button is that shows it.
 */
export function previewPanel(engine, places) {
  new Preview(engine, places).connect();
}
