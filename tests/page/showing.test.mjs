/** What comes first after a change: the picture, then what is kept, then panels; and of a large change panels before it is kept. */
import assert from "node:assert/strict";
import test from "node:test";
import { Showing } from "../../www/showing.js";

/** @typedef {import("node:test").TestContext} TestContext */

/**
 * A showing of three panels, each of which takes some milliseconds to draw, on a clock of its own.
 * @param {TestContext} t @param {{large: boolean, slow?: number}} how
 */
function watched(t, { large, slow = 1 }) {
  let [clock, panels, told] = [0, 0, 0];
  /** Those who wait for the contour. @type {(() => void)[] | undefined} */
  let waiting;
  /** Whether work begins after what has happened is kept. */
  let begins = false;
  /** @type {string[]} */
  const order = [];
  t.mock.timers.enable({ apis: ["setTimeout"] });
  t.mock.method(performance, "now", () => clock);
  const news = { waits: false, tell: () => void (told += 1), flash: () => order.push("flash") };
  const showing = new Showing(/** @type {any} */ (news), {
    tell: () => {},
    keep: () => {
      order.push("keep");
      if (begins) [begins, waiting] = [false, []];
    },
    owes: () => false,
    isLarge: () => large,
    waits: (action) => waiting !== undefined && waiting.push(action) > 0,
    drawNext: () => {
      if (panels === 0) return false;
      panels -= 1;
      clock += slow;
      order.push("panel");
      return panels > 0;
    },
  });
  return {
    order,
    change: () => {
      panels = 3;
      showing.later();
    },
    pass: (/** @type {number} */ milliseconds) => {
      for (let at = 0; at < milliseconds; at += 1) {
        clock += 1;
        t.mock.timers.tick(1);
      }
    },
    repeats: (/** @type {boolean} */ travels) => showing.repeats(travels),
    released: () => showing.released(),
    settle: () => showing.settle(),
    told: () => told,
    works: () => void (begins = true),
    rest: () => {
      const actions = waiting ?? [];
      waiting = undefined;
      for (const action of actions) action();
    },
  };
}

test("a change is kept before panels are drawn, both a moment after it", (t) => {
  const { order, change, pass } = watched(t, { large: false });
  change();
  pass(79);
  assert.equal(order.length, 0);
  pass(20);
  assert.deepEqual(order, ["keep", "panel", "panel", "panel", "flash", "keep"]);
});

test("of a large change panels are drawn before it is kept, however long they take", (t) => {
  const { order, change, pass } = watched(t, { large: true, slow: 50 });
  change();
  pass(300);
  assert.deepEqual(order, ["panel", "panel", "panel", "flash", "keep"]);
});

test("while one change follows the other panels wait, but not for ever", (t) => {
  const { order, change, pass } = watched(t, { large: true });
  for (let at = 0; at < 200; at += 20) {
    change();
    pass(20);
  }
  assert.equal(order.length, 0);
  for (let at = 0; at < 200; at += 20) {
    change();
    pass(20);
  }
  assert.ok(order.includes("panel"), order.join());
});

for (const [what, travels, every, longest] of /** @type {[string, boolean, number, number][]} */ ([["undo", true, 1000, 2000], ["another command", false, 240, 720]])) for (const [tells, ms] of /** @type {[boolean, number][]} */ ([[true, 30], [false, 30], [true, 110]])) {
  test(`while a held key repeats ${what} its changes are kept every ${every} ms, and nothing is drawn between them for ${longest} ms; after it all is there ${tells ? "at once" : "soon, though nobody tells that the key came up"}, if it repeats every ${ms} ms`, (t) => {
    const { order, change, pass, repeats, released, told } = watched(t, { large: false });
    const hold = (/** @type {number} */ milliseconds) => {
      for (let at = ms; at <= milliseconds; at += ms) {
        repeats(travels);
        change();
        pass(ms);
      }
    };
    hold(longest - 50);
    assert.ok(told() === 0 && new Set(order).size === 1, `highlights were told ${told()} times: ${order.join()}`);
    // A held key is asked about every 80 ms.
    assert.ok(order.length >= Math.floor(longest / (every + 80)) && order.length <= longest / every, `kept ${order.length} times`);
    hold(250);
    assert.ok(told() === 1 && order.includes("panel"), `highlights were told ${told()} times: ${order.join()}`);
    hold(330);
    order.length = 0;
    if (tells) released();
    pass(tells ? 85 : 320);
    // While nobody knows whether the key is silent, it may be kept once more.
    assert.deepEqual([told(), order.slice(order.indexOf("panel") - 1)], [2, ["keep", "panel", "panel", "panel", "flash", "keep"]]);
  });
}

test("panels wait for work that begins before them, and nothing flashes without them", (t) => {
  const { order, change, pass, works, rest } = watched(t, { large: false });
  works();
  change();
  pass(280);
  assert.deepEqual(order, ["keep"]);
  rest();
  pass(20);
  assert.deepEqual(order, ["keep", "panel", "panel", "panel", "flash", "keep"]);
});

test("what can't wait is drawn and kept at once", (t) => {
  const { order, change, settle } = watched(t, { large: true });
  change();
  settle();
  assert.deepEqual(order, ["panel", "panel", "panel", "flash", "keep"]);
});
