/** When a frame leads to what undo changed. */
import assert from "node:assert/strict";
import test from "node:test";
import { isFar } from "../../www/highlight.js";

const VIEW = { width: 900, height: 600 };
const rect = (/** @type {number} */ x, /** @type {number} */ y, width = 10, height = 10) => ({ x, y, width, height });

test("a change is far that is out of sight or more than a third of the view away", () => {
  const from = rect(100, 100);
  const far = [
    [rect(100, 100), false, "where one looks"],
    [rect(0, 0, 900, 600), false, "around it"],
    [rect(410, 100), false, "300 pixels beside it"],
    [rect(411, 100), true, "one more"],
    [rect(100, 311), true, "a third of the height below"],
    [rect(100, 310), false, "as far as that"],
    [rect(-20, 100), true, "out of sight at the left"],
    [rect(100, 600), true, "below the view"],
    [rect(-5, 100), false, "in sight in part"],
  ];
  for (const [to, expected, words] of /** @type {[ReturnType<typeof rect>, boolean, string][]} */ (far)) assert.equal(isFar(from, to, VIEW), expected, words);
});
