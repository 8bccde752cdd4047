/**
 * Wires the page: finds its elements, gives each to the module that looks after it, and
 * starts the editor. The scripting surface stands before the editor has loaded, so that
 * whoever wants to speak with the page can await it at once.
 */

import { connectClipboard } from "./clipboard.js";
import { Engine } from "./engine.js";
import { Drawings } from "./drawings.js";
import { sentence } from "./failures.js";
import { Files } from "./files.js";
import { Highlight } from "./highlight.js";
import { connectIdle } from "./idle.js";
import { Keeper } from "./keeper.js";
import { connectKeyboard } from "./keyboard.js";
import { colorsPanel } from "./panels/colors.js";
import { Dialogs } from "./panels/dialogs.js";
import { drawingsPanel } from "./panels/drawings.js";
import { formPanel } from "./panels/form.js";
import { gamePanel } from "./panels/game.js";
import { heldPanel } from "./panels/held.js";
import { historyPanel } from "./panels/history.js";
import { layersPanel } from "./panels/layers.js";
import { menuPanel } from "./panels/menu.js";
import { messagePanel } from "./panels/message.js";
import { optionsPanel } from "./panels/options.js";
import { palettePanel } from "./panels/palette.js";
import { statusPanel } from "./panels/status.js";
import { timelinePanel } from "./panels/timeline.js";
import { toolbarPanel } from "./panels/toolbar.js";
import { workPanel } from "./panels/work.js";
import { connectPointer } from "./pointer.js";
import { wholeWhenIdle } from "./rest.js";
import { scripting } from "./scripting.js";
import { Storage } from "./storage.js";
import { Surface } from "./surface.js";
import { connectTicking } from "./ticking.js";

/**
 * Returns the page's element with an id. @template {Element} T
 * @param {string} id
 * @param {new () => T} type
 * @returns {T}
 */
function element(id, type) {
  const found = document.getElementById(id);
  if (!(found instanceof type)) throw new Error(`the page has no ${type.name} #${id}`);
  return found;
}

const engine = new Engine();
const storage = new Storage();
const keeper = new Keeper(engine, storage);
const drawings = new Drawings(engine, storage, keeper);
const stage = element("stage", HTMLElement);
const canvas = element("surface", HTMLCanvasElement);

async function start() {
  messagePanel(engine, element("message", HTMLElement));
  const dialogs = new Dialogs(engine, keeper, drawings);
  await engine.start();

  const [bar, rail, name] = ["toolbar", "tools", "document-name"].map((id) => element(id, HTMLElement));
  toolbarPanel(engine, { bar, rail, name });
  colorsPanel(engine, element("colors", HTMLElement));
  menuPanel(engine, element("menus", HTMLElement));
  optionsPanel(engine, element("options", HTMLElement));
  palettePanel(engine, element("palette", HTMLElement));
  layersPanel(engine, element("layers", HTMLElement));
  historyPanel(engine, element("history", HTMLElement));
  timelinePanel(engine, element("timeline", HTMLElement));
  formPanel(engine);
  gamePanel(engine, element("game", HTMLElement), stage);
  workPanel(engine, element("work", HTMLElement));
  heldPanel(keeper, drawings, element("held", HTMLElement), stage);
  const files = new Files(engine, dialogs, keeper, element("file", HTMLInputElement));
  drawingsPanel(engine, drawings, files, element("drawings-dialog", HTMLDialogElement));
  statusPanel(engine, element("status", HTMLElement), keeper, files);
  const surface = new Surface(engine, canvas, element("overlay", HTMLCanvasElement));
  new Highlight(engine, stage);
  connectPointer(engine, stage, canvas);
  connectKeyboard(engine, connectClipboard(engine));
  connectTicking(engine);
  connectIdle(engine);
  await surface.connect();
  await drawings.start();
  document.body.classList.remove("starting");
  if (drawings.choice) engine.run("file.drawings");
  performance.mark("ready");
  wholeWhenIdle();
}

const ready = start();
ready.catch((error) => {
  console.error(error);
  engine.say(`Undoodle could not start: ${sentence(error)}`, "error");
});
Object.defineProperty(window, "undoodle", { value: scripting(engine, canvas, ready, keeper, drawings) });
