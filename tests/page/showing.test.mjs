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
  let [clock, panels] = [0, 0];
  /** @type {string[]} */
  const order = [];
  t.mock.timers.enable({ apis: ["setTimeout"] });
  t.mock.method(performance, "now", () => clock);
  const news = { waits: false, tell: () => {}, flash: () => order.push("flash") };
  const showing = new Showing(/** @type {any} */ (news), {
    tell: () => {},
    keep: () => order.push("keep"),
    owes: () => false,
    isLarge: () => large,
    waits: () => false,
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
    settle: () => showing.settle(),
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

test("what can't wait is drawn and kept at once", (t) => {
  const { order, change, settle } = watched(t, { large: true });
  change();
  settle();
  assert.deepEqual(order, ["panel", "panel", "panel", "flash", "keep"]);
});
