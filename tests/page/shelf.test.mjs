/** Which of this browser's drawings are listed, in which order, and which are swept away. The storage and other tabs are stood in for. */
import assert from "node:assert/strict";
import test from "node:test";
import { DELETED_DAYS, Shelf } from "../../www/kept/shelf.js";

/** @typedef {{id: string, blank?: boolean, deleted?: number}} Record */

const DAY_MS = 86_400_000;

/** A shelf of some records, of which “open” is open here, and those in `held` in another tab. @param {Record[]} records @param {string[]} [held] */
function shelf(records, held = []) {
  const left = new Map(records.map((record) => [record.id, { blank: false, ...record }]));
  const storage = {
    list: async () => [...left.values()],
    find: async (/** @type {string} */ id) => left.get(id),
    remove: async (/** @type {string} */ id) => void left.delete(id),
  };
  const drawings = {
    id: "open",
    held: async (/** @type {string[]} */ ids) => new Set(ids.filter((id) => held.includes(id))),
    lock: async (/** @type {string} */ id) => (held.includes(id) ? undefined : () => {}),
  };
  const keeper = { settle: async () => true, drawing: { held: "" } };
  return { left, shelf: new Shelf(/** @type {any} */ ({}), /** @type {any} */ ({ storage, keeper, drawings })) };
}

const ago = (/** @type {number} */ days) => Date.now() - days * DAY_MS;

test("a deleted drawing is removed when 30 days have passed, unless another tab has it open", async () => {
  assert.equal(DELETED_DAYS, 30);
  const { left, shelf: one } = shelf([{ id: "open" }, { id: "late", deleted: ago(29.9) }, { id: "old", deleted: ago(30.1) }, { id: "elsewhere", deleted: ago(99) }], ["elsewhere"]);
  await one.sweep();
  assert.deepEqual([...left.keys()], ["open", "late", "elsewhere"]);
});

test("an empty drawing that nothing was done to is removed, unless it is open here or in another tab", async () => {
  const { left, shelf: one } = shelf([{ id: "open", blank: true }, { id: "painted" }, { id: "empty", blank: true }, { id: "elsewhere", blank: true }], ["elsewhere"]);
  const { drawings, held } = await one.list();
  assert.deepEqual([drawings.map(({ id }) => id), [...held]], [["open", "painted"], ["elsewhere"]], "nor is it listed");
  await one.sweep();
  assert.deepEqual([...left.keys()], ["open", "painted", "elsewhere"]);
});

test("deleted drawings are listed by themselves, the last deleted first, and none that was put back is erased", async () => {
  const { left, shelf: one } = shelf([{ id: "open" }, { id: "first", deleted: ago(5) }, { id: "last", deleted: ago(1) }, { id: "middle", deleted: ago(2) }]);
  const { drawings, deleted } = await one.list();
  assert.deepEqual([drawings.map(({ id }) => id), deleted.map(({ id }) => id)], [["open"], ["last", "middle", "first"]]);
  await one.erase("middle");
  await assert.rejects(one.erase("open"), { message: "it was put back in another tab" });
  assert.deepEqual([...left.keys()], ["open", "first", "last"]);
});
