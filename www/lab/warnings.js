/**
 * Warnings that a system can't undo a stroke, or has forgotten steps for it. They show during the
 * stroke too, since it can still be cancelled then.
 */
import { render } from "lit/html.js";
import { html, say } from "../words.js";

/** @import { Engine } from "./engine.js" */

/**
 * Shows the systems' warnings.
 * @param {Engine} engine
 * @param {HTMLElement} place
 */
export function showWarnings(engine, place) {
  let told = "";
  engine.listen((lab) => {
    const warnings = lab.warnings();
    const now = JSON.stringify(warnings);
    if (now === told) return;
    told = now;
    render(warnings.map((warning) => html`<p>${say(warning)}.</p>`), place);
  });
}
