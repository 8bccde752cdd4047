/**
 * The buttons: files and history in the bar, tools and zoom in the rail, and the drawing's
 * name, which is the window's title as well.
 *
 * Every button is a command; what it is called, its key and whether it can be pressed comes
 * from the editor. A tool's button is down while that tool is chosen.
 */

import { html, render } from "lit";
import blend from "lucide-static/icons/blend.svg?raw";
import circleDashed from "lucide-static/icons/circle-dashed.svg?raw";
import circle from "lucide-static/icons/circle.svg?raw";
import download from "lucide-static/icons/download.svg?raw";
import eraser from "lucide-static/icons/eraser.svg?raw";
import filePlus from "lucide-static/icons/file-plus.svg?raw";
import folderOpen from "lucide-static/icons/folder-open.svg?raw";
import hand from "lucide-static/icons/hand.svg?raw";
import lasso from "lucide-static/icons/lasso.svg?raw";
import maximize from "lucide-static/icons/maximize.svg?raw";
import move from "lucide-static/icons/move.svg?raw";
import bucket from "lucide-static/icons/paint-bucket.svg?raw";
import pencil from "lucide-static/icons/pencil.svg?raw";
import pipette from "lucide-static/icons/pipette.svg?raw";
import redo from "lucide-static/icons/redo-2.svg?raw";
import search from "lucide-static/icons/search.svg?raw";
import slash from "lucide-static/icons/slash.svg?raw";
import squareDashed from "lucide-static/icons/square-dashed.svg?raw";
import square from "lucide-static/icons/square.svg?raw";
import undo from "lucide-static/icons/undo-2.svg?raw";
import wand from "lucide-static/icons/wand-sparkles.svg?raw";
import zoomIn from "lucide-static/icons/zoom-in.svg?raw";
import zoomOut from "lucide-static/icons/zoom-out.svg?raw";
import { commandButton } from "../controls.js";

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
const TOOLS = [
  { command: "tool.pencil", id: "pencil", svg: pencil },
  { command: "tool.eraser", id: "eraser", svg: eraser },
  { command: "tool.line", id: "line", svg: slash },
  { command: "tool.fill", id: "fill", svg: bucket },
  { command: "tool.rectangle", id: "rectangle", svg: square },
  { command: "tool.ellipse", id: "ellipse", svg: circle },
  { command: "tool.gradient", id: "gradient", svg: blend },
  { command: "tool.eyedropper", id: "eyedropper", svg: pipette },
  { command: "tool.select-rectangle", id: "select-rectangle", svg: squareDashed },
  { command: "tool.select-ellipse", id: "select-ellipse", svg: circleDashed },
  { command: "tool.lasso", id: "lasso", svg: lasso },
  { command: "tool.wand", id: "wand", svg: wand },
  { command: "tool.move", id: "move", svg: move },
  { command: "tool.hand", id: "hand", svg: hand },
  { command: "tool.zoom", id: "zoom", svg: search },
];
const VIEW = [
  { command: "view.zoom.in", id: "zoom-in", svg: zoomIn },
  { command: "view.zoom.out", id: "zoom-out", svg: zoomOut },
  { command: "view.fit", id: "fit", svg: maximize },
];

/**
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

  engine.on("state", ({ state, commands }) => {
    render([group("File", FILE, commands), group("History", HISTORY, commands)], bar);
    const tools = TOOLS.map((parts) => ({ ...parts, pressed: state.tool === parts.id }));
    render([group("Tools", tools, commands), group("View", VIEW, commands)], rail);

    const title = state.name || "Untitled";
    render(html`<span class="name">${title}</span>${state.dirty
      ? html`<span class="dirty" role="img" aria-label="unsaved changes" title="There are unsaved changes"></span>`
      : ""}`, name);
    document.title = `${state.dirty ? "• " : ""}${title} – Undoodle`;
  });
}
