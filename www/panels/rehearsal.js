/**
 * What undo does, done before one's eyes: something is drawn, undone and brought back on a sheet over the picture.
 *
 * Problem: that undo outlines its pixels, and that nothing undone is lost, is read and forgotten; a program that draws in somebody's
 * drawing leaves steps in its history. Idea: the sheet belongs to an editor of its own, which draws, undoes and brings back as that
 * of the page does, and is freed afterwards. Invariant: the person's drawing, its history and the tool in the hand are never touched.
 */

import { CHECKERS } from "../appearance.js";
import { Contour } from "../contour.js";
import { isDark } from "../theme.js";
import { say } from "../language.js";

/** @import { Editor, Engine } from "../types.js" */

/** @typedef {[number, number]} Pixel */

/** @typedef {{words: string, stroke?: Pixel[], fill?: Pixel, color?: string, command?: string}} Beat What is said while something is done: a stroke, a fill, or a command. */

/** Side of the sheet's drawing, of a pixel of it in CSS pixels, and the room around it. */
const [SIDE, SCALE] = [16, 14];

/** Time between two moves of a stroke, and how long is looked at what came of a beat, in milliseconds. */
const [MOVE_MS, LOOK_MS] = [28, 1100];

const RED = "#d0405aff";
const INK = "#3b3a4dff";

/** The outline of a heart, around which the pencil goes once. @type {Pixel[]} */
const HEART = [[7, 5], [5, 3], [3, 3], [2, 4], [2, 7], [7, 12], [12, 7], [12, 4], [11, 3], [9, 3], [7, 5]];

/** A line below it. @type {Pixel[]} */
const LINE = [[2, 14], [12, 14]];

/** What is done at the stop about undo. @type {Beat[]} */
export const UNDO = [
  { words: say("Somebody draws a heart…"), stroke: HEART, color: RED },
  { words: say("…and fills it."), fill: [7, 8], color: RED },
  { words: say("Undo: these pixels go back."), command: "edit.undo" },
  { words: say("Undo again: the outline goes, too."), command: "edit.undo" },
  { words: say("Redo: there they are again."), command: "edit.redo" },
  { words: say("Nothing of this was done to your drawing."), command: "edit.redo" },
];

/** What is done at the stop about what was undone. @type {Beat[]} */
export const BACK = [
  { words: say("A heart…"), stroke: HEART, color: RED },
  { words: say("…is undone…"), command: "edit.undo" },
  { words: say("…and something else is drawn. Elsewhere the heart would be lost now."), stroke: LINE, color: INK },
  { words: say("Bring back: here it is, and the line stays."), command: "history.bring-back" },
];

/** The sheet, its editor, and what is shown over it. */
class Sheet {
  element = document.createElement("div");
  #engine;
  #canvas = document.createElement("canvas");
  #said = document.createElement("p");
  #contour;
  /** @type {Editor} */
  #editor;
  #signal;

  /** @param {Engine} engine @param {AbortSignal} signal */
  constructor(engine, signal) {
    this.#engine = engine;
    this.#signal = signal;
    const side = Math.round(SIDE * SCALE * devicePixelRatio);
    this.element.id = "rehearsal";
    this.#said.setAttribute("role", "status");
    Object.assign(this.#canvas, { width: side, height: side, ariaHidden: "true" });
    const place = document.createElement("div");
    place.append(this.#canvas);
    this.#contour = new Contour(place);
    this.element.append(place, this.#said);
    this.#editor = engine.spare();
    this.#editor.new_document(SIDE, SIDE);
    const [light, dark] = CHECKERS[isDark() ? "dark" : "light"];
    this.#editor.surround(0, light, dark);
    this.#editor.resize(side, side);
    this.#paint();
  }

  #paint() {
    const context = this.#canvas.getContext("2d");
    if (!context) return;
    this.#editor.news();
    while (this.#editor.paint(context, LOOK_MS));
  }

  /** Waits, unless it is ended, until so much time has passed, and what was sent to the page's editor is done. @param {number} time In milliseconds. */
  async #rest(time) {
    if (!this.#signal.aborted) await new Promise((resolve) => {
      const timer = setTimeout(resolve, time);
      this.#signal.addEventListener("abort", () => {
        clearTimeout(timer);
        resolve(undefined);
      }, { once: true });
    });
    return await this.#engine.ask(() => !this.#signal.aborted);
  }

  /** Does what an editor plans. @param {(editor: Editor) => void} plan */
  #perform(plan) {
    plan(this.#editor);
    this.#editor.perform_at_once();
    this.#paint();
  }

  /** Draws along some pixels. @param {Pixel[]} way */
  async #draw(way) {
    const unit = this.#canvas.width / SIDE;
    const at = (/** @type {Pixel} */ [x, y]) => /** @type {[number, number, number]} */ ([(x + 0.5) * unit, (y + 0.5) * unit, performance.now()]);
    const last = way[way.length - 1];
    const [x, y, now] = at(way[0]);
    this.#perform((editor) => editor.plan_down(x, y, 0, now));
    for (const [i, [toX, toY]] of way.slice(1).entries()) {
      const [fromX, fromY] = way[i];
      const steps = Math.max(Math.abs(toX - fromX), Math.abs(toY - fromY));
      for (let step = 1; step <= steps; step += 1) {
        if (!await this.#rest(MOVE_MS)) return;
        this.#editor.pointer_move(...at([Math.round(fromX + ((toX - fromX) * step) / steps), Math.round(fromY + ((toY - fromY) * step) / steps)]));
        this.#paint();
      }
    }
    this.#perform((editor) => editor.plan_up(...at(last)));
  }

  /** Runs a command, and outlines the pixels that it changed as the page does. @param {string} command */
  #run(command) {
    this.#perform((editor) => editor.plan_run(command, undefined, performance.now()));
    const highlight = this.#editor.highlight();
    this.#perform((editor) => editor.plan_contour());
    const corners = this.#editor.contour();
    const { element } = this.#contour;
    if (highlight) element.style.setProperty("--highlight", highlight.color);
    this.#contour.draw(corners, { width: SIDE, height: SIDE, quarters: 0, mirrored: false }, ({ x, y, width, height }) => ({ x: x * SCALE, y: y * SCALE, width: width * SCALE, height: height * SCALE }));
    element.animate([{ opacity: 1 }, { opacity: 1, offset: 0.6 }, { opacity: 0 }], { duration: LOOK_MS });
  }

  /** Does one thing after the other, each looked at for a moment. @param {Beat[]} beats */
  async show(beats) {
    for (const { words, stroke, fill, color, command } of beats) {
      this.#said.textContent = words;
      if (color) this.#editor.set_color(color);
      if (stroke || fill) this.#editor.set_tool(stroke ? "pencil" : "fill", {});
      if (command) this.#run(command);
      else await this.#draw(stroke ?? (fill ? [fill] : []));
      if (!await this.#rest(LOOK_MS)) return;
    }
  }

  async free() {
    this.element.remove();
    await this.#engine.ask(() => this.#editor.free());
  }
}

/**
 * Shows some beats on a sheet over the picture. Resolves when they have ended, or were ended.
 * @param {Engine} engine
 * @param {HTMLElement} stage
 * @param {Beat[]} beats
 * @param {AbortSignal} signal
 */
export async function rehearse(engine, stage, beats, signal) {
  const sheet = await engine.ask(() => (signal.aborted ? undefined : new Sheet(engine, signal)));
  if (!sheet) return;
  stage.append(sheet.element);
  signal.addEventListener("abort", () => sheet.element.remove());
  try {
    await sheet.show(beats);
  } finally {
    await sheet.free();
  }
}
