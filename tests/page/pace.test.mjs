/** When the status line follows the pointer: often while it hovers, seldom while it paints, and where it rests. */

import assert from "node:assert/strict";
import test from "node:test";
import { Pace } from "../../www/panels/pace.js";

/**
 * A pointer on a clock of its own, and the times at which the line was drawn.
 * @param {import("node:test").TestContext} t
 * @param {{paints: boolean, seen: boolean}} how Whether it paints, and whether its brush is seen.
 */
function watched(t, { paints, seen }) {
  let [clock, x] = [0, 0];
  t.mock.timers.enable({ apis: ["setTimeout"] });
  t.mock.method(performance, "now", () => clock);
  /** @type {number[]} */
  const drawn = [];
  const pace = new Pace({ place: () => (seen ? Int32Array.of(x, 0, 1, 1) : undefined), paints: () => paints, draw: () => drawn.push(clock) });
  const pass = (/** @type {number} */ milliseconds) => {
    for (let at = 0; at < milliseconds; at += 1) {
      clock += 1;
      t.mock.timers.tick(1);
    }
  };
  pass(1000);
  pace.drawn();
  return {
    drawn,
    pass,
    /** Moves by so many pixels each 16 ms. @param {number} milliseconds @param {number} by */
    move: (milliseconds, by) => {
      for (let at = 0; at < milliseconds; at += 16) {
        x += by;
        pace.moved();
        pass(16);
      }
    },
  };
}

for (const seen of [true, false]) {
  test(`while one paints with a brush that is ${seen ? "" : "not "}seen the line follows once a second, and where the hand rests`, (t) => {
    const { drawn, move, pass } = watched(t, { paints: true, seen });
    move(2500, 1);
    assert.equal(drawn.length, 2, drawn.join());
    pass(250);
    assert.equal(drawn.length, 3, drawn.join());
    pass(5000);
    assert.equal(drawn.length, 3, "who rests is not looked at again");
  });
}

test("a pointer that hovers is followed eight times a second", (t) => {
  const { drawn, move } = watched(t, { paints: false, seen: true });
  move(1200, 1);
  assert.ok(drawn.length >= 8 && drawn.length <= 10, drawn.join());
});

test("a pen that trembles on a pixel rests", (t) => {
  const { drawn, move } = watched(t, { paints: true, seen: true });
  move(200, 1);
  move(400, 0);
  assert.ok(drawn.length > 0 && drawn[0] < 1600, drawn.join());
});
