/**
 * A small picture of each system's own document. Usually all are equal; a system that could not
 * follow an undo, because it has lost the step, differs here.
 */
import { render } from "lit/html.js";
import { contextOf } from "./stage.js";
import { colorClass, short } from "./words.js";
import { html, say } from "../words.js";

/** @import { Engine } from "./engine.js" */

/**
 * Draws the pictures.
 * @param {Engine} engine
 * @param {HTMLElement} place
 */
export function showPictures(engine, place) {
  let frame = 0;
  const draw = () => {
    frame = 0;
    const { lab } = engine;
    const { width, height } = lab.size();
    const { rows } = engine;
    render(rows.map(({ id, name: system, agrees }, index) => {
      const name = say(system);
      return html`
      <figure class=${agrees ? colorClass(index) : `${colorClass(index)} behind`} data-system=${id} title=${agrees ? name : say`${name}: could not follow`}>
        <canvas role="img" aria-label="Picture of ${name}"></canvas>
        <figcaption>${short(name)}${agrees ? "" : html`<span>left behind</span>`}</figcaption>
      </figure>`;
    }), place);
    const whole = document.createElement("canvas");
    [whole.width, whole.height] = [width, height];
    const full = contextOf(whole);
    place.querySelectorAll("canvas").forEach((canvas, index) => {
      // Scaled down here: the style would drop thin lines.
      const scale = Math.min(1, (canvas.clientWidth * window.devicePixelRatio) / width);
      [canvas.width, canvas.height] = [Math.max(1, Math.round(width * scale)), Math.max(1, Math.round(height * scale))];
      const context = contextOf(canvas);
      context.imageSmoothingQuality = "high";
      lab.paint_to(full, index);
      context.drawImage(whole, 0, 0, canvas.width, canvas.height);
    });
  };
  engine.listen((_, settled) => {
    if (settled && !frame) frame = requestAnimationFrame(draw);
  });
}
