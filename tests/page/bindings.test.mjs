/** Files of keys: what is read from one, and what is none. */
import assert from "node:assert/strict";
import test from "node:test";
import { read, written } from "../../www/bindings.js";

/** @param {unknown} keys */
const file = (keys, version = 1) => JSON.stringify({ undoodle: "keys", version, keys });

test("what was written is read again", () => {
  const keys = { "tool.pencil": ["P"], "edit.redo": ["Ctrl+Y", "Ctrl+Shift+Y"], "tool.fill": [] };
  assert.deepEqual(read(written(keys)), keys);
  assert.deepEqual(JSON.parse(written(keys)), { undoodle: "keys", version: 1, keys });
});

test("a file that is none is refused in one sentence", () => {
  const strange = "this is no file of keys: expected one that was exported here";
  for (const [text, why] of [
    ["not JSON", strange], ["null", strange], ["[]", strange], ["{}", strange], [file([]), strange], [file(null), strange], [file("P"), strange],
    [JSON.stringify({ undoodle: "drawing", version: 1, keys: {} }), strange],
    [file({}, 2), "keys of version 2: expected version 1"],
    [file({ "tool.pencil": "P" }), "keys of “tool.pencil”: expected a list of texts such as \"Ctrl+Y\""],
    [file({ "tool.pencil": [1] }), "keys of “tool.pencil”: expected a list of texts such as \"Ctrl+Y\""],
    [file({ "tool.pencil": ["P Q"] }), "keys of “tool.pencil”: expected a list of texts such as \"Ctrl+Y\""],
    [" ".repeat(65_537), "keys of 65537 characters: expected at most 65536"],
  ]) assert.throws(() => read(text), { message: why }, text.slice(0, 60));
});
