/** Tests of lower floors are left out where nothing that they depend on has changed. */
import assert from "node:assert/strict";
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import test from "node:test";
import { root } from "../../scripts/run.mjs";
import { FLOORS, programsWithout, unlessPassed } from "../../scripts/testing/floors.mjs";
import { targetFolder } from "../../scripts/toolchain.mjs";

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

test("a step without a result is left out where what it reads is as it was when it passed, and run again after a change or a failure", async (context) => {
  const name = `of-a-test-${process.pid}`;
  const read = path.join(targetFolder, `${name}.txt`);
  const places = [path.relative(root, read)];
  context.after(() => {
    for (const file of [read, path.join(targetFolder, "stamps", `passed-${name}`)]) rmSync(file, { force: true });
  });
  const task = unlessPassed({ name, seconds: 1, run: async () => { if (readFileSync(read, "utf8") === "wrong") throw new Error("it fails"); } }, name, places);
  const tell = () => {};
  mkdirSync(targetFolder, { recursive: true });
  writeFileSync(read, "right");
  assert.equal(task.ready?.(), false, "it has not passed yet");
  await task.run(tell);
  assert.equal(task.ready?.(), true);
  writeFileSync(read, "wrong");
  assert.equal(task.ready?.(), false, "what it reads has changed");
  await assert.rejects(task.run(tell), /it fails/);
  writeFileSync(read, "right");
  assert.equal(task.ready?.(), false, "it has failed since");
});
