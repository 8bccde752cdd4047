/** How much of the disk an undo history may take: which limit holds, and what is forgotten and said beyond it. */
import assert from "node:assert/strict";
import test from "node:test";

/** @type {Map<string, string>} */
const stored = new Map();
Object.assign(globalThis, { localStorage: { getItem: (/** @type {string} */ name) => stored.get(name) ?? null, setItem: (/** @type {string} */ name, /** @type {string} */ text) => stored.set(name, text) } });
const { historyLimit, keepWithin, LIMITS, setHistoryLimit } = await import("../../www/kept/limit.js");
const { Ledger } = await import("../../www/kept/ledger.js");

const MEGABYTE = 2 ** 20;

/** An editor that forgets a step for each volume, and a ledger of volumes 1, 5 and 9 of 10 MB each. */
function keeping() {
  /** @type {number[]} */
  const asked = [];
  /** @type {string[]} */
  const said = [];
  const forget_before = (/** @type {number} */ volume) => {
    asked.push(volume);
    return [1, 5, 9].filter((one) => one < volume).length;
  };
  const engine = {
    ask: async (/** @type {(editor: object) => unknown} */ action) => action({ forget_before }),
    say: (/** @type {string} */ text) => said.push(text),
  };
  // Only its length matters.
  const bytes = /** @type {Uint8Array<ArrayBuffer>} */ ({ length: 10 * MEGABYTE, byteLength: 10 * MEGABYTE });
  const ledger = Ledger.of([1, 5, 9].map((number) => ({ kind: 3, number, bytes })), [], 30 * MEGABYTE);
  return { engine: /** @type {any} */ (engine), ledger, asked, said };
}

test("what lies beyond the limit is forgotten, oldest first, and said", async () => {
  const { engine, ledger, asked, said } = keeping();
  assert.equal(historyLimit(), 4096 * MEGABYTE, "until one is chosen");
  await keepWithin(engine, ledger);
  setHistoryLimit(64 * MEGABYTE);
  await keepWithin(engine, ledger);
  assert.deepEqual([asked, said], [[], []]);
  setHistoryLimit(16 * MEGABYTE);
  await keepWithin(engine, ledger);
  assert.deepEqual([asked, said], [[9], ["The 2 oldest steps are forgotten: the undo history of this drawing took more than 16.0 MB of the disk"]]);
});

test("a limit that can't be chosen is none of ours, and 0 is no limit", async () => {
  const { engine, ledger, asked } = keeping();
  setHistoryLimit(5);
  assert.equal(historyLimit(), 4096 * MEGABYTE);
  assert.ok(LIMITS.includes(0));
  setHistoryLimit(0);
  await keepWithin(engine, ledger);
  assert.deepEqual(asked, []);
});
