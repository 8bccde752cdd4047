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
import { whenWhole } from "../rest.js";
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

/** Has the clipboard's commands deal with other programs and tabs. @param {Engine} engine */
export function connectOutside(engine) {
  /** What this tab copied last, as long as no other one has copied since. @type {Copied | undefined} */
  let own;
  /** What another tab copied last, as long as this one has not copied or pasted since. @type {Copied | undefined} */
  let handed;
  /** Whether the system's clipboard may hold a picture that is older than the last copy: none was put there, or not yet. */
  let behind = false;
  /** Whether the window has had the focus since the last copy here, so that no other program has copied. */
  let here = false;
  /** What was last said of a refusal: it is said once, until it is another one. */
  let said = "";
  const reads = typeof navigator.clipboard?.read === "function";

  // It lies in the second part, for which nobody is to wait on the spot: without a network that fails, though the part is stored.
  const offer = () => whenWhole(() => engine.apply((editor) => editor.offer_paste(reads || handed !== undefined)));
  const channel = new BroadcastChannel("undoodle: clipboard");
  const question = Math.random();
  channel.onmessage = (/** @type {MessageEvent<Told>} */ { data: { copied, asks, answers } }) => {
    if (asks !== undefined && own) channel.postMessage({ copied: own, answers: asks });
    if (!copied || (answers !== undefined && answers !== question)) return;
    handed = copied;
    own = undefined;
    [behind, here] = [false, false];
    offer();
  };
  channel.postMessage({ asks: question });
  window.addEventListener("blur", () => {
    here = false;
  });
  offer();

  /** @param {string} sentence */
  const sayOnce = (sentence) => {
    if (sentence !== said) engine.say(sentence, "info");
    said = sentence;
  };

  /** Puts a copy on the system's clipboard. @param {Promise<Copied | undefined>} copying */
  const give = async (copying) => {
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
    behind = failure !== undefined;
    if (!failure) said = "";
    else if (copied.png) sayOnce(say`Copied for Undoodle only, not for other programs: ${why(failure)}`);
    else {
      // A line of text takes the place of an older picture.
      await navigator.clipboard?.writeText(`Undoodle: ${copied.width} × ${copied.height} pixels`).then(() => { behind = false; }, () => {});
      engine.say(say`Copied ${copied.width} × ${copied.height} pixels for this tab only: others and other programs get at most 2048 × 2048`, "info");
    }
  };

  /** Performs a command that copies. @param {string} id @returns {Promise<Copied | undefined> | undefined} What was copied; `undefined` if that is known to be nothing. */
  const perform = (id) => {
    const done = engine.perform((editor) => editor.plan_copy(id, performance.now()));
    const result = () => {
      const copied = taken;
      if (!copied) return undefined;
      [own, handed, behind, here] = [copied.png ? copied : undefined, undefined, true, document.hasFocus()];
      if (own) channel.postMessage({ copied });
      return copied;
    };
    if (typeof done === "boolean") return done ? Promise.resolve(result()) : undefined;
    return done.then((copied) => (copied ? result() : undefined));
  };

  for (const id of COPIES) {
    engine.instead.set(id, () => {
      try {
        const copying = perform(id)?.catch((error) => {
          engine.failed(error);
          return undefined;
        });
        if (copying) void give(copying);
        return copying !== undefined;
      } catch (error) {
        engine.failed(error);
        return false;
      }
    });
  }

  /** Pastes what was copied last. @param {Uint8Array} [picture] What the system's clipboard holds. */
  const paste = async (picture) => {
    const given = handed;
    try {
      const done = await engine.perform((editor) => editor.plan_paste(given, behind && here ? undefined : picture, performance.now()));
      // From now on the editor has it itself.
      if (done && handed === given) handed = undefined;
    } catch (error) {
      engine.failed(error);
    }
  };

  /** Pastes the picture on the system's clipboard, if the browser hands it out, or else what Undoodle has copied. */
  const pasteRead = async () => {
    /** @type {Blob | undefined} */
    let picture;
    // Nobody is asked for a permission where only this tab can have copied.
    if (reads && (!here || await mayRead())) {
      try {
        picture = await read();
      } catch (error) {
        engine.say(say`The clipboard of other programs can't be read from a menu: ${why(error)}. ${shownKeys(["Ctrl+V"])} pastes it`, "info");
        if (!handed && !engine.query((editor) => editor.has_copied())) return;
      }
    }
    const bytes = picture && await bytesOf(engine, picture);
    if (!picture || bytes) await paste(bytes);
  };

  engine.instead.set("edit.paste", (file) => {
    if (engine.refuses("edit.paste")) return false;
    if (file === undefined) void pasteRead();
    else if (file === null) void paste();
    else void bytesOf(engine, file).then((bytes) => bytes && paste(bytes));
    return true;
  });
}
