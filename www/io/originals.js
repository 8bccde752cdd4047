/**
 * Files of a person that drawings were saved to or opened from, and what others do with them.
 *
 * Problem: the page may write such a file days later, and by then another program or tab may have written a newer version of it, or
 * somebody may have deleted it. Idea: size and time of the file as it was last read or written are kept with the drawing. Before it is
 * written it is looked at once more, and so it is when the window comes back. Invariant: no bytes are replaced that this page has
 * not read or written itself, unless a person says so.
 *
 * @typedef {{size: number, time: number}} Seen A file as it was: its bytes, and when it was written, in milliseconds.
 */

import { say } from "../language.js";

/** @import { Engine } from "../types.js" */
/** @import { Drawings } from "../kept/drawings.js" */
/** @import { Keeper } from "../kept/keeper.js" */
/** @import { Storage } from "../kept/storage.js" */
/** @import { Permitted } from "./handles.js" */
/** @import { Answer, Question } from "../panels/overwrite.js" */

/** Returns what is noted of a file. @param {File} file @returns {Seen} */
export const seenIn = ({ size, lastModified }) => ({ size, time: lastModified });

/** Returns `true` if a file is as it was; `undefined` is one that is gone. @param {Seen | undefined} one @param {Seen | undefined} other */
export const isAsSeen = (one, other) => one?.size === other?.size && one?.time === other?.time;

/** Looks at a file. @param {FileSystemFileHandle} handle @returns {Promise<Seen | undefined>} `undefined` if it is gone. */
export async function look(handle) {
  try {
    return seenIn(await handle.getFile());
  } catch (error) {
    if (error instanceof DOMException && error.name === "NotFoundError") return undefined;
    throw error;
  }
}

/**
 * Returns the question about a file that has changed.
 * @param {string} file @param {Seen | undefined} now @param {string} [other] Name of another tab's drawing that is saved to it, too.
 * @returns {Question}
 */
export function changed(file, now, other) {
  if (!now) {
    return { title: say`“${file}” is no longer there`, text: say("It was deleted, moved or renamed since it was last read or written here."), write: say("Save it again"), looks: false };
  }
  const text = other === undefined ? say("Another program has changed the file since. Its changes would be lost.") : say`The drawing “${other}” in another tab has been saved to the file since. Its changes would be lost.`;
  return { title: say`“${file}” has changed`, text, write: say("Overwrite"), looks: true };
}

/** Returns the question about a file whose newer version was opened here and undone. @param {string} file @returns {Question} */
const behind = (file) => ({
  title: say`“${file}” is newer than this drawing`, text: say("It holds changes by another program that are undone here. They would be lost."), write: say("Overwrite"), looks: true,
});

/** @param {string} file @param {string} other Name of another tab's drawing. @returns {Question} */
const alsoOpen = (file, other) => ({
  title: say`“${file}” is open in another tab`, text: say`The drawing “${other}” in another tab is saved to this file, too.`, write: say("Overwrite"), looks: true,
});

export class Originals {
  #engine;
  #storage;
  #keeper;
  #drawings;
  /** What was offered last, so that it is offered once. @type {Seen | undefined} */
  #offered;
  /** Drawings of other tabs whose file is written nevertheless. @type {Set<string>} */
  #agreed = new Set();

  /** @param {Engine} engine @param {{storage: Storage, keeper: Keeper, drawings: Drawings}} parts */
  constructor(engine, { storage, keeper, drawings }) {
    this.#engine = engine;
    this.#storage = storage;
    this.#keeper = keeper;
    this.#drawings = drawings;
  }

  /**
   * Asks the person before a file is written that is not as this page knows it.
   * @param {FileSystemFileHandle} handle
   * @param {Seen} [seen] The file as the drawing has last read or written it; left out of one that was chosen just now.
   * @returns {Promise<{answer: Answer, now: Seen | undefined}>} What to do, and the file as it is.
   */
  async ask(handle, seen) {
    const [now, other] = await Promise.all([look(handle), this.openElsewhere(handle)]);
    /** @type {Question | undefined} */
    let question;
    if (seen && !isAsSeen(now, seen)) question = changed(handle.name, now, other?.name);
    else if (seen && await this.#engine.ask((editor) => editor.is_behind_file())) question = behind(handle.name);
    else if (other && !this.#agreed.has(other.id)) question = alsoOpen(handle.name, other.name);
    if (!question) return { answer: "write", now };
    const { askToOverwrite } = await import("../panels/overwrite.js");
    const answer = await askToOverwrite(question);
    if (answer === "write" && other) this.#agreed.add(other.id);
    return { answer, now };
  }

  /** Returns the drawing of another tab that is saved to a file, too. @param {FileSystemFileHandle} handle @returns {Promise<{id: string, name: string} | undefined>} */
  async openElsewhere(handle) {
    try {
      const own = this.#drawings.id;
      const others = (await this.#storage.list()).filter(({ id, file, deleted }) => id !== own && file && deleted === undefined);
      const same = await Promise.all(others.map(({ file }) => file?.isSameEntry(handle)));
      const these = others.filter((_, at) => same[at]);
      const held = these.length > 0 ? await this.#drawings.held(these.map(({ id }) => id)) : new Set();
      return these.find(({ id }) => held.has(id));
    } catch {
      // Where drawings can't be listed, no other tab is known of.
      return undefined;
    }
  }

  /**
   * Offers the file of the open drawing when the window comes back and another program has written it. Nobody is asked for a permission.
   * @param {() => boolean} busy Whether the file is being written here.
   * @param {(handle: FileSystemFileHandle) => void} open
   */
  watch(busy, open) {
    const lookAgain = async () => {
      const { file } = this.#keeper.drawing.record;
      if (!file || document.visibilityState === "hidden" || busy()) return;
      const { queryPermission } = /** @type {Permitted} */ (file);
      if (queryPermission && await queryPermission.call(file, { mode: "read" }) !== "granted") return;
      const now = await look(file);
      const { drawing: { record, held } } = this.#keeper;
      // It may have been written here meanwhile, or another drawing opened.
      if (!now || held || busy() || record.file !== file || !record.seen || isAsSeen(now, record.seen) || isAsSeen(now, this.#offered)) return;
      this.#offered = now;
      this.#engine.offer(say`“${file.name}” has a newer version by another program`, say("Open it"), () => open(file));
    };
    const comes = () => void lookAgain().catch(() => {}); // Who saves is told.
    window.addEventListener("focus", comes);
    document.addEventListener("visibilitychange", comes);
  }
}
