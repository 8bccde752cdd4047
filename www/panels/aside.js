/**
 * What was set aside, in the status line: how many steps, with a press that brings them back as the offer does that follows
 * the dab. Of a few steps the words go by themselves.
 */

import { render } from "lit/html.js";
import { shownKeys } from "../controls.js";
import { Fading } from "./fading.js";
import { grouped, html } from "../words.js";

/** @import { Engine } from "../types.js" */

/** Draws the words. @param {Engine} engine @param {HTMLElement} place */
export function asideWords(engine, place) {
  const draw = () => {
    const { state: { aside }, commands } = engine.picture;
    const keys = shownKeys(commands.find(({ id }) => id === "history.bring-back")?.keys ?? []);
    render(fading.shows(aside) ? html`<button id="status-aside" type="button"
      title="Steps that were undone before the last stroke; bring them back${keys ? ` (${keys})` : ""}"
      @click=${() => engine.run("history.bring-back")}>${grouped(aside)} set aside · bring back</button>` : "", place);
  };
  const fading = new Fading(draw);
  engine.shows(["history", "steps"], draw);
  engine.on("offer", ({ command, quiet }) => {
    if (command !== "history.bring-back") return;
    fading.note(Boolean(quiet));
    draw();
  });
}
