/**
 * The control of a form for a state of the history: a slider over the steps, and words for where it is.
 *
 * A command takes a state by a number that nobody knows. So the slider has a place for each step of the line of undo and redo, and the oldest state at
 * its left end; what is chosen is the number of the step at that place. A state on another branch has no place: the slider stands where the
 * drawing is until it is moved. Invariant: the words are about the state that is chosen.
 */

import { live } from "lit/directives/live.js";
import { moment } from "../moments.js";
import { html, named, say } from "../words.js";

/** @import { Editor, Engine, StateWords } from "../types.js" */

export class States {
  #engine;
  /** @type {StateWords} */
  #about = { index: 0, steps: 0, words: "", time: 0 };
  /** The place that the slider was moved to, until the editor has said what is there. @type {number | undefined} */
  #moved;
  /** @type {(state: number) => void} */
  #set = () => {};
  #command = "";

  /** @param {Engine} engine */
  constructor(engine) {
    this.#engine = engine;
  }

  /** Begins with a command and a state. @param {string} command @param {number} state @param {() => void} drawn Called when the words are there. */
  begin(command, state, drawn) {
    this.#moved = undefined;
    this.#command = command;
    this.#engine.look((editor) => {
      this.#about = editor.state_words(state);
      drawn();
    });
  }

  #choose = (/** @type {Editor} */ editor) => {
    const place = this.#moved;
    this.#moved = undefined;
    const [row] = place === undefined ? [] : editor.step_rows(place, 1).rows;
    if (!row) return;
    this.#about = editor.state_words(row.id);
    this.#set(row.id);
  };

  /** Returns what the state is for, or what will change. */
  #reach() {
    if (this.#command === "history.paint-from") return say("The history brush will paint with the colours of this state");
    const { state, drawing: { layers } } = this.#engine.picture;
    const name = named(layers[state.layer]?.name ?? "");
    return state.selection === null ? say`Nothing is selected: all of layer ${name} in this frame changes` : say`The selected pixels of layer ${name} change`;
  }

  /** Renders the control. @param {string} id @param {string} label @param {(state: number) => void} set Called with each state that is chosen. */
  field(id, label, set) {
    const { index, steps, words, time } = this.#about;
    const said = [say(words), moment(time)].filter(Boolean).join(", ");
    this.#set = set;
    return html`<span class="form-states">
      <input id=${id} class="form-state" type="range" min="0" max=${steps} step="1" aria-label=${label} aria-valuetext=${said} .value=${live(String(this.#moved ?? index ?? this.#engine.state.position))}
        @input=${(/** @type {Event} */ event) => {
          this.#moved = /** @type {HTMLInputElement} */ (event.currentTarget).valueAsNumber;
          this.#engine.look(this.#choose);
        }}>
      <output for=${id}>${said}</output>
      <small>${this.#reach()}</small>
    </span>`;
  }
}
