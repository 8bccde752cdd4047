/**
 * Fences before the writers of drawings: a tab that was taken for dead may wake up, and what it still writes is refused. `storage.js` says how.
 *
 * @typedef {import("./storage.js").Drawing} Drawing
 */

import { claimOf, DRAWINGS } from "./storage.js";

/**
 * Refuses whatever the tab that has a drawing open may still write.
 * @param {import("./storage.js").Storage} storage @param {string} id
 */
export async function fence(storage, id) {
  const transaction = (await storage.opened()).transaction(DRAWINGS, "readwrite");
  const record = /** @type {Drawing | undefined} */ (await transaction.store.get(id));
  if (record) {
    const next = { ...record, writer: record.writer + 1 };
    const claim = claimOf(record);
    await transaction.store.put({ ...next, claim: claimOf(next) });
    await transaction.store.put({ id: `fence ${claim}`, claim });
  }
  await transaction.done;
}
