/** What fingers mean, told without a browser: strokes, pinches, taps, and that each of them ends once. */
import assert from "node:assert/strict";
import test from "node:test";
import { Touches } from "../../www/io/touches.js";

/** @typedef {import("../../www/io/touches.js").Finger} Finger */

/** @param {number} pointerId @param {number} clientX @param {number} clientY @param {number} timeStamp @returns {Finger} */
const at = (pointerId, clientX, clientY, timeStamp) => ({ pointerId, clientX, clientY, timeStamp });

/** Fingers, and what has been told of them. */
function fingers() {
  /** @type {string[]} */
  const told = [];
  /** @param {string} word */
  const tell = (word) => (/** @type {Finger} */ { pointerId, clientX }) => void told.push(`${word} ${pointerId} ${clientX}`);
  const touches = new Touches({
    press: tell("press"),
    drag: tell("drag"),
    lift: tell("lift"),
    cancel: () => void told.push("cancel"),
    pinch: (one, other, anew) => void told.push(`${anew ? "grip" : "pinch"} ${one.clientX} ${other.clientX}`),
    open: (tapped) => void told.push(`open ${tapped}`),
  });
  return { touches, told };
}

test("a finger that moves, rests or goes draws from where it came down", () => {
  const { touches, told } = fingers();
  touches.down(at(1, 10, 10, 0));
  touches.move(at(1, 12, 10, 10));
  assert.deepEqual(told, [], "it may be the first of two");
  touches.move(at(1, 20, 10, 20));
  touches.up(at(1, 20, 10, 30));
  assert.deepEqual(told.splice(0), ["press 1 10", "drag 1 12", "drag 1 20", "lift 1 20"]);
  const press = at(2, 30, 10, 100);
  touches.down(press);
  touches.rest(press);
  touches.rest(press);
  touches.up(at(2, 30, 10, 900));
  assert.deepEqual(told.splice(0), ["press 2 30", "lift 2 30"]);
  touches.down(at(3, 40, 10, 1000));
  touches.rest(press);
  assert.deepEqual(told, [], "the time of another press");
  touches.up(at(3, 40, 10, 1010));
  assert.deepEqual(told, ["press 3 40", "lift 3 40"], "a dot");
});

test("a second finger makes a pinch, and a stroke before it is cancelled or was never there", () => {
  const { touches, told } = fingers();
  touches.down(at(1, 10, 10, 0));
  touches.down(at(2, 110, 10, 40));
  touches.move(at(2, 150, 10, 60));
  touches.up(at(1, 10, 10, 80));
  touches.move(at(2, 170, 10, 90));
  touches.down(at(3, 30, 10, 95));
  touches.up(at(3, 30, 10, 100));
  touches.up(at(2, 170, 10, 100));
  assert.deepEqual(told.splice(0), ["grip 10 110", "pinch 10 150", "grip 170 30", "open 0"]);
  touches.down(at(1, 10, 10, 1000));
  touches.move(at(1, 30, 10, 1050));
  touches.down(at(2, 110, 10, 1200));
  touches.up(at(2, 110, 10, 1600));
  touches.up(at(1, 30, 10, 1600));
  assert.deepEqual(told, ["press 1 10", "drag 1 30", "cancel", "grip 30 110", "open 0"]);
});

test("a stroke that is long or far is not given up for another finger", () => {
  for (const [x, time] of [[30, 400], [60, 100]]) {
    const { touches, told } = fingers();
    touches.down(at(1, 10, 10, 0));
    touches.move(at(1, x, 10, 50));
    touches.down(at(2, 200, 10, time));
    touches.move(at(2, 250, 10, time + 1));
    touches.up(at(2, 250, 10, time + 2));
    touches.move(at(1, 90, 10, time + 3));
    touches.up(at(1, 90, 10, time + 4));
    assert.deepEqual(told, ["press 1 10", `drag 1 ${x}`, "drag 1 90", "lift 1 90"]);
    assert.ok(touches.idle);
  }
});

test("fingers that come and go without moving are a tap", () => {
  const tap = (/** @type {number} */ count, /** @type {number} */ moved, /** @type {number} */ until) => {
    const { touches, told } = fingers();
    for (let id = 1; id <= count; id += 1) touches.down(at(id, id * 50, 10, id * 20));
    touches.move(at(2, 100 + moved, 10, 100));
    for (let id = 1; id <= count; id += 1) touches.up(at(id, id * 50, 10, until));
    return told.at(-1);
  };
  assert.equal(tap(2, 0, 200), "open 2");
  assert.equal(tap(3, 9, 300), "open 3");
  assert.equal(tap(2, 11, 200), "open 0", "they have moved");
  assert.equal(tap(3, 0, 400), "open 0", "they have stayed");
});

test("a pen that comes near takes palms away, and keeps a long stroke", () => {
  const { touches, told } = fingers();
  touches.down(at(1, 10, 10, 0));
  touches.stop();
  assert.deepEqual(told, []);
  touches.down(at(2, 10, 10, 100));
  touches.move(at(2, 20, 10, 150));
  touches.stop();
  touches.up(at(2, 20, 10, 160));
  assert.deepEqual(told.splice(0), ["press 2 10", "drag 2 20", "cancel"]);
  touches.down(at(3, 10, 10, 200));
  touches.move(at(3, 99, 10, 250));
  touches.stop();
  assert.deepEqual(told.splice(0), ["press 3 10", "drag 3 99", "lift 3 99"]);
  touches.down(at(4, 10, 10, 300));
  touches.down(at(5, 60, 10, 310));
  touches.stop();
  assert.deepEqual(told, ["grip 10 60", "open 0"]);
});

test("in any order of fingers a stroke hears of its own alone, and what has begun ends once", () => {
  let seed = 1;
  const random = (/** @type {number} */ below) => {
    seed = (Math.imul(seed, 1103515245) + 12345) >>> 0;
    return (seed >>> 8) % below;
  };
  const counts = { press: 0, lift: 0, cancel: 0, grip: 0, open: 0 };
  for (let round = 0; round < 400; round += 1) {
    const { touches, told } = fingers();
    /** @type {Map<number, Finger>} */
    const down = new Map();
    let time = 0;
    for (let i = 0; i < 40; i += 1) {
      time += random(60);
      const id = 1 + random(4);
      const known = down.get(id);
      const finger = at(id, (known?.clientX ?? 100 * id) + random(15) - 7, 10, time);
      const what = random(8);
      if (!known) {
        touches.down(finger);
        down.set(id, finger);
        if (what === 0) touches.rest(finger);
      } else if (what < 4) touches.move(finger);
      else {
        if (what === 4) touches.lose(finger);
        else touches.up(finger);
        down.delete(id);
      }
      if (what === 7 && random(20) === 0) touches.stop();
    }
    for (const finger of down.values()) touches.up({ ...finger, timeStamp: time + 1 });
    assert.ok(touches.idle);
    let stroke = "";
    let pinching = false;
    for (const line of told) {
      const [word, id] = line.split(" ");
      if (word in counts) counts[/** @type {keyof typeof counts} */ (word)] += 1;
      if (word === "press") {
        assert.ok(!stroke && !pinching, told.join(", "));
        stroke = id;
      } else if (word === "drag" || word === "lift") {
        assert.equal(id, stroke, told.join(", "));
        if (word === "lift") stroke = "";
      } else if (word === "cancel") {
        assert.ok(stroke);
        stroke = "";
      } else {
        assert.ok(!stroke && (pinching || word === "grip"), told.join(", "));
        pinching = word !== "open";
      }
    }
    assert.ok(!stroke && !pinching, told.join(", "));
  }
  assert.ok(Object.values(counts).every((count) => count > 50), JSON.stringify(counts));
});
