/**
 * Copies of drawings in the browser's storage.
 *
 * @typedef {import("./storage.js").Drawing} Drawing
 * @typedef {import("./storage.js").Storage} Storage
 *
 * @typedef {Pick<typeof import("./storage.js"), "all" | "claimOf" | "DRAWINGS" | "ENTRIES" | "GONE">} Records How drawings are recorded. This module
 * imports nothing, as one that shared others with what painting needs would have those loaded as files of their own.
 */

/** Number of entries that are copied at once. */
const SLICE = 256;

/**
 * Copies a drawing with all its entries, whatever these hold, in one transaction.
 * @param {Storage} storage
 * @param {Records} records
 * @param {string} id
 * @param {string} to The copy's id.
 * @param {string} name The copy's name.
 */
export async function copy(storage, { all, claimOf, DRAWINGS, ENTRIES, GONE }, id, to, name) {
  const transaction = (await storage.opened()).transaction([ENTRIES, DRAWINGS], "readwrite");
  const [entries, drawings] = [transaction.objectStore(ENTRIES), transaction.objectStore(DRAWINGS)];
  const record = /** @type {Drawing | undefined} */ (await drawings.get(id));
  if (!record) throw new Error(GONE);
  let range = all(id);
  for (;;) {
    const [keys, values] = await Promise.all([entries.getAllKeys(range, SLICE), entries.getAll(range, SLICE)]);
    keys.forEach((key, i) => {
      const [, kind, number] = /** @type {[string, number, number]} */ (key);
      void entries.put(values[i], [to, kind, number]).catch(() => {}); // The transaction tells.
    });
    if (keys.length < SLICE) break;
    range = IDBKeyRange.bound(keys[keys.length - 1], [id, []], true);
  }
  // A copy has no file yet: it would overwrite the one of the other. Nor has any page it open.
  const { deleted: _, file: _file, seen: _seen, holder: _holder, ...rest } = record;
  const made = { ...rest, id: to, name, modified: Date.now(), writer: 0 };
  void drawings.put({ ...made, claim: claimOf(made) }).catch(() => {});
  await transaction.done;
}
