/**
 * The sample drawings that come with the page.
 *
 * Problem: somebody who has just come wants to see what a drawing with a history looks like, before there is one. Idea:
 * scripts/tools/samples.mjs has painted some through the page, stroke by stroke, and stored them as project files. Invariant: a sample
 * is loaded only when it is asked for, and opens as a drawing of its own, as any file does.
 */

import cobblesFile from "../samples/cobbles.undoodle?url";
import cobblesPicture from "../samples/cobbles.png?url";
import duskFile from "../samples/dusk.undoodle?url";
import duskPicture from "../samples/dusk.png?url";
import slimeFile from "../samples/slime.undoodle?url";
import slimePicture from "../samples/slime.png?url";
import { sentence } from "../failures.js";
import { html, say } from "../words.js";

/** @import { Files } from "../io/files.js" */
/** @import { Engine } from "../types.js" */

/** @typedef {{id: string, title: string, about: string, side: number, file: string, picture: string}} Sample */

/** @type {Sample[]} */
const SAMPLES = [
  { id: "slime", title: say("Bouncing slime"), about: say("six frames with a tag, and a shadow on a layer of its own"), side: 32, file: slimeFile, picture: slimePicture },
  { id: "cobbles", title: say("Mossy cobbles"), about: say("a tile without seams, painted around its edges"), side: 16, file: cobblesFile, picture: cobblesPicture },
  { id: "dusk", title: say("Island at dusk"), about: say("six layers, and a boat that was set aside on a branch"), side: 48, file: duskFile, picture: duskPicture },
];

/** Loads a sample and opens it. @param {Engine} engine @param {Files} files @param {Sample} sample */
async function open(engine, files, { title, file }) {
  try {
    const answer = await fetch(file);
    if (!answer.ok) throw new Error(`the server answers ${answer.status}`);
    await files.open(new File([await answer.arrayBuffer()], `${title}.undoodle`));
  } catch (error) {
    engine.say(say`“${title}” could not be loaded: ${sentence(error)}`, "error");
  }
}

/**
 * Returns the samples as a row of buttons.
 * @param {Engine} engine
 * @param {Files} files
 * @param {() => void} [before] Called when one was chosen, before it is loaded.
 */
export function sampleRow(engine, files, before) {
  return html`<ul class="samples">${SAMPLES.map((sample) => html`<li>
    <button type="button" class="sample" data-sample=${sample.id} title="${sample.title}: ${sample.about}" @click=${() => {
      before?.();
      void open(engine, files, sample);
    }}><img src=${sample.picture} width=${sample.side} height=${sample.side} alt="" draggable="false"><span>${sample.title}</span></button>
  </li>`)}</ul>`;
}
