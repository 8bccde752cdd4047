/** What others wrote is compiled once for all clones: what is kept of it, and who begins with it. */
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, utimesSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import test from "node:test";
import { pathToFileURL } from "node:url";
import { root } from "../../scripts/run.mjs";

/** Sums that cargo adds to names of crates. */
const [PNG, OURS] = ["0123456789abcdef", "fedcba9876543210"];

/** A moment long ago, in seconds. */
const THEN = 1_000_000_000;

/** Runs a task of a clone, if there is something to do. @param {"fetchOthers" | "keepOthers"} task @param {string} target The clone's cargo folder. @param {string} cache */
function run(task, target, cache) {
  const module = pathToFileURL(path.join(root, "scripts", "testing", "others.mjs")).href;
  const code = `const task = (await import(${JSON.stringify(module)})).${task}([]); if (!task.ready()) await task.run(() => {}); console.log("done");`;
  const { stdout, stderr } = spawnSync(process.execPath, ["--input-type=module", "-e", code], { encoding: "utf8", env: { ...process.env, CARGO_TARGET_DIR: target, UNDOODLE_CACHE: cache } });
  assert.equal(stdout, "done\n", stderr);
}

/** Files of a folder, by their places in it, sorted. @param {string} folder @returns {string[]} */
const listed = (folder) => /** @type {string[]} */ (readdirSync(folder, { recursive: true })).filter((name) => statSync(path.join(folder, name)).isFile()).sort();

test("a clone that has compiled nothing begins with the crates of others, with their times, and with none of ours; one that has keeps what it has", () => {
  const folder = mkdtempSync(path.join(tmpdir(), "undoodle-others-"));
  try {
    const [first, second, third, cache] = ["first", "second", "third", "cache"].map((name) => path.join(folder, name));
    const files = {
      [`.fingerprint/png-${PNG}/lib-png`]: true,
      [`build/png-${PNG}/out/table.rs`]: true,
      [`deps/libpng-${PNG}.rlib`]: true,
      [`deps/png-${PNG}.d`]: true,
      [`.fingerprint/undoodle-history-${OURS}/lib-undoodle_history`]: false,
      [`deps/libundoodle_history-${OURS}.rlib`]: false,
      "deps/libundoodle.so": false,
    };
    for (const name of Object.keys(files)) {
      const file = path.join(first, "debug", name);
      mkdirSync(path.dirname(file), { recursive: true });
      writeFileSync(file, name);
      utimesSync(file, THEN, THEN);
    }
    run("fetchOthers", second, cache);
    assert.equal(existsSync(second), false, "nothing is kept yet");
    run("keepOthers", first, cache);
    run("fetchOthers", second, cache);
    const expected = Object.entries(files).filter(([, others]) => others).map(([name]) => name).sort();
    assert.deepEqual(listed(path.join(second, "debug")), expected);
    for (const name of expected) {
      assert.equal(readFileSync(path.join(second, "debug", name), "utf8"), name);
      assert.equal(statSync(path.join(second, "debug", name)).mtimeMs, THEN * 1000, name);
    }

    const own = path.join(third, "debug", ".fingerprint", `png-${OURS}`);
    mkdirSync(own, { recursive: true });
    run("fetchOthers", third, cache);
    assert.deepEqual(readdirSync(path.dirname(own)), [`png-${OURS}`]);

    rmSync(cache, { recursive: true });
    writeFileSync(cache, "a file, where no folder can be");
    run("keepOthers", first, cache);
  } finally {
    rmSync(folder, { recursive: true });
  }
});
