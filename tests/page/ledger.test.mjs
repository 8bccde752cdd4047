/** Which entries of a drawing lie within a limit. */
import assert from "node:assert/strict";
import test from "node:test";
import { Ledger } from "../../www/kept/ledger.js";

/** A ledger of volumes of these sizes, by their numbers. @param {Record<number, number>} sizes */
function ledger(sizes) {
  const entries = Object.entries(sizes).map(([number, size]) => ({ kind: 3, number: Number(number), bytes: new Uint8Array(size) }));
  return Ledger.of(entries, [], Object.values(sizes).reduce((all, size) => all + size, 0));
}

test("the oldest entries lie beyond a limit, also if the last one alone is larger", () => {
  assert.equal(ledger({ 1: 10, 5: 10, 9: 10 }).within(3, 30), undefined);
  assert.equal(ledger({ 1: 10, 5: 10, 9: 10 }).within(3, 29), 5);
  assert.equal(ledger({ 1: 10, 5: 10, 9: 10 }).within(3, 10), 9);
  assert.equal(ledger({ 1: 10, 5: 10, 9: 40 }).within(3, 30), 9);
  assert.equal(ledger({}).within(3, 30), undefined);
});
