/**
 * The question about a drawing that is damaged.
 *
 * Problem: a disk may lose a part of a drawing, and one part decides over all of it. Idea: a dialog says what can't be
 * read, and the person chooses whether the rest is opened or saved to a file. Invariant: without their word nothing is opened by
 * half, and the damaged drawing is never written to: what can be read is opened as a copy, and goes on as that.
 *
 * @typedef {object} Damaged A drawing.
 * @property {string} id
 * @property {string} name
 * @property {string} damage What of it can't be read, as the editor says it.
 * @property {(() => void) | undefined} release Lets go of its lock; `undefined` if another tab holds that.
 *
 * @typedef {object} Parts
 * @property {import("../types.js").Engine} engine
 * @property {import("./storage.js").Storage} storage
 * @property {import("./drawings.js").Drawings} drawings
 * @property {() => string} newId
 * @property {(error: unknown) => string} reason Why something failed, as the end of a sentence or a sentence.
 * @property {typeof import("./storage.js")} records How drawings are recorded; see `copying.js` for why it is handed over.
 */

import { download } from "../io/exporting.js";
import { formats } from "../io/formats.js";
import { named, say } from "../words.js";
import { copy } from "./copying.js";

/** Returns an element with a text. @template {keyof HTMLElementTagNameMap} K @param {K} tag @param {string} text */
const element = (tag, text = "") => Object.assign(document.createElement(tag), { textContent: text });

/** Returns a button. @param {string} id @param {string} text @param {() => unknown} action */
function button(id, text, action) {
  const made = Object.assign(element("button", text), { id, type: "button" });
  made.addEventListener("click", () => void action());
  return made;
}

/** Opens a copy of a damaged drawing as far as it can be read. @param {Damaged} damaged @param {Parts} parts @returns {Promise<boolean>} Whether it is open now. */
async function openReadable({ id, name }, parts) {
  const { engine, storage, drawings, newId, reason, records } = parts;
  const [to, called] = [newId(), say`${name} (recovered)`];
  const release = await drawings.lock(to);
  try {
    await copy(storage, records, id, to, called);
    if (await drawings.show(to, called, release, true)) return true;
    await storage.remove(to);
  } catch (error) {
    release?.();
    engine.say(say`“${name}” could not be opened: ${reason(error)}. It stays in the list.`, "error");
  }
  return false;
}

/** Says that steps are lost that lay in the browser's data alone, until the person has read it. @param {number} lost */
export function tellLost(lost) {
  const dialog = Object.assign(element("dialog"), { id: "lost-dialog" });
  const title = Object.assign(element("h2", say("The browser’s data was cleared")), { id: "lost-title" });
  dialog.setAttribute("aria-labelledby", title.id);
  const choices = Object.assign(element("div"), { className: "choices" });
  const read = button("lost-read", say("OK"), () => dialog.close());
  read.className = "chief";
  choices.append(read);
  const text = lost === 1 ? say("1 step of the history is lost. The drawing is as it was.") : say`${lost} steps of the history are lost. The drawing is as it was.`;
  dialog.append(title, element("p", text), choices);
  document.body.append(dialog);
  dialog.addEventListener("close", () => dialog.remove(), { once: true });
  dialog.showModal();
}

/** Marks a drawing as damaged in the list, unless another tab has it open, and lets go of its lock. @param {Damaged} damaged @param {Parts} parts */
async function mark({ id, damage, release }, { storage, records }) {
  if (!release) return;
  try {
    const transaction = (await storage.opened()).transaction(records.DRAWINGS, "readwrite");
    const record = await transaction.store.get(id);
    if (record) await transaction.store.put({ ...record, damaged: damage });
    await transaction.done;
  } finally {
    release();
  }
}

/** Encodes what can be read of a damaged drawing as a project file. @param {Damaged} damaged @param {Parts} parts */
async function encodeReadable({ id }, { engine, storage, drawings, records }) {
  const read = await storage.read(id);
  if (!read) throw new Error(records.GONE);
  const call = engine.ask.bind(engine);
  await drawings.begin(call, id, read.entries);
  return call((editor) => editor.restore_encode());
}

/**
 * Asks what is to be done, and does it.
 * @param {Damaged} damaged
 * @param {Parts} parts
 * @returns {Promise<void>} Resolves when the dialog has closed.
 */
export function askDamaged(damaged, parts) {
  // The question comes first, and a mark that fails is none.
  void mark(damaged, parts).catch(() => {});
  const { name, damage } = damaged;
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
      trouble.textContent = parts.reason(error);
    }
    for (const choice of choices.querySelectorAll("button")) choice.disabled = false;
  };
  const [project] = formats;
  choices.append(
    button("damaged-leave", say("Not now"), () => dialog.close()),
    button("damaged-save", say("Save what can be read"), () => perform(async () => {
      download(named(name), project, /** @type {Uint8Array<ArrayBuffer>} */ (await encodeReadable(damaged, parts)));
    })),
    button("damaged-open", say("Open what can be read"), () => perform(async () => {
      // It may have been opened from a list.
      if (await openReadable(damaged, parts)) for (const other of document.querySelectorAll("dialog")) other.close();
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
