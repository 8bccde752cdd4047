/** A name leads to the tests that bear it, and a failure to the line that runs it again. */
import assert from "node:assert/strict";
import { createServer } from "node:net";
import test from "node:test";
import { freePort, HOST } from "../../scripts/ports.mjs";
import { againIn } from "../../scripts/testing/journeys.mjs";
import { modules, placesOf, readsModule, scripts, withNeeds } from "../../scripts/testing/named.mjs";
import { again, failedIn } from "../../scripts/testing/step.mjs";

/** A small house, with a program of two modules, and files of both kinds. @type {Parameters<typeof placesOf>[1]} */
const HOUSE = {
  modules: [
    { program: "editor", module: "law", tests: ["law::undo_gives_the_bytes_before"] },
    { program: "drawing", module: "raster::line", tests: ["raster::line::ends_are_part_of_a_line"] },
  ],
  scripts: [
    { file: "tests/browser/layers.test.mjs", kind: "journey", titles: ["a layer is renamed", "${name} in a stroke takes it back"] },
    { file: "tests/page/ledger.test.mjs", kind: "node", titles: ["the oldest entries lie beyond a limit"] },
  ],
  crates: ["undoodle"],
};

test("a name is a program, a module, a crate, a file, a test, or a part of a title", () => {
  const found = (/** @type {string} */ word) => placesOf(word, HOUSE);
  assert.deepEqual(found("editor"), [{ kind: "native", name: "editor" }]);
  assert.deepEqual(found("line"), [{ kind: "native", name: "drawing", filter: "raster::line::" }]);
  assert.deepEqual(found("undoodle"), [{ kind: "crate", name: "undoodle" }]);
  assert.deepEqual(found("layers"), [{ kind: "journey", name: "tests/browser/layers.test.mjs" }]);
  assert.deepEqual(found("ledger"), [{ kind: "node", name: "tests/page/ledger.test.mjs" }]);
  assert.deepEqual(found("law::undo_gives_the_bytes_before"), [{ kind: "native", name: "editor", filter: "law::undo_gives_the_bytes_before" }]);
  assert.deepEqual(found("ends are part"), [{ kind: "native", name: "drawing", filter: "raster::line::ends_are_part_of_a_line" }]);
  assert.deepEqual(found("is renamed"), [{ kind: "journey", name: "tests/browser/layers.test.mjs", filter: "is renamed" }]);
  assert.deepEqual(found("Escape in a stroke takes it back"), [{ kind: "journey", name: "tests/browser/layers.test.mjs", filter: "Escape in a stroke takes it back" }]);
  assert.deepEqual(found("nothing of the kind"), []);
});

test("the module is built for those tests in Node that call it or look for it", () => {
  const own = scripts().filter(({ kind }) => kind === "node").map(({ file }) => file);
  assert.deepEqual(own.filter(readsModule), ["tests/page/border.test.mjs", "tests/scripts/dev.test.mjs", "tests/scripts/stamps.test.mjs"]);
});

test("the repository's own tests are found", () => {
  const all = { modules: modules(), scripts: scripts(), crates: [] };
  const kinds = (/** @type {string} */ word) => placesOf(word, all).map(({ kind, name }) => `${kind} ${name}`);
  assert.ok(kinds("history").includes("native engine") && kinds("history").includes("journey tests/browser/history.test.mjs"));
  assert.ok(all.modules.some(({ module, tests }) => module === "law" && tests.length >= 3));
  // The engine has tests within it, beside a program of tests.
  assert.deepEqual(kinds("slabs"), ["unit undoodle-history"]);
  const { filter } = placesOf("slabs", all)[0];
  assert.equal(filter, "tests::slabs::");
});

test("what a test needs of another is run before it", () => {
  const german = placesOf("german", { modules: modules(), scripts: scripts(), crates: [] }).filter(({ name }) => name === "tests/page/german.test.mjs");
  assert.deepEqual(withNeeds(german).slice(german.length), [{ kind: "native", name: "house", filter: "texts::" }]);
});

test("what has failed is named, whoever ran it, and quoted for a shell", () => {
  const cargo = "test law::undo ... ok\ntest law::redo ... FAILED\n\nfailures:\n    law::redo\n";
  assert.deepEqual(failedIn(cargo), ["law::redo"]);
  const journeys = "✔ a row (0.3 s)\n✖ each step is a row, and a click goes there (/clone/tests/browser/steps.test.mjs:40)\n  Error\n";
  assert.deepEqual(failedIn(`${journeys}\nfailed, once more:\n${journeys}`), ["each step is a row, and a click goes there"]);
  assert.deepEqual(failedIn("test crates/drawing/src/color.rs - color::Color (line 12) ... FAILED\n"), [], "an example has no name to run it by");
  assert.equal(againIn("firefox", `${journeys}\nfailed, once more:\n${journeys}`), "npm run journeys -- firefox steps");
  assert.equal(again(["law::redo", 'the "grid" costs $5']), 'npm test -- law::redo "the \\"grid\\" costs \\$5"');
});

test("a port that is taken is refused if it was asked for, and left out if not", async () => {
  const server = createServer();
  await new Promise((resolve) => server.listen(0, HOST, () => resolve(undefined)));
  const { port } = /** @type {import("node:net").AddressInfo} */ (server.address());
  try {
    await assert.rejects(freePort(["--port", String(port)]), { message: `port ${port} is taken; name another one, or leave --port out to get a free one` });
    assert.notEqual(await freePort([]), port);
  } finally {
    server.close();
  }
  for (const wrong of ["0", "65536", "http"]) await assert.rejects(freePort(["--port", wrong]), { message: `port ${wrong}: expected a whole number from 1 to 65535` });
  await assert.rejects(freePort(["--host"]), /what can be said is --port N/);
});
