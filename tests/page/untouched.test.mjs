/** What waits until no hand is on the page. */
import assert from "node:assert/strict";
import test, { beforeEach, mock } from "node:test";
import { untouched } from "../../www/kept/untouched.js";

const page = new EventTarget();
Object.assign(globalThis, { window: page });

/** The time in milliseconds. */
let now = 0;
mock.method(performance, "now", () => now);

beforeEach(() => {
  mock.timers.reset();
  mock.timers.enable({ apis: ["setTimeout"] });
});

/** Waits for three seconds without a touch, and returns whether these have been. */
function waits() {
  const state = { over: false };
  void untouched(3000).then(() => { state.over = true; });
  return state;
}

/** @param {string} type @param {number} [pointerId] @param {boolean} [isPrimary] */
const touch = (type, pointerId, isPrimary = false) => page.dispatchEvent(Object.assign(new Event(type), { pointerId, isPrimary }));

/** Lets time pass, and what waits for it hear of it. @param {number} ms */
async function pass(ms) {
  for (let i = 0; i < ms; i += 1) {
    now += 1;
    mock.timers.tick(1);
  }
  await Promise.resolve();
}

test("without a touch it is over after that time, and with one as long after that", async () => {
  const alone = waits();
  await pass(2999);
  assert.equal(alone.over, false);
  await pass(1);
  assert.equal(alone.over, true);

  for (const type of ["keydown", "wheel"]) {
    const state = waits();
    await pass(2000);
    touch(type);
    await pass(2999);
    assert.equal(state.over, false, type);
    await pass(1);
    assert.equal(state.over, true, type);
  }
});

test("while a pointer is down it is not over, and while one of two fingers still is", async () => {
  for (const end of ["pointerup", "pointercancel"]) {
    const state = waits();
    touch("pointerdown", 1);
    await pass(60_000);
    touch("pointerdown", 2);
    touch(end, 1);
    await pass(60_000);
    touch("keydown");
    await pass(60_000);
    assert.equal(state.over, false, end);
    touch(end, 2);
    await pass(2999);
    assert.equal(state.over, false, end);
    await pass(1);
    assert.equal(state.over, true, end);
  }
});

test("a pointer whose end was lost counts no more when another first one comes", async () => {
  const state = waits();
  touch("pointerdown", 1, true);
  touch("pointerdown", 2, true);
  touch("pointerup", 2, true);
  await pass(3000);
  assert.equal(state.over, true);
});
