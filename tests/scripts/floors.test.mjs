/** Tests of lower floors are left out where nothing that they depend on has changed. */
import assert from "node:assert/strict";
import { existsSync, readFileSync } from "node:fs";
import path from "node:path";
import test from "node:test";
import { root } from "../../scripts/run.mjs";
import { FLOORS, programsWithout } from "../../scripts/testing/floors.mjs";

/** The crates that a crate is made of, by their folders, itself among them. @param {string} folder @returns {string[]} */
function crates(folder) {
  const manifest = readFileSync(path.join(root, folder, "Cargo.toml"), "utf8");
  return [folder, ...[...manifest.matchAll(/^[\w-]+ = \{ path = "([^"]+)"/gm)].flatMap(([, other]) => crates(path.join(folder, other)))];
}

test("a floor depends on its own crate and all those that this is made of", () => {
  for (const [floor, places] of Object.entries(FLOORS)) {
    assert.ok(places.every((place) => existsSync(path.join(root, place))), floor);
    const own = places.filter((place) => existsSync(path.join(root, place, "tests", floor)));
    assert.equal(own.length, 1, `one crate has the tests of ${floor}`);
    assert.deepEqual(crates(own[0]).filter((crate) => !places.includes(crate)), [], floor);
  }
});

test("what passed before is left out, and the uppermost floor never", () => {
  const all = programsWithout([]);
  assert.ok(["engine", "drawing", "formats", "lab", "editor", "journal", "attack", "refused", "house", "--lib"].every((name) => all.includes(name)), all.join(" "));
  assert.deepEqual(all.filter((name) => name !== "--test" && !programsWithout(Object.keys(FLOORS)).includes(name)).sort(), ["--lib", "drawing", "engine", "formats", "lab"]);
});
