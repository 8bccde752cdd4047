/**
 * The dialog of pen and touch: what one finger does, and what the pressure of a pen changes.
 *
 * What a finger does belongs to the device, so it is a setting of this browser. What pressure does is an option of the tools, which
 * the editor has; it stands in the row of options too, once a pen was used.
 */

import { render } from "lit/html.js";
import { FINGER } from "../io/pens.js";
import { WHEEL } from "../io/wheel.js";
import { get, on, set } from "../settings.js";
import { choiceRow } from "./dialogparts.js";
import { html, say } from "../words.js";

/** @import { Engine, Picture } from "../types.js" */

const WHEELS = [["", say("Automatic")], ["zoom", say("Zooms")], ["pan", say("Pans")]];
const FINGERS = [["", say("Automatic")], ["draw", say("Draws")], ["pan", say("Pans")]];

/**
 * Returns what draws the dialog, before it is opened; while it is open it follows what is chosen.
 * @param {Engine} engine
 * @param {HTMLDialogElement} dialog
 */
export function handsDialog(engine, dialog) {
  /** @param {string} name @param {string} label @param {readonly (readonly string[])[]} choices @param {unknown} chosen @param {(id: string) => void} choose */
  const row = (name, label, choices, chosen, choose) => choiceRow(`hands-${name}`, label, choices, chosen, choose);
  /** @param {Picture} picture */
  const draw = ({ state, toolOptions }) => {
    const pressure = toolOptions.find(({ name }) => name === "pressure");
    const changes = (pressure?.choices ?? []).map(({ id, label }) => [id, label]);
    render(html`
      <h2 id="hands-title">Pen and touch</h2>
      ${row("finger", say("One finger"), FINGERS, get(FINGER, ""), (finger) => set(FINGER, finger))}
      ${row("wheel", say("Wheel and trackpad"), WHEELS, get(WHEEL, ""), (wheel) => set(WHEEL, wheel))}
      ${row("pressure", say("Pressure changes"), changes, state.options.pressure, (id) => engine.send((editor) => editor.set_options({ pressure: id })))}
      <p>Automatic: a finger draws until a pen is used, and pans from then on. Two fingers pan and zoom. A tap of two undoes, a tap of three redoes. While a pen is near, fingers are ignored.</p>
      <p>A mouse wheel zooms, and pans sideways with Shift. On a trackpad, two fingers pan and a pinch zooms. With Ctrl, both zoom.</p>
      <form method="dialog" class="choices"><button id="hands-done" class="chief">Done</button></form>`, dialog);
  };
  const follow = () => dialog.open && draw(engine.picture);
  engine.shows(["tool"], follow);
  for (const name of [FINGER, WHEEL]) on(name, follow);
  dialog.classList.add("aside");
  return () => draw(engine.picture);
}
