/**
 * The question about a drawing that is damaged.
 *
 * Problem: a disk may lose a part of a drawing, and one part decides over all of it. Idea: a dialog says what can't be
 * read, and the person chooses whether the rest is opened or saved to a file. Invariant: without their word nothing is opened by
 * half, and the damaged drawing is never written to: what can be read is opened as a copy, and goes on as that.
 *
 * @typedef {object} Damaged
 * @property {string} name The drawing's name.
 * @property {string} damage What can't be read, as the editor says it.
 * @property {() => Promise<boolean>} open Opens what can be read. Returns whether that is open now.
 * @property {() => Promise<Uint8Array>} encode Encodes what can be read as a project file.
 */

import { sentence } from "../failures.js";
import { download } from "../io/exporting.js";
import { formats } from "../io/formats.js";
import { named, say } from "../language.js";
import { why } from "./storage.js";

/** Returns an element with a text. @template {keyof HTMLElementTagNameMap} K @param {K} tag @param {string} text */
const element = (tag, text = "") => Object.assign(document.createElement(tag), { textContent: text });

/** Returns a button. @param {string} id @param {string} text @param {() => unknown} action */
function button(id, text, action) {
  const made = Object.assign(element("button", text), { id, type: "button" });
  made.addEventListener("click", () => void action());
  return made;
}

/**
 * Asks what is to be done, and does it.
 * @param {Damaged} damaged
 * @returns {Promise<void>} Resolves when the dialog has closed.
 */
export function askDamaged({ name, damage, open, encode }) {
  const [dialog, told] = [Object.assign(element("dialog"), { id: "damaged-dialog" }), say(damage)];
  const [title, trouble] = [element("h2", say`“${name}” is damaged`), element("p")];
  title.id = "damaged-title";
  dialog.setAttribute("aria-labelledby", title.id);
  trouble.setAttribute("role", "status");
  const choices = Object.assign(element("div"), { className: "choices" });
  /** Does something, and says why if that fails. @param {() => Promise<unknown>} action */
  const perform = async (action) => {
    trouble.textContent = "";
    for (const choice of choices.querySelectorAll("button")) choice.disabled = true;
    try {
      await action();
    } catch (error) {
      trouble.textContent = error instanceof DOMException ? why(error) : sentence(error);
    }
    for (const choice of choices.querySelectorAll("button")) choice.disabled = false;
  };
  const [project] = formats;
  choices.append(
    button("damaged-leave", say("Not now"), () => dialog.close()),
    button("damaged-save", say("Save what can be read"), () => perform(async () => {
      download(`${named(name)}.${project.endings[0]}`, /** @type {Uint8Array<ArrayBuffer>} */ (await encode()), project.mime);
    })),
    button("damaged-open", say("Open what can be read"), () => perform(async () => {
      // It may have been opened from a list.
      if (await open()) for (const other of document.querySelectorAll("dialog")) other.close();
      else dialog.close();
    })),
  );
  choices.lastElementChild?.classList.add("chief");
  dialog.append(
    title,
    element("p", `${told[0].toUpperCase()}${told.slice(1)}.`),
    element("p", say("What can be read opens as a copy. The damaged drawing stays in the list as it is, until you delete it.")),
    trouble,
    choices,
  );
  document.body.append(dialog);
  return new Promise((resolve) => {
    dialog.addEventListener("close", () => {
      dialog.remove();
      resolve();
    }, { once: true });
    dialog.showModal();
  });
}
