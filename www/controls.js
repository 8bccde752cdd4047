/**
 * Parts that several panels are made of: icons, and the button of a command.
 *
 * A command's label, its keys and whether it can be run come from the editor's table; a
 * button adds the icon and the element's id. So a key that changes there changes in every
 * tooltip.
 */

import { html, nothing } from "lit";
import { unsafeHTML } from "lit/directives/unsafe-html.js";

/** @import { CommandInfo, Engine } from "./types.js" */

const isApple = /Mac|iPhone|iPad/.test(navigator.platform);

/**
 * An icon that is decoration: the button around it has the name.
 * @param {string} svg The icon's own markup.
 */
export function icon(svg) {
  return html`<span class="icon" aria-hidden="true">${unsafeHTML(svg)}</span>`;
}

/** The keys as people know them from their keyboard. @param {string[]} keys */
export function shownKeys(keys) {
  return keys.map((key) => (isApple ? key.replace("Ctrl+", "⌘").replace("Shift+", "⇧") : key)).join(", ");
}

/**
 * @typedef {object} ButtonParts
 * @property {string} command The command's id.
 * @property {string} id The element's.
 * @property {string} svg
 * @property {boolean} [pressed] For a button that stays down; left out for others.
 */

/**
 * @param {Engine} engine
 * @param {CommandInfo[]} commands
 * @param {ButtonParts} parts
 */
export function commandButton(engine, commands, { command, id, svg, pressed }) {
  const info = commands.find((candidate) => candidate.id === command);
  const label = info?.label ?? command;
  const keys = shownKeys(info?.keys ?? []);
  return html`<button
    id=${id}
    class="tool"
    type="button"
    title=${keys ? `${label} (${keys})` : label}
    aria-label=${label}
    aria-pressed=${pressed === undefined ? nothing : String(pressed)}
    ?disabled=${!info?.enabled}
    @click=${() => engine.run(command)}
  >${icon(svg)}</button>`;
}
