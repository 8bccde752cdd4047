/**
 * Asks the browser's storage whether it takes blobs.
 *
 * Problem: WebKit refuses them in a private window, and does so when a value is written, with all of its transaction. A
 * drawing with one large entry would never be kept there. Idea: a small blob is put into the store, in a transaction that is
 * aborted as soon as the browser has answered. Invariant: nothing is stored by it, and where it fails all goes on as before,
 * with entries of plain bytes, which take a little longer to be handed over.
 */

import { allowBlobs } from "./entries.js";
import { ENTRIES } from "./storage.js";

/** A key that no drawing has. */
const NOWHERE = ["", 0, 0];

/** Has large entries become blobs if the browser's storage takes these. @param {import("./storage.js").Storage} storage */
export async function tryBlobs(storage) {
  try {
    const transaction = (await storage.opened()).transaction(ENTRIES, "readwrite");
    transaction.done.catch(() => {});
    await transaction.store.put(new Blob(["?"]), NOWHERE);
    transaction.abort();
    allowBlobs();
  } catch {
    // They stay plain.
  }
}
