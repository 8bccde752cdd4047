/**
 * Wires the page: finds its elements, gives each to the module that looks after it, and
 * starts the editor. The scripting surface stands before the editor has loaded, so that
 * whoever wants to speak with the page can await it at once.
 */

import { connectAppearance } from "./appearance.js";
import { Engine } from "./engine.js";
import { sentence } from "./failures.js";
import { connectDrops } from "./io/drops.js";
import { connectEarly } from "./io/early.js";
import { connectKeyboard } from "./io/keyboard.js";
import { connectPointer } from "./io/pointer.js";
import { connectTicking } from "./io/ticking.js";
import { Drawings } from "./kept/drawings.js";
import { Keeper } from "./kept/keeper.js";
import { Storage } from "./kept/storage.js";
import { Later, studio } from "./later.js";
import { menuPanel } from "./panels/menu.js";
import { messagePanel } from "./panels/message.js";
import { optionsPanel } from "./panels/options.js";
import { panicDialog } from "./panels/panic.js";
import { statusPanel } from "./panels/status.js";
import { toolbarPanel } from "./panels/toolbar.js";
import { scripting } from "./scripting.js";
import { get } from "./settings.js";
import { inTasks } from "./slices.js";
import { Surface } from "./surface.js";
import { say } from "./language.js";

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
/** Tells those who wait for the bars that these are drawn, or why they can't be. @type {(why?: unknown) => void} */
let tellOfBars = () => {};
/** Resolves when the bars are drawn, in which panels have places of their own. @type {Promise<void>} */
const barred = new Promise((resolve, reject) => { tellOfBars = (why) => (why === undefined ? resolve() : reject(why)); });
// Perhaps nobody waits for them.
barred.catch(() => {});
const panels = new Later(async () => {
  // Panels ask for what painting does not need. It comes along with them, also where somebody asks for them before the bars are there.
  const [{ furnish }] = await Promise.all([studio(), engine.ask(), barred]);
  await furnish(engine, (id) => element(id, HTMLElement), { storage, keeper, drawings });
  document.body.classList.add("furnished");
});

/** The timeline is a strip as long as there is one frame, also before its panel comes. What was opened may still be being kept, during which nobody can ask for frames. */
const followFrames = () => engine.look(() => engine.shows(["frames"], () => document.body.classList.toggle("film", engine.picture.drawing.frames.length > 1)));

/** Draws the bars, one after the other. */
function* bars() {
  if (drawings.first) yield followFrames();
  const [bar, rail, name] = ["toolbar", "tools", "document-name"].map((id) => element(id, HTMLElement));
  yield toolbarPanel(engine, { bar, rail, name });
  yield optionsPanel(engine, element("options", HTMLElement));
  const open = (/** @type {string} */ id) => void panels.come().then(() => document.querySelector("dialog[open]") || document.dispatchEvent(new CustomEvent("open", { detail: id })), (error) => engine.failed(error));
  yield menuPanel(engine, element("menus", HTMLElement), open);
  statusPanel(engine, element("status", HTMLElement), keeper);
}

/** Says why there is no editor. @param {unknown} error */
function failed(error) {
  console.error(error);
  engine.say(say`Undoodle could not start: ${sentence(error)}`, "error");
}

/** Says so, also to those who wait for panels: keys wait behind them. @param {unknown} error */
function unbarred(error) {
  failed(error);
  tellOfBars(error);
}

async function start() {
  messagePanel(engine, element("message", HTMLElement));
  panicDialog(engine, keeper);
  const started = engine.start();
  // The disk answers while the module comes. What fails is said when drawings ask for it.
  storage.open().catch(() => {});
  await started;

  const surface = new Surface(engine, canvas, element("overlay", HTMLCanvasElement));
  await connectAppearance(engine, stage);
  connectPointer(engine, stage, canvas);
  const keyboard = () => connectKeyboard(engine);
  // Nobody's own keys are taken for others before they are known.
  if (Object.keys(get("keys", {})).length > 0) void studio().then(({ restore }) => restore(engine)).catch((error) => engine.failed(error)).then(keyboard);
  else keyboard();
  connectTicking(engine);
  await surface.connect();
  const drawn = drawings.start().then(() => {
    if (drawings.choice) engine.run("file.drawings");
  });
  // Who asks for a form or a file before gets it a moment later.
  engine.on("unheard", () => void panels.come().catch((error) => engine.failed(error)));
  // Where no drawing was kept, nobody waits for the disk, and there is one frame.
  if (drawings.first) drawn.catch(failed);
  else await drawn.then(followFrames);
  document.body.classList.remove("starting");
  performance.mark("ready");
  // Who draws at once need not wait for the bars.
  engine.fetchTables().then(() => inTasks(engine, bars())).then(() => {
    tellOfBars();
    panels.whenIdle(() => !engine.isDrawing);
  }, unbarred);
}

const ready = start();
connectEarly(engine, panels);
connectDrops(engine, () => ready.then(() => panels.come()));
ready.catch(unbarred);
Object.defineProperty(window, "undoodle", { value: scripting(engine, canvas, ready, keeper, drawings) });
