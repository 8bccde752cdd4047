/** What was compiled of our own is kept for other clones of the same sources: what of it, and who begins with it. */
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { appendFileSync, cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, statSync, utimesSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import test from "node:test";
import { pathToFileURL } from "node:url";
import { root } from "../../scripts/run.mjs";

/** Sums that cargo adds to names: of a crate of others, of our library, of two programs of tests. */
const [PNG, LIBRARY, PROGRAM, KNOWING] = ["0123456789abcdef", "fedcba9876543210", "00000000000000aa", "00000000000000bb"];

/** A moment long ago, in seconds. */
const THEN = 1_000_000_000;

/** What a clone holds beside its scripts. */
const SOURCES = {
  "Cargo.toml": "[workspace]\n",
  "Cargo.lock": '[[package]]\nname = "png"\nversion = "1.0.0"\nsource = "registry+https://example.org"\n',
  "crates/history/Cargo.toml": "[package]\n",
  "crates/history/src/lib.rs": "//! The engine.\n",
  "tests/editor/main.rs": "//! Tests.\n",
  "tests/knowing.rs": "//! A test that knows where it lies.\n",
};

/** @param {string} folder @param {Record<string, string>} files */
function write(folder, files) {
  for (const [name, text] of Object.entries(files)) {
    const file = path.join(folder, name);
    mkdirSync(path.dirname(file), { recursive: true });
    writeFileSync(file, text);
    utimesSync(file, THEN, THEN);
  }
}

/** A note of cargo's that names a file by its whole path, behind its length: both must be those of the clone. @param {string} clone */
const noted = (clone) => `\0${String.fromCharCode(`${clone}/Cargo.toml`.length)}\0\0\0${clone}/Cargo.toml\0\0\x0a\0\0\0src/lib.rs\0`;

/** What cargo makes of these in a clone. @param {string} clone @returns {Record<string, string>} */
const compiled = (clone) => ({
  [`.fingerprint/png-${PNG}/lib-png`]: "",
  [`deps/libpng-${PNG}.rlib`]: "",
  [`.fingerprint/undoodle-history-${LIBRARY}/dep-lib-undoodle_history`]: noted(clone),
  [`.fingerprint/undoodle-history-${LIBRARY}/lib-undoodle_history`]: "",
  [`deps/libundoodle_history-${LIBRARY}.rlib`]: "",
  [`deps/undoodle_history-${LIBRARY}.d`]: `${clone}/target/debug/deps/undoodle_history.d: crates/history/src/lib.rs\n\ncrates/history/src/lib.rs:\n`,
  [`.fingerprint/undoodle-${PROGRAM}/test-integration-test-editor`]: "",
  [`deps/editor-${PROGRAM}`]: "",
  [`deps/editor-${PROGRAM}.d`]: `${clone}/target/debug/deps/editor: tests/editor/main.rs\n`,
  [`.fingerprint/undoodle-${KNOWING}/test-integration-test-knowing`]: "",
  [`deps/knowing-${KNOWING}`]: "",
  [`deps/knowing-${KNOWING}.d`]: `${clone}/target/debug/deps/knowing: tests/knowing.rs\n\n# env-dep:CARGO_MANIFEST_DIR=${clone}\n`,
  "deps/libundoodle.so": "",
  "deps/notes-of-a-test.txt": "",
  "deps/undoodle.d": `${clone}/target/debug/deps/libundoodle.so: crates/history/src/lib.rs\n`,
});

/** What of it is of use to another clone. */
const KEPT = [
  `.fingerprint/undoodle-${PROGRAM}/test-integration-test-editor`, `.fingerprint/undoodle-history-${LIBRARY}/lib-undoodle_history`,
  `deps/editor-${PROGRAM}`, `deps/editor-${PROGRAM}.d`, `deps/libundoodle.so`, `deps/libundoodle_history-${LIBRARY}.rlib`,
  `deps/undoodle.d`, `deps/undoodle_history-${LIBRARY}.d`,
];

/** Files of a folder, by their places in it, sorted. @param {string} folder @returns {string[]} */
const listed = (folder) => (existsSync(folder) ? /** @type {string[]} */ (readdirSync(folder, { recursive: true })).filter((name) => statSync(path.join(folder, name)).isFile()).sort() : []);

/** Some clones beside each other, and a cache that they share. */
class Clones {
  folder = mkdtempSync(path.join(tmpdir(), "undoodle-own-"));

  /** Makes a clone, and returns its folder. @param {string} name */
  add(name) {
    const clone = path.join(this.folder, name);
    cpSync(path.join(root, "scripts"), path.join(clone, "scripts"), { recursive: true });
    write(clone, SOURCES);
    return clone;
  }

  /** Has a clone begin with what there is, compile the rest, and keep it. @param {string} clone @param {string} [changed] A file that somebody changes meanwhile. */
  run(clone, changed) {
    const made = Object.entries(compiled(clone)).map(([name, text]) => [path.join(clone, "target", "debug", name), text]);
    const code = `
      const { fetchOwn, keepOwn } = await import(${JSON.stringify(pathToFileURL(path.join(clone, "scripts", "testing", "own.mjs")).href)});
      const { default: assert } = await import("node:assert/strict");
      const { appendFileSync, existsSync, mkdirSync, readFileSync, readdirSync, writeFileSync } = await import("node:fs");
      const { dirname } = await import("node:path");
      const perform = async (task) => { if (!task.ready()) await task.run(() => {}); };
      await perform(fetchOwn([]));
      const note = ${JSON.stringify(path.join(clone, "target", "debug", ".fingerprint", `undoodle-history-${LIBRARY}`, "dep-lib-undoodle_history"))};
      if (existsSync(note)) assert.equal(readFileSync(note, "utf8"), ${JSON.stringify(noted(clone))});
      console.log(JSON.stringify(existsSync("target") ? readdirSync("target/debug/deps").sort() : []));
      for (const [file, text] of ${JSON.stringify(made)}) {
        mkdirSync(dirname(file), { recursive: true });
        writeFileSync(file, text);
      }
      if (${JSON.stringify(changed ?? "")}) appendFileSync(${JSON.stringify(changed ?? "")}, "// more");
      await perform(keepOwn([]));`;
    const env = { ...process.env, CARGO_TARGET_DIR: path.join(clone, "target"), UNDOODLE_CACHE: path.join(this.folder, "cache") };
    const { stdout, stderr, status } = spawnSync(process.execPath, ["--input-type=module", "-e", code], { cwd: clone, encoding: "utf8", env });
    assert.equal(status, 0, stderr);
    return JSON.parse(stdout);
  }
}

/** @param {(clones: Clones) => void} body */
function withClones(body) {
  const clones = new Clones();
  try {
    body(clones);
  } finally {
    rmSync(clones.folder, { recursive: true });
  }
}

const names = (/** @type {string[]} */ kept) => kept.filter((name) => name.startsWith("deps/")).map((name) => name.slice(5)).sort();

test("a clone of the same sources begins with what another has compiled, but for what knows where that one lies", () => withClones((clones) => {
  assert.deepEqual(clones.run(clones.add("first")), [], "nothing is kept yet");
  const before = Date.now();
  const second = clones.add("second");
  assert.deepEqual(clones.run(second), names(KEPT));
  const notes = path.join(second, "target", "debug", KEPT[0]);
  assert.ok(existsSync(notes) && statSync(notes).mtimeMs >= before - 2000, "it is younger than the sources, by which cargo knows that it is made of them");
  assert.ok(listed(path.join(clones.folder, "cache", "built", "own")).every((name) => !name.includes(KNOWING) && !name.includes(PNG)));
}));

for (const file of /** @type {const} */ (["crates/history/src/lib.rs", "tests/editor/main.rs", "crates/history/Cargo.toml", "Cargo.lock"])) {
  test(`a clone whose ${file} is another one begins with nothing`, () => withClones((clones) => {
    clones.run(clones.add("first"));
    const second = clones.add("second");
    appendFileSync(path.join(second, file), "\n# another\n");
    assert.deepEqual(clones.run(second), []);
    assert.deepEqual(clones.run(clones.add("third")), names(KEPT), "what was kept before is still there");
  }));
}

test("what was compiled while a source changed is not kept", () => withClones((clones) => {
  assert.deepEqual(clones.run(clones.add("first"), "crates/history/src/lib.rs"), []);
  const second = clones.add("second");
  appendFileSync(path.join(second, "crates/history/src/lib.rs"), "// more");
  assert.deepEqual(clones.run(second), [], "it may be of the source as it was before");
}));

test("a clone that has compiled something keeps what it has, and nothing of it is kept for others", () => withClones((clones) => {
  const first = clones.add("first");
  write(path.join(first, "target", "debug"), { [`.fingerprint/undoodle-${LIBRARY}/lib-undoodle`]: "", "deps/old": "" });
  assert.deepEqual(clones.run(first), ["old"]);
  assert.deepEqual(listed(path.join(clones.folder, "cache")), [], "it may be of other sources");
}));
