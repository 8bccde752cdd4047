/**
 * The Lab's page: finds its elements, gives each to the module that looks after it, and starts
 * the systems.
 */
import "../theme.js";
import { storeSite } from "../kept/site.js";
import { showChart } from "./chart.js";
import { showCommands } from "./commands.js";
import { asked, Engine, sentence } from "./engine.js";
import { showInside } from "./inside.js";
import { connectKeyboard } from "./keyboard.js";
import { showPictures } from "./pictures.js";
import { offerScripting } from "./scripting.js";
import { Recordings } from "./recordings.js";
import { showStage } from "./stage.js";
import { showTable } from "./table.js";
import { showToolbar } from "./toolbar.js";
import { showWarnings } from "./warnings.js";
import { say } from "../language.js";

/** Returns the page's element with an id. @template {Element} T @param {string} id @param {new () => T} type @returns {T} */
function element(id, type) {
  const found = document.getElementById(id);
  if (!(found instanceof type)) throw new Error(`the page has no ${type.name} #${id}`);
  return found;
}

const message = element("message", HTMLElement);
const tell = (/** @type {string} */ words) => {
  message.textContent = words;
};
const engine = new Engine(tell);
const recordings = new Recordings(engine, element("recordings", HTMLElement), element("measures", HTMLElement), tell);
const interrupt = () => {
  tell("");
  recordings.stop();
};

async function start() {
  await engine.start(asked("size", 256, 1, 4096));
  const toolbar = showToolbar(engine, element("toolbar", HTMLElement), interrupt);
  const stage = showStage(engine, element("stage", HTMLElement), element("picture", HTMLCanvasElement), toolbar.hand, interrupt);
  const run = showCommands(engine, element("commands", HTMLElement), interrupt);
  showPictures(engine, element("pictures", HTMLElement));
  showChart(engine, element("chart", HTMLElement), element("move", HTMLElement));
  showTable(engine, element("rows", HTMLElement));
  showInside(engine, element("inside", HTMLElement), interrupt);
  showWarnings(engine, element("warnings", HTMLElement));
  recordings.show();
  // An address that names a size asks for an empty canvas.
  if (!new URLSearchParams(location.search).has("size")) recordings.begin();
  connectKeyboard({ run, choose: toolbar.choose, resize: toolbar.resize });
  return { run, stage };
}

const started = start();
started.catch((error) => {
  console.error(error);
  tell(say`The Lab could not start: ${sentence(error)}`);
});
/** @type {Awaited<typeof started> | undefined} */
let page;
const ready = started.then((parts) => {
  page = parts;
  void storeSite();
});
ready.catch(() => {});
offerScripting({
  engine,
  recordings,
  ready,
  run: (id) => page?.run(id) ?? false,
  clientPoint: (x, y) => {
    if (!page) throw new Error("the page is not ready yet");
    return page.stage.clientPoint(x, y);
  },
});
