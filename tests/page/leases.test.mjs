/** Leases of drawings, where a browser has no locks: no two pages ever bear the same claim. Pages share a store and a channel that are stood in for. */
import assert from "node:assert/strict";
import test from "node:test";
import { claimOf, DRAWINGS } from "../../www/kept/storage.js";

/** @typedef {import("../../www/kept/storage.js").Drawing} Drawing */
/** @typedef {import("../../www/kept/leases.js").Leases} Leases */

/** The channels of pages that can hear. @type {Set<EventTarget>} */
const channels = new Set();

globalThis.BroadcastChannel = /** @type {any} */ (class extends EventTarget {
  constructor() {
    super();
    channels.add(this);
  }

  /** @param {unknown} data */
  postMessage(data) {
    for (const channel of channels) if (channel !== this) setImmediate(() => channel.dispatchEvent(Object.assign(new Event("message"), { data })));
  }
});
const { Leases: Made } = await import("../../www/kept/leases.js");

/** Lets what was promised and what was sent arrive. */
const answered = () => new Promise((resolve) => setImmediate(resolve));

/** A browser's store of one drawing, and the pages that use it. @param {import("node:test").TestContext} context */
function browser(context) {
  channels.clear();
  context.mock.timers.enable({ apis: ["setTimeout"] });
  /** @type {Map<string, any>} */
  const records = new Map();
  /** Stores a record, unless another one bears its claim. @param {any} record */
  const put = async (record) => {
    for (const { id, claim } of records.values()) if (id !== record.id && claim === record.claim) throw new DOMException("", "ConstraintError");
    records.set(record.id, record);
  };
  const drawing = { id: "a", writer: 0, blank: false };
  records.set("a", { ...drawing, claim: claimOf(drawing) });
  // A transaction is done before the next one begins.
  let last = Promise.resolve();
  const storage = {
    list: async () => [...records.values()].filter(({ id }) => !id.startsWith("fence")),
    opened: async () => ({
      transaction: () => {
        const before = last;
        /** @type {Promise<unknown>[]} */
        const requests = [before];
        const after = (/** @type {() => Promise<any>} */ action) => {
          const request = before.then(action);
          requests.push(request);
          return request;
        };
        const done = Promise.resolve().then(answered).then(() => Promise.all(requests)).then(() => {});
        last = done;
        return { store: { get: (/** @type {string} */ id) => after(async () => records.get(id)), put: (/** @type {any} */ record) => after(() => put(record)) }, done };
      },
    }),
  };
  /** Waits for something while time passes. @template T @param {Promise<T>} coming @returns {Promise<T>} */
  const passing = async (coming) => {
    let here = false;
    void coming.then(() => { here = true; });
    while (!here) {
      await answered();
      context.mock.timers.tick(50);
    }
    return coming;
  };
  /** What a page that is open does to the drawing with the record that it has read. @param {string} name */
  const page = (name) => {
    const before = new Set(channels);
    const leases = new Made(/** @type {any} */ (storage), { DRAWINGS, claimOf }, name);
    const [channel] = [...channels].filter((one) => !before.has(one));
    /** @type {string[]} */
    const said = [];
    /** @type {Drawing | undefined} */
    let read;
    return {
      said,
      /** Takes the lease, and reads the drawing as a page does that may write it. @param {LockOptions} [how] */
      async take(how = {}) {
        const release = await passing(leases.request("a", how, () => said.push("stolen")));
        if (release) read = records.get("a");
        return release;
      },
      held: async () => [...await passing(leases.held(["a", "b"]))],
      /** Writes with the claim that it has read. */
      write: () => put({ ...read, claim: claimOf(/** @type {Drawing} */ (read)) }),
      /** Hears nothing any more, as a page that sleeps or has crashed. */
      sleep: () => channels.delete(channel),
      wake: (/** @type {unknown} */ data) => channel.dispatchEvent(Object.assign(new Event("message"), { data })),
    };
  };
  return { records, page, passing };
}

test("a drawing that a living page has is not leased to another one before it lets go", async (context) => {
  const { records, page } = browser(context);
  const [one, other] = [page("one"), page("other")];
  const release = await one.take();
  assert.ok(release);
  assert.equal(await one.take(), undefined, "as of locks, a page gets one once");
  assert.equal(await other.take({ ifAvailable: true }), undefined);
  assert.deepEqual([await one.held(), await other.held()], [["a"], ["a"]]);
  const stop = new AbortController();
  const waits = other.take({ signal: stop.signal });
  await answered();
  release();
  assert.ok(await waits, "who waits gets it");
  await other.write();
  assert.deepEqual([one.said, records.get("a").writer, records.size], [[], 0, 1], "nothing was taken from anybody");
});

test("the lease of a page that does not answer is taken, and what that still writes is refused", async (context) => {
  const { page, records } = browser(context);
  const [one, other] = [page("one"), page("other")];
  await one.take();
  await one.write();
  one.sleep();
  assert.deepEqual(await other.held(), []);
  assert.ok(await other.take());
  await assert.rejects(one.write(), { name: "ConstraintError" });
  await other.write();
  assert.deepEqual([records.get("a").holder, records.get("a").writer], ["other", 1]);
  one.wake({ taken: "a", from: "one" });
  assert.deepEqual([one.said, other.said], [["stolen"], []]);
});

test("a lease is taken from a living page by force, which hears of it", async (context) => {
  const { page } = browser(context);
  const [one, other] = [page("one"), page("other")];
  await one.take();
  assert.ok(await other.take({ steal: true }));
  await answered();
  assert.deepEqual([one.said, other.said], [["stolen"], []]);
  await assert.rejects(one.write(), { name: "ConstraintError" });
  await other.write();
});

test("of pages that find a dead page's lease at the same moment, one gets it", async (context) => {
  const { page, passing } = browser(context);
  const dead = page("dead");
  await dead.take();
  dead.sleep();
  const pages = ["one", "two", "three"].map(page);
  const taken = await passing(Promise.all(pages.map((one) => one.take())));
  assert.equal(taken.filter(Boolean).length, 1);
  for (const [at, one] of pages.entries()) {
    assert.deepEqual(one.said, []);
    if (taken[at]) await one.write();
  }
  await assert.rejects(dead.write(), { name: "ConstraintError" });
});
