/**
 * The tags of the timeline: ranges over the frames that are moved and resized by hand.
 *
 * In the middle a tag is dragged as a whole, at its
 * ends by that end; arrows move it too, and with Shift its end. It is renamed in place. The invariant: what is dragged is
 * shown here alone until it is dropped, as one step.
 */

import { repeat } from "lit/directives/repeat.js";
import { fieldKeys } from "../io/typing.js";
import { follow } from "./drag.js";
import { lanes, reach, room, times } from "./lanes.js";
import { renames } from "./renaming.js";
import { html, say } from "../words.js";

/** @import { Engine, Param, TagInfo } from "../types.js" */

/** The colour of a tag that has none. */
const NONE = "#000000ff";

/** Width of a tag's ends, in CSS pixels. */
const END = 7;

/** The signs of directions, in the order in which a press goes through them. @type {[string, string, string][]} */
const DIRECTIONS = [
  ["forward", "→", say("forward")],
  ["reverse", "←", say("backward")],
  ["ping-pong", "⇄", say("forward, then backward")],
  ["ping-pong-reverse", "⇆", say("backward, then forward")],
];

/** Returns a parameter that chooses one of the tags by its name. @param {Engine} engine @param {Param} param @returns {Param} */
export function tagChoices({ picture: { drawing: { tags } } }, param) {
  return { ...param, kind: "choice", choices: tags.map(({ name, from, to }, index) => ({ id: String(index), label: say`${name}, frames ${from + 1} to ${to + 1}` })) };
}

export class Tags {
  #engine;
  #draw;
  /** The tag that is dragged, as it would be. @type {{index: number, from: number, to: number} | null} */
  #dragged = null;
  /** The tag that is renamed. @type {number | null} */
  #renamed = null;

  /** @param {Engine} engine @param {() => void} draw Has the timeline drawn. */
  constructor(engine, draw) {
    this.#engine = engine;
    this.#draw = draw;
  }

  /** The tags as they are shown. @returns {TagInfo[]} */
  get shown() {
    const { tags } = this.#engine.picture.drawing;
    return tags.map((tag, index) => (this.#dragged?.index === index ? { ...tag, from: this.#dragged.from, to: this.#dragged.to } : tag));
  }

  /** Changes a tag, as one step. @param {number} tag @param {Partial<TagInfo>} changes */
  #change(tag, changes) {
    return this.#engine.run("frame.edit-tag", { tag, ...this.#engine.picture.drawing.tags[tag], ...changes });
  }

  /** Moves a tag, or one of its ends, as far as there are frames. @param {number} index @param {"both" | "from" | "to"} part @param {number} by */
  #moved(index, part, by) {
    const { tags, frames } = this.#engine.picture.drawing;
    const { from, to } = tags[index];
    const last = frames.length - 1;
    const within = (/** @type {number} */ n, /** @type {number} */ low, /** @type {number} */ high) => Math.min(high, Math.max(low, n));
    if (part === "from") return { from: within(from + by, 0, to), to };
    if (part === "to") return { from, to: within(to + by, from, last) };
    const distance = within(by, -from, last - to);
    return { from: from + distance, to: to + distance };
  }

  /** @param {PointerEvent} event @param {number} index @param {number} column Width of a frame. */
  #press(event, index, column) {
    const bar = /** @type {HTMLElement} */ (event.currentTarget);
    if (event.target instanceof Element && event.target.closest("input, .tag-way")) return;
    renames(() => this.#rename(index));
    const { left, right } = bar.getBoundingClientRect();
    // A name that reaches beyond the tag is the tag as a whole.
    const part = event.clientX < left + END ? "from" : event.clientX > right - END && event.clientX <= right ? "to" : "both";
    const at = (/** @type {PointerEvent} */ { clientX }) => this.#moved(index, part, Math.round((clientX - event.clientX) / column));
    follow(event, {
      move: (move) => {
        this.#dragged = { index, ...at(move) };
        this.#draw();
      },
      drop: (release) => void this.#change(index, at(release)),
      end: () => {
        this.#dragged = null;
        this.#draw();
      },
    });
  }

  /** @param {KeyboardEvent} event @param {number} index */
  #key(event, index) {
    const by = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
    if (event.target !== event.currentTarget || event.ctrlKey || event.metaKey || event.altKey) return;
    if (by) this.#change(index, this.#moved(index, event.shiftKey ? "to" : "both", by));
    else if (event.key === "Enter") this.#rename(index);
    else if (event.key === "Delete") this.#engine.run("frame.delete-tag", { tag: index });
    else return;
    event.preventDefault();
  }

  /** @param {number | null} index */
  #rename(index) {
    this.#renamed = index;
    this.#draw();
    const field = document.querySelector("#tag-name");
    if (field instanceof HTMLInputElement) field.select();
  }

  /** @param {number} index @param {string | null} name `null` to leave it. */
  #named(index, name) {
    if (this.#renamed === null) return;
    this.#renamed = null;
    if (name !== null && name !== this.#engine.picture.drawing.tags[index]?.name) this.#change(index, { name });
    this.#draw();
  }

  /** Draws the tags. @param {number} column Width of a frame. @param {number} lane Height of a tag. */
  render(column, lane) {
    const tags = this.shown;
    const places = lanes(tags, column);
    return repeat(tags, (_, index) => index, (tag, index) => {
      const { name, from, to, direction, color, repeat } = tag;
      const way = Math.max(0, DIRECTIONS.findIndex(([id]) => id === direction));
      const next = DIRECTIONS[(way + 1) % DIRECTIONS.length][0];
      const beyond = reach(tag, column) > to;
      return html`<div class="tag ${beyond ? "beyond" : ""}" role="group" tabindex="0" data-tag=${index}
        .style=${`left: ${from * column}px; width: ${(to - from + 1) * column - 2}px; top: ${places[index] * lane}px${color === NONE ? "" : `; --tag: ${color}`}`}
        aria-label="Tag ${name}, frames ${from + 1} to ${to + 1}"
        title="${name}: frames ${from + 1} to ${to + 1}. Drag it or its ends; double-click to rename"
        @pointerdown=${(/** @type {PointerEvent} */ event) => this.#press(event, index, column)}
        @focusin=${() => renames(() => this.#rename(index))}
        @dblclick=${() => this.#rename(index)}
        @keydown=${(/** @type {KeyboardEvent} */ event) => this.#key(event, index)}
      >${this.#renamed === index
        ? html`<input id="tag-name" type="text" maxlength="32" aria-label="Name of the tag" .value=${name}
            @blur=${(/** @type {Event} */ event) => this.#named(index, /** @type {HTMLInputElement} */ (event.currentTarget).value)}
            @keydown=${fieldKeys({ accept: ({ currentTarget }) => this.#named(index, currentTarget.value), leave: () => this.#named(index, null) })}>`
        : html`<span class="tag-name clipped" .style=${beyond ? `max-width: ${room(tag, column)}px` : ""}>${name}${repeat > 0 ? html`<span class="tag-repeat" title=${say`Played ${repeat} times, then the frames behind it`}>${times(repeat)}</span>` : ""}</span><button type="button" class="tag-way" ?hidden=${from === to} tabindex="-1" title="Played ${DIRECTIONS[way][2]}" aria-label="Played ${DIRECTIONS[way][2]}"
            @click=${() => this.#change(index, { direction: next })}>${DIRECTIONS[way][1]}</button>`}</div>`;
    });
  }
}
