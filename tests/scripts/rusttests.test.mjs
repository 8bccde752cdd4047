/** What tests of Rust in a browser say of themselves, as their runner understands it. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { ended, passed } from "../../scripts/rusttests.mjs";

const said = (/** @type {string} */ result) => `running 2 tests\ntest one ... ok\n\ntest result: ${result}; 0 ignored; 0 filtered out; finished in 0.53s\n`;

test("tests in a browser pass if they say so, and there are any", () => {
  assert.equal(passed(said("ok. 2 passed; 0 failed")), true);
  assert.equal(passed(said("ok. 0 passed; 0 failed")), false);
  assert.equal(passed(said("FAILED. 1 passed; 1 failed")), false);
  assert.equal(passed("running 2 tests\ntest one ... ok\n"), false);
  assert.equal(passed(`${said("ok. 2 passed; 0 failed")}\ntest result: FAILED. RuntimeError: unreachable`), false);
});

test("they have ended if they or the page say what came of them", () => {
  assert.equal(ended("running 2 tests\ntest one ... ok\n"), false);
  assert.equal(ended(said("ok. 2 passed; 0 failed")), true);
  assert.equal(ended("\ntest result: FAILED. TypeError: no module"), true);
});
