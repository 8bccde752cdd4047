/** Tags of the timeline: each name has room, and tags of a frame each stay in one lane as long as their names do. */
import assert from "node:assert/strict";
import test from "node:test";
import { lanes, reach } from "../../www/panels/lanes.js";

/** Width of a frame. */
const COLUMN = 60;

/** @param {string} name @param {number} from @param {number} [to] @param {number} [repeat] */
const tag = (name, from, to = from, repeat = 0) => ({ name, from, to, direction: "forward", color: "#000000ff", repeat, text: "" });

test("names that have room in their tags lie in one lane, and a longer one sends its neighbour to the next", () => {
  const sizes = ["16", "24", "32", "48", "64", "256"].map((name, frame) => tag(name, frame));
  assert.deepEqual(lanes(sizes, COLUMN), [0, 0, 0, 0, 0, 0]);
  const names = ["attack left", "attack right", "attack up", "x", "attack down"].map((name, frame) => tag(name, frame));
  assert.deepEqual(lanes(names, COLUMN), [0, 1, 0, 1, 0]);
  assert.deepEqual(lanes([tag("walk", 0, 3), tag("idle", 2, 3), tag("run", 4, 5)], COLUMN), [0, 1, 0], "tags that overlap, as ever");
});

test("a name reaches over as many frames as its letters need, and three at most", () => {
  assert.deepEqual(["16", "256 × 256", "attack left", "a name of thirty-two letters or so"].map((name) => reach(tag(name, 4), COLUMN)), [4, 5, 5, 6]);
  assert.equal(reach(tag("攻撃を受ける", 4), COLUMN), 5, "signs are wider than letters");
  assert.equal(reach(tag("a long name", 0, 5), COLUMN), 5, "a tag that has room reaches no farther than it does");
  assert.deepEqual([0, 3, 65535].map((repeat) => reach(tag("attack", 4, 4, repeat), COLUMN)), [4, 5, 5], "how often it is played stands behind its name");
});
