/**
 * Two contours over the picture: around what a step of the history takes, and, dashed and in another colour, around what it leaves alone.
 *
 * They lie where the picture lies, and are drawn anew only where that has changed, or what they are around.
 */

import { Contour } from "./contour.js";
import { onStage, pictureOnStage, same } from "./onstage.js";

/** @import { Editor, Engine, Rect } from "./types.js" */

export class TwoContours {
  #engine;
  #contours;
  /** Where the picture lay when they were drawn. @type {Rect | undefined} */
  #picture;

  /** @param {Engine} engine @param {HTMLElement} stage */
  constructor(engine, stage) {
    this.#engine = engine;
    this.#contours = /** @type {const} */ (["taken", "left"]).map((name) => {
      const contour = new Contour(stage);
      contour.element.classList.add(`takeback-${name}`);
      contour.element.toggleAttribute("hidden", true);
      return contour;
    });
  }

  /** Has them drawn anew, whether the picture has moved or not. */
  forget() {
    this.#picture = undefined;
  }

  hide() {
    this.forget();
    for (const { element } of this.#contours) element.toggleAttribute("hidden", true);
  }

  /**
   * Draws them where the picture has moved or they were forgotten. Returns `true` if it did.
   * @param {Editor} editor
   * @param {() => {taken: Int32Array, left: Int32Array}} contours
   */
  draw(editor, contours) {
    const picture = pictureOnStage(editor);
    if (same(picture, this.#picture)) return false;
    this.#picture = picture;
    const { taken, left } = contours();
    for (const [i, corners] of [taken, left].entries()) this.#contours[i].draw(corners, this.#engine.state, (rect) => onStage(this.#engine, rect, picture));
    return true;
  }
}
