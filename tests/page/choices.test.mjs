/** When what a person chooses is written. The editor, the keeper and idle moments are stood in for. */
import assert from "node:assert/strict";
import test from "node:test";
import { connectChoices } from "../../www/kept/choices.js";

/** How often choices have been looked at so far, and what has the editor say that something has happened. */
function choosing() {
  const told = { looked: 0, happens: () => {} };
  const engine = { on: (/** @type {string} */ _event, /** @type {() => void} */ listener) => { told.happens = listener; } };
  connectChoices(/** @type {any} */ (engine), /** @type {any} */ ({ keepChoices: () => { told.looked += 1; } }));
  return told;
}

/** A browser whose idle moments come at once, or never. @param {boolean} idle */
function browser(idle) {
  const requestIdleCallback = (/** @type {(deadline: unknown) => void} */ action, /** @type {{timeout?: number}} */ { timeout = Infinity } = {}) => {
    if (idle) action({ timeRemaining: () => 50 });
    else if (timeout < Infinity) setTimeout(() => action({ timeRemaining: () => 0 }), timeout);
  };
  Object.assign(globalThis, { requestIdleCallback, window: { requestIdleCallback } });
}

test("choices are looked at once nothing has happened for a moment, and not while things go on", (context) => {
  context.mock.timers.enable({ apis: ["setTimeout", "Date"] });
  browser(true);
  const told = choosing();
  for (let i = 0; i < 20; i += 1) {
    told.happens();
    context.mock.timers.tick(100);
  }
  assert.equal(told.looked, 0);
  context.mock.timers.tick(399);
  assert.equal(told.looked, 0);
  context.mock.timers.tick(1);
  assert.equal(told.looked, 1);
  context.mock.timers.tick(9000);
  assert.equal(told.looked, 1, "until something happens again");
  told.happens();
  context.mock.timers.tick(500);
  assert.equal(told.looked, 2);
});

test("choices are looked at, too, where the browser has no idle moment for long", (context) => {
  context.mock.timers.enable({ apis: ["setTimeout", "Date"] });
  browser(false);
  const told = choosing();
  told.happens();
  context.mock.timers.tick(500);
  context.mock.timers.tick(1999);
  assert.equal(told.looked, 0);
  context.mock.timers.tick(1);
  assert.equal(told.looked, 1);
});
