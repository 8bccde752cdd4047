/**
 * The drawing that a tab shows, as the page knows it.
 *
 * @typedef {import("./storage.js").Drawing} Drawing
 *
 * @typedef {object} Open The drawing that this tab shows.
 * @property {Drawing} record What a list shows of it, as it was last posted.
 * @property {Ledger} ledger
 * @property {number} serial The editor's number of the drawing.
 * @property {boolean} recording Whether the editor records its changes.
 * @property {boolean} asked Whether somebody asked for it: the empty drawing at the start is kept from the first stroke on.
 * @property {boolean} stored Whether any of it is on the disk.
 * @property {"" | "elsewhere" | "taken" | "closed" | "deleted"} held Why nothing is written: another tab has it open, has
 * taken it over, had it open and is gone, or has deleted it.
 * @property {() => void} [release] Lets go of its lock.
 * @property {Promise<void>} [owning] Ends when the lock was asked for.
 */

import { isPanic } from "../failures.js";
import { Ledger } from "./ledger.js";

/** Side of a thumbnail, in pixels. */
const THUMBNAIL = 160;

/** Returns a name that nothing else has. `crypto.randomUUID` is missing outside of secure contexts. */
export const newId = () => crypto.getRandomValues(new Uint32Array(4)).join("-");

/** Name of this page where the browser has no locks, for the leases of its drawings; else empty. */
export const PAGE = globalThis.navigator?.locks ? "" : newId();

/** Returns a drawing that nothing is known of yet. @returns {Open} */
export function opening() {
  const record = { id: newId(), name: "", width: 0, height: 0, modified: Date.now(), bytes: 0, desk: "", blank: false, writer: 0, holder: PAGE || undefined };
  return { record, ledger: new Ledger(), serial: 0, recording: false, asked: true, stored: false, held: "" };
}

/**
 * Returns a small PNG of the drawing that is open, or `undefined` if there is no memory for it.
 * @param {import("../types.js").Editor} editor
 */
export function thumbnail(editor) {
  try {
    return editor.thumbnail(THUMBNAIL);
  } catch (error) {
    if (isPanic(error)) throw error;
    return undefined;
  }
}
