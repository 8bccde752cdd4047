/** What waits to be written: its order, how it is joined, what becomes of it after a failure, and its size. */
import assert from "node:assert/strict";
import test from "node:test";
import { Ledger } from "../../www/kept/ledger.js";
import { Writer } from "../../www/kept/writer.js";

/** @typedef {import("../../www/kept/writer.js").Job} Job */
/** @typedef {{turns: number[], bytes: number, id: string, strict: boolean, done: () => void, fail: () => void}} Write */

/** @param {number} turn @param {Partial<import("../../www/types.js").Batch>} [parts] @returns {import("../../www/types.js").Batch} */
const batch = (turn, parts) => ({ turn, drops: [], puts: [{ kind: 1, number: turn, bytes: new Uint8Array(10) }], whole: false, due: false, bytes: 10, ...parts });

/** A drawing's jobs. @param {string} id */
function drawing(id) {
  const ledger = new Ledger();
  /** @param {import("../../www/types.js").Batch} [made] @param {boolean} [strict] @returns {Job} */
  return (made, strict) => ({
    record: { id, name: "", width: 1, height: 1, modified: 0, bytes: 0, desk: "", blank: false, writer: 0 }, ledger, batch: made, strict,
  });
}

/** A writer on a storage that answers when it is told to. @param {(jobs: Job[]) => boolean} [lost] @param {boolean} [begun] Whether it writes from the start. */
function writing(lost = () => true, begun = true) {
  /** @type {Write[]} */
  const writes = [];
  /** @type {string[]} */
  const told = [];
  const storage = {
    /** @param {{batches: import("../../www/types.js").Batch[], record: import("../../www/kept/storage.js").Drawing, strict: boolean}} change */
    write: ({ batches, record, strict }) => new Promise((resolve, reject) => {
      writes.push({
        turns: batches.map(({ turn }) => turn), bytes: record.bytes, id: record.id, strict,
        done: () => resolve(undefined), fail: () => reject(new Error("full")),
      });
    }),
    fetch: async (/** @type {string} */ id, /** @type {number} */ kind, /** @type {number} */ number) => new Uint8Array([number]),
  };
  const writer = new Writer(/** @type {any} */ (storage), {
    kept: (jobs) => told.push(`kept ${jobs.map(({ batch: made }) => made?.turn)}`),
    lost: (jobs) => {
      told.push(`lost ${jobs.map(({ batch: made }) => made?.turn)}`);
      return lost(jobs);
    },
    again: () => told.push("again"),
  });
  if (begun) writer.begin();
  /** Lets promises that have been resolved call back. */
  const answered = () => new Promise((resolve) => setImmediate(resolve));
  return { writer, writes, told, answered };
}

test("what waits is posted while something is being written, if the page may be left before that has ended", async () => {
  const { writer, writes, told, answered } = writing();
  const a = drawing("a");
  writer.post(a(batch(1)));
  writer.post(a(batch(2)));
  writer.hurry();
  writer.hurry();
  writer.post(a(batch(3)));
  assert.deepEqual(writes.map(({ turns }) => turns), [[1], [2]]);
  writes[0].done();
  await answered();
  assert.deepEqual([writes.length, writer.pending], [2, true], "a page that stays goes on as before");
  writes[1].done();
  await answered();
  assert.deepEqual([writes.map(({ turns }) => turns), told], [[[1], [2], [3]], ["kept 1", "kept 2"]]);
});

test("nothing is written before it is known which drawing is open; what was posted by then goes together, each drawing by itself", async () => {
  const { writer, writes, told, answered } = writing(undefined, false);
  const [a, b] = [drawing("a"), drawing("b")];
  for (const job of [a(batch(1)), a(batch(2)), b(batch(1))]) writer.post(job);
  writer.hurry();
  writer.tryAgain();
  assert.deepEqual([writes.length, writer.pending], [0, true]);
  let settled = false;
  void writer.settled().then(() => { settled = true; });
  await answered();
  assert.equal(settled, false);
  writer.begin();
  assert.deepEqual(writes.map(({ id, turns }) => id + turns), ["a1,2"]);
  writes[0].done();
  await answered();
  writes[1].done();
  await answered();
  assert.deepEqual([told, settled], [["kept 1,2", "kept 1"], true]);
});

test("batches of other drawings are posted, too, if the page may be left", () => {
  const { writer, writes } = writing();
  const [a, b] = [drawing("a"), drawing("b")];
  for (const job of [a(batch(1)), a(batch(2)), b(batch(1))]) writer.post(job);
  writer.hurry();
  assert.deepEqual(writes.map(({ id, turns }) => id + turns), ["a1", "a2", "b1"]);
});

test("a batch that is tried again is written before one that was posted behind it, also if that has arrived", async (context) => {
  for (const end of /** @type {const} */ (["done", "fail"])) {
    context.mock.timers.enable({ apis: ["setTimeout"] });
    const { writer, writes, told, answered } = writing(() => false);
    const a = drawing("a");
    const last = a(batch(2, { drops: [{ kind: 1, from: 0, to: 2 }] }));
    writer.post(a(batch(1)));
    writer.post(last);
    writer.hurry();
    writes[0].fail();
    writes[1][end]();
    await answered();
    assert.deepEqual([told, last.ledger.total, writer.pending], [["lost 1"], 0, true], "nobody hears of the second one yet");
    context.mock.timers.tick(1000);
    assert.deepEqual(writes.map(({ turns }) => turns), [[1], [2], [1, 2]], end);
    writes[2].done();
    await answered();
    assert.deepEqual([told.slice(0, 2), last.ledger.total, writer.pending], [["lost 1", "again"], 10, false]);
    assert.deepEqual(told.slice(2), ["kept 1,2"]);
    context.mock.timers.reset();
  }
});

test("a pause ends when somebody says so, or once it has lasted for so long, and the next one is longer", async (context) => {
  context.mock.timers.enable({ apis: ["setTimeout"] });
  let now = 0;
  context.mock.method(performance, "now", () => now);
  const { writer, writes, told, answered } = writing(() => false);
  writer.post(drawing("a")(batch(1)));
  writes[0].fail();
  await answered();
  now = 400;
  assert.deepEqual([writer.tryAgain(500), writer.paused, writes.length], [false, true, 1]);
  now = 500;
  assert.deepEqual([writer.tryAgain(500), writer.paused, writes.length], [true, false, 2]);
  writes[1].fail();
  await answered();
  context.mock.timers.tick(1999);
  assert.deepEqual([writer.paused, told], [true, ["lost 1", "lost 1"]], "the first pause has not ended the second one");
  assert.equal(writer.tryAgain(), true);
  writes[2].done();
  await answered();
  assert.deepEqual([writes.length, writer.pending], [3, false]);
  context.mock.timers.tick(10_000);
  assert.equal(told.at(-1), "kept 1", "nor does it end once more");
});

test("a batch is posted at once, and those that come meanwhile go together, in order", async () => {
  const { writer, writes, told, answered } = writing();
  const a = drawing("a");
  for (const turn of [1, 2, 3]) writer.post(a(batch(turn)));
  assert.deepEqual(writes.map(({ turns }) => turns), [[1]]);
  let settled = false;
  void writer.settled().then(() => { settled = true; });
  writes[0].done();
  await answered();
  assert.deepEqual(writes.map(({ turns }) => turns), [[1], [2, 3]]);
  assert.equal(settled, false);
  writes[1].done();
  await answered();
  assert.deepEqual([settled, writer.pending, told], [true, false, ["kept 1", "kept 2,3"]]);
});

test("batches of two drawings never share a transaction, and keep their order", async () => {
  const { writer, writes, answered } = writing();
  const [a, b] = [drawing("a"), drawing("b")];
  for (const job of [a(batch(1)), a(batch(2)), b(batch(1)), a(batch(3))]) writer.post(job);
  for (let i = 0; i < 4; i += 1) {
    writes[i].done();
    await answered();
  }
  assert.deepEqual(writes.map(({ id, turns }) => id + turns), ["a1", "a2", "b1", "a3"]);
});

test("if one of the joined batches waits for the disk, all of them do", async () => {
  const { writer, writes, answered } = writing();
  const a = drawing("a");
  for (const job of [a(batch(1)), a(batch(2), true), a(batch(3))]) writer.post(job);
  writes[0].done();
  await answered();
  assert.deepEqual(writes.map(({ turns, strict }) => `${turns}${strict ? " strict" : ""}`), ["1", "2,3 strict"]);
});

test("after a failure nothing is written until a pause is over, and the pause grows", async (context) => {
  context.mock.timers.enable({ apis: ["setTimeout"] });
  const { writer, writes, told, answered } = writing();
  const a = drawing("a");
  writer.post(a(batch(1)));
  writer.post(a(batch(2)));
  writes[0].fail();
  await answered();
  assert.deepEqual([told, writer.paused, writer.pending], [["lost 1"], true, false], "a later batch will hold both");
  writer.post(a(batch(3, { whole: true })));
  assert.equal(writes.length, 1);
  context.mock.timers.tick(999);
  assert.equal(writes.length, 1);
  context.mock.timers.tick(1);
  assert.deepEqual([writes[1].turns, told.at(-1)], [[3], "again"]);
  writes[1].fail();
  await answered();
  context.mock.timers.tick(1999);
  assert.equal(told.at(-1), "lost 3");
  context.mock.timers.tick(1);
  assert.equal(told.at(-1), "again");
});

test("what nothing will replace is tried again as it was, before what came later", async (context) => {
  context.mock.timers.enable({ apis: ["setTimeout"] });
  const { writer, writes, answered } = writing(() => false);
  const [a, b] = [drawing("a"), drawing("b")];
  writer.post(a(batch(1)));
  writer.post(a(batch(2)));
  writer.post(b(batch(1)));
  let drained = false;
  void writer.drained("a").then(() => { drained = true; });
  writes[0].fail();
  await answered();
  context.mock.timers.tick(1000);
  assert.deepEqual(writes.map(({ id, turns }) => id + turns), ["a1", "a1,2"]);
  assert.equal(drained, false);
  writes[1].done();
  await answered();
  assert.equal(drained, true, "b does not matter to it");
  assert.equal(writes[2].id, "b");
});

test("an entry that waits is read before it is on the disk", async () => {
  const { writer } = writing();
  const a = drawing("a");
  writer.post(a(batch(1)));
  writer.post(a(batch(2)));
  writer.post(a(batch(3, { drops: [{ kind: 1, from: 0, to: 2 }] })));
  writer.post(a(batch(4, { puts: [{ kind: 1, number: 4, bytes: new Blob([new Uint8Array([7, 8])]) }] })));
  assert.equal((await writer.read("a", 1, 2))?.length, 10);
  assert.deepEqual(await writer.read("a", 1, 4), new Uint8Array([7, 8]));
  assert.equal(await writer.read("a", 1, 1), undefined, "it is dropped");
  assert.deepEqual(await writer.read("a", 1, 9), new Uint8Array([9]), "the disk knows");
  assert.deepEqual(await writer.read("b", 1, 2), new Uint8Array([2]));
});

test("a drawing's record has the size of what is stored, also after a failure", async () => {
  const { writer, writes, answered } = writing();
  const a = drawing("a");
  writer.post(a(batch(1)));
  writes[0].done();
  await answered();
  writer.post(a(batch(2, { puts: [{ kind: 1, number: 1, bytes: new Uint8Array(3) }, { kind: 3, number: 5, bytes: new Uint8Array(100) }] })));
  writes[1].done();
  await answered();
  const job = a(batch(3, { drops: [{ kind: 3, from: 0, to: Infinity }], puts: [] }));
  writer.post(job);
  writes[2].fail();
  await answered();
  assert.deepEqual(writes.map(({ bytes }) => bytes), [10, 103, 3]);
  assert.equal(job.ledger.total, 103);
});

test("entries that were not read share what the others leave of a drawing's size", () => {
  const ledger = Ledger.of([{ kind: 0, number: 0, bytes: new Uint8Array(40) }], [7, 8, 9], 100);
  assert.equal(ledger.total, 100);
  ledger.apply(batch(1, { drops: [{ kind: 3, from: 7, to: 8 }], puts: [] }));
  assert.equal(ledger.total, 80);
  ledger.apply(batch(2, { drops: [{ kind: 3, from: 0, to: 100 }], puts: [] }));
  assert.equal(ledger.total, 40);
});
