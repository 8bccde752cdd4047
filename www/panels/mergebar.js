/**
 * The bar by which a merge is walked through, and the outlines of its conflicts on the picture.
 *
 * Problem: where two lines have changed the same pixels, somebody has to say whose they shall be, and wants to see both. Idea: the editor
 * shows the merge as a preview, and goes from one conflict to the next. The bar says which one it is and what each side has made of it;
 * mine and theirs turn it, and the picture shows at once what comes of it. A press on an outline does so, too, and so does a line that is drawn around
 * a region.
 * Invariant: the bar is there exactly as long as the editor walks through a merge; it keeps nothing of its own.
 */

import { render } from "lit/html.js";
import previousSvg from "lucide-static/icons/chevron-left.svg?raw";
import nextSvg from "lucide-static/icons/chevron-right.svg?raw";
import { Contour } from "../contour.js";
import { icon } from "../controls.js";
import { onStage, pictureOnStage } from "../onstage.js";
import { Soon } from "../soon.js";
import { style } from "../style.js";
import mergeStyle from "../styles/merge.css?url";
import { grouped, html, say } from "../words.js";

/** @import { Editor, Engine, MergeInfo } from "../types.js" */

class MergeBar {
  #engine;
  #bar = document.createElement("div");
  #contours;
  #soon = new Soon(() => this.#engine.look(this.#draw));
  /** @type {Promise<unknown> | undefined} */
  #styled;

  /** @param {Engine} engine @param {HTMLElement} stage */
  constructor(engine, stage) {
    this.#engine = engine;
    this.#contours = /** @type {const} */ (["others", "shown", "line"]).map((name) => {
      const contour = new Contour(stage);
      contour.element.classList.add("merge-contour", `merge-${name}`);
      contour.element.toggleAttribute("hidden", true);
      return { name, contour };
    });
    this.#bar.id = "merge";
    this.#bar.className = "card";
    this.#bar.hidden = true;
    this.#bar.setAttribute("role", "group");
    this.#bar.setAttribute("aria-label", say("Merge"));
    document.querySelector("#message")?.before(this.#bar);
    engine.on("ask", ({ what }) => what === "merge" && void this.#begin());
    engine.on("state", () => this.#drawSoon());
  }

  async #begin() {
    await (this.#styled ??= style(mergeStyle));
    this.#drawSoon();
  }

  #drawSoon() {
    if (this.#styled) this.#soon.ask();
  }

  #draw = (/** @type {Editor} */ editor) => {
    const { merging } = this.#engine.state;
    this.#bar.hidden = !merging;
    if (!merging) {
      for (const { contour } of this.#contours) contour.element.toggleAttribute("hidden", true);
      return render("", this.#bar);
    }
    const [picture, contours] = [pictureOnStage(editor), editor.merge_contours()];
    for (const { name, contour } of this.#contours) contour.draw(contours[name], this.#engine.state, (rect) => onStage(this.#engine, rect, picture));
    render(this.#words(merging), this.#bar);
    this.#makeWay();
  };

  /** Moves the bar to the other end of the stage where it would cover the conflict that is shown. */
  #makeWay() {
    const shown = this.#contours.find(({ name }) => name === "shown")?.contour.element;
    if (!shown || shown.hasAttribute("hidden")) return;
    const [bar, conflict, stage] = [this.#bar, shown, this.#contours[0].contour.element.parentElement ?? this.#bar].map((element) => element.getBoundingClientRect());
    // As far from one end of the stage as it is from the other.
    const top = stage.top + stage.bottom - bar.bottom;
    const covers = (/** @type {number} */ from) => conflict.bottom > from && conflict.top < from + bar.height && conflict.right > bar.left && conflict.left < bar.right;
    if (covers(bar.top) && !covers(top)) this.#bar.toggleAttribute("data-low");
  }

  /** Runs a command on a press of its button. @param {string} id @param {import("../types.js").Arguments} [args] */
  #does = (id, args) => () => void this.#engine.run(id, args);

  /** @param {MergeInfo} merge */
  #words(merge) {
    const { label, count, at, what, mine, theirs, side, can } = merge;
    const selected = this.#engine.state.selection !== null;
    /** @param {"mine" | "theirs"} of @param {string} name @param {import("../types.js").Message} value */
    const choice = (of, name, value) => html`<button type="button" class="merge-side" id="merge-${of}" aria-pressed=${String(side === of)} ?disabled=${of === "theirs" && !can}
      @click=${this.#does("merge.choose", { place: "place", side: of })}><b>${name}</b> ${say(value)}</button>`;
    /** @param {"selection" | "all"} place @param {"mine" | "theirs"} of @param {string} name */
    const many = (place, of, name) => html`<button type="button" @click=${this.#does("merge.choose", { place, side: of })}>${name}</button>`;
    return html`
      <div class="merge-walk">
        <button type="button" class="small" id="merge-previous" aria-label="Previous conflict" title="Previous conflict (←)" ?disabled=${count < 2} @click=${this.#does("merge.previous")}>${icon(previousSvg)}</button>
        <span class="merge-count">${say`Conflict ${grouped(at + 1)} of ${grouped(count)}`}</span>
        <button type="button" class="small" id="merge-next" aria-label="Next conflict" title="Next conflict (→)" ?disabled=${count < 2} @click=${this.#does("merge.next")}>${icon(nextSvg)}</button>
        <span class="merge-what clipped" role="status" title=${say`Merged: ${say(label)}`}>${say(what)}</span>
      </div>
      <div class="merge-sides" role="group" aria-label="This conflict">${choice("mine", say("Mine"), mine)}${choice("theirs", say("Theirs"), theirs)}</div>
      <div class="merge-many">
        ${count > 1 ? [many("all", "mine", say("All mine")), many("all", "theirs", say("All theirs"))] : ""}
        ${selected ? [many("selection", "mine", say("Mine in the selection")), many("selection", "theirs", say("Theirs in the selection"))] : ""}
        <span class="merge-end"><button type="button" id="merge-cancel" @click=${this.#does("edit.cancel")}>Cancel</button>
        <button type="button" class="chief" id="merge-finish" title="Merge (Enter)" @click=${this.#does("merge.finish")}>Merge</button></span>
      </div>`;
  }
}

/** Connects it. @param {Engine} engine @param {HTMLElement} stage */
export function mergeBar(engine, stage) {
  new MergeBar(engine, stage);
}
