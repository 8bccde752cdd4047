/**
 * The panels that painting doesn't need.
 *
 * Problem: each panel is code and style that people download before they can paint. Idea: the page begins with the
 * picture, the tools and the colours; this module, which everything else is imported from, comes in the first idle moment,
 * or when somebody asks for something of it. Invariant: nobody notices but by the time that it takes.
 */

import { formPanel } from "./panels/form.js";
import { drawingsPanel } from "./panels/drawings.js";
import { gamePanel } from "./panels/game.js";
import { historyPanel } from "./panels/history.js";
import { layersPanel } from "./panels/layers.js";
import { timelinePanel } from "./panels/timeline.js";
import { tour } from "./panels/tour.js";
import { welcome } from "./panels/welcome.js";
import drawingsStyle from "./styles/drawings.css?url";
import formsStyle from "./styles/forms.css?url";
import historyStyle from "./styles/history.css?url";
import welcomeStyle from "./styles/welcome.css?url";

/** @import { Files } from "./io/files.js" */
/** @import { Drawings } from "./kept/drawings.js" */
/** @import { Engine } from "./types.js" */

/** Loads a style, which is in force when this resolves. @param {string} href */
function style(href) {
  const link = Object.assign(document.createElement("link"), { rel: "stylesheet", href });
  const settled = new Promise((resolve) => {
    link.addEventListener("load", resolve);
    // A page without it looks poor, and works.
    link.addEventListener("error", resolve);
  });
  document.head.append(link);
  return settled;
}

/**
 * Draws the panels.
 * @param {Engine} engine
 * @param {(id: string) => HTMLElement} place Returns the page's element with an id.
 * @param {Drawings} drawings
 * @param {Files} files
 */
export async function furnish(engine, place, drawings, files) {
  await Promise.all([formsStyle, historyStyle, drawingsStyle, welcomeStyle].map(style));
  layersPanel(engine, place("layers"));
  historyPanel(engine, place("history"), place("stage"));
  timelinePanel(engine, place("timeline"));
  formPanel(engine);
  gamePanel(engine, place("game"), place("stage"));
  drawingsPanel(engine, drawings, files, /** @type {HTMLDialogElement} */ (place("drawings-dialog")));
  const showAround = tour(engine, place("stage"));
  document.addEventListener("tour", showAround);
  void welcome(engine, drawings, files, place("stage"), showAround);
}
