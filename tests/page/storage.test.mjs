/** How the storage is opened, and why it is not: a browser that has none, denies it, breaks or does not answer. Its database is stood in for. */
import assert from "node:assert/strict";
import test from "node:test";

/** What idb looks for. */
const [IDBRequest, IDBDatabase, IDBTransaction, IDBIndex, IDBObjectStore, IDBCursor] = Array.from({ length: 6 }, () => class extends EventTarget {});
/** Timers that wait, as the page sets them. @type {(() => void)[]} */
let timers = [];

/** A request that answers only if something makes it. */
const request = () => Object.assign(new IDBRequest(), { error: new DOMException("", "UnknownError"), result: new IDBDatabase() });

/** The module of the storage, in a browser whose `indexedDB` is this. @param {unknown} indexedDB */
async function storage(indexedDB) {
  timers = [];
  const window = Object.assign(new EventTarget(), { setTimeout: (/** @type {() => void} */ action) => timers.push(action) });
  Object.assign(globalThis, { window, indexedDB, IDBRequest, IDBDatabase, IDBTransaction, IDBIndex, IDBObjectStore, IDBCursor });
  return import("../../www/kept/storage.js");
}

/**
 * Begins to open a storage. Returns why it can't be, or "opened", when that is known.
 * @param {unknown} indexedDB
 */
async function opening(indexedDB) {
  const { Storage, why } = await storage(indexedDB);
  return { said: new Storage().open().then(() => "opened", why) };
}

/** @param {unknown} indexedDB */
const refusal = async (indexedDB) => (await opening(indexedDB)).said;

/** Lets promises that have been resolved call back. */
const answered = () => new Promise((resolve) => setImmediate(resolve));

test("a browser that has no storage, denies it or breaks is told by its reason", async () => {
  const denied = "this browser stores nothing for the page";
  assert.equal(await refusal(undefined), denied);
  assert.equal(await refusal({ open() { throw new DOMException("", "SecurityError"); } }), denied);
  const broken = request();
  const { said } = await opening({ open: () => broken });
  broken.dispatchEvent(new Event("error"));
  assert.equal(await said, "the browser's storage has failed");
  const { why } = await storage(undefined);
  assert.equal(why(new DOMException("", "VersionError")), "a later version of Undoodle has stored drawings here");
  assert.equal(why(new DOMException("", "QuotaExceededError")), "the browser has no more room for this page");
  assert.equal(why(1), "the browser gave no reason");
});

test("a storage that does not answer is given up after sixteen turns of a timer, and closed if it answers after all", async () => {
  const silent = request();
  let closed = false;
  Object.assign(silent.result, { close: () => { closed = true; } });
  const { said } = await opening({ open: () => silent });
  for (let turn = 1; turn <= 16; turn += 1) {
    await answered();
    assert.equal(timers.length, 1, `turn ${turn}`);
    timers.pop()?.();
  }
  assert.equal(await said, "the browser's storage does not answer");
  silent.dispatchEvent(new Event("success"));
  await answered();
  assert.equal(closed, true);
});

test("a page that has stood still while its storage answered has its storage: that time is one turn, however long", async () => {
  const late = request();
  const { said } = await opening({ open: () => late });
  // After a standstill a timer is heard that was due long ago, and then what the storage has answered.
  for (let turn = 1; turn <= 15; turn += 1) timers.pop()?.();
  late.dispatchEvent(new Event("success"));
  assert.equal(await said, "opened");
});
