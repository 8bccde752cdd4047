/** What is drawn once with the next frame, or before it by whoever must see it. */
import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";
import { drawWaiting, Soon } from "../../www/soon.js";

/** Frames that were asked for. @type {(() => void)[]} */
const frames = [];
/** @type {unknown[]} */
let reported = [];
/** @type {string[]} */
let drawn = [];

beforeEach(() => {
  [reported, drawn] = [[], []];
  Object.assign(globalThis, { requestAnimationFrame: (/** @type {() => void} */ frame) => frames.push(frame), reportError: (/** @type {unknown} */ error) => reported.push(error) });
});

/** @param {string} name */
const named = (name) => new Soon(() => void drawn.push(name));

/** The next frame comes. */
const frame = () => frames.splice(0).forEach((one) => one());

test("what was asked for many times is drawn once, with one frame for all, in the order in which they asked", () => {
  const [a, b] = [named("a"), named("b")];
  for (const one of [b, a, b, a]) one.ask();
  assert.equal(frames.length, 1);
  assert.deepEqual(drawn, []);
  frame();
  assert.deepEqual(drawn, ["b", "a"]);
  a.ask();
  frame();
  assert.deepEqual(drawn, ["b", "a", "a"]);
});

test("what is drawn before its frame is not drawn with it, and what is up to date not at all", () => {
  const [a, b] = [named("a"), named("b")];
  a.ask();
  b.ask();
  b.forget();
  drawWaiting();
  assert.deepEqual(drawn, ["a"]);
  frame();
  assert.deepEqual(drawn, ["a"]);
});

test("whoever asks again while it draws gets the next frame, and whoever fails holds up nobody", () => {
  const again = new Soon(() => {
    if (drawn.push("again") < 3) again.ask();
  });
  const fails = new Soon(() => {
    throw new Error("no");
  });
  fails.ask();
  again.ask();
  named("other").ask();
  frame();
  assert.deepEqual(drawn, ["again", "other"]);
  assert.equal(reported.length, 1);
  frame();
  assert.deepEqual(drawn, ["again", "other", "again"]);
});
