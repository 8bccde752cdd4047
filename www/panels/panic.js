/**
 * The dialog of an editor that has stopped. It is there before one can paint, since from then on nothing else may be loaded.
 */

import { say } from "../language.js";

/** @import { Keeper } from "../kept/keeper.js" */
/** @import { Engine } from "../types.js" */

/** What is said about a stopped editor whose drawing is not kept. */
const STOPPED = say("An internal error occurred, and the editor stopped to keep your drawing from damage. The picture stays on the screen;");

/** Shows the dialog when the editor stops. @param {Engine} engine @param {Keeper} keeper */
export function panicDialog(engine, keeper) {
  const [dialog, words, details, close, reload] = ["dialog", "text", "detail", "close", "reload"].map((name) => /** @type {HTMLElement} */ (document.querySelector(`#panic-${name}`)));
  engine.on("panic", (detail) => {
    for (const other of document.querySelectorAll("dialog")) other.close();
    const { state, why } = keeper.keeping;
    if (state === "lost") words.textContent = say`${STOPPED} a reload starts anew, since the drawing is not kept in this browser: ${why}.`;
    details.textContent = detail;
    document.body.classList.add("stopped");
    /** @type {HTMLDialogElement} */ (dialog).showModal();
  });
  close.addEventListener("click", () => /** @type {HTMLDialogElement} */ (dialog).close());
  reload.addEventListener("click", () => location.reload());
}
