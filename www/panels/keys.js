/** The dialog with all keys, from the table of commands. */

import { html, render } from "lit/html.js";
import { shownKeys } from "../controls.js";

/** @import { Engine } from "../types.js" */

/** Keys that are no command's: they change what the pointer does. */
const HELD = [["Space", "Pan while held; the pen of who paints by keys"], ["Alt", "Pick a colour while held"], ["Shift", "Straight, square or from the last point"], ["Wheel", "Zoom"]];

/** Draws the dialog. @param {Engine} engine @param {HTMLDialogElement} dialog */
export function keysDialog(engine, dialog) {
  const commands = engine.picture.commands.filter(({ keys }) => keys.length > 0);
  /** @param {string} label @param {string} keys */
  const row = (label, keys) => html`<div class="key"><dt>${label}</dt><dd><kbd>${keys}</kbd></dd></div>`;
  const groups = [...new Set(commands.map(({ menu }) => menu).filter(Boolean))];
  /** @param {string} name */
  const rows = (name) => commands.filter(({ menu }) => menu === name).map(({ label, keys }) => row(label.replace("…", ""), shownKeys(keys)));
  render(html`
    <h2 id="keys-title">Keyboard shortcuts</h2>
    <div class="keys" tabindex="0" role="region" aria-label="List of keys"><div>
      ${groups.map((name) => html`<section aria-label=${name}><h3>${name}</h3><dl>${rows(name)}</dl></section>`)}
      <section aria-label="On the canvas"><h3>On the canvas</h3><dl>${rows("")}${HELD.map(([keys, label]) => row(label, keys))}</dl></section>
    </div></div>
    <form method="dialog" class="choices"><button id="keys-done" class="chief" autofocus>Done</button></form>`, dialog);
}
