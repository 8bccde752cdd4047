/**
 * What of steps that were brought back had to be left alone, seen on the picture.
 *
 * Problem: a step that was set aside comes back pixel by pixel, and where somebody has painted since it does not; a number alone does not
 * say where. Idea: what came has a contour in one colour, what was left alone has another one, dashed, and a card counts. The same colours say
 * so of [taking back](takeback.js).
 * Invariant: the card goes when it is dismissed or a step is made, undone or redone, and the contours go with it.
 */

import { render } from "lit/html.js";
import { Soon } from "../soon.js";
import { style } from "../style.js";
import takebackStyle from "../styles/takeback.css?url";
import { TwoContours } from "../twocontours.js";
import { grouped, html, say } from "../words.js";

/** @import { Brought, Editor, Engine } from "../types.js" */

class BroughtBack {
  #engine;
  #card = document.createElement("div");
  #contours;
  /** @type {Brought | null} */
  #brought = null;
  /** The step at which the drawing was then. */
  #at = "";
  #soon = new Soon(() => this.#engine.look(this.#drawBy));

  /** @param {Engine} engine @param {HTMLElement} stage */
  constructor(engine, stage) {
    this.#engine = engine;
    this.#contours = new TwoContours(engine, stage);
    this.#card.id = "broughtback";
    this.#card.className = "card";
    this.#card.hidden = true;
    this.#card.setAttribute("role", "status");
    document.querySelector("#message")?.before(this.#card);
    engine.on("ask", ({ what }) => what === "brought-back" && void this.#show());
    engine.on("state", () => {
      if (this.#brought && this.#at !== this.#place()) this.#hide();
      else if (this.#brought) this.#soon.ask();
    });
  }

  /** Names the step that the drawing is at. */
  #place() {
    const { serial, position, ahead } = this.#engine.state;
    return [serial, position, ahead].join();
  }

  async #show() {
    await style(takebackStyle);
    this.#brought = await this.#engine.ask((editor) => editor.brought_back());
    this.#at = this.#place();
    this.#contours.forget();
    this.#soon.ask();
  }

  #hide() {
    this.#brought = null;
    this.#card.hidden = true;
    this.#contours.hide();
    render("", this.#card);
  }

  #drawBy = (/** @type {Editor} */ editor) => {
    const brought = this.#brought;
    if (!brought) return;
    this.#card.hidden = false;
    if (this.#contours.draw(editor, () => editor.brought_back()?.contours ?? brought.contours)) render(this.#words(brought), this.#card);
  };

  /** @param {Brought} brought */
  #words({ steps, left }) {
    return html`<span class="takeback-taken">${steps === 1 ? say("1 step came back") : say`${grouped(steps)} steps came back`}</span>
      <span class="takeback-left">${left === 0 ? say("Later steps stand in the way of the rest")
        : left === 1 ? say("1 pixel was painted over since, and stays") : say`${grouped(left)} pixels were painted over since, and stay`}</span>
      <button type="button" class="takeback-close" title="Dismiss" aria-label="Dismiss" @click=${() => this.#hide()}>×</button>`;
  }
}

/** Connects it. @param {Engine} engine @param {HTMLElement} stage */
export function broughtBack(engine, stage) {
  new BroughtBack(engine, stage);
}
