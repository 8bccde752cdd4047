/** A worker that is started while a file is chosen reads it, and is nobody else's. */
import assert from "node:assert/strict";
import { mock, test } from "node:test";
import { brought, expectFile } from "../../www/io/opening.js";

/** Workers that were started, in their order. @type {StandIn[]} */
const started = [];

class StandIn {
  /** @type {((event: {data: unknown}) => void) | undefined} */
  onmessage;
  /** @type {(() => void) | undefined} */
  onerror;
  ended = false;

  constructor() {
    started.push(this);
  }

  /** @param {{number: number}} message */
  postMessage({ number }) {
    const result = { format: "gif", project: new Uint8Array(1), width: 1, height: 1, notes: "" };
    queueMicrotask(() => this.onmessage?.({ data: { number, result } }));
  }

  terminate() {
    this.ended = true;
  }
}

Object.assign(globalThis, { Worker: StandIn });

const gif = () => new TextEncoder().encode("GIF89a");

test("the worker that waits reads the next file, and another one the file after that", async () => {
  started.length = 0;
  expectFile();
  expectFile();
  assert.equal(started.length, 1);
  await brought(gif());
  assert.deepEqual(started.map(({ ended }) => ended), [true]);
  await brought(gif());
  assert.deepEqual(started.map(({ ended }) => ended), [true, true]);
});

test("a worker that could not be started is not waited for", async () => {
  started.length = 0;
  expectFile();
  started[0].onerror?.();
  await brought(gif());
  assert.equal(started.length, 2);
});

test("a worker that nobody needs is ended after a minute", () => {
  mock.timers.enable({ apis: ["setTimeout"] });
  started.length = 0;
  expectFile();
  mock.timers.tick(59_000);
  assert.equal(started[0].ended, false);
  expectFile();
  mock.timers.tick(59_000);
  assert.deepEqual(started.map(({ ended }) => ended), [false]);
  mock.timers.tick(1000);
  assert.deepEqual(started.map(({ ended }) => ended), [true]);
  mock.timers.reset();
});
