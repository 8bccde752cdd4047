/**
 * The buttons: files and history in the bar, tools in the rail, and the drawing's name, which is the window's title as well.
 *
 * Every button is a command. Its label, its key and whether it is enabled come from the editor.
 * There is a button for each tool of its table, pressed while that tool is chosen. The buttons of the bar are one stop of the Tab key, and so are the tools.
 */

import { render } from "lit/html.js";
import filePlus from "lucide-static/icons/file-plus.svg?raw";
import folderOpen from "lucide-static/icons/folder-open.svg?raw";
import redo from "lucide-static/icons/redo-2.svg?raw";
import save from "lucide-static/icons/save.svg?raw";
import undo from "lucide-static/icons/undo-2.svg?raw";
import { commandButton, rove } from "../controls.js";
import { TOOL_ICONS } from "../icons.js";
import { fieldKeys } from "../io/typing.js";
import { html, named, say } from "../words.js";

/** @import { Engine, Picture } from "../types.js" */

const FILE = [
  { command: "file.new", id: "new", svg: filePlus },
  { command: "file.open", id: "open", svg: folderOpen },
  { command: "file.save", id: "save", svg: save },
];
const HISTORY = [
  { command: "edit.undo", id: "undo", svg: undo },
  { command: "edit.redo", id: "redo", svg: redo },
];

/**
 * Draws the toolbars and the drawing's name.
 * @param {Engine} engine
 * @param {{bar: HTMLElement, rail: HTMLElement, name: HTMLElement}} places
 */
export function toolbarPanel(engine, { bar, rail, name }) {
  /**
   * @param {string} label
   * @param {import("../controls.js").ButtonParts[]} buttons
   * @param {Picture["commands"]} commands
   */
  const group = (label, buttons, commands) => html`
    <div class="group ${label.toLowerCase()}" role="group" aria-label=${say(label)}>
      ${buttons.map((parts) => commandButton(engine, commands, parts))}
    </div>`;

  const updates = [bar, rail].map((place) => rove(place, ".tool:enabled"));
  engine.shows(["tool", "menus"], ({ state, commands, tools }) => {
    render([group("File", FILE, commands), group("History", HISTORY, commands)], bar);
    const button = (/** @type {typeof tools[number]} */ { id, command, icon }) =>
      commandButton(engine, commands, { command, id, svg: TOOL_ICONS[icon] ?? "", pressed: state.tool === id });
    render(html`<div class="group" role="group" aria-label="Tools">
      ${tools.map((tool) => [tool.begins ? html`<hr aria-hidden="true">` : "", button(tool)])}
    </div>`, rail);
    for (const update of updates) update();
  });

  let renaming = false;
  /** @param {string} [to] The new name, if it is to have one. */
  const rename = (to) => {
    if (!renaming) return;
    renaming = false;
    const wanted = to?.trim();
    if (wanted && wanted !== named(engine.state.name)) engine.send((editor) => editor.rename(wanted));
    drawName(engine.picture);
  };

  const begin = () => {
    renaming = true;
    drawName(engine.picture);
    name.querySelector("input")?.select();
  };

  /** @param {Picture} picture */
  const drawName = ({ state }) => {
    const title = named(state.name || "untitled");
    /** @param {Event} event */
    const typed = (event) => /** @type {HTMLInputElement} */ (event.currentTarget).value;
    /** @param {Event} event @param {string} [to] */
    const ended = (event, to) => {
      rename(to);
      event.stopPropagation();
    };
    render(html`${renaming
      ? html`<input aria-label="Name of the drawing" .value=${title} spellcheck="false"
          @blur=${(/** @type {Event} */ event) => rename(typed(event))}
          @keydown=${fieldKeys({ accept: (event) => ended(event, typed(event)), leave: ended })}>`
      : html`<button type="button" class="name clipped" title="${title} – click to rename" @click=${begin}>${title}</button>`}${state.dirty
      ? html`<span class="dirty" role="img" aria-label="unsaved changes" title="There are unsaved changes"></span>`
      : ""}`, name);
    document.title = `${state.dirty ? "• " : ""}${title} – Undoodle`;
  };
  engine.shows(["file"], drawName);
}
