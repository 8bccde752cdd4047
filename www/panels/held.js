/**
 * The bar over a drawing that another tab has open, or had open: this tab only shows it until it takes it over.
 */

import { render } from "lit/html.js";
import { fence } from "../kept/fence.js";
import { html, say } from "../words.js";

/** @import { Drawings } from "../kept/drawings.js" */
/** @import { Keeper } from "../kept/keeper.js" */
/** @import { Storage } from "../kept/storage.js" */

/** What the bar says, by why nothing is written here, and the label of its button. */
const WORDS = {
  elsewhere: [say("This drawing is open in another tab."), say("Take over")],
  taken: [say("Another tab has taken this drawing over."), say("Take over")],
  closed: [say("The other tab is closed."), say("Edit here")],
  deleted: [say("This drawing was deleted in another tab."), say("Put back")],
};

/**
 * Draws the bar while the open drawing is another tab's.
 * @param {{storage: Storage, keeper: Keeper, drawings: Drawings}} parts
 * @param {HTMLElement} place
 * @param {HTMLElement} stage Gets the focus back when the bar goes.
 */
export function heldPanel({ storage, keeper, drawings }, place, stage) {
  let asking = false;
  const takeOver = async () => {
    asking = true;
    draw();
    await drawings.takeOver((id) => fence(storage, id));
    asking = false;
    draw();
  };
  const draw = () => {
    const { held } = keeper.keeping;
    // The button that was pressed has lost the focus, since it is disabled meanwhile.
    if (!held && (asking || place.contains(document.activeElement))) stage.focus({ preventScroll: true });
    place.hidden = !held;
    render(held ? html`
      <p role="status">${WORDS[held][0]} <span>You can look at it here, but not change it.</span></p>
      <button id="take-over" type="button" class="chief" ?disabled=${asking} @click=${takeOver}>${asking ? say("Taking over…") : WORDS[held][1]}</button>` : "", place);
  };
  keeper.watch(draw);
}
