/**
 * Taking back one step of many, seen before it is done.
 *
 * Problem: later strokes may have painted over the step that is meant, and then not all of it can go. Idea: while somebody points at the entry of the menu,
 * the pixels that would go have a contour in one colour, and those that would stay in another, dashed, and a card counts both. If something
 * would stay, the editor does nothing at first and asks: then the card has buttons, one for what can go, one for all of it
 * with the later steps that stand on it, and pointing at that one shows these, too.
 * Invariant: the card goes when it is answered, dismissed, or a step is made, and the contours go with it.
 */

import { render } from "lit/html.js";
import { Soon } from "../soon.js";
import { style } from "../style.js";
import takebackStyle from "../styles/takeback.css?url";
import { TwoContours } from "../twocontours.js";
import { grouped, html, say } from "../words.js";

/** @import { Along, Editor, Engine, Foreseen } from "../types.js" */

/** Returns words for what would go and what would stay. @param {Foreseen} foreseen */
function words({ taken, left, locked, whole }) {
  if (whole) return html`<span class="takeback-taken">${taken === 1 ? say("1 pixel goes") : taken > 0 ? say`${grouped(taken)} pixels go` : say("All of it goes")}</span>`;
  if (taken + left === 0) return html`<span class="takeback-left">${say("Later steps stand on it")}</span>`;
  const over = left - locked;
  return html`<span class="takeback-taken">${say`${grouped(taken)} of ${grouped(taken + left)} pixels`}</span>
    ${over === 0 ? "" : html`<span class="takeback-left">${over === 1 ? say("1 was painted over since") : say`${grouped(over)} were painted over since`}</span>`}
    ${locked === 0 ? "" : html`<span class="takeback-left">${locked === 1 ? say("1 is on a locked layer") : say`${grouped(locked)} are on a locked layer`}</span>`}`;
}

/** Returns the label of the button that takes later steps back, too. @param {number} steps @param {Foreseen} foreseen */
function along(steps, { left }) {
  if (left > 0) return steps === 1 ? say("The later step, too") : say`The ${steps} later steps, too`;
  return steps === 1 ? say("With the step that stands on it") : say`With the ${steps} steps that stand on it`;
}

class TakingBack {
  #engine;
  #card = document.createElement("div");
  #contours;
  /** The step that is meant, or 0. */
  #step = 0;
  /** Whether the card has buttons, which wait for an answer. */
  #asks = false;
  /** Whether the later steps are seen to go, too. */
  #all = false;
  /** @type {Along | null} */
  #along = null;
  /** The step at which it was asked. */
  #at = "";
  /** What had the focus before. @type {Element | null} */
  #before = null;
  /** What it would do. @type {Foreseen | null} */
  #foreseen = null;
  /** The step at which that was asked. */
  #foreseenAt = "";
  #soon = new Soon(() => this.#draw());
  /** @type {Promise<unknown> | undefined} */
  #styled;

  /** @param {Engine} engine @param {HTMLElement} stage */
  constructor(engine, stage) {
    this.#engine = engine;
    this.#contours = new TwoContours(engine, stage);
    this.#card.id = "takeback";
    this.#card.className = "card";
    this.#card.hidden = true;
    this.#card.setAttribute("role", "status");
    this.#card.addEventListener("keydown", (event) => {
      if (event.key !== "Escape") return;
      event.stopPropagation();
      this.#dismiss();
    });
    document.querySelector("#message")?.before(this.#card);
    engine.on("ask", ({ what }) => what === "take-back" && void this.#ask());
    engine.on("state", () => {
      if (this.#step && this.#asks && this.#at !== this.#place()) this.#dismiss();
      else if (this.#step) this.#soon.ask();
    });
  }

  /** Names the step that the drawing is at. */
  #place() {
    const { serial, position, ahead } = this.#engine.state;
    return [serial, position, ahead].join();
  }

  /** Shows what taking back a step would do, for as long as it is pointed at. @param {number | undefined} step */
  async see(step) {
    await this.#ready();
    this.#show(step ?? 0, false);
  }

  /** Resolves when there is all that it is shown by. */
  #ready() {
    this.#styled ??= Promise.all([style(takebackStyle), this.#engine.ask()]);
    return this.#styled;
  }

  async #ask() {
    await this.#ready();
    const [step, along] = await this.#engine.ask((editor) => {
      const asked = editor.asked_back();
      return /** @type {const} */ ([asked, editor.foresee_along(asked)]);
    });
    this.#at = this.#place();
    this.#along = along;
    this.#before = document.activeElement;
    this.#show(step, true);
    this.#card.querySelector("button")?.focus({ preventScroll: true });
  }

  #dismiss() {
    const within = this.#card.contains(document.activeElement);
    this.#show(0, false);
    if (within && this.#before instanceof HTMLElement) this.#before.focus({ preventScroll: true });
  }

  /** @param {number} step @param {boolean} asks */
  #show(step, asks) {
    [this.#step, this.#asks, this.#all, this.#foreseenAt] = [step, asks, false, ""];
    this.#draw();
  }

  /** @param {boolean} all */
  #seeAll(all) {
    this.#all = all;
    this.#contours.forget();
    this.#soon.ask();
  }

  /** @param {"leave" | "take"} later */
  #answer(later) {
    const commit = this.#step;
    this.#dismiss();
    this.#engine.run("history.take-back", { commit, later });
  }

  #draw() {
    if (this.#step) this.#engine.look(this.#drawBy);
    else this.#drawNothing();
  }

  #drawNothing() {
    this.#card.hidden = true;
    this.#contours.hide();
    render("", this.#card);
  }

  #drawBy = (/** @type {Editor} */ editor) => {
    const at = this.#place();
    if (at !== this.#foreseenAt) {
      [this.#foreseen, this.#foreseenAt] = [editor.foresee(this.#step), at];
      this.#contours.forget();
    }
    const foreseen = this.#step ? this.#foreseen : null;
    if (!foreseen) return this.#drawNothing();
    this.#card.hidden = false;
    const drawn = this.#contours.draw(editor, () => (this.#all && this.#along ? { taken: this.#along.contour, left: new Int32Array() } : foreseen.contours));
    if (!drawn) return;
    render(this.#words(foreseen), this.#card);
  };

  /** @param {Foreseen} foreseen */
  #words(foreseen) {
    const steps = this.#along?.steps.length ?? 0;
    const buttons = this.#asks ? html`
      ${foreseen.idle ? "" : html`<button type="button" class="chief" @click=${() => this.#answer("leave")}>Take these back</button>`}
      ${steps > 0 ? html`<button type="button" id="takeback-all" @click=${() => this.#answer("take")}
        @pointerenter=${() => this.#seeAll(true)} @pointerleave=${() => this.#seeAll(false)} @focus=${() => this.#seeAll(true)} @blur=${() => this.#seeAll(false)}>${along(steps, foreseen)}</button>` : ""}
      <button type="button" class="takeback-close" title="Dismiss" aria-label="Dismiss" @click=${() => this.#dismiss()}>×</button>` : "";
    return html`<b class="clipped">${say(foreseen.label)}</b>${words(foreseen)}${buttons}`;
  }
}

/** @type {TakingBack | undefined} */
let shown;

/** Connects it. @param {Engine} engine @param {HTMLElement} stage */
export function takingBack(engine, stage) {
  shown = new TakingBack(engine, stage);
}

/** Shows what taking back a step would do, or no longer. @param {number | undefined} step */
export function seeTakingBack(step) {
  void shown?.see(step);
}
