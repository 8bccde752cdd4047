/** Which command is meant by a few letters. */
import assert from "node:assert/strict";
import test from "node:test";
import { fit, ranked } from "../../www/ranking.js";

test("letters find what begins with them, then words, then the menu, then any", () => {
  const command = (/** @type {string} */ label, menu = "Edit") => ({ id: label, label, menu });
  for (const [label, typed, how] of /** @type {[string, string, number][]} */ ([
    ["Flip horizontally", "flip", 4], ["Flip horizontally", "FLIP H", 4], ["Flip horizontally", "fh", 3], ["Flip horizontally", "fl hor", 3],
    ["Flip horizontally", "edit flip", 2], ["Flip horizontally", "lph", 1], ["Flip horizontally", "hf", 0], ["Flip horizontally", "flipx", 0],
    ["Rotate 90° left", "90", 3], ["Zoom 1×", "1×", 3], ["Größe", "gro", 4], ["Undo", "", 4],
  ])) assert.equal(fit(command(label), typed), how, `${label}: ${typed}`);
  const all = ["Deselect", "Layer below", "Select all", "Invert selection"].map((label) => command(label));
  const labels = (/** @type {string} */ typed, /** @type {string[]} */ used = []) => ranked(all, typed, used).map(({ label }) => label);
  assert.deepEqual(labels("sel"), ["Select all", "Invert selection", "Deselect"]);
  assert.deepEqual(labels("", ["Invert selection", "Layer below"]), ["Invert selection", "Layer below", "Deselect", "Select all"]);
  assert.deepEqual(labels("l", ["Select all"])[0], "Layer below", "what was used comes first only among those that fit as well");
  // Nobody waits for many letters.
  assert.deepEqual(labels("e".repeat(10_000)), []);
});
