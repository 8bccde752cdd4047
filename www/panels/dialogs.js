/**
 * The dialogs: a new drawing's size, unsaved changes, and an edit that can't be undone.
 *
 * They are native modal dialogs, so the browser handles focus and Escape, and keeps the rest of
 * the page out of reach. A wrong size is reported inside of the dialog, which stays open with what
 * was typed. The question about an edit that can't be undone is drawn from the state: it waits
 * until no other dialog is open, and closes when the editor no longer waits for its answer.
 */

import { Refusal } from "../messages.js";
import { sentence } from "../failures.js";
import { arrows } from "../fields.js";
import { say } from "../language.js";
import { readNumber } from "../numbers.js";

/** @import { Drawings } from "../kept/drawings.js" */
/** @import { Editor, Engine } from "../types.js" */

/**
 * @typedef {object} Question
 * @property {string} title
 * @property {string} text
 * @property {string} stay Label of the button that declines.
 * @property {string} goOn Label of the button that agrees.
 */

/** The longest side of a drawing, in pixels. */
const MOST = 32768;

/** Return value of the dialog when the editor no longer waits for an answer. */
const WITHDRAWN = "withdrawn";

/**
 * Returns the first element that matches.
 * @template {Element} T
 * @param {string} selector
 * @returns {T}
 */
function find(selector) {
  const found = document.querySelector(selector);
  if (!found) throw new Error(`the page has no ${selector}`);
  return /** @type {T} */ (found);
}

/** Adds a click listener. @param {string} selector @param {() => void} action */
function onClick(selector, action) {
  find(selector).addEventListener("click", action);
}

/**
 * Returns a field's whole number; throws if it is none that the field allows.
 * @param {string} name
 * @param {HTMLInputElement} field
 */
function length(name, field) {
  const number = readNumber(field.value, true);
  if (!Number.isInteger(number) || number < 1 || number > MOST) {
    throw new Refusal(["{what} must be a whole number from {min} to {max}, not {given}", [name], 1, MOST, field.value || ["empty"]]);
  }
  return number;
}

export class Dialogs {
  #engine;
  #drawings;
  /** @type {HTMLDialogElement} */
  #new = find("#new-dialog");
  /** @type {HTMLDialogElement} */
  #confirm = find("#confirm-dialog");
  /** @type {HTMLInputElement} */
  #width = find("#new-width");
  /** @type {HTMLInputElement} */
  #height = find("#new-height");
  /** Whether the open dialog shows the editor's question. */
  #asking = false;
  /** Who waits for the editor to ask nothing any more. @type {(() => void)[]} */
  #waiting = [];

  /** @param {Engine} engine @param {Drawings} drawings */
  constructor(engine, drawings) {
    this.#engine = engine;
    this.#drawings = drawings;
    find("#new-form").addEventListener("submit", (event) => {
      event.preventDefault();
      this.#create();
    });
    for (const field of [this.#width, this.#height]) {
      field.addEventListener("keydown", arrows({ min: 1, max: MOST, set: () => field.dispatchEvent(new Event("input", { bubbles: true })) }));
    }
    onClick("#new-cancel", () => this.#new.close());
    onClick("#confirm-ok", () => this.#confirm.close("ok"));
    onClick("#confirm-cancel", () => this.#confirm.close());
    this.#connectQuestions();
  }

  /** Whether any dialog is open: it then gets all keys, drops and pastes. */
  get open() {
    return document.querySelector("dialog[open]") !== null;
  }

  /** Asks for a new drawing's size and creates the drawing. */
  askForSize() {
    if (this.open) return;
    const { width, height } = this.#engine.state;
    this.#width.value = String(width);
    this.#height.value = String(height);
    find("#new-error").textContent = "";
    this.#new.showModal();
    this.#width.select();
  }

  /**
   * Asks a question.
   * @param {Question} question
   * @returns {Promise<boolean>} Whether the person agreed; resolves when the dialog has closed.
   */
  confirm(question) {
    if (this.open) return Promise.resolve(false);
    this.#ask(question);
    return new Promise((resolve) => {
      this.#confirm.addEventListener("close", () => {
        resolve(this.#confirm.returnValue === "ok");
      }, { once: true });
    });
  }

  /** Opens the dialog with a question. @param {Question} question */
  #ask({ title, text, stay, goOn }) {
    find("#confirm-title").textContent = title;
    find("#confirm-text").textContent = text;
    find("#confirm-cancel").textContent = stay;
    find("#confirm-ok").textContent = goOn;
    this.#confirm.returnValue = "";
    this.#confirm.showModal();
  }

  /** Shows or withdraws the editor's question, as the state says. */
  #question = (/** @type {Editor} */ editor) => {
    const asked = editor.asked();
    if (!asked) {
      if (this.#asking) this.#confirm.close(WITHDRAWN);
      for (const heard of this.#waiting.splice(0)) heard();
    } else if (!this.open) {
      this.#asking = true;
      this.#ask({ title: say("Too large to undo"), text: say(asked), stay: say("Cancel"), goOn: say("Continue") });
    }
  };

  /** Resolves when the editor asks nothing any more, and what it was answered is done. @returns {Promise<void>} */
  answered() {
    return new Promise((resolve) => {
      this.#waiting.push(resolve);
      this.#engine.look(this.#question);
    });
  }

  #connectQuestions() {
    this.#engine.on("state", () => this.#engine.look(this.#question));
    // The event does not bubble. Listen to every dialog's: the question may have waited for one to close.
    document.addEventListener("close", ({ target }) => {
      if (target === this.#confirm && this.#asking) {
        this.#asking = false;
        const { returnValue } = this.#confirm;
        if (returnValue !== WITHDRAWN) this.#engine.send((editor) => editor.plan_answer(returnValue === "ok"));
      }
      this.#engine.look(this.#question);
    }, { capture: true });
  }

  async #create() {
    try {
      const width = length("width", this.#width);
      const height = length("height", this.#height);
      await this.#engine.ask();
      this.#drawings.create(width, height);
      this.#new.close();
    } catch (error) {
      find("#new-error").textContent = sentence(error);
    }
  }
}
