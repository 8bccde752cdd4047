/**
 * The text that is set but not placed yet: a bar with the field that it is typed into, and lines around its letters.
 *
 * Problem: letters in the picture are pixels, which no input method and no soft keyboard can type. Idea: a field in a bar
 * over the picture, at its top, where no soft keyboard covers it, takes the focus while a text waits. Each input is handed to
 * the editor, which draws it; with the same buttons a finger places and discards it. The bar goes to the bottom where
 * it would cover the letters. The invariant: what an input method composes is never overwritten, as the field is only
 * written when the editor has other letters than it was sent last.
 */

import { render } from "lit/html.js";
import check from "lucide-static/icons/check.svg?raw";
import cross from "lucide-static/icons/x.svg?raw";
import { icon, shownKeys } from "../controls.js";
import { isByKeys } from "../io/keyboard.js";
import { fieldKeys, isAsking } from "../io/typing.js";
import { Box } from "../outline.js";
import { html, say } from "../words.js";

/** @import { Editor, Engine } from "../types.js" */

/** Most lines that the field shows at a time. */
const MOST_LINES = 4;

/** The bar, its field, and what was sent to the editor last. */
class TextBar {
  #engine;
  #stage;
  #surface;
  #box;
  #bar = Object.assign(document.createElement("form"), { id: "text-bar", className: "card bar", hidden: true, noValidate: true });
  /** @type {HTMLTextAreaElement | undefined} */
  #field;
  /** What the field has said, and the editor has not heard yet. @type {string | undefined} */
  #typed;
  #sending = false;
  #composing = false;

  /**
   * @param {Engine} engine
   * @param {{stage: HTMLElement, surface: HTMLElement, overlay: HTMLElement}} places
   */
  constructor(engine, { stage, surface, overlay }) {
    this.#engine = engine;
    this.#stage = stage;
    this.#surface = surface;
    this.#box = new Box(overlay, "text-box");
  }

  /** Sends what was typed; letters that come meanwhile are sent after it, all at once. */
  async #send() {
    if (this.#sending) return;
    this.#sending = true;
    while (this.#typed !== undefined) {
      // Some systems type a letter and its mark apart; fonts have them as one.
      const text = this.#typed.normalize("NFC");
      this.#typed = undefined;
      await this.#engine.send((editor) => editor.plan_run("edit.set-text", { text }, performance.now()));
    }
    this.#sending = false;
  }

  /** @param {string} command */
  #end(command) {
    this.#surface.focus({ preventScroll: true });
    this.#engine.run(command);
  }

  /** Makes the field as high as its lines. @param {HTMLTextAreaElement} field */
  #fit(field) {
    field.rows = Math.min(MOST_LINES, field.value.split("\n").length);
  }

  #made() {
    /** @param {string} name @param {string} id */
    const titled = (name, id) => {
      const keys = shownKeys(this.#engine.picture.commands.find((command) => command.id === id)?.keys.slice(-1) ?? []);
      return keys ? `${name} (${keys})` : name;
    };
    render(html`
      <textarea id="text-field" rows="1" wrap="off" maxlength="340" aria-label="Text" placeholder="Text" spellcheck="false" autocomplete="off" autocapitalize="sentences"></textarea>
      <button id="text-discard" type="button" class="tool" aria-label="Discard the text" title=${titled(say("Discard the text"), "edit.cancel")} @click=${() => this.#end("edit.cancel")}>${icon(cross)}</button>
      <button id="text-place" type="submit" class="tool" aria-label="Place the text" title=${titled(say("Place the text"), "edit.end-shape")}>${icon(check)}</button>`, this.#bar);
    const field = /** @type {HTMLTextAreaElement} */ (this.#bar.querySelector("textarea"));
    field.addEventListener("compositionstart", () => { this.#composing = true; });
    field.addEventListener("compositionend", () => { this.#composing = false; });
    field.addEventListener("input", () => {
      this.#typed = field.value;
      this.#fit(field);
      void this.#send();
    });
    return field;
  }

  /** Returns `true` if the keyboard is where nobody types. */
  #isFree() {
    const { activeElement } = document;
    return !activeElement || [document.body, this.#stage, this.#surface].includes(/** @type {HTMLElement} */ (activeElement));
  }

  /** Gives the field the keyboard, unless somebody has it. */
  #focus() {
    if (this.#isFree() && !isAsking()) this.#field?.focus({ preventScroll: true });
  }

  #place = (/** @type {Editor} */ editor) => {
    // The state would take longer to fetch than the frame in which this is heard.
    if (!editor.is_redrawing()) return this.#box.place(null, 1);
    const { text } = this.#engine.state;
    const rect = text && editor.device_rect(text.rect.x, text.rect.y, text.rect.width, text.rect.height);
    const scale = 1 / devicePixelRatio;
    this.#box.place(rect, scale);
    if (!rect || this.#bar.hidden) return;
    const { height } = this.#bar.getBoundingClientRect();
    // Fingers have a keyboard at the bottom.
    this.#bar.classList.toggle("low", rect.y * scale < height + 24 && (rect.y + rect.height) * scale > 0 && !matchMedia("(pointer: coarse)").matches);
  };

  #draw() {
    const { text, waiting, tool } = this.#engine.state;
    const shown = text !== null && waiting && tool === "text";
    const was = !this.#bar.hidden;
    if (shown) {
      const field = (this.#field ??= this.#made());
      if (!was) field.value = "";
      if (!this.#composing && !this.#sending && field.value.normalize("NFC") !== text.letters) field.value = text.letters;
      this.#fit(field);
      this.#bar.hidden = false;
      this.#focus();
    } else if (was && text === null) {
      if (this.#bar.contains(document.activeElement)) this.#surface.focus({ preventScroll: true });
      this.#bar.hidden = true;
    }
    this.#engine.look(this.#place);
  }

  /** Adds the bar to the page, with the event listeners. */
  connect() {
    this.#bar.setAttribute("aria-label", say("Text"));
    this.#stage.append(this.#bar);
    /** @param {Event} event @param {string} command */
    const ended = (event, command) => {
      event.preventDefault();
      this.#end(command);
    };
    this.#bar.addEventListener("submit", (event) => ended(event, "edit.end-shape"));
    this.#bar.addEventListener("keydown", fieldKeys({
      accept: (event) => (event.ctrlKey || event.metaKey) && ended(event, "edit.end-shape"),
      leave: (event) => ended(event, "edit.cancel"),
    }));
    // Presses on the bar are not the canvas's.
    for (const type of ["mousedown", "pointerdown"]) this.#bar.addEventListener(type, (event) => event.stopPropagation());
    // Soft keyboards come up only while a finger's event is heard.
    this.#surface.addEventListener("pointerup", () => this.#engine.state.text && this.#draw());
    // Whoever has pressed an option wants to go on typing, and not to take another tool by a letter.
    window.addEventListener("keydown", (event) => {
      const letter = [...event.key].length === 1 && !event.ctrlKey && !event.metaKey && !event.altKey;
      if (letter && this.#isFree() && !this.#bar.hidden && !isByKeys(this.#engine)) {
        this.#focus();
        event.stopImmediatePropagation();
      }
    }, { capture: true });
    this.#engine.shows(["tool", "stroke", "colors"], () => this.#draw());
    this.#engine.on("state", () => this.#engine.look(this.#place));
  }
}

/**
 * Shows the text that is typed.
 * @param {Engine} engine
 * @param {{stage: HTMLElement, surface: HTMLElement, overlay: HTMLElement}} places
 */
export function textBar(engine, places) {
  new TextBar(engine, places).connect();
}
