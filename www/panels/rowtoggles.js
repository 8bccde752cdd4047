/**
 * The toggles of a layer's or a group's row: shown, locked, and for layers alpha locked.
 *
 * Rows stand in the panel of layers or in the timeline, and have the same toggles in both.
 */

import eyeOff from "lucide-static/icons/eye-off.svg?raw";
import eye from "lucide-static/icons/eye.svg?raw";
import unlocked from "lucide-static/icons/lock-open.svg?raw";
import locked from "lucide-static/icons/lock.svg?raw";
import grid from "../icons/alpha.svg?raw";
import { icon } from "../controls.js";
import { namedBy } from "./groups.js";
import { html, say } from "../words.js";

/** @import { Engine } from "../types.js" */
/** @import { GroupRow, LayerRow } from "./groups.js" */

/** A toggle: its class, the rest of its command's id, whether it is on, and its icons and labels by that. @typedef {[string, string, boolean, string, string]} Toggle */

/** @param {{visible: boolean, locked: boolean, alphaLocked: boolean}} layer @returns {Toggle[]} */
const ofLayer = ({ visible, locked: isLocked, alphaLocked }) => [
  ["eye", "visible", visible, visible ? eye : eyeOff, visible ? say("Hide layer") : say("Show layer")],
  ["lock", "locked", isLocked, isLocked ? locked : unlocked, isLocked ? say("Unlock layer") : say("Lock layer")],
  ["alpha", "alpha-locked", alphaLocked, grid, alphaLocked ? say("Unlock alpha") : say("Lock alpha")],
];

/** @param {{visible: boolean, locked: boolean}} group @returns {Toggle[]} */
const ofGroup = ({ visible, locked: isLocked }) => [
  ["eye", "visible", visible, visible ? eye : eyeOff, visible ? say("Hide group") : say("Show group")],
  ["lock", "locked", isLocked, isLocked ? locked : unlocked, isLocked ? say("Unlock group") : say("Lock group")],
];

/**
 * Returns a row's toggles.
 * @param {Engine} engine
 * @param {GroupRow | LayerRow} row
 * @param {boolean} stop Whether the Tab key stops at them.
 */
export function rowToggles(engine, row, stop) {
  const toggles = row.kind === "group" ? ofGroup(row.group) : ofLayer(engine.picture.drawing.layers[row.layer]);
  return toggles.map(([name, command, on, svg, label]) => html`<button type="button" class="toggle ${name}" tabindex=${stop ? 0 : -1} title=${label} aria-label=${label} aria-pressed=${String(on)}
    @click=${() => engine.run(`${row.kind}.${command}`, namedBy(row))}>${icon(svg)}</button>`);
}
