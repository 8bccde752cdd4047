/**
 * The dialogs: a new drawing's size, unsaved changes, and the editor that stopped.
 *
 * They are native modal dialogs, so focus, Escape and the rest of the page being out of reach
 * come from the browser. A wrong size is said inside of the dialog, which stays open: what was
 * typed is not lost.
 */

import { sentence } from "../engine.js";

/** @import { Engine } from "../types.js" */

/**
 * @template {Element} T
 * @param {string} selector
 * @returns {T}
 */
function find(selector) {
  const found = document.querySelector(selector);
  if (!found) throw new Error(`the page has no ${selector}`);
  return /** @type {T} */ (found);
}

/** @param {string} selector @param {() => void} action */
function onClick(selector, action) {
  find(selector).addEventListener("click", action);
}

/**
 * What was typed, if it is a whole number that the field allows.
 * @param {string} name
 * @param {HTMLInputElement} field
 */
function length(name, field) {
  if (field.value === "" || !field.validity.valid) {
    throw new Error(`${name} ${field.value || "empty"}: expected a whole number from ${field.min} to ${field.max}`);
  }
  return field.valueAsNumber;
}

export class Dialogs {
  #engine;
  /** @type {HTMLDialogElement} */
  #new = find("#new-dialog");
  /** @type {HTMLDialogElement} */
  #confirm = find("#confirm-dialog");
  /** @type {HTMLInputElement} */
  #width = find("#new-width");
  /** @type {HTMLInputElement} */
  #height = find("#new-height");

  /** @param {Engine} engine */
  constructor(engine) {
    this.#engine = engine;
    find("#new-form").addEventListener("submit", (event) => {
      event.preventDefault();
      this.#create();
    });
    onClick("#new-cancel", () => this.#new.close());
    onClick("#confirm-ok", () => this.#confirm.close("ok"));
    onClick("#confirm-cancel", () => this.#confirm.close());
    this.#connectPanic();
  }

  /** Whether any dialog is open: keys, drops and pastes then belong to it. */
  get open() {
    return document.querySelector("dialog[open]") !== null;
  }

  /** Asks for a new drawing's size and makes it. */
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
   * @param {string} question
   * @param {string} goOn What the button that agrees says.
   * @returns {Promise<boolean>} Resolves when the dialog has closed.
   */
  confirm(question, goOn) {
    if (this.open) return Promise.resolve(false);
    find("#confirm-title").textContent = question;
    find("#confirm-ok").textContent = goOn;
    this.#confirm.returnValue = "";
    this.#confirm.showModal();
    return new Promise((resolve) => {
      this.#confirm.addEventListener("close", () => {
        resolve(this.#confirm.returnValue === "ok");
      }, { once: true });
    });
  }

  #create() {
    try {
      const width = length("width", this.#width);
      const height = length("height", this.#height);
      this.#engine.call((editor) => editor.new_document(width, height));
      this.#new.close();
    } catch (error) {
      find("#new-error").textContent = sentence(error);
    }
  }

  #connectPanic() {
    /** @type {HTMLDialogElement} */
    const dialog = find("#panic-dialog");
    this.#engine.on("panic", (detail) => {
      for (const other of [this.#new, this.#confirm]) other.close();
      find("#panic-detail").textContent = detail;
      document.body.classList.add("stopped");
      dialog.showModal();
    });
    onClick("#panic-close", () => dialog.close());
    onClick("#panic-reload", () => location.reload());
  }
}
