/**
 * The step that somebody points at in the list of steps, shown over the picture.
 *
 * Its exact pixels are outlined for as long as it is pointed at. While Shift is held besides, the picture is what it was before
 * that step, until something else is done; nothing else on the page changes.
 */

import { Contour } from "../contour.js";
import { isTyping } from "../io/typing.js";
import { onStage, pictureOnStage, same } from "../onstage.js";
import { Soon } from "../soon.js";

/** @import { Editor, Engine, Rect, StepRow } from "../types.js" */

/** A step, and the numbers of all steps that its row stands for. @typedef {StepRow & {ids: number[]}} Step */

export class Pointed {
  #engine;
  #contour;
  /** @type {Step | undefined} */
  #row;
  /** Where the picture lay when the outline was drawn. @type {Rect | undefined} */
  #picture;
  #held = false;
  /** The step before which the picture is shown, or 0. */
  #before = 0;
  #soon = new Soon(() => this.#engine.look(this.#draw));

  /** @param {Engine} engine @param {HTMLElement} stage The element that the picture lies in. */
  constructor(engine, stage) {
    this.#engine = engine;
    this.#contour = new Contour(stage);
    this.#contour.element.classList.add("pointed");
    this.#contour.element.toggleAttribute("hidden", true);
    window.addEventListener("keydown", (event) => {
      if (event.key !== "Shift" || !this.#row || isTyping(event.target)) return;
      this.#held = true;
      this.#look();
    });
    window.addEventListener("keyup", ({ key }) => key === "Shift" && this.#release());
    window.addEventListener("blur", () => this.#release());
    engine.on("state", () => {
      if (this.#row) this.#soon.ask();
    });
  }

  /** Points at a step, or at none. @param {Step | undefined} row @param {boolean} [held] Whether Shift is held. */
  at(row, held = this.#held) {
    if (row?.id === this.#row?.id && row?.ids[0] === this.#row?.ids[0] && held === this.#held) return;
    this.#row = row;
    this.#held = held && row !== undefined;
    this.#picture = undefined;
    this.#soon.ask();
    this.#look();
  }

  #release() {
    this.#held = false;
    this.#look();
  }

  /** Goes to where it is to be looked at, or back. */
  #look() {
    const before = this.#held && this.#row ? this.#row.ids[0] : 0;
    if (before === this.#before || this.#engine.stopped) return;
    this.#before = before;
    if (before) this.#engine.run("history.peek", { commit: before });
    else this.#engine.run("history.peek-end");
  }

  #draw = (/** @type {Editor} */ editor) => {
    const row = this.#row;
    const { element } = this.#contour;
    if (!row || row.place === "disk") {
      element.toggleAttribute("hidden", true);
      return;
    }
    const picture = pictureOnStage(editor);
    if (same(picture, this.#picture)) return;
    this.#picture = picture;
    element.style.setProperty("--highlight", row.color);
    const corners = editor.contour_of(Float64Array.from(row.ids));
    this.#contour.draw(corners, this.#engine.state, (rect) => onStage(this.#engine, rect, picture));
  };
}
