/**
 * How much of the disk the undo history of a drawing may take: the person's choice.
 *
 * Steps that memory has no room for lie on the disk, and there they may become many. Beyond the limit
 * the oldest are forgotten, after the newer ones were written, and the page says so.
 *
 * @typedef {import("../types.js").Engine} Engine
 * @typedef {import("./ledger.js").Ledger} Ledger
 */

import { memory } from "../amounts.js";
import { get, set } from "../settings.js";
import { FETCHED } from "./storage.js";
import { say } from "../language.js";

/** Name of the setting, for all drawings of this browser. */
const CHOICE = "history limit";

/** The limits to choose from, in bytes; 0 is none. */
export const LIMITS = [16, 64, 256, 1024, 4096, 0].map((megabytes) => megabytes * 2 ** 20);

/** The limit that holds until one is chosen, in bytes. */
const USUAL = 4 * 2 ** 30;

/** Returns the limit in bytes, 0 for none. */
export function historyLimit() {
  const chosen = get(CHOICE, USUAL);
  return LIMITS.includes(chosen) ? chosen : USUAL;
}

/** Sets the limit. @param {number} bytes One of {@link LIMITS}. */
export function setHistoryLimit(bytes) {
  set(CHOICE, bytes);
}

/**
 * Forgets the oldest steps of the open drawing that lie beyond the limit.
 * @param {Engine} engine
 * @param {Ledger} ledger What the drawing takes.
 */
export async function keepWithin(engine, ledger) {
  const limit = historyLimit();
  const from = limit > 0 ? ledger.within(FETCHED, limit) : undefined;
  if (from === undefined) return;
  const forgotten = await engine.ask((editor) => editor.forget_before(from)).catch(() => 0);
  if (forgotten === 0) return;
  const steps = forgotten === 1 ? say("The oldest step is") : say`The ${forgotten} oldest steps are`;
  engine.say(say`${steps} forgotten: the undo history of this drawing took more than ${memory(limit)} of the disk`, "info");
}
