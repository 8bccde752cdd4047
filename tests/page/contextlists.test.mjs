/** What context menus list: commands of the table, each once, and what those are told that need to be. */
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import test from "node:test";

// Node.js 20 has none.
Object.defineProperty(globalThis, "navigator", { value: { platform: "", languages: ["en"] }, configurable: true });
const { LISTS } = await import("../../www/panels/contextlists.js");

/** The ids of all commands, from the reference that is made of the table. */
const known = new Set([...readFileSync(new URL("../../docs/commands.md", import.meta.url), "utf8").matchAll(/^\| `([\w.-]+)`/gm)].map(([, id]) => id));

/** A thing of each kind, as it is read off the page. @param {object} more @returns {any} */
const thing = (more) => ({ kind: "step", name: "", element: {}, ...more });

test("each row is a command of the table, none stands twice, and no menu has more than a screen's height of them", () => {
  assert.ok(known.size > 100);
  for (const [kind, groups] of Object.entries(LISTS)) {
    const rows = groups.flat();
    const ids = rows.map((row) => (typeof row === "string" ? row : row.id));
    assert.deepEqual(ids.filter((id) => !known.has(id)), [], kind);
    const labels = rows.map((row) => (typeof row === "string" ? row : row.label ?? row.id));
    assert.deepEqual(labels, [...new Set(labels)], kind);
    assert.ok(rows.length >= 3 && rows.length <= 18, `${kind}: ${rows.length}`);
  }
});

test("a step is gone to and pinned by its number, a tag is named by its place, and frames move as far as there is room", () => {
  const told = (/** @type {keyof typeof LISTS} */ kind) => /** @type {Exclude<(typeof LISTS)["step"][0][0], string>[]} */ (LISTS[kind].flat().filter((row) => typeof row !== "string"));
  /** @param {object} more */
  const shown = (more) => told("step").filter(({ when }) => !when || when(thing(more))).map(({ id, then }) => then ?? id);
  const then = ["history.as-it-was", "history.paint-from"];
  const once = ["history.take-back", "history.do-again", ...then];
  assert.deepEqual(shown({ here: true }), ["history.goto", ...once, "history.pin"]);
  assert.deepEqual(shown({ here: false }), ["history.goto", ...once, "history.compare", "history.pin"]);
  assert.deepEqual(shown({ aside: true }), ["history.goto", ...once, "history.merge", "history.compare", "history.pin"]);
  assert.deepEqual(shown({ pinned: true }), ["history.goto", ...once, "history.compare", "history.unpin"]);
  assert.deepEqual(shown({ source: true }).slice(3, 5), ["history.as-it-was", "history.paint-from-newest"]);
  assert.deepEqual(shown({ oldest: true }), ["history.goto", ...then, "history.compare", "history.pin"], "no step led to the oldest state");
  const [goto] = told("step");
  const engine = (/** @type {number[]} */ frames) => /** @type {any} */ ({ picture: { state: { frames }, drawing: { frames: [1, 2, 3] } } });
  assert.deepEqual([goto.args?.(engine([0]), thing({ commit: 7 })), goto.args?.(engine([0]), thing({ commit: 7, here: true }))], [{ commit: 7 }, undefined]);
  assert.deepEqual(told("tag").map(({ given, args }) => given?.(thing({ tag: 2 })) ?? args?.(engine([0]), thing({ tag: 2 }))), [{ tag: 2 }, { tag: 2 }]);
  assert.deepEqual([[0], [1, 2]].map((frames) => told("frame").map(({ args }) => args?.(engine(frames), thing({})))), [[undefined, { to: 1 }], [{ to: 0 }, undefined]]);
});
