/**
 * The clipboard of other programs, and of Undoodle's other tabs.
 *
 * Problem: a system's clipboard takes pictures only by permission, changes their pixels, and doesn't tell who copied last.
 * Idea: the editor's own clipboard is always there. Whatever is copied is handed to other tabs as exact pixels, over a
 * channel, so that each tab knows which of them copied last; and to the system as a picture. When something is pasted, the
 * editor compares the system's picture with what Undoodle copied last: if they look alike, the exact pixels are pasted, and
 * if not, another program has copied since. Invariant: what the browser refuses is said, and the editor's own clipboard
 * works all the same.
 */

import { tooLarge } from "../checked.js";
import { shownKeys } from "../controls.js";
import { brought } from "./opening.js";
import { RAISES } from "../how.js";
import { say } from "../language.js";

/** @import { Copied, Engine } from "../types.js" */

/** What tabs tell each other: what was copied, or a question for it. Only who has asked with a number takes the answer that has it. @typedef {{copied?: Copied, asks?: number, answers?: number}} Told */

/** The commands that copy. */
const COPIES = ["edit.copy", "edit.copy-merged", "edit.cut"];

/** The last copy as the editor has handed it over, during the work that copied it. @type {Copied | undefined} */
let taken;
Object.assign(globalThis, {
  undoodleCopied: (/** @type {Copied} */ copied) => {
    taken = copied;
  },
});

/** Says why the browser refuses its clipboard. @param {unknown} error */
function why(error) {
  if (!document.hasFocus()) return say("the window had no focus");
  return error instanceof DOMException && error.name === "NotAllowedError" ? say("the browser does not allow it") : say("the browser can't do it");
}

/** Returns `true` if the page may read the system's clipboard without a question. */
async function mayRead() {
  try {
    return (await navigator.permissions.query({ name: /** @type {PermissionName} */ ("clipboard-read") })).state === "granted";
  } catch {
    return false;
  }
}

/** Returns the picture on the system's clipboard, if there is one. @returns {Promise<Blob | undefined>} @throws {unknown} */
async function read() {
  for (const item of await navigator.clipboard.read()) {
    if (item.types.includes("image/png")) return item.getType("image/png");
  }
  return undefined;
}

/** Returns the bytes of a picture, or says why it can't be read. @param {Engine} engine @param {File | Blob} file */
async function bytesOf(engine, file) {
  const name = file instanceof File ? file.name : say("the picture");
  const refusal = tooLarge(name, file.size);
  if (refusal) {
    engine.say(say(refusal), "error");
    return undefined;
  }
  let bytes;
  try {
    bytes = new Uint8Array(await file.arrayBuffer());
  } catch {
    engine.say(say`“${name}” could not be read`, "error");
    return undefined;
  }
  try {
    const read = await brought(bytes);
    // The editor says of a palette that it is no picture.
    return read.palette ? bytes : read.bytes;
  } catch (error) {
    engine.failed(error);
    return undefined;
  }
}

/** The clipboard as this tab knows it: what it and other tabs copied last, and whether the system has it. */
class SystemClipboard {
  #engine;
  /** What this tab copied last, as long as no other one has copied since. @type {Copied | undefined} */
  #own;
  /** What another tab copied last, as long as this one has not copied or pasted since. @type {Copied | undefined} */
  #handed;
  /** Whether the system's clipboard may hold a picture that is older than the last copy: none was put there, or not yet. */
  #behind = false;
  /** Whether the window has had the focus since the last copy here, so that no other program has copied. */
  #here = false;
  /** What was last said of a refusal: it is said once, until it is another one. */
  #said = "";
  #reads = typeof navigator.clipboard?.read === "function";
  #channel = new BroadcastChannel("undoodle: clipboard");
  #question = Math.random();

  /** @param {Engine} engine */
  constructor(engine) {
    this.#engine = engine;
  }

  #offer() {
    this.#engine.send((editor) => editor.offer_paste(this.#reads || this.#handed !== undefined));
  }

  /** @param {string} sentence */
  #sayOnce(sentence) {
    if (sentence !== this.#said) this.#engine.say(sentence, "info");
    this.#said = sentence;
  }

  /** Puts a copy on the system's clipboard. @param {Promise<Copied | undefined>} copying */
  async #give(copying) {
    const picture = async () => {
      const png = (await copying)?.png;
      if (!png) throw new Error("no picture");
      return new Blob([png], { type: "image/png" });
    };
    /** @type {unknown} */
    let failure;
    try {
      // Asked for at once, as the browser allows it only in answer to a key or a press.
      await navigator.clipboard.write([new ClipboardItem({ "image/png": picture() })]);
    } catch (error) {
      failure = error;
    }
    const copied = await copying;
    // Nothing was copied, or another copy has taken its place.
    if (!copied || copied !== taken) return;
    this.#behind = failure !== undefined;
    if (!failure) this.#said = "";
    else if (copied.png) this.#sayOnce(say`Copied for Undoodle only, not for other programs: ${why(failure)}`);
    else {
      // A line of text takes the place of an older picture.
      await navigator.clipboard?.writeText(`Undoodle: ${copied.width} × ${copied.height} pixels`).then(() => { this.#behind = false; }, () => {});
      this.#engine.say(say`Copied ${copied.width} × ${copied.height} pixels for this tab only: others and other programs get at most 2048 × 2048`, "info");
    }
  }

  /** Performs a command that copies. @param {string} id @returns {Promise<Copied | undefined> | undefined} What was copied; `undefined` if that is known to be nothing. */
  #perform(id) {
    const done = this.#engine.send((editor) => editor.plan_copy(id, performance.now()), RAISES);
    const result = () => {
      const copied = taken;
      if (!copied) return undefined;
      [this.#own, this.#handed, this.#behind, this.#here] = [copied.png ? copied : undefined, undefined, true, document.hasFocus()];
      if (this.#own) this.#channel.postMessage({ copied });
      return copied;
    };
    if (typeof done === "boolean") return done ? Promise.resolve(result()) : undefined;
    return done.then((copied) => (copied ? result() : undefined));
  }

  /** Pastes what was copied last. @param {Uint8Array} [picture] What the system's clipboard holds. */
  async #paste(picture) {
    const given = this.#handed;
    const done = await this.#engine.send((editor) => editor.plan_paste(given, this.#behind && this.#here ? undefined : picture, performance.now()));
    // From now on the editor has it itself.
    if (done && this.#handed === given) this.#handed = undefined;
  }

  /** Pastes the picture on the system's clipboard, if the browser hands it out, or else what Undoodle has copied. */
  async #pasteRead() {
    /** @type {Blob | undefined} */
    let picture;
    // Nobody is asked for a permission where only this tab can have copied.
    if (this.#reads && (!this.#here || await mayRead())) {
      try {
        picture = await read();
      } catch (error) {
        this.#engine.say(say`A menu can't read the clipboard of other programs: ${why(error)}. Press ${shownKeys(["Ctrl+V"])} to paste`, "info");
        if (!this.#handed && !await this.#engine.ask((editor) => editor.has_copied())) return;
      }
    }
    const bytes = picture && await bytesOf(this.#engine, picture);
    if (!picture || bytes) await this.#paste(bytes);
  }

  /** Handles a message of another tab. @param {Told} told */
  #receive({ copied, asks, answers }) {
    if (asks !== undefined && this.#own) this.#channel.postMessage({ copied: this.#own, answers: asks });
    if (!copied || (answers !== undefined && answers !== this.#question)) return;
    this.#handed = copied;
    this.#own = undefined;
    [this.#behind, this.#here] = [false, false];
    this.#offer();
  }

  /** Copies for Undoodle and for the system. @param {string} id @returns {boolean} Whether anything is copied, as far as is known. */
  #copy(id) {
    try {
      const copying = this.#perform(id)?.catch((error) => {
        this.#engine.failed(error);
        return undefined;
      });
      if (copying) void this.#give(copying);
      return copying !== undefined;
    } catch (error) {
      this.#engine.failed(error);
      return false;
    }
  }

  /** Replaces the commands that copy and paste, and adds the event listeners. */
  connect() {
    this.#channel.onmessage = (/** @type {MessageEvent<Told>} */ { data }) => this.#receive(data);
    this.#channel.postMessage({ asks: this.#question });
    window.addEventListener("blur", () => {
      this.#here = false;
    });
    this.#offer();

    for (const id of COPIES) {
      this.#engine.instead.set(id, () => this.#copy(id));
    }

    this.#engine.instead.set("edit.paste", (file) => {
      if (this.#engine.refuses("edit.paste")) return false;
      if (file === undefined) void this.#pasteRead();
      else if (file === null) void this.#paste();
      else void bytesOf(this.#engine, file).then((bytes) => bytes && this.#paste(bytes));
      return true;
    });
  }
}

/** Has the clipboard's commands deal with other programs and tabs. @param {Engine} engine */
export function connectOutside(engine) {
  new SystemClipboard(engine).connect();
}
