/**
 * The bar over the picture while a game is under way: its name, and the buttons that end it.
 */

import { render } from "lit/html.js";
import { shownKeys } from "../controls.js";
import { html, say } from "../words.js";

/** @import { CommandInfo, Engine } from "../types.js" */

/** The commands that end a game, with their labels in the bar. */
const EXITS = [["view.play-keep", say("Keep")], ["view.play-leave", say("Leave")]];

/**
 * Draws the bar of the game under way.
 * @param {Engine} engine
 * @param {HTMLElement} place
 * @param {HTMLElement} stage Gets the focus back when the bar goes.
 */
export function gamePanel(engine, place, stage) {
  /** @param {CommandInfo[]} commands @param {string[]} exit */
  const button = (commands, [id, text]) => {
    const info = commands.find((command) => command.id === id);
    const keys = shownKeys(info?.keys ?? []);
    return html`<button id=${id.replace("view.", "")} type="button" aria-label=${info?.label ?? text} @click=${() => engine.run(id)}>
      ${text} <kbd>${keys}</kbd>
    </button>`;
  };

  engine.shows(["playing"], ({ state, commands }) => {
    if (!state.game && place.contains(document.activeElement)) stage.focus({ preventScroll: true });
    place.hidden = !state.game;
    render(state.game ? html`
      <p role="status">Playing ${say(state.game.label)}</p>
      ${EXITS.map((exit) => button(commands, exit))}` : html``, place);
  });
}
