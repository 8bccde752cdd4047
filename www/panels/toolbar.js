/**
 * The buttons: files and history in the bar, tools and zoom in the rail, and the drawing's
 * name, which is the window's title as well.
 *
 * Every button is a command. Its label, its key and whether it is enabled come from the editor.
 * There is a button for each tool of its table, pressed while that tool is chosen.
 */

import { html, render } from "lit";
import download from "lucide-static/icons/download.svg?raw";
import filePlus from "lucide-static/icons/file-plus.svg?raw";
import folderOpen from "lucide-static/icons/folder-open.svg?raw";
import maximize from "lucide-static/icons/maximize.svg?raw";
import redo from "lucide-static/icons/redo-2.svg?raw";
import undo from "lucide-static/icons/undo-2.svg?raw";
import zoomIn from "lucide-static/icons/zoom-in.svg?raw";
import zoomOut from "lucide-static/icons/zoom-out.svg?raw";
import { commandButton } from "../controls.js";
import { TOOL_ICONS } from "../icons.js";

/** @import { Engine, Picture } from "../types.js" */

const FILE = [
  { command: "file.new", id: "new", svg: filePlus },
  { command: "file.open", id: "open", svg: folderOpen },
  { command: "file.save", id: "save", svg: download },
];
const HISTORY = [
  { command: "edit.undo", id: "undo", svg: undo },
  { command: "edit.redo", id: "redo", svg: redo },
];
const VIEW = [
  { command: "view.zoom.in", id: "zoom-in", svg: zoomIn },
  { command: "view.zoom.out", id: "zoom-out", svg: zoomOut },
  { command: "view.fit", id: "fit", svg: maximize },
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
    <div class="group ${label.toLowerCase()}" role="group" aria-label=${label}>
      ${buttons.map((parts) => commandButton(engine, commands, parts))}
    </div>`;

  engine.shows(["tool", "menus"], ({ state, commands, tools }) => {
    render([group("File", FILE, commands), group("History", HISTORY, commands)], bar);
    const buttons = tools.map(({ id, command, icon }) => ({
      id,
      command,
      svg: TOOL_ICONS[icon] ?? "",
      pressed: state.tool === id,
    }));
    render([group("Tools", buttons, commands), group("View", VIEW, commands)], rail);
  });
  engine.shows(["file"], ({ state }) => {
    const title = state.name || "Untitled";
    render(html`<span class="name">${title}</span>${state.dirty
      ? html`<span class="dirty" role="img" aria-label="unsaved changes" title="There are unsaved changes"></span>`
      : ""}`, name);
    document.title = `${state.dirty ? "• " : ""}${title} – Undoodle`;
  });
}
