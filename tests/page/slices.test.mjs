/** Work of the page's own in slices: `www/slices.js`. */
import assert from "node:assert/strict";
import test from "node:test";

/** The page's clock, which pieces of work set forward. */
let clock = 0;
Object.defineProperty(globalThis.performance, "now", { value: () => clock });
Object.assign(globalThis, { requestAnimationFrame: (/** @type {() => void} */ action) => setTimeout(action, 1) });
const { inSlices, inTasks } = await import("../../www/slices.js");

/** An editor at rest. */
const engine = () => /** @type {any} */ ({ ask: async () => {}, isDrawing: false });

/** Numbers of tasks, by which one sees what happened in one and the same. */
function tasks() {
  const counted = { now: 0 };
  const timer = setInterval(() => { counted.now += 1; });
  return Object.assign(counted, { [Symbol.dispose]: () => clearInterval(timer) });
}

test("pieces are done in their order, as many in a task as fit in a slice", async () => {
  const counted = tasks();
  /** @type {[number, number][]} */
  const done = [];
  await inSlices(engine(), (function* pieces() {
    for (const [piece, time] of [3, 3, 3, 20, 1].entries()) {
      done.push([piece, counted.now]);
      clock += time;
      yield undefined;
    }
  })());
  counted[Symbol.dispose]();
  assert.deepEqual(done.map(([piece]) => piece), [0, 1, 2, 3, 4]);
  const [first, second, third, fourth, fifth] = done.map(([, task]) => task);
  assert.ok(first === second && second === third, "three short ones");
  assert.ok(fourth >= third && fifth >= fourth);
});

test("nothing is begun before what was sent is done, or while a stroke is under way", async () => {
  const editor = engine();
  let free = () => {};
  const sent = new Promise((resolve) => { free = () => resolve(undefined); });
  editor.ask = () => sent;
  /** @type {string[]} */
  const said = [];
  const done = inSlices(editor, (function* pieces() {
    said.push("piece");
    clock += 20;
    editor.isDrawing = true;
    setTimeout(() => { said.push("stroke ends"); editor.isDrawing = false; }, 30);
    yield undefined;
    said.push("piece");
  })());
  await new Promise((resolve) => { setTimeout(resolve, 20); });
  assert.deepEqual(said, [], "something was sent that takes a while");
  free();
  await done;
  assert.deepEqual(said, ["piece", "stroke ends", "piece"]);
});

test("pieces that each have a task of their own wait for the end of a stroke, and for nothing else", async () => {
  const editor = engine();
  /** @type {string[]} */
  const said = [];
  await inTasks(editor, (function* pieces() {
    said.push("piece");
    editor.isDrawing = true;
    setTimeout(() => { said.push("stroke ends"); editor.isDrawing = false; }, 30);
    yield undefined;
    said.push("piece");
  })());
  assert.deepEqual(said, ["piece", "stroke ends", "piece"]);
});
