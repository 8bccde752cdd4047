/** Tests of lower floors are left out where nothing that they depend on has changed. */
import assert from "node:assert/strict";
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import test from "node:test";
import { root } from "../../scripts/run.mjs";
import { filesIn } from "../../scripts/stamps.mjs";
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

/** The places outside of its crate that a floor's tests name, as a path from the repository. @param {string} folder The crate's. @returns {string[]} */
function placesNamed(folder) {
  return filesIn(path.join(root, folder)).filter((file) => file.endsWith(".rs")).flatMap((file) => {
    const text = readFileSync(file, "utf8");
    // What the compiler includes is found from the file, and what a test opens from its crate.
    const included = [...text.matchAll(/(?:include_(?:bytes|str)!\(|#\[path = )"([^"]+)"/g)].map(([, to]) => path.resolve(path.dirname(file), to));
    const opened = [...text.matchAll(/(?:Path::new|PathBuf::from)\("(\.\.\/\.\.\/[^"]+)"\)/g)].map(([, to]) => path.resolve(root, folder, to));
    return [...included, ...opened].map((place) => path.relative(root, place)).filter((place) => !place.startsWith(`${folder}/`));
  });
}

test("a floor depends on every file outside of its crate that its tests name", () => {
  for (const [floor, places] of Object.entries(FLOORS)) {
    const [own] = places.filter((place) => existsSync(path.join(root, place, "tests", floor)));
    assert.deepEqual(placesNamed(own).filter((named) => !places.some((place) => named === place || named.startsWith(`${place}/`))), [], floor);
  }
});

test("what passed before is left out, and the uppermost floor never", () => {
  const all = programsWithout([]);
  assert.ok(["engine", "drawing", "formats", "lab", "editor", "journal", "attack", "refused", "house", "--lib"].every((name) => all.includes(name)), all.join(" "));
  assert.deepEqual(all.filter((name) => name !== "--test" && !programsWithout(Object.keys(FLOORS)).includes(name)).sort(), ["--lib", "drawing", "engine", "formats", "lab"]);
});

test("a step that has warned is run again, so that it warns again", async (context) => {
  const name = `of-a-warning-${process.pid}`;
  context.after(() => rmSync(path.join(targetFolder, "stamps", `passed-${name}`), { force: true }));
  let said = "warning: no German for “Lake” (www/lake.js)";
  const task = unlessPassed({ name, seconds: 1, run: async () => said }, name, ["package.json"]);
  await task.run(() => {});
  assert.equal(task.ready?.(), false);
  said = "all is said in German";
  await task.run(() => {});
  assert.equal(task.ready?.(), true);
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
