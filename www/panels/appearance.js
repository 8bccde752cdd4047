/**
 * The dialog of the page's look: theme, the colour around the picture, the checkerboard behind it.
 *
 * Each choice is in force at once, so that one sees what one chooses; there is nothing to accept.
 */

import { render } from "lit/html.js";
import { get, on, set } from "../settings.js";
import { choiceRow } from "./dialogparts.js";
import { html, say } from "../words.js";

const THEMES = [["system", say("Same as the system")], ["light", say("Light")], ["dark", say("Dark")]];
const CHECKERS = [["", say("Same as the theme")], ["light", say("Light")], ["dark", say("Dark")], ["white", say("White and grey")], ["plain", say("White, without squares")]];
const SURROUNDS = [["", say("Same as the theme")], ["#ffffff", say("White")], ["#808080", say("Middle grey")], ["#2b2c30", say("Dark grey")], ["#000000", say("Black")]];

/** Returns what draws the dialog, before it is opened; while it is open it follows what is chosen. @param {HTMLDialogElement} dialog */
export function appearanceDialog(dialog) {
  /** @param {string} name @param {string} label @param {string[][]} choices @param {string} fallback */
  const row = (name, label, choices, fallback) => choiceRow(`appearance-${name}`, label, choices, get(name, fallback), (id) => set(name, id));
  const draw = () => render(html`
    <h2 id="appearance-title">Appearance</h2>
    ${row("theme", say("Theme"), THEMES, "system")}
    ${row("surround", say("Surround"), SURROUNDS, "")}
    ${row("checkers", say("Checkerboard"), CHECKERS, "")}
    <form method="dialog" class="choices"><button id="appearance-done" class="chief">Done</button></form>`, dialog);
  for (const name of ["theme", "surround", "checkers"]) on(name, () => dialog.open && draw());
  dialog.classList.add("aside");
  return draw;
}
