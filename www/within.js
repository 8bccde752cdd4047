/**
 * What people ask for: forms, files, keys, dialogs.
 *
 * Nobody needs it before the panels are there, and it is half of the code.
 */

import { restore } from "./bindings.js";
import { connectBox } from "./box.js";
import { connectAreas } from "./io/areas.js";
import { connectClipboard } from "./io/clipboard.js";
import { Files } from "./io/files.js";
import { Originals } from "./io/originals.js";
import { connectLaunches } from "./io/launched.js";
import { connectOutside } from "./io/outside.js";
import { appearanceDialog } from "./panels/appearance.js";
import { connectByKeys } from "./panels/bykeys.js";
import { commandsDialog } from "./panels/commands.js";
import { comparison } from "./panels/compare.js";
import { contextMenu } from "./panels/contextmenu.js";
import { fileForms } from "./panels/fileforms.js";
import { formPanel } from "./panels/form.js";
import { Dialogs } from "./panels/dialogs.js";
import { drawingsPanel } from "./panels/drawings.js";
import { handsDialog } from "./panels/hands.js";
import { keysDialog } from "./panels/keys.js";
import { languageDialog } from "./panels/language.js";
import { sizesPanel } from "./panels/sizes.js";
import { textBar } from "./panels/text.js";
import { tour } from "./panels/tour.js";
import { welcome } from "./panels/welcome.js";
import { Shelf } from "./kept/shelf.js";
import { tryBlobs } from "./kept/blobs.js";
import { connectChoices } from "./kept/choices.js";
import { connectRulers } from "./rulers.js";
import { on } from "./settings.js";

/** @import { Rooms } from "./studio.js" */

/** Connects what people ask for: forms, files, keys, dialogs. @param {Rooms} rooms */
export function* within({ engine, place, parts }) {
  const { storage, keeper, drawings } = parts;
  formPanel(engine);
  yield sizesPanel(/** @type {HTMLFormElement} */ (place("new-form")));
  connectBox(engine, place("stage"), /** @type {HTMLCanvasElement} */ (place("surface")));
  textBar(engine, { stage: place("stage"), surface: place("surface"), overlay: place("overlay") });
  yield connectRulers(engine, place("stage"));
  yield connectByKeys(engine, { surface: place("surface"), overlay: place("overlay"), skip: place("skip"), spoken: place("spoken"), message: place("message") });
  connectOutside(engine);
  engine.onClipboard = connectClipboard(engine);
  const files = new Files(engine, new Dialogs(engine, drawings), keeper, new Originals(engine, parts), /** @type {HTMLInputElement} */ (place("file")));
  yield fileForms(engine, files);
  const shelf = new Shelf(engine, parts);
  yield drawingsPanel(engine, drawings, shelf, files, /** @type {HTMLDialogElement} */ (place("drawings-dialog")));
  yield keysDialog(engine);
  /** How dialogs are drawn that are seen when somebody asks for them. @type {Record<string, () => unknown>} */
  const drawn = {
    "appearance-dialog": appearanceDialog(/** @type {HTMLDialogElement} */ (place("appearance-dialog"))),
    "hands-dialog": handsDialog(engine, /** @type {HTMLDialogElement} */ (place("hands-dialog"))),
    "language-dialog": languageDialog(keeper),
  };
  comparison(engine);
  connectAreas(engine);
  yield contextMenu(engine);
  yield commandsDialog(engine);
  on("keys", () => void restore(engine));
  const showAround = tour(engine, place("stage"));
  let showWelcome = () => {};
  document.addEventListener("open", (event) => {
    const { detail } = /** @type {CustomEvent<string>} */ (event);
    if (detail === "tour") showAround();
    else if (detail === "welcome") showWelcome();
    else {
      drawn[detail]?.();
      /** @type {HTMLDialogElement} */ (place(detail)).showModal();
    }
  });
  void shelf.sweep();
  void tryBlobs(storage);
  yield connectChoices(engine, keeper);
  yield connectLaunches(engine);
  engine.hear();
  showWelcome = welcome(engine, keeper, files, place("stage"), showAround);
}
