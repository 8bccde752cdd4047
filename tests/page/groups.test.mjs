/** Rows of layers and groups, at any depth, and what a place between them means. */
import assert from "node:assert/strict";
import test from "node:test";
import { dropGroup, dropLayers, meantGroup, placeAt, rowOf, rowsOf, stuck } from "../../www/panels/groups.js";

/** @import { Engine } from "../../www/types.js" */

/** Makes an engine that notes what it runs: O(I(bc)d) between a and e, O has the id 1 and I the id 2. @param {number[]} chosen @param {number[]} [folded] */
function engine(chosen, folded = []) {
  /** @type {unknown[]} */
  const ran = [];
  const groups = [{ id: 1, name: "O", parent: null, visible: true }, { id: 2, name: "I", parent: 1, visible: true }];
  const layers = [["a", null], ["b", 2], ["c", 2], ["d", 1], ["e", null]].map(([name, group]) => ({ name, group }));
  const state = { layer: chosen[0], layers: chosen.toSorted(), folded };
  const run = (/** @type {string} */ id, /** @type {unknown} */ args) => ran.push([id, args]);
  return { ran, engine: /** @type {Engine} */ (/** @type {unknown} */ ({ picture: { state, drawing: { layers, groups } }, state, run })) };
}

/** The rows, each behind as many dots as groups are around it. @param {Engine} one */
const listed = (one) => rowsOf(one).map((row) => ".".repeat(row.around.length) + (row.kind === "group" ? row.group.name : row.name)).join(" ");

test("each group stands above what is in it, and a folded one hides all of it", () => {
  assert.equal(listed(engine([0]).engine), "e O .d .I ..c ..b a");
  assert.equal(listed(engine([0], [2]).engine), "e O .d .I a");
  assert.equal(listed(engine([0], [1, 2]).engine), "e O a");
  const rows = rowsOf(engine([0]).engine);
  assert.deepEqual(rows.flatMap((row) => (row.kind === "group" ? [[row.lowest, row.top, row.outer]] : [])), [[1, 3, 1], [1, 2, 1]]);
  assert.deepEqual([rowOf(rows, 1), rowOf(rowsOf(engine([0], [1]).engine), 1)], [5, 1]);
});

test("commands mean the group whose layers are chosen, or the innermost one", () => {
  const meant = (/** @type {number[]} */ chosen) => meantGroup(engine(chosen).engine.picture)?.name;
  assert.deepEqual([meant([1]), meant([3]), meant([2, 1]), meant([1, 2, 3]), meant([0])], ["I", "O", "I", "O", undefined]);
  assert.deepEqual([stuck(engine([4]).engine, true), stuck(engine([0]).engine, false), stuck(engine([3]).engine, true)], [true, true, false]);
});

test("a place lies in the groups of the row that it is beside, and in as many of them as it is to the right", () => {
  const rows = rowsOf(engine([0]).engine);
  const place = (/** @type {number} */ y, /** @type {number} */ depth = Infinity) => {
    const { line, gap, group } = placeAt(rows, y, undefined, depth);
    return [line, gap, group];
  };
  assert.deepEqual(place(0.2), [0, 5, null]);
  assert.deepEqual(place(1.8), [2, 4, 1], "right below a group's row");
  assert.deepEqual(place(2.8), [3, 3, 1]);
  assert.deepEqual(place(3.2), [3, 3, 1], "above the inner one");
  assert.deepEqual(place(4.2), [4, 3, 2]);
  assert.deepEqual([place(5.8), place(5.8, 1), place(5.8, 0)], [[6, 1, 2], [6, 1, 1], [6, 1, null]], "below the last one of both");
  assert.deepEqual(place(9), [7, 0, null], "below all rows");
  const inner = rows[3];
  assert.deepEqual(placeAt(rows, 5.4, inner), { line: 3, gap: 3, group: 1, depth: 1, onto: false }, "a group stays out of itself");
});

test("what is dropped is named by the layer below or above it", () => {
  const dropped = (/** @type {number} */ row, /** @type {number} */ y, /** @type {number} */ depth = Infinity) => {
    const { ran, engine: one } = engine([0]);
    const rows = rowsOf(one);
    const from = rows[row];
    const at = placeAt(rows, y, from, depth);
    if (from.kind === "group") dropGroup(one, from, at);
    else dropLayers(one, from, at);
    return ran[0];
  };
  assert.deepEqual(dropped(0, 4.2), ["layer.move", { from: 4, to: 3, group: "below", out: 0 }]);
  assert.deepEqual(dropped(0, 5.8, 1), ["layer.move", { from: 4, to: 1, group: "above", out: 1 }]);
  assert.deepEqual(dropped(6, 2.2), ["layer.move", { from: 0, to: 3, group: "below", out: 0 }]);
  assert.deepEqual(dropped(3, 0.2), ["group.move", { layer: 2, outer: 1, to: 3, group: "none", out: 0 }]);
  assert.deepEqual(dropped(3, 2.2), ["group.move", { layer: 2, outer: 1, to: 2, group: "below", out: 0 }]);
  assert.equal(dropped(3, 4.2), undefined, "where it is");
  assert.equal(dropped(5, 5.4), undefined);
});
