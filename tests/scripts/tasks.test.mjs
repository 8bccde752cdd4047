/** Tasks: as much at once as depends on nothing else, and nothing after a failure. */
import assert from "node:assert/strict";
import test from "node:test";
import { Run } from "../../scripts/tasks.mjs";

/** A task that ends when it is told to. @param {string} name @param {string[]} after */
function controlled(name, after) {
  const control = { name, after, seconds: 1, quiet: true, started: false, end: () => {}, fail: () => {} };
  const run = () => new Promise((/** @type {(value: void) => void} */ resolve, reject) => {
    Object.assign(control, { started: true, end: resolve, fail: () => reject(new Error(name)) });
  });
  return Object.assign(control, { run });
}

const turn = () => new Promise((resolve) => { setImmediate(resolve); });

test("a task starts when those before it have ended, and others run beside it", async () => {
  const tasks = [controlled("a", []), controlled("b", ["a"]), controlled("c", ["not in the list"])];
  const run = new Run(tasks);
  const all = run.all();
  await turn();
  assert.deepEqual(tasks.map(({ started }) => started), [true, false, true]);
  assert.match(run.line(), /^0:00 {2}about 0:10 to go: a · c, then b$/);
  tasks[0].end();
  await turn();
  assert.ok(tasks[1].started);
  tasks[1].end();
  tasks[2].end();
  await all;
  assert.deepEqual(run.worked, ["a", "b", "c"]);
});

test("what is ready is not run, and is asked only when those before it have ended", async () => {
  const first = controlled("first", []);
  let asked = false;
  const second = { ...controlled("second", ["first"]), ready: () => { asked = true; return true; } };
  const run = new Run([first, second]);
  const all = run.all();
  await turn();
  assert.equal(asked, false);
  first.end();
  await all;
  assert.deepEqual([asked, second.started, run.worked], [true, false, ["first"]]);
});

test("nothing starts after a failure", async () => {
  const [bad, good, late] = [controlled("bad", []), controlled("good", []), controlled("late", ["good"])];
  const all = new Run([bad, good, late]).all();
  await turn();
  bad.fail();
  await assert.rejects(all, /bad/);
  good.end();
  await turn();
  assert.equal(late.started, false);
});
