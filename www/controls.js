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
 * Renders an icon as decoration: the button around it has the name.
 * @param {string} svg The icon's own markup.
 */
export function icon(svg) {
  return html`<span class="icon" aria-hidden="true">${unsafeHTML(svg)}</span>`;
}

/** Formats keys as they are labelled on the person's keyboard. @param {string[]} keys */
export function shownKeys(keys) {
  return keys.map((key) => (isApple ? key.replace("Ctrl+", "⌘").replace("Shift+", "⇧") : key)).join(", ");
}

/**
 * @typedef {object} ButtonParts
 * @property {string} command The command's id.
 * @property {string} id The element's.
 * @property {string} svg
 * @property {boolean} [pressed] For a button that stays down; left out for others.
 * @property {boolean} [off] Whether to disable the button although the command is enabled.
 * @property {import("./types.js").Arguments} [args] The command's arguments; without them its form may open.
 */

/**
 * Renders a command's button.
 * @param {Engine} engine
 * @param {CommandInfo[]} commands
 * @param {ButtonParts} parts
 */
export function commandButton(engine, commands, { command, id, svg, pressed, off, args }) {
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
    ?disabled=${!info?.enabled || Boolean(off)}
    @click=${() => (args ? engine.run(command, args) : engine.invoke(command))}
  >${icon(svg)}</button>`;
}

/** Sets the elements' colours from a script, as the page's policy forbids styles in markup. @param {HTMLElement} place @param {string} css @param {string[]} colors */
export function colorAll(place, css, colors) {
  for (const [i, element] of [...place.querySelectorAll(css)].entries()) {
    if (element instanceof HTMLElement) element.style.setProperty("--color", colors[i] ?? "transparent");
  }
}
