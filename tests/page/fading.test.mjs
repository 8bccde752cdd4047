/** Words in the status line that stand for a while: few steps that were set aside. */
import assert from "node:assert/strict";
import test from "node:test";
import { Fading, WHILE_MS } from "../../www/panels/fading.js";

test("words about few steps go after a while, come again with the next ones, and those about many stay", (t) => {
  t.mock.timers.enable({ apis: ["setTimeout"] });
  let drawn = 0;
  const fading = new Fading(() => {
    drawn += 1;
  });
  assert.equal(fading.shows(0), false);
  fading.note(true);
  assert.equal(fading.shows(2), true);
  t.mock.timers.tick(WHILE_MS - 1);
  assert.equal(fading.shows(2), true);
  t.mock.timers.tick(1);
  assert.deepEqual([fading.shows(2), drawn], [false, 1]);
  fading.note(true);
  assert.equal(fading.shows(2), true, "as many again, but others");
  t.mock.timers.tick(WHILE_MS - 1);
  fading.note(true);
  t.mock.timers.tick(WHILE_MS - 1);
  assert.equal(fading.shows(2), true, "the time begins anew");
  t.mock.timers.tick(1);
  assert.equal(fading.shows(3), true, "others made way for what was brought back");
  fading.note(false);
  t.mock.timers.tick(10 * WHILE_MS);
  assert.deepEqual([fading.shows(18), fading.shows(18)], [true, true], "many stay");
  assert.equal(fading.shows(0), false, "until they are brought back");
  assert.equal(fading.shows(1), true);
  t.mock.timers.tick(WHILE_MS);
  assert.equal(fading.shows(1), false);
});
