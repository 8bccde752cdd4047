/**
 * What somebody sees who has not drawn yet: a card with the samples and the tour, at the lower edge of the stage.
 *
 * Problem: an empty canvas doesn't say what is special about it, and a window in front of it would be in the way. Idea: a
 * small card that takes neither the focus nor a stroke. It goes when a stroke begins, when something changes the drawing or
 * when it is closed. Invariant: it comes by itself only over an empty drawing, before the first stroke of a session, and never again
 * once it was closed by its button; Help shows it at any time.
 */

import { render } from "lit/html.js";
import close from "lucide-static/icons/x.svg?raw";
import { icon } from "../controls.js";
import { get, set } from "../settings.js";
import { setColor } from "./colors.js";
import { sampleRow } from "./samples.js";
import { html, say } from "../words.js";

/** @import { Keeper } from "../kept/keeper.js" */
/** @import { Files } from "../io/files.js" */
/** @import { Engine } from "../types.js" */

/** Whether somebody has closed the card. */
const WELCOMED = "welcomed";

/** Name in the session's storage that says that something was drawn in it. */
const DREW = "undoodle: drew";

/** The primary colour before anybody has chosen one. */
const BLACK = "#000000ff";

/** The session's storage, or `undefined` where it is denied. */
function session() {
  try {
    return sessionStorage;
  } catch {
    return undefined;
  }
}

/** The card, and when it is there. */
class Welcome {
  #engine;
  #files;
  #stage;
  #showAround;
  #card = document.createElement("section");
  /** What the drawing was when the card came. */
  #met = { serial: -1, position: -1 };

  /** @param {Engine} engine @param {Files} files @param {HTMLElement} stage @param {() => void} showAround Starts the tour. */
  constructor(engine, files, stage, showAround) {
    this.#engine = engine;
    this.#files = files;
    this.#stage = stage;
    this.#showAround = showAround;
    Object.assign(this.#card, { id: "welcome", className: "card bar" });
    this.#card.setAttribute("aria-label", say("First steps"));
    stage.addEventListener("pointerdown", ({ target }) => {
      if (this.#card.isConnected && target instanceof Node && !this.#card.contains(target)) this.#drawn();
    });
    engine.on("state", () => this.#card.isConnected && this.#isTouched() && this.#drawn());
  }

  #isTouched() {
    const { serial, position, active } = this.#engine.state;
    return active || serial !== this.#met.serial || position !== this.#met.position;
  }

  #hide() {
    // The focus must not get lost with the button that has it.
    if (this.#card.contains(document.activeElement)) this.#stage.focus({ preventScroll: true });
    this.#card.remove();
  }

  /** Goes, as somebody has begun. */
  #drawn() {
    session()?.setItem(DREW, "true");
    this.#hide();
  }

  #close() {
    set(WELCOMED, true);
    this.#hide();
  }

  /** Shows the card. */
  show() {
    const { serial, position } = this.#engine.state;
    this.#met = { serial, position };
    render(html`
      <div class="welcome-words"><span class="wordmark" aria-hidden="true"></span><p>Start painting, or look at one of these. What you undo is never lost.</p></div>
      ${sampleRow(this.#engine, this.#files, { before: () => this.#hide(), films: true })}
      <button id="welcome-tour" type="button" @click=${() => {
        this.#hide();
        this.#showAround();
      }}>Show me around</button>
      <button id="welcome-close" type="button" class="tool" aria-label="Close" title="Close" @click=${() => this.#close()}>${icon(close)}</button>`, this.#card);
    // Messages lie over it.
    this.#stage.insertBefore(this.#card, this.#stage.querySelector("#message"));
  }

  /** Shows it as somebody has asked for it, with the keyboard in it. */
  open() {
    this.show();
    this.#card.querySelector("button")?.focus({ preventScroll: true });
  }
}

/** Has the primary colour be one of the palette, whose shades it then has, if nobody has chosen one. @param {Engine} engine */
function beginWithPalette(engine) {
  const [first] = engine.picture.drawing.palette;
  if (first && engine.state.primary === BLACK) setColor(engine, "primary", first);
}

/** The name that the editor gives to a new drawing; a file brings its own. */
const UNNAMED = "untitled";

/** Returns `true` if nothing was done to the open drawing. @param {Engine} engine @param {Keeper} keeper */
function isEmpty(engine, keeper) {
  const { record, stored } = keeper.drawing;
  const { position, ahead, dirty, active, name } = engine.state;
  return (record.blank || !stored) && position + ahead === 0 && !dirty && !active && name === UNNAMED;
}

/**
 * Shows the card if nothing was drawn yet, and returns the function that shows it when it is asked for.
 * @param {Engine} engine
 * @param {Keeper} keeper
 * @param {Files} files
 * @param {HTMLElement} stage
 * @param {() => void} showAround Starts the tour.
 */
export function welcome(engine, keeper, files, stage, showAround) {
  const card = new Welcome(engine, files, stage, showAround);
  if (isEmpty(engine, keeper) && !get(WELCOMED, false) && !session()?.getItem(DREW)) {
    beginWithPalette(engine);
    card.show();
  }
  return () => card.open();
}
