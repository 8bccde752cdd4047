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
  const strange = "this is not a shortcuts file: choose one that was exported here";
  for (const [text, why] of [
    ["not JSON", strange], ["null", strange], ["[]", strange], ["{}", strange], [file([]), strange], [file(null), strange], [file("P"), strange],
    [JSON.stringify({ undoodle: "drawing", version: 1, keys: {} }), strange],
    [file({}, 2), "a shortcuts file must have version 1, not 2"],
    [file({ "tool.pencil": "P" }), "the keys of “tool.pencil” must be a list of texts such as \"Ctrl+Y\""],
    [file({ "tool.pencil": [1] }), "the keys of “tool.pencil” must be a list of texts such as \"Ctrl+Y\""],
    [file({ "tool.pencil": ["P Q"] }), "the keys of “tool.pencil” must be a list of texts such as \"Ctrl+Y\""],
    [" ".repeat(65_537), "a shortcuts file must have at most 65536 characters, not 65537"],
  ]) assert.throws(() => read(text), { message: why }, text.slice(0, 60));
});
