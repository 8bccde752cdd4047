/** What the keeper asks of the editor, and when: batches, checkpoints, entries from the disk. Both sides are stood in for. */
import assert from "node:assert/strict";
import test from "node:test";
import { opening } from "../../www/kept/opening.js";

/** @typedef {import("../../www/types.js").Batch} Batch */

const answered = () => new Promise((resolve) => setImmediate(resolve));

/** A document that notes what dialogs say. */
function page() {
  const element = () => Object.assign(new EventTarget(), {
    textContent: "", setAttribute: () => {}, showModal() { document.dialogs.push(this.textContent); },
    append(/** @type {{textContent: string}[]} */ ...children) { this.textContent = children.map((child) => child.textContent).join(" "); },
  });
  const document = Object.assign(new EventTarget(), {
    visibilityState: "visible", createElement: element, body: element(),
    // Lit asks for one when it is loaded.
    createTreeWalker: () => ({}),
    /** What dialogs say. @type {string[]} */
    dialogs: [],
  });
  return document;
}

/** A keeper of a drawing that is open and kept, an editor whose next batch is set from here, and a storage that answers at once. */
async function keeping() {
  const document = page();
  const globals = { window: new EventTarget(), document, requestIdleCallback: (/** @type {() => void} */ work) => setImmediate(work) };
  // The page's own modules look for them when they are used.
  Object.assign(globalThis, globals, { window: Object.assign(globals.window, globals) });
  const { Keeper } = await import("../../www/kept/keeper.js");
  const state = { serial: 1, name: "a", width: 1, height: 1, active: false, undo: 0, redo: 0, dirty: false };
  /** @type {{called: string[], next: Batch | undefined, wanted: {kind: number, number: number}[], stored: Map<string, Uint8Array>, failing: boolean, desk: string, lost: number}} */
  const told = { called: [], next: undefined, wanted: [], stored: new Map(), failing: false, desk: "", lost: 0 };
  const editor = {
    keep: () => {
      told.called.push("keep");
      return told.lost;
    },
    batch: () => {
      const batch = told.next;
      told.next = undefined;
      // The editor has handed its entries over before.
      for (const { kind, number, bytes } of batch?.puts ?? []) /** @type {any} */ (globalThis).undoodlePut(kind, number, bytes, true);
      return batch;
    },
    checkpoint: () => told.called.push("checkpoint"),
    plan_kept: (/** @type {number} */ turn) => told.called.push(`kept ${turn}`),
    batch_lost: () => told.called.push("lost"),
    wanted: () => told.wanted.splice(0),
    plan_supply: (/** @type {number} */ kind, /** @type {number} */ number, /** @type {Uint8Array | undefined} */ bytes) => told.called.push(`supply ${kind}/${number} ${bytes}`),
    forget_before: (/** @type {number} */ volume) => told.called.push(`forget ${volume}`),
    serial: () => state.serial,
    desk: () => told.desk,
    thumbnail: () => new Uint8Array(1),
  };
  /** @type {import("../../www/types.js").Keeping | undefined} */
  let keeps;
  let held = false;
  /** @type {string[]} */
  const said = [];
  const engine = {
    state, stopped: false,
    hurry: (/** @type {() => void} */ action) => action(),
    onKeep: (/** @type {import("../../www/types.js").Keeping} */ keeping) => { keeps = keeping; },
    send: (/** @type {(one: typeof editor) => unknown} */ action) => {
      action(editor);
      engine.keep();
      return true;
    },
    look: (/** @type {(one: typeof editor) => unknown} */ draw) => void draw(editor),
    handOver: (/** @type {() => unknown} */ then) => [engine.keep(), then()][1],
    keep: () => {
      const shown = /** @type {any} */ (editor);
      keeps?.met(shown);
      if (!keeps?.ready(shown)) return false;
      if (held) engine.goOn = () => keeps?.made(shown);
      else keeps.made(shown);
      return held;
    },
    /** Has the next batch take until `goOn` is called. */
    hold: () => { held = true; },
    goOn: () => {},
    /** Clears the browser's data. */
    clear: () => {},
    tell: () => {},
    say: (/** @type {string} */ text) => said.push(text),
    failed: (/** @type {unknown} */ error) => said.push(String(error)),
  };
  /** @type {{id: string, turns: number[], strict: boolean, thumbnail: boolean}[]} */
  const writes = [];
  const storage = {
    onGone: (/** @type {() => void} */ gone) => { engine.clear = gone; },
    write: async (/** @type {{batches: Batch[], record: import("../../www/kept/storage.js").Drawing, strict: boolean}} */ { batches, record, strict }) => {
      if (told.failing) throw new DOMException("", "QuotaExceededError");
      writes.push({ id: record.id, turns: batches.map(({ turn }) => turn), strict, thumbnail: record.thumbnail !== undefined });
    },
    fetch: async (/** @type {string} */ id, /** @type {number} */ kind, /** @type {number} */ number) => told.stored.get(`${kind}/${number}`),
  };
  const keeper = new Keeper(/** @type {any} */ (engine), /** @type {any} */ (storage));
  keeper.connect({ meet: () => opening(), taken: () => {} });
  keeper.describes = true;
  await keeper.start();
  let turn = 0;
  /** A call after which the editor has a batch. @param {Partial<Batch>} [parts] */
  const step = (parts) => {
    turn += 1;
    told.next = { turn, drops: [], puts: [], whole: turn === 1, due: false, bytes: 10, ...parts };
    state.undo += 1;
    engine.send(() => {});
  };
  return { keeper, engine, state, told, writes, said, step, document };
}

test("a drawing is recorded from when it is met, and each batch is answered for", async () => {
  const { told, writes, step } = await keeping();
  assert.deepEqual(told.called, ["keep"]);
  step();
  assert.deepEqual(writes.map(({ turns }) => turns), [[1]], "posted before the call returns");
  await answered();
  assert.deepEqual(told.called, ["keep", "kept 1"]);
});

test("a checkpoint is asked for when the editor says that it is due, but not in mid-stroke", async () => {
  const { told, state, step } = await keeping();
  const checkpoints = () => told.called.filter((call) => call === "checkpoint").length;
  for (let i = 0; i < 3; i += 1) step();
  for (let i = 0; i < 3; i += 1) await answered();
  assert.equal(checkpoints(), 0);
  state.active = true;
  step({ due: true });
  for (let i = 0; i < 3; i += 1) await answered();
  assert.equal(checkpoints(), 0);
  state.active = false;
  step({ due: true });
  for (let i = 0; i < 3; i += 1) await answered();
  assert.equal(checkpoints(), 1);
});

test("a page that is hidden gets a checkpoint and a thumbnail, once, and waits for the disk", async () => {
  const { told, writes, step, document, engine } = await keeping();
  step();
  step();
  await answered();
  const hide = (/** @type {string} */ how) => {
    document.visibilityState = how;
    document.dispatchEvent(new Event("visibilitychange"));
  };
  told.next = { turn: 9, drops: [], puts: [], whole: true, due: false, bytes: 1 };
  hide("hidden");
  assert.deepEqual(told.called.slice(-1), ["checkpoint"]);
  const last = writes.length;
  assert.deepEqual([writes[last - 1].turns, writes[last - 1].strict, writes[last - 1].thumbnail], [[9], true, true]);
  /** @type {any} */ (globalThis).window.dispatchEvent(new Event("pagehide"));
  assert.equal(writes.length, last, "it was written a moment ago");
  hide("visible");
  await answered();
  hide("hidden");
  assert.deepEqual([writes.length, writes[last].turns, writes[last].strict], [last + 1, [], true], "only the desk can have changed");
  hide("visible");
  step();
  await answered();
  hide("hidden");
  assert.equal(told.called.filter((call) => call === "checkpoint").length, 2);
  await answered();
  assert.deepEqual([writes.at(-1)?.turns, writes.at(-1)?.strict], [[], true], "the editor had no checkpoint to make");
  engine.send(() => {});
});

test("a choice is written with the record alone, but not in mid-stroke, and not if it is the one that is written", async () => {
  const { keeper, told, writes, step, state } = await keeping();
  told.desk = "pencil";
  keeper.keepChoices();
  assert.equal(writes.length, 0, "nothing is stored that it could be kept with");
  step();
  await answered();
  keeper.keepChoices();
  assert.equal(writes.length, 1);
  told.desk = "eraser";
  state.active = true;
  keeper.keepChoices();
  assert.equal(writes.length, 1);
  state.active = false;
  keeper.keepChoices();
  assert.deepEqual([writes.length, writes[1]?.turns, writes[1]?.strict], [2, [], false]);
  await answered();
  keeper.keepChoices();
  await keeper.kept();
  assert.equal(writes.length, 2);
  told.desk = "line";
  await keeper.kept();
  assert.equal(writes.length, 3, "whoever asks waits for the choice as well");
});

test("entries that the editor wants are fetched once, from the disk or from what waits for it", async () => {
  const { told, step, engine } = await keeping();
  step();
  told.stored.set("3/7", new Uint8Array([7]));
  // The first one is on its way to the disk, and this one waits.
  step({ puts: [{ kind: 3, number: 8, bytes: new Uint8Array([8]) }] });
  told.wanted = [{ kind: 3, number: 7 }, { kind: 3, number: 8 }, { kind: 3, number: 9 }];
  engine.send(() => {});
  engine.send(() => {});
  told.wanted = [];
  await answered();
  assert.deepEqual(told.called.filter((call) => call.startsWith("supply")).sort(), ["supply 3/7 7", "supply 3/8 8", "supply 3/9 undefined"]);
});

test("whoever waits for what a command waits for hears when it has come, however many entries that takes", async () => {
  const { keeper, told, step, engine } = await keeping();
  const { came } = await import("../../www/io/scripted.js");
  const comes = () => came(engine, /** @type {any} */ (keeper));
  step();
  await answered();
  told.wanted = [{ kind: 3, number: 7 }];
  assert.equal(await comes(), true);
  assert.ok(told.called.includes("supply 3/7 undefined"), "the editor has been handed it");
  // The command waits for another entry now.
  told.wanted = [{ kind: 3, number: 8 }];
  assert.equal(await comes(), true);
  assert.ok(told.called.includes("supply 3/8 undefined"));
  assert.equal(await comes(), false, "nothing is on its way, so nothing comes by itself");
  // Steps that have to be written first are waited for as well.
  step();
  assert.equal(await comes(), true);
  assert.equal(told.called.at(-1), "kept 2");
});

test("steps that are lost with the browser's data are counted in a dialog that stays until it is read", async () => {
  const { told, said, step, engine, document } = await keeping();
  step();
  await answered();
  engine.clear();
  assert.equal(document.dialogs.length, 0, "nothing lay on the disk alone");
  told.lost = 12;
  engine.clear();
  for (const end = performance.now() + 20_000; said.length === 0 && document.dialogs.length === 0 && performance.now() < end;) await answered();
  assert.deepEqual([...said, ...document.dialogs], ["The browser’s data was cleared 12 steps of the history are lost. The drawing is as it was. OK"]);
});

test("what was lost is said, and taken back only by a whole batch", async (context) => {
  const { keeper, told, said, step, state } = await keeping();
  step();
  await answered();
  context.mock.timers.enable({ apis: ["setTimeout"] });
  told.failing = true;
  step();
  await answered();
  assert.equal(keeper.keeping.state, "lost");
  assert.equal(keeper.safe, false);
  assert.deepEqual(said, ["“a” is not kept in this browser: the browser has no more room for this page. Save it to a file to be safe."]);
  assert.equal(told.called.at(-1), "lost");
  told.failing = false;
  // Nothing is taken from the editor while the writer waits.
  told.next = { turn: 5, drops: [], puts: [], whole: true, due: false, bytes: 1 };
  state.undo += 1;
  await assert.rejects(keeper.kept(), /^Error: not kept: the browser has no more room for this page$/);
  assert.notEqual(told.next, undefined);
  context.mock.timers.tick(1000);
  await answered();
  assert.equal(keeper.keeping.state, "kept");
  assert.equal(told.called.at(-1), "kept 5");
  await keeper.kept();
});

test("while the writer waits after a failure, leaving, saving and a change after some seconds try at once", async (context) => {
  for (const how of ["leaving", "saving", "changing"]) {
    const { keeper, engine, told, writes, step, document } = await keeping();
    step();
    await answered();
    context.mock.timers.enable({ apis: ["setTimeout"] });
    let now = performance.now();
    context.mock.method(performance, "now", () => now);
    told.failing = true;
    step();
    await answered();
    told.failing = false;
    // Of what the failure has lost, and all since, one batch is made.
    told.next = { turn: 5, drops: [], puts: [], whole: true, due: false, bytes: 1 };
    now += 4000;
    engine.send(() => {});
    assert.deepEqual(writes.map(({ turns }) => turns), [[1]], "a stroke every moment does not try each time");
    if (how === "leaving") {
      document.visibilityState = "hidden";
      document.dispatchEvent(new Event("visibilitychange"));
    } else if (how === "saving") void keeper.secure();
    else {
      now += 1000;
      engine.send(() => {});
    }
    assert.deepEqual(writes.flatMap(({ turns }) => turns), [1, 5], how);
    await answered();
    assert.equal(keeper.keeping.state, "kept", how);
    context.mock.timers.reset();
    context.mock.restoreAll();
  }
});

test("a batch that was being made while the one before was lost is not written", async () => {
  const { keeper, engine, told, writes, said, step } = await keeping();
  step();
  await answered();
  told.failing = true;
  step();
  // The next one is being made when the answer comes.
  engine.hold();
  step();
  await answered();
  assert.equal(said.length, 1);
  told.failing = false;
  engine.goOn();
  await answered();
  assert.deepEqual(writes.map(({ turns }) => turns), [[1]], "neither the one that was lost nor the one behind it");
  assert.equal(keeper.keeping.state, "lost");
});

test("who wants to know hears when all of a drawing has been written, and what it takes then", async () => {
  const { keeper, step } = await keeping();
  /** @type {(number | undefined)[]} */
  const heard = [];
  keeper.checkpointed = () => heard.push(keeper.drawing.ledger.within(3, 2 ** 24));
  step({ puts: [1, 5, 9].map((number) => ({ kind: 3, number, bytes: new Uint8Array(10 * 2 ** 20) })) });
  await answered();
  assert.deepEqual(heard, [9]);
});
