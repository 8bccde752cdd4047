/**
 * Where the picture lies in the stage, for what is shown over it by elements.
 */

/** @import { Engine, Rect } from "./types.js" */

/** Returns where the picture lies in the stage, in CSS pixels. @param {Engine} engine @returns {Rect} */
export function pictureOnStage(engine) {
  const { width, height } = engine.state;
  const whole = engine.query((editor) => editor.device_rect(0, 0, width, height)) ?? { x: 0, y: 0, width, height };
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
  const { width, height } = engine.state;
  const across = picture.width / width;
  const down = picture.height / height;
  return { x: picture.x + rect.x * across, y: picture.y + rect.y * down, width: rect.width * across, height: rect.height * down };
}
