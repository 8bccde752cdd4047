/** Which programs the tests take. */
import assert from "node:assert/strict";
import test from "node:test";
import { shell } from "../../scripts/toolchain.mjs";

test("a browser that a tool has found, and names to what it starts, is no browser that a person has named", () => {
  const { UNDOODLE_CHROME: before } = process.env;
  const without = shell();
  try {
    process.env.UNDOODLE_CHROME = "/usr/bin/chromium";
    assert.equal(shell(), without, "the rounds of `npm run tool` are made in the shell, as those of `npm test` are");
  } finally {
    if (before === undefined) delete process.env.UNDOODLE_CHROME;
    else process.env.UNDOODLE_CHROME = before;
  }
});
