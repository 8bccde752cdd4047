/**
 * Who made this pixel: the steps that made what is pointed at, listed and outlined.
 *
 * Which pixel that is, and whether it stays, is known to the editor. The list stands in the history's panel, or over the stage where that panel is closed or
 * covers the picture, as on a small screen. The newest steps are outlined on the picture, the newest of them most clearly, and the one that is pointed at in the list alone.
 *
 * Alt probes as well while the history is what somebody works with: what was pressed last, or has the focus. A press on the picture ends that.
 */

import { render } from "lit/html.js";
import closeSvg from "lucide-static/icons/x.svg?raw";
import { Contour } from "../contour.js";
import { icon } from "../controls.js";
import { onStage, pictureOnStage, same } from "../onstage.js";
import { Soon } from "../soon.js";
import { FoundList, ROW } from "./found.js";
import { html, say } from "../words.js";

/** @import { Editor, Engine, Makers, Rect, State } from "../types.js" */
/** @import { Miniatures } from "./miniatures.js" */

/** Number of steps that are outlined, and of rows that are seen without scrolling. */
const [OUTLINED, SEEN] = [4, 6];

/** Height that the list needs in the panel to be in sight there, in CSS pixels. */
const ROOM = 200;

/** How long a pixel is pointed at before its steps are outlined, in milliseconds. */
const TRACE_MS = 40;

class Probe {
  #engine;
  #place;
  #section = Object.assign(document.createElement("section"), { id: "makers", hidden: true });
  #head = document.createElement("div");
  #list;
  #stage;
  /** The pixel that is kept, then the steps; there are none before a pixel is probed. @type {Contour[]} */
  #contours = [];
  /** @type {Makers} */
  #makers = { rows: [], most: 0, why: null };
  /** What was listed last, and where the picture lay when that was outlined. */
  #listed = "";
  /** @type {Rect | undefined} */
  #picture;
  #tracing = 0;
  #soon = new Soon(() => this.#engine.look(this.#draw));

  /** @param {Engine} engine @param {{place: HTMLElement, before: HTMLElement, stage: HTMLElement, miniatures: Miniatures}} parts `place` is the history's panel, and `before` what it stands before in there. */
  constructor(engine, parts) {
    this.#engine = engine;
    this.#place = parts;
    this.#section.setAttribute("aria-label", say("Who made this pixel"));
    this.#head.className = "found-head";
    this.#list = new FoundList(engine, {
      id: "makers-steps", label: say("Steps that made the pixel, the newest first"), stage: parts.stage, miniatures: parts.miniatures,
      rows: (_, from, count) => this.#makers.rows.slice(from, from + count),
      leave: () => {
        engine.run("history.probe-end");
        document.getElementById("surface")?.focus({ preventScroll: true });
      },
    });
    this.#section.append(this.#head, this.#list.element);
    this.#stage = parts.stage;
    for (const event of /** @type {const} */ (["state", "moved"])) engine.on(event, () => engine.look(this.#drawSoon));
  }

  /** What is listed, in a word: it is listed anew when that changes. @param {State} state */
  #about({ probed, serial, position, ahead, layer, frame }) {
    return probed ? [probed.at.x, probed.at.y, probed.kept, serial, position, ahead, layer, frame].join() : "";
  }

  #drawSoon = (/** @type {Editor} */ editor) => {
    // The state would take longer to fetch than the frame in which this is heard.
    if (!editor.is_probed() && !this.#listed) return;
    this.#soon.ask();
  };

  #draw = (/** @type {Editor} */ editor) => {
    const { state } = this.#engine;
    // Who looks at an earlier state from a row of the list goes on to see the list.
    if (state.looking !== null) return;
    const about = this.#about(state);
    const anew = about !== this.#listed || this.#makers.why !== null;
    if (anew) {
      this.#listed = about;
      this.#makers = about ? editor.makers() : { rows: [], most: 0, why: null };
      this.#settle(about !== "");
      this.#drawHead(state);
      this.#list.show(this.#makers.rows.length);
    }
    if (anew || !same(pictureOnStage(editor), this.#picture)) this.#outlineLater();
  };

  /** Puts the list where there is room for it. @param {boolean} shown */
  #settle(shown) {
    // It stays where it came up, though the column may be scrolled meanwhile, as long as the panel is there.
    const lost = this.#section.parentElement === this.#place.place && !this.#place.place.checkVisibility();
    if (shown && (this.#section.hidden || lost)) {
      const inside = this.#isSeen();
      if (inside) this.#place.before.before(this.#section);
      else document.querySelector("#message")?.before(this.#section);
      this.#section.classList.toggle("card", !inside);
    }
    this.#section.hidden = !shown;
    this.#list.element.hidden = this.#makers.rows.length === 0;
    this.#list.element.style.height = `${Math.min(SEEN, this.#makers.rows.length) * ROW}px`;
  }

  /** Whether the history's panel is open, and its upper part in sight. */
  #isSeen() {
    const { place } = this.#place;
    if (!place.classList.contains("open") || !place.checkVisibility()) return false;
    const bottom = place.closest(".column")?.getBoundingClientRect().bottom ?? innerHeight;
    return place.getBoundingClientRect().top + ROOM < bottom;
  }

  /** @param {State} state */
  #drawHead({ probed }) {
    if (!probed) return render("", this.#head);
    const { rows: { length }, most, why } = this.#makers;
    const count = length === 1 ? say("1 step") : length === most ? say`${length} steps or more` : say`${length} steps`;
    render(html`<b>${say`Pixel ${probed.at.x}, ${probed.at.y}`}</b>
      <span class="clipped">${why ? say(why) : length === 0 ? say("as it was at first") : count}</span>
      ${probed.kept ? html`<button type="button" class="small" aria-label="Close" title="Close (Escape)" @click=${() => this.#engine.run("history.probe-end")}>${icon(closeSvg)}</button>` : ""}`, this.#head);
  }

  /** @param {string} name */
  #contour(name) {
    const contour = new Contour(this.#stage);
    contour.element.classList.add(name);
    contour.element.toggleAttribute("hidden", true);
    return contour;
  }

  #outlineLater() {
    clearTimeout(this.#tracing);
    for (const { element } of this.#contours) element.toggleAttribute("hidden", true);
    if (this.#listed) this.#tracing = window.setTimeout(() => this.#engine.look(this.#outline), TRACE_MS);
  }

  #outline = (/** @type {Editor} */ editor) => {
    this.#picture = pictureOnStage(editor);
    const picture = this.#picture;
    const { probed } = this.#engine.state;
    if (this.#contours.length === 0) this.#contours = ["probed-pixel", ...new Array(OUTLINED).fill("probed")].map((name) => this.#contour(name));
    const [pixel, ...steps] = this.#contours;
    if (probed?.kept) {
      const { at: { x, y } } = probed;
      pixel.draw(Int32Array.of(4, x, y, x + 1, y, x + 1, y + 1, x, y + 1), this.#engine.state, (rect) => onStage(this.#engine, rect, picture));
    }
    for (const [i, contour] of steps.entries()) {
      const row = this.#makers.rows[i]?.row;
      if (!this.#listed || !row || row.place === "disk") continue;
      contour.element.style.setProperty("--highlight", row.color);
      contour.element.style.opacity = String(1 / (1 + i));
      contour.draw(editor.contour_of(Float64Array.of(row.id)), this.#engine.state, (rect) => onStage(this.#engine, rect, picture));
    }
  };

  /** Has Alt probe while the history is what somebody works with. */
  connectAlt() {
    let used = false;
    const use = (/** @type {boolean} */ now) => {
      if (now === used) return;
      used = now;
      this.#engine.send((editor) => editor.probe_by_alt(now));
    };
    const within = (/** @type {EventTarget | null} */ target) => target instanceof Element && (this.#place.place.contains(target) || this.#section.contains(target));
    document.addEventListener("pointerdown", ({ target }) => use(within(target)), { capture: true });
    document.addEventListener("focusin", ({ target }) => {
      if (within(target)) use(true);
    });
  }
}

/**
 * Lists who made what is pointed at.
 * @param {Engine} engine
 * @param {{place: HTMLElement, before: HTMLElement, stage: HTMLElement, miniatures: Miniatures}} parts
 */
export function probePanel(engine, parts) {
  new Probe(engine, parts).connectAlt();
}
