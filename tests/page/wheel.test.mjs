/** What wheels and trackpads send, and what it means. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { notches, scrolled, Wheels } from "../../www/io/wheel.js";

/** An event of which only some is said. @param {Partial<import("../../www/io/wheel.js").Turn>} event */
const turn = (event) => ({ deltaX: 0, deltaY: 0, deltaMode: 0, ctrlKey: false, metaKey: false, shiftKey: false, timeStamp: 0, ...event });

/** The meanings of events that come a frame after each other. @param {Wheels} wheels @param {Partial<import("../../www/io/wheel.js").Turn>[]} events @param {number} [from] @param {string} [setting] @param {number} [ratio] */
const meanings = (wheels, events, from = 0, setting = "", ratio = 1) => events.map((event, i) => wheels.meaning(turn({ timeStamp: from + 16 * i, ...event }), setting, ratio));

test("a wheel zooms, fingers pan, and a flick stays one", () => {
  const wheels = new Wheels(false);
  assert.deepEqual(meanings(wheels, [{ deltaY: 100 }, { deltaY: -120 }, { deltaY: 3, deltaMode: 1 }]), ["zoom", "zoom", "zoom"]);
  const swipe = [4, 10, 25, 130, 260, 90, 30].map((deltaY) => ({ deltaY }));
  assert.deepEqual(new Set(meanings(wheels, swipe, 1000)), new Set(["pan"]), "however far it goes on");
  assert.deepEqual(meanings(wheels, [{ deltaX: 12, deltaY: 1 }, { deltaX: 60 }, { deltaY: 0.5 }], 2000), ["pan", "pan", "pan"]);
  assert.deepEqual(meanings(wheels, [{ deltaY: 53 }], 3000), ["pan"], "what could be either is what was last seen");
  assert.deepEqual(meanings(wheels, [{ deltaY: 120 }], 4000), ["zoom"]);
  assert.deepEqual(meanings(wheels, [{ deltaY: 53 }], 5000), ["zoom"]);
  assert.deepEqual(meanings(new Wheels(true), [{ deltaY: 53 }]), ["pan"], "as another day");
});

test("a wheel is one on screens and pages of any zoom", () => {
  for (const ratio of [0.9, 1.1, 1.25, 1.5, 1.75, 2, 2.625]) {
    for (const notch of [100, 120, 300]) {
      const wheels = new Wheels(true);
      const turns = [1, -1, 2].map((times) => ({ deltaY: Math.fround(times * notch / ratio) }));
      assert.deepEqual(meanings(wheels, turns, 1000, "", ratio), ["zoom", "zoom", "zoom"], `${notch} at ${ratio}`);
      assert.deepEqual(meanings(wheels, [{ deltaY: 4.5 }, { deltaX: 2, deltaY: 31 }], 9000, "", ratio), ["pan", "pan"]);
    }
  }
});

test("Ctrl zooms and Shift pans sideways, whatever turns and is set", () => {
  for (const setting of ["", "zoom", "pan"]) {
    assert.deepEqual(meanings(new Wheels(false), [{ deltaY: 100, ctrlKey: true }, { deltaY: 2.5, ctrlKey: true }, { deltaY: 100, metaKey: true }], 0, setting), ["zoom", "zoom", "zoom"]);
    assert.deepEqual(meanings(new Wheels(false), [{ deltaY: 100, shiftKey: true }], 0, setting), ["pan"]);
  }
  assert.deepEqual(meanings(new Wheels(false), [{ deltaY: 100 }, { deltaX: 9, deltaY: 2 }], 0, "pan"), ["pan", "pan"]);
  assert.deepEqual(meanings(new Wheels(false), [{ deltaY: 100 }, { deltaX: 9, deltaY: 2 }], 0, "zoom"), ["zoom", "zoom"]);
});

test("how far", () => {
  assert.deepEqual([{ deltaY: -100 }, { deltaY: 3, deltaMode: 1 }, { deltaY: 900 }, { deltaY: -5, ctrlKey: true }].map((event) => notches(turn(event))), [1, -1, -2, 0.2]);
  assert.deepEqual(scrolled(turn({ deltaX: 3, deltaY: -4.5 })), [-3, 4.5]);
  assert.deepEqual(scrolled(turn({ deltaY: 100, shiftKey: true })), [-100, 0]);
  assert.deepEqual(scrolled(turn({ deltaX: 100, shiftKey: true })), [-100, 0], "some systems turn it sideways themselves");
  assert.deepEqual(scrolled(turn({ deltaY: 3, deltaMode: 1 })), [0, -64]);
});
