/** Which of this browser's drawings are listed, in which order, and which are swept away. The storage and other tabs are stood in for. */
import assert from "node:assert/strict";
import test from "node:test";
import { aged } from "../../www/kept/ages.js";
import { DELETED_DAYS, Shelf } from "../../www/kept/shelf.js";

/** @typedef {{id: string, blank?: boolean, deleted?: number}} Record */

const DAY_MS = 86_400_000;

/**
 * A shelf of some records, of which “open” is open here, and those in `held` in another tab.
 * @param {Record[]} records @param {string[]} [held] @param {(id: string) => void} [locked] Is called when a lock has been taken.
 */
function shelf(records, held = [], locked = () => {}) {
  const left = new Map(records.map((record) => [record.id, { blank: false, ...record }]));
  /** @type {string[]} */
  const unlocked = [];
  const storage = {
    list: async () => [...left.values()],
    find: async (/** @type {string} */ id) => left.get(id),
    remove: async (/** @type {string} */ id) => {
      assert.ok(!unlocked.includes(id), `${id} is locked while it is removed`);
      left.delete(id);
    },
  };
  const drawings = {
    id: "open",
    held: async (/** @type {string[]} */ ids) => new Set(ids.filter((id) => held.includes(id))),
    lock: async (/** @type {string} */ id) => {
      if (held.includes(id)) return undefined;
      locked(id);
      return () => unlocked.push(id);
    },
  };
  const keeper = { settle: async () => true, drawing: { held: "" } };
  return { left, shelf: new Shelf(/** @type {any} */ ({}), /** @type {any} */ ({ storage, keeper, drawings })) };
}

const ago = (/** @type {number} */ days) => Date.now() - days * DAY_MS;

/** Sweeps once a day for some days, by a clock that goes right. @param {import("node:test").TestContext} context @param {Shelf} one @param {number} days */
async function sweepDaily(context, one, days) {
  let now = Date.now();
  context.mock.method(Date, "now", () => now);
  await one.sweep();
  for (let day = 0; day < days; day += 1) {
    now += DAY_MS;
    await one.sweep();
  }
  context.mock.restoreAll();
}

test("a deleted drawing is removed when 30 days have passed, unless another tab has it open", async (context) => {
  assert.equal(DELETED_DAYS, 30);
  const { left, shelf: one } = shelf([{ id: "open" }, { id: "late", deleted: ago(-0.1) }, { id: "old", deleted: ago(0.1) }, { id: "elsewhere", deleted: ago(99) }], ["elsewhere"]);
  await sweepDaily(context, one, 29);
  assert.ok(left.has("old"));
  await sweepDaily(context, one, 30);
  assert.deepEqual([...left.keys()], ["open", "late", "elsewhere"]);
});

test("a clock that was once far ahead, or behind, makes no deleted drawing older than a day", async (context) => {
  const { left, shelf: one } = shelf([{ id: "open" }, { id: "fresh", deleted: ago(0) }]);
  await one.sweep();
  for (const days of [4000, 0, -4000, 4000]) {
    context.mock.method(Date, "now", () => ago(-days));
    await one.sweep();
    context.mock.restoreAll();
  }
  assert.deepEqual([...left.keys()], ["open", "fresh"]);
  const first = aged({ at: 0, ages: {} }, ["a"], 5 * DAY_MS);
  assert.deepEqual(first.ages, { a: 0 });
  const ahead = aged(first, ["a", "b"], 900 * DAY_MS);
  assert.deepEqual(ahead.ages, { a: DAY_MS, b: 0 });
  assert.deepEqual(aged(ahead, ["a"], 6 * DAY_MS), { at: 6 * DAY_MS, ages: { a: DAY_MS } }, "what is not deleted any more is forgotten");
});

test("an empty drawing that is opened and painted on while others are swept stays", async () => {
  const { left, shelf: one } = shelf([{ id: "empty", blank: true }], [], (id) => left.set(id, { id, blank: false }));
  await one.sweep();
  assert.deepEqual([...left.keys()], ["empty"]);
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
