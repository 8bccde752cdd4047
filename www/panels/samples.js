/**
 * The sample drawings that come with the page.
 *
 * Problem: somebody who has just come wants to see what a drawing with a history looks like, before there is one. Idea:
 * scripts/tools/samples.mjs has painted some through the page, stroke by stroke, and stored them as project files. Invariant: a sample
 * is loaded only when it is asked for, and opens as a drawing of its own, as any file does, on its uppermost layer: a first stroke is seen.
 */

import { Refusal } from "../messages.js";
import cobblesFile from "../samples/cobbles.undoodle?url";
import cobblesPicture from "../samples/cobbles.png?url";
import duskFile from "../samples/dusk.undoodle?url";
import duskPicture from "../samples/dusk.png?url";
import slimeFile from "../samples/slime.undoodle?url";
import slimePicture from "../samples/slime.png?url";
import play from "lucide-static/icons/play.svg?raw";
import { icon } from "../controls.js";
import { sentence } from "../failures.js";
import { watch } from "./watch.js";
import { html, say } from "../words.js";

/** @import { Files } from "../io/files.js" */
/** @import { Engine } from "../types.js" */

/** @typedef {{id: string, title: string, about: string, side: number, file: string, picture: string, watched?: boolean}} Sample `watched` says that the card plays its history. */

/** @type {Sample[]} */
const SAMPLES = [
  { id: "slime", title: say("Bouncing slime"), about: say("six frames with a tag, and a shadow on a layer of its own"), side: 32, file: slimeFile, picture: slimePicture },
  { id: "cobbles", title: say("Mossy cobbles"), about: say("a tile without seams, painted around its edges"), side: 16, file: cobblesFile, picture: cobblesPicture },
  { id: "dusk", title: say("Island at dusk"), about: say("six layers, and a boat that was set aside"), side: 48, file: duskFile, picture: duskPicture, watched: true },
];

/** Chooses the uppermost layer. @param {Engine} engine */
function chooseUppermost(engine) {
  engine.run("layer.choose", { layer: engine.picture.drawing.layers.length - 1 });
}

/** Loads a sample and opens it. Resolves to whether it is open. @param {Engine} engine @param {Files} files @param {Sample} sample */
async function open(engine, files, { title, file }) {
  try {
    const answer = await fetch(file);
    if (!answer.ok) throw new Refusal(["the server answers {n}", answer.status]);
    const { serial } = engine.state;
    await files.open(new File([await answer.arrayBuffer()], `${title}.undoodle`));
    await engine.ask();
    if (engine.state.serial === serial) return false;
    chooseUppermost(engine);
    return true;
  } catch (error) {
    engine.say(say`“${title}” could not be loaded: ${sentence(error)}`, "error");
    return false;
  }
}

/**
 * Returns the samples as a row of buttons.
 * @param {Engine} engine
 * @param {Files} files
 * @param {{before?: () => void, films?: boolean}} [how] `before` is called when one was chosen, before it is loaded; `films` has those played that are worth it.
 */
export function sampleRow(engine, files, { before, films = false } = {}) {
  return html`<ul class="samples">${SAMPLES.map((sample) => html`<li>
    <button type="button" class="sample" data-sample=${sample.id} title="${sample.title}: ${films && sample.watched ? say("watch it being painted") : sample.about}" @click=${async () => {
      before?.();
      if (await open(engine, files, sample) && films && sample.watched) await watch(engine);
    }}><img src=${sample.picture} width=${sample.side} height=${sample.side} alt="" draggable="false">${films && sample.watched ? icon(play) : ""}<span>${sample.title}</span></button>
  </li>`)}</ul>`;
}
