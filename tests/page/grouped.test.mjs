/** Numbers of things: the browser makes no formatter before one is large enough to need it. */
import assert from "node:assert/strict";
import test from "node:test";
import { grouped } from "../../www/language.js";

test("a number below a thousand is written without a formatter, as the formatter would write it", (context) => {
  for (const count of [0, 7, 64, 999]) assert.equal(grouped(count), count.toLocaleString("en"));
  const asked = context.mock.method(Number.prototype, "toLocaleString");
  assert.deepEqual([0, 999].map(grouped), ["0", "999"]);
  assert.equal(asked.mock.callCount(), 0);
  assert.equal(grouped(1_234_567), "1,234,567");
  assert.equal(asked.mock.callCount(), 1);
});
