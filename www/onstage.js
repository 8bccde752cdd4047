/**
 * Where the picture lies in the stage, for what is shown over it by elements.
 */

import { turnedRect } from "./turning.js";

/** @import { Editor, Engine, Rect } from "./types.js" */

/**
 * Returns `true` if two rectangles are equal.
 * @param {Rect | null | undefined} a
 * @param {Rect | null | undefined} b
 */
export function same(a, b) {
  return a?.x === b?.x && a?.y === b?.y && a?.width === b?.width && a?.height === b?.height;
}

/** Returns where the picture lies in the stage, in CSS pixels. @param {Editor} editor @returns {Rect} */
export function pictureOnStage(editor) {
  const whole = editor.canvas_rect();
  const ratio = window.devicePixelRatio;
  return { x: whole.x / ratio, y: whole.y / ratio, width: whole.width / ratio, height: whole.height / ratio };
}

/**
 * Converts document pixels into CSS pixels of the stage; fractions, too, which a glide needs.
 * @param {Engine} engine
 * @param {Rect} rect
 * @param {Rect} picture Where the picture lies.
 * @returns {Rect}
 */
export function onStage(engine, rect, picture) {
  const { state } = engine;
  const { x, y, width, height } = turnedRect(rect, state, state.width, state.height);
  const across = picture.width / (state.quarters % 2 ? state.height : state.width);
  const down = picture.height / (state.quarters % 2 ? state.width : state.height);
  return { x: picture.x + x * across, y: picture.y + y * down, width: width * across, height: height * down };
}
