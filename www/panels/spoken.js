/**
 * What a live region says of the drawing: the tool, the layer, the frame and the colours, whenever another one is in hand.
 *
 * Problem: who doesn't see the page presses a key and has to hear what came of it, while one who holds a key or paints would hear
 * a hundred things at once. Idea: facts are kept by what they are about, and once nothing has changed for a moment, no key and no
 * button is held and no stroke is under way, those that differ from what was said last are said. Messages, such as those of undo, have
 * a live region of their own, which is silent while a key is held: the last one is said here then. Who paints by keys hears more, and at once.
 * Invariant: nothing is said twice, also not what a message has said, or the element that has just got the focus.
 */

import { colorName } from "./colornames.js";
import { named, say } from "../language.js";
import { valuesOf } from "../codes.js";

/** @import { Editor, Engine } from "../types.js" */

/** What a fact is about, its words, and the name or the number by which messages call it; without words there is nothing to say. @typedef {[string, string, (string | number)?]} Fact */

/** How long everything rests before it is spoken of, in milliseconds: who holds an arrow hears where it ends. */
const REST_MS = 100;

/** Elements that say by their own names which layer and frame they are. */
const SAYS = ".frame[aria-current=true], .cel[aria-current=true], .layer[aria-current=true]";

/** Returns the facts about the drawing that are worth hearing wherever one is. @param {Engine} engine @returns {Fact[]} */
function factsOf({ picture: { state, drawing, tools } }) {
  const { layer, frame, tool, primary, secondary } = state;
  return [
    ["layer", say`layer ${named(drawing.layers[layer]?.name ?? "")}`, drawing.layers[layer]?.name],
    ["frame", drawing.frames.length > 1 ? say`frame ${frame + 1}` : "", frame + 1],
    ["tool", tools.find(({ id }) => id === tool)?.label ?? ""],
    ["primary", say`painting with ${colorName(primary)}`],
    ["secondary", say`secondary colour ${colorName(secondary)}`],
  ];
}

/**
 * Returns what is new among facts: those that were not said, or said otherwise.
 * @param {Fact[]} now
 * @param {ReadonlyMap<string, string>} said
 * @param {ReadonlySet<string>} heard What messages have said meanwhile of what has changed, as what it is about and its name or number.
 */
function newsOf(now, said, heard) {
  const isTold = (/** @type {Fact} */ [about, , what]) => what !== undefined && said.has(about) && heard.has(`${about} ${what}`);
  const news = now.filter((fact) => fact[1] && said.get(fact[0]) !== fact[1] && !isTold(fact));
  // Colours that change places are one thing.
  return news.filter(([about]) => about !== "secondary" || !news.some(([other]) => other === "primary")).map(([, words]) => words);
}

export class Spoken {
  #engine;
  #region;
  #message;
  /** What was said last, by what it is about. @type {Map<string, string>} */
  #said = new Map();
  /** The editor's number of the drawing that is spoken of. */
  #serial = -1;
  /** What messages have said since, and the last one of those that nobody has heard. */
  /** @type {Set<string>} */
  #heard = new Set();
  #unheard = "";
  /** Whether a key repeats, or anything is held. */
  #repeats = false;
  #held = false;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  #waiting;
  /** Returns facts to be said before and behind the others, also while a key is held or a stroke is under way. @type {(editor: Editor) => {before: Fact[], behind: Fact[]} | undefined} */
  more = () => undefined;

  /** @param {Engine} engine @param {HTMLElement} region @param {HTMLElement} message Where messages are, a live region, too. */
  constructor(engine, region, message) {
    this.#engine = engine;
    this.#region = region;
    this.#message = message;
  }

  /** Has facts said anew, also if nothing has changed. @param {string[]} about */
  forget(...about) {
    for (const one of about) this.#said.delete(one);
  }

  /** Takes back what was said. */
  hush() {
    this.#region.textContent = "";
  }

  /** Has what is new said, in a moment. */
  soon() {
    clearTimeout(this.#waiting);
    this.#waiting = setTimeout(() => this.#engine.look(this.#speak), REST_MS);
  }

  #speak = (/** @type {Editor} */ editor) => {
    this.#waiting = undefined;
    const engine = this.#engine;
    const more = this.more(editor);
    const { active, playing } = engine.state;
    // The release is heard of, and so is the end of a stroke.
    if (!more && (this.#held || active || playing)) return;
    const now = [...more?.before ?? [], ...factsOf(engine), ...more?.behind ?? []];
    const told = document.activeElement?.closest(SAYS) ? now.filter(([about]) => about !== "layer" && about !== "frame") : now;
    const news = newsOf(told, this.#said, this.#heard);
    if (this.#unheard && !this.#repeats) news.unshift(this.#unheard);
    [this.#said, this.#heard, this.#unheard] = [new Map(now.map(([about, words]) => [about, words])), new Set(), this.#repeats ? this.#unheard : ""];
    const words = news.join(", ");
    // The same words once more are another text, or nobody would hear them.
    if (words) this.#region.textContent = words === this.#region.textContent ? `${words}\u00a0` : words;
  };

  /** Begins with a drawing: how it is at first is no news. */
  #begin() {
    this.#serial = this.#engine.state.serial;
    this.#said = new Map(factsOf(this.#engine).map(([about, words]) => [about, words]));
  }

  /** @param {boolean} held @param {boolean} [repeats] */
  #hold(held, repeats = false) {
    if (held === this.#held && repeats === this.#repeats) return;
    if (repeats) this.#message.ariaLive = "off";
    else if (this.#repeats) this.#message.removeAttribute("aria-live");
    [this.#held, this.#repeats] = [held, repeats];
    if (!held) this.soon();
  }

  /** Adds the event listeners. */
  connect() {
    const engine = this.#engine;
    this.#region.hidden = false;
    this.#begin();
    const follow = (/** @type {Editor} */ editor) => {
      // The state would take longer to fetch than the frame in which this is heard.
      if (editor.serial() === this.#serial) return;
      this.#begin();
      this.hush();
    };
    engine.on("changed", () => {
      engine.look(follow);
      this.soon();
    });
    engine.on("message", ({ text, said = "" }) => {
      for (const about of ["layer", "frame"]) for (const what of valuesOf(said, about)) this.#heard.add(`${about} ${what}`);
      if (this.#repeats) this.#unheard = text;
      this.soon();
    });
    // The first press of a key that is held is heard at once; then it is silent until it comes up. Space is a pen.
    window.addEventListener("keydown", ({ repeat, code }) => { if (repeat && code !== "Space") this.#hold(true, true); }, { capture: true });
    window.addEventListener("pointerdown", () => this.#hold(true), { capture: true });
    for (const type of ["keyup", "pointerup", "pointercancel", "blur"]) window.addEventListener(type, () => this.#hold(false), { capture: true });
  }
}
