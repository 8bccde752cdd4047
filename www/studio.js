/**
 * The panels that painting doesn't need.
 *
 * Problem: each panel is code and style that people download before they can paint. Idea: the page begins with the
 * picture and the tools; this module, which everything else is imported from, comes in the first idle moment,
 * or when somebody asks for something of it. Invariant: nobody notices but by the time that it takes.
 */

import { restore } from "./bindings.js";
import { connectBox } from "./box.js";
import { readBy } from "./fields.js";
import { connectFlash } from "./flash.js";
import { Highlight } from "./highlight.js";
import { connectClipboard } from "./io/clipboard.js";
import { Files } from "./io/files.js";
import { Originals } from "./io/originals.js";
import { connectLaunches } from "./io/launched.js";
import { connectOutside } from "./io/outside.js";
import { connectSealing } from "./io/sealing.js";
import { appearanceDialog } from "./panels/appearance.js";
import { colorsPanel } from "./panels/colors.js";
import { columns } from "./panels/columns.js";
import { connectByKeys } from "./panels/bykeys.js";
import { commandsDialog } from "./panels/commands.js";
import { compactBar } from "./panels/compact.js";
import { fileForms } from "./panels/fileforms.js";
import { formPanel } from "./panels/form.js";
import { Dialogs } from "./panels/dialogs.js";
import { drawingsPanel } from "./panels/drawings.js";
import { gamePanel } from "./panels/game.js";
import { handsDialog } from "./panels/hands.js";
import { harmoniesPanel } from "./panels/harmonies.js";
import { heldPanel } from "./panels/held.js";
import { historyPanel } from "./panels/history.js";
import { keysDialog } from "./panels/keys.js";
import { languageDialog } from "./panels/language.js";
import { layersPanel } from "./panels/layers.js";
import { palettePanel } from "./panels/palette.js";
import { previewPanel } from "./panels/preview.js";
import { referencePanel } from "./panels/reference.js";
import { sizesPanel } from "./panels/sizes.js";
import { connectStops } from "./panels/stops.js";
import { Miniatures } from "./panels/miniatures.js";
import { timelinePanel } from "./panels/timeline.js";
import { tour } from "./panels/tour.js";
import { welcome } from "./panels/welcome.js";
import { workPanel } from "./panels/work.js";
import { updateCard } from "./panels/update.js";
import { mixerPanel } from "./panels/mixer.js";
import { swatchesPanel } from "./panels/swatches.js";
import { Shelf } from "./kept/shelf.js";
import { tryBlobs } from "./kept/blobs.js";
import { connectChoices } from "./kept/choices.js";
import { keepWithin } from "./kept/limit.js";
import { notNumber, readNumber } from "./numbers.js";
import { whenWhole } from "./rest.js";
import { connectRulers } from "./rulers.js";
import { on } from "./settings.js";
import { style } from "./style.js";
import { inSlices } from "./slices.js";
import { warmUndo } from "./warm.js";
import studioStyle from "./styles/studio.css?url";

export { came, encoded, formats, opened } from "./io/scripted.js";
export { restore };
export { pressAgain } from "./panels/renaming.js";

/** @import { Keeper } from "./kept/keeper.js" */
/** @import { Drawings } from "./kept/drawings.js" */
/** @import { Storage } from "./kept/storage.js" */
/** @import { Engine } from "./types.js" */

/**
 * What is furnished.
 * @typedef {object} Rooms
 * @property {Engine} engine
 * @property {(id: string) => HTMLElement} place Returns the page's element with an id.
 * @property {{storage: Storage, keeper: Keeper, drawings: Drawings}} parts
 */

/** Draws the panels around the picture. @param {Rooms} rooms */
function* around({ engine, place, parts }) {
  const { keeper } = parts;
  keeper.checkpointed = () => void keepWithin(engine, keeper.drawing.ledger);
  readBy({ readNumber, notNumber });
  heldPanel(parts, place("held"), place("stage"));
  workPanel(engine, place("work"));
  yield colorsPanel(engine, place("colors"));
  yield palettePanel(engine, place("palette"));
  yield previewPanel(engine, place("preview"));
  yield referencePanel(engine, place("reference"), place("surface"));
  const miniatures = new Miniatures(engine);
  yield layersPanel(engine, place("layers"), miniatures);
  yield historyPanel(engine, place("history"), place("stage"), miniatures);
  yield timelinePanel(engine, place("timeline"), miniatures);
  // What flashes is in the panels above.
  connectFlash(engine);
  connectStops();
  yield columns({ left: place("left"), right: place("panel"), buttons: place("columns") });
  yield compactBar(engine, place("compact"));
  yield mixerPanel(engine, place("colors"), place("mixer"));
  yield harmoniesPanel(engine, place("colors"), place("harmonies"));
  whenWhole(() => {
    new Highlight(engine, place("stage"));
    swatchesPanel(engine, place("palette"));
    // Nothing else is on its way.
    void updateCard(keeper, place("stage"));
  });
  yield gamePanel(engine, place("game"), place("stage"));
}

/** Connects what people ask for: forms, files, keys, dialogs. @param {Rooms} rooms */
function* within({ engine, place, parts }) {
  const { storage, keeper, drawings } = parts;
  formPanel(engine);
  yield sizesPanel(place("new-form"));
  connectBox(engine, place("stage"), /** @type {HTMLCanvasElement} */ (place("surface")));
  yield connectRulers(engine, place("stage"));
  yield connectByKeys(engine, { surface: place("surface"), overlay: place("overlay"), skip: place("skip"), spoken: place("spoken") });
  connectOutside(engine);
  engine.onClipboard = connectClipboard(engine);
  const files = new Files(engine, new Dialogs(engine, drawings), keeper, new Originals(engine, parts), /** @type {HTMLInputElement} */ (place("file")));
  yield fileForms(engine, files);
  const shelf = new Shelf(engine, parts);
  yield drawingsPanel(engine, drawings, shelf, files, /** @type {HTMLDialogElement} */ (place("drawings-dialog")));
  yield appearanceDialog(/** @type {HTMLDialogElement} */ (place("appearance-dialog")));
  yield handsDialog(engine, /** @type {HTMLDialogElement} */ (place("hands-dialog")));
  yield keysDialog(engine);
  languageDialog(keeper);
  yield commandsDialog(engine);
  on("keys", () => void restore(engine));
  const showAround = tour(engine, place("stage"));
  document.addEventListener("open", (event) => {
    const { detail } = /** @type {CustomEvent<string>} */ (event);
    if (detail === "tour") showAround();
    else /** @type {HTMLDialogElement} */ (place(detail)).showModal();
  });
  void shelf.sweep();
  void tryBlobs(storage);
  yield connectChoices(engine, keeper);
  yield connectLaunches(engine);
  engine.hear();
  void welcome(engine, shelf, files, place("stage"), showAround);
}

/**
 * Draws the panels, a few in a task, and none while the hand draws.
 * @param {Engine} engine
 * @param {(id: string) => HTMLElement} place Returns the page's element with an id.
 * @param {{storage: Storage, keeper: Keeper, drawings: Drawings}} parts
 */
export async function furnish(engine, place, parts) {
  await style(studioStyle);
  const rooms = { engine, place, parts };
  await inSlices(engine, around(rooms));
  await inSlices(engine, within(rooms));
  whenWhole(() => {
    connectSealing(engine);
    warmUndo(engine);
  });
}
