/**
 * What a person should know before a stroke ends, or after it: that a system can't undo it, or has
 * forgotten others for it. Told while painting too, since a stroke can still be cancelled then.
 */
import { html, render } from "lit";

/** @import { Engine } from "./engine.js" */

/**
 * @param {Engine} engine
 * @param {HTMLElement} place
 */
export function showWarnings(engine, place) {
  let told = "";
  engine.listen((lab) => {
    const warnings = lab.warnings();
    if (warnings.join("\n") === told) return;
    told = warnings.join("\n");
    render(warnings.map((warning) => html`<p>${warning}.</p>`), place);
  });
}
