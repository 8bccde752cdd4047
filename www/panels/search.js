/**
 * The search of the history: a field, conditions that are turned on and off, and the rows that were found.
 *
 * What is meant by them, and which steps that are, the editor knows. The page has it look through the history in slices, a few milliseconds of each frame, and shows what it
 * has found so far in the place of the list of all steps. How many those are is said when all were looked at.
 */

import { render } from "lit/html.js";
import { live } from "lit/directives/live.js";
import closeSvg from "lucide-static/icons/x.svg?raw";
import { choicesOf, colorAll, icon } from "../controls.js";
import { fieldKeys } from "../io/typing.js";
import { onForgotten } from "../settings.js";
import { Soon } from "../soon.js";
import { FoundList } from "./found.js";
import { grouped, html, language, named, say } from "../words.js";

/** @import { Arguments, Editor, Engine, Found, Picture } from "../types.js" */
/** @import { Miniatures } from "./miniatures.js" */

/** Time that a search takes of each frame, in milliseconds, and steps that are looked at before the clock is. */
const [SLICE_MS, STEPS] = [6, 256];

/** The most letters of the words that are searched. */
const LETTERS = 40;

/** Labels of steps that are no command's. */
const OTHERS = ["Take back step", "Do step again", "Bring back", "Newer version"];

/** Returns what a field holds. @param {Event} event */
const valueOf = ({ currentTarget }) => /** @type {HTMLInputElement | HTMLSelectElement} */ (currentTarget).value;

export class Search {
  #engine;
  /** The field and the conditions, to be put above the list. */
  bar = Object.assign(document.createElement("div"), { id: "history-search", hidden: true });
  list;
  /** @type {Found} */
  #found = { count: 0, looked: 0, unread: 0 };
  #open = false;
  #named = false;
  #soon = new Soon(() => this.#engine.look(this.#look));

  /** @param {Engine} engine @param {HTMLElement} stage @param {Miniatures} miniatures */
  constructor(engine, stage, miniatures) {
    this.#engine = engine;
    this.bar.setAttribute("role", "search");
    this.bar.setAttribute("aria-label", say("Search the history"));
    this.list = new FoundList(engine, {
      id: "found-steps", label: say("Steps that were found, the newest first"), stage, miniatures,
      rows: (editor, from, count) => editor.found_rows(from, count),
      leave: () => this.#field()?.focus(),
    });
    this.list.element.hidden = true;
    onForgotten(() => {
      this.#open = false;
      this.#draw(engine.picture);
    });
    engine.shows(["found", "steps", "cel", "tool", "colors", "selection"], (picture) => this.#draw(picture));
  }

  /** Whether the rows that were found take the place of all steps. */
  get searching() {
    return this.#engine.state.searched !== null;
  }

  #field() {
    return /** @type {HTMLInputElement | null} */ (this.bar.querySelector("#search-words"));
  }

  /** Opens the field and types into it, or closes it, and all steps are listed again. @param {boolean} [open] */
  toggle(open = !this.#open) {
    this.#open = open;
    if (!open) this.#engine.run("history.search-end");
    if (open) this.#call();
    this.#draw(this.#engine.picture);
    if (open) this.#field()?.focus();
  }

  /** Tells the editor once what steps are called in the person's language. */
  #call() {
    if (this.#named || language.startsWith("en")) return;
    this.#named = true;
    this.#engine.send((editor) => {
      const labels = [...editor.commands().map(({ label }) => label), ...OTHERS];
      editor.call_steps(labels, labels.map((label) => say(label)));
    });
  }

  /** @param {Arguments} args */
  #search(args) {
    this.#engine.run("history.search", args);
  }

  #leave(/** @type {KeyboardEvent} */ event) {
    event.preventDefault();
    event.stopPropagation();
    // First all steps are there again, then the picture has the keys.
    if (this.searching) this.#engine.run("history.search-end");
    else {
      this.toggle(false);
      document.getElementById("surface")?.focus({ preventScroll: true });
    }
  }

  /** Returns what the conditions offer. @param {Picture} picture @returns {{id: "layer" | "tool" | "color" | "selection", label: string, title: string, on: boolean}[]} */
  #conditions({ state, drawing, tools }) {
    const { searched } = state;
    const tool = tools.find(({ id }) => id === state.tool)?.label ?? "";
    return [
      { id: "layer", label: say("Layer"), title: say`Only steps on the active layer, ${named(drawing.layers[state.layer]?.name ?? "")}`, on: searched?.layer ?? false },
      { id: "tool", label: say("Tool"), title: say`Only steps of the chosen tool, ${tool}`, on: searched?.tool ?? false },
      { id: "color", label: say("Colour"), title: say("Only steps that gave pixels the primary colour"), on: (searched?.color ?? null) !== null },
      { id: "selection", label: say("Selection"), title: say("Only steps that touched what is selected"), on: searched?.selection ?? false },
    ];
  }

  /** @param {Picture} picture */
  #draw(picture) {
    // A script may have begun it.
    this.#open ||= this.searching;
    this.bar.hidden = !this.#open;
    this.list.element.hidden = !this.searching;
    if (!this.#open) return void render("", this.bar);
    this.#render(picture);
    if (this.searching) this.#soon.ask();
  }

  /** @param {Picture} picture */
  #render(picture) {
    const { state, commands } = picture;
    const { searched } = state;
    const within = choicesOf(commands, "history.search", "within");
    render(html`
      <div class="search-field">
        <input id="search-words" type="search" maxlength=${LETTERS} autocomplete="off" spellcheck="false" placeholder="Search steps" aria-label="Search steps and layers"
          aria-controls="found-steps" .value=${live(searched?.words ?? "")} @input=${(/** @type {Event} */ event) => this.#search({ words: valueOf(event) })}
          @keydown=${fieldKeys({
    accept: (event) => this.#toList(event), leave: (event) => this.#leave(event),
    other: (event) => event.key === "ArrowDown" && this.#toList(event),
  })}>
        <button type="button" class="small" aria-label="Close the search" title="Close the search" @click=${() => this.toggle(false)}>${icon(closeSvg)}</button>
      </div>
      <div class="search-conditions" role="group" aria-label="Conditions">
        ${this.#conditions(picture).map(({ id, label, title, on }) => html`<button type="button" class="chip" data-condition=${id} aria-pressed=${String(on)} title=${title}
          @click=${() => this.#search({ [id]: !on })}>${id === "color" ? html`<span class="chip-color" aria-hidden="true"></span>` : ""}${label}</button>`)}
        <select id="search-within" class="chip" aria-label="When it was made" aria-pressed=${String((searched?.within ?? "any") !== "any")}
          @change=${(/** @type {Event} */ event) => this.#search({ within: valueOf(event) })}>
          ${within.map(({ id, label }) => html`<option value=${id} .selected=${live(id === (searched?.within ?? "any"))}>${label}</option>`)}
        </select>
      </div>
      <p class="search-said" role="status">${this.#said(state.position + state.ahead)}</p>`, this.bar);
    colorAll(this.bar, ".chip-color", [searched?.color ?? state.primary]);
  }

  /** @param {KeyboardEvent} event */
  #toList(event) {
    event.preventDefault();
    event.stopPropagation();
    if (this.searching && this.#found.count > 0) this.list.focus();
  }

  /** Returns how many steps were found, once all were looked at. @param {number} steps */
  #said(steps) {
    const { count, looked, unread } = this.#found;
    if (!this.searching) return "";
    if (looked < steps) return say("Searching…");
    const found = count === 1 ? say`1 of ${grouped(steps)} steps` : say`${grouped(count)} of ${grouped(steps)} steps`;
    return unread > 0 ? `${found} · ${say`${grouped(unread)} could not be looked at`}` : found;
  }

  #look = (/** @type {Editor} */ editor) => {
    if (!this.searching) return;
    const end = performance.now() + SLICE_MS;
    let more = true;
    while (more && performance.now() < end) more = editor.search_on(STEPS);
    this.#found = editor.found();
    this.list.show(this.#found.count);
    const { position, ahead } = this.#engine.state;
    const said = this.bar.querySelector(".search-said")?.textContent;
    if (said !== this.#said(position + ahead)) this.#render(this.#engine.picture);
    if (more) this.#soon.ask();
  };
}
