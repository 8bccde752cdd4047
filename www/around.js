/**
 * The panels around the picture: colours, preview, layers, history, timeline, and what flashes in them.
 *
 * People look for them first, so they are drawn before all else that comes after the picture.
 */

import { readBy } from "./fields.js";
import { connectFlash } from "./flash.js";
import { connectHeat } from "./heat.js";
import { Highlight } from "./highlight.js";
import { asideWords } from "./panels/aside.js";
import { broughtBack } from "./panels/broughtback.js";
import { colorsPanel } from "./panels/colors.js";
import { columns } from "./panels/columns.js";
import { compactBar } from "./panels/compact.js";
import { gamePanel } from "./panels/game.js";
import { harmoniesPanel } from "./panels/harmonies.js";
import { heldPanel } from "./panels/held.js";
import { historyPanel } from "./panels/history.js";
import { layersPanel } from "./panels/layers.js";
import { mergeBar } from "./panels/mergebar.js";
import { palettePanel } from "./panels/palette.js";
import { previewPanel } from "./panels/preview.js";
import { referencePanel } from "./panels/reference.js";
import { slicesPanel } from "./panels/slicelist.js";
import { connectStops } from "./panels/stops.js";
import { Miniatures } from "./panels/miniatures.js";
import { shapeWords } from "./panels/shapewords.js";
import { takingBack } from "./panels/takeback.js";
import { timelinePanel } from "./panels/timeline.js";
import { workPanel } from "./panels/work.js";
import { connectToggles } from "./panels/toggles.js";
import { updateCard } from "./panels/update.js";
import { mixerPanel } from "./panels/mixer.js";
import { swatchesPanel } from "./panels/swatches.js";
import { keepWithin } from "./kept/limit.js";
import { returnFocus } from "./io/focus.js";
import { connectCursors } from "./io/cursors.js";
import { connectWheel } from "./io/wheel.js";
import { notNumber, readNumber } from "./numbers.js";

/** @import { Rooms } from "./studio.js" */

/** Draws the panels around the picture. @param {Rooms} rooms */
export function* around({ engine, place, parts }) {
  const { keeper } = parts;
  keeper.checkpointed = () => void keepWithin(engine, keeper.drawing.ledger);
  readBy({ readNumber, notNumber });
  connectToggles();
  heldPanel(parts, place("held"), place("stage"));
  workPanel(engine, place("work"));
  returnFocus();
  connectCursors(engine, place("stage"));
  connectWheel(engine, place("stage"), place("surface"));
  yield colorsPanel(engine, place("colors"));
  yield palettePanel(engine, place("palette"));
  yield previewPanel(engine, { place: place("preview"), stage: place("stage"), column: place("panel"), buttons: place("columns") });
  yield referencePanel(engine, place("reference"), place("surface"));
  asideWords(engine, place("status-asides"));
  shapeWords(engine, place("message"));
  const miniatures = new Miniatures(engine);
  yield layersPanel(engine, place("layers"), miniatures);
  slicesPanel(engine, place("slices"));
  yield historyPanel(engine, place("history"), place("stage"), miniatures);
  yield timelinePanel(engine, place("timeline"), miniatures);
  // What flashes is in the panels above.
  connectFlash(engine);
  connectStops();
  yield columns(engine, { left: place("left"), right: place("panel"), buttons: place("columns") });
  yield compactBar(engine, place("compact"));
  yield mixerPanel(engine, place("colors"), place("mixer"));
  yield harmoniesPanel(engine, place("colors"), place("harmonies"));
  new Highlight(engine, place("stage"));
  swatchesPanel(engine, place("palette"));
  takingBack(engine, place("stage"));
  connectHeat(engine, place("stage"));
  broughtBack(engine, place("stage"));
  mergeBar(engine, place("stage"));
  void updateCard(keeper, place("stage"));
  yield gamePanel(engine, place("game"), place("stage"));
}
