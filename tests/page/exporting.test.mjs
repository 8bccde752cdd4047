/** What the form that exports begins with: what was chosen last, as far as that makes sense, whatever lies in storage. */
import assert from "node:assert/strict";
import test from "node:test";

/** What another version, or another program, has stored. */
const GARBAGE = {
  format: "gif",
  options: { gif: { scale: "x", background: 5, frames: {}, loops: null, toString: 1 }, png: null, apng: "abc", webp: { scale: 3, frames: "tag:run", background: "#ff0000ff", indexed: 0 } },
};

const stored = new Map([["undoodle: export", JSON.stringify(GARBAGE)]]);
Object.assign(globalThis, { localStorage: { getItem: (/** @type {string} */ name) => stored.get(name) ?? null, setItem: (/** @type {string} */ name, /** @type {string} */ text) => stored.set(name, text) } });
const { chosen, exports, heeded, remember } = await import("../../www/io/exporting.js");

test("of what was stored the form takes what is of its kind", () => {
  const { format, options } = chosen();
  assert.equal(format, "gif");
  assert.deepEqual(Object.keys(options), exports.map(({ id }) => id));
  assert.deepEqual([options.gif, options.png, options.apng], [{}, {}, {}]);
  assert.deepEqual(options.webp, { scale: 3, frames: "tag:run", background: "#ff0000ff" });
});

test("what was remembered is chosen again, and a format heeds its own options alone", () => {
  remember({ format: "sheet", options: { sheet: { padding: 2, layout: "packed", loops: 3 } } });
  const choice = chosen();
  assert.equal(choice.format, "sheet");
  assert.deepEqual(heeded(choice), { padding: 2, layout: "packed" });
  assert.deepEqual(heeded({ ...choice, format: "png" }), {});
  remember({ format: "laser disc", options: {} });
  assert.equal(chosen().format, exports[0].id, "an unknown format is the first one");
});
