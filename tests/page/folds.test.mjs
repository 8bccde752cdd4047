/** Rows of the list of steps where the steps of a move are one row. */
import assert from "node:assert/strict";
import test from "node:test";
import { foldName, Folds } from "../../www/panels/folds.js";

const fold = (/** @type {number} */ first, /** @type {number} */ last, pasted = false) => ({ first, last, pasted, width: 7, height: 6 });

test("each step has a row, and each row the last of its steps", () => {
  const none = new Folds([]);
  assert.deepEqual([none.hidden, none.rowOf(5), none.stepOf(5), none.of(5)], [0, 5, 5, undefined]);
  const folds = new Folds([fold(2, 4), fold(5, 6), fold(9, 9 + 3)]);
  assert.equal(folds.hidden, 6);
  const rows = Array.from({ length: 14 }, (_, step) => folds.rowOf(step));
  assert.deepEqual(rows, [0, 1, 2, 2, 2, 3, 3, 4, 5, 6, 6, 6, 6, 7]);
  const steps = Array.from({ length: 8 }, (_, row) => folds.stepOf(row));
  assert.deepEqual(steps, [0, 1, 4, 6, 7, 8, 12, 13]);
  assert.deepEqual(rows.map((row, step) => folds.stepOf(row) >= step), rows.map(() => true));
  const within = Array.from({ length: 14 }, (_, step) => folds.of(step)?.first ?? 0);
  assert.deepEqual(within, [0, 0, 2, 2, 2, 5, 5, 0, 0, 9, 9, 9, 9, 0]);
});

test("a row says what was moved, and how large it is once it is placed", () => {
  assert.deepEqual([fold(1, 2), fold(1, 2, true), { ...fold(1, 2), width: 0 }].map(foldName), ["Moved 7×6", "Pasted 7×6", "Moved"]);
});
