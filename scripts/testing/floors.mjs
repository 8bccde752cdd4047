/**
 * The native tests of the lower floors, which need not be run again where nothing that they depend on has changed.
 *
 * Problem: who changes a tool waits for the tests of formats, which can't know of it. Idea: a floor whose tests have passed gets a stamp of all
 * that these depend on; the tests are the same each time, attempts at random included, so they would pass again. Invariant: the tests of the
 * uppermost floor, which depends on everything, always run; so does what failed or was interrupted.
 */
import { existsSync } from "node:fs";
import path from "node:path";
import { ask, root } from "../run.mjs";
import { filesIn, Stamp } from "../stamps.mjs";
import { say } from "../tasks.mjs";
import { nativeEnvironment, targetFolder } from "../toolchain.mjs";
import { nativePrograms } from "./named.mjs";

/** @typedef {import("../tasks.mjs").Task} Task */

/** What the tests of each floor depend on. @type {Record<string, string[]>} */
export const FLOORS = {
  engine: ["crates/history"],
  drawing: ["crates/history", "crates/drawing", "tests/files"],
  formats: ["crates/history", "crates/drawing", "crates/formats", "docs", "tests/files", "tests/icons", "tests/judges", "tests/pictures", "tests/pixelorama", "tests/png", "tests/shared", "www/io"],
  lab: ["crates/history", "crates/drawing", "crates/lab", "www/lab/recordings"],
};

/** What all of them depend on. */
const ALWAYS = ["Cargo.toml", "Cargo.lock", "rust-toolchain.toml", "scripts/testing/compiler.sh"];

/** What the compiler says of itself, asked once. @type {string | undefined} */
let asked;
const compiler = () => asked ??= ask("rustc", ["-vV"], nativeEnvironment()) ?? "";

/**
 * Returns the stamp of tests that have passed.
 * @param {string} name @param {string[]} places Files and folders that they read: those that are there.
 * @param {NodeJS.ProcessEnv} effort What they find in the environment.
 */
const stampOf = (name, places, effort) => new Stamp({
  file: path.join(targetFolder, "stamps", `passed-${name}`),
  inputs: () => places.map((place) => path.join(root, place)).filter((place) => existsSync(place)).flatMap(filesIn),
  settings: () => [JSON.stringify(effort), process.version, compiler()],
  // Nothing comes of them; a stamp wants a result.
  outputs: () => [path.join(root, "Cargo.lock")],
});

/** Returns the stamp of a floor whose tests have passed. @param {string} name @param {NodeJS.ProcessEnv} effort */
const passed = (name, effort) => stampOf(name, [...ALWAYS, ...FLOORS[name]], effort);

/**
 * Has a step without a result run only where something that it reads has changed since it passed, and again if it has warned of something.
 * @param {Task} task @param {string} name Its stamp's. @param {string[]} places Files and folders that it reads. @param {NodeJS.ProcessEnv} [effort] What it finds in the environment.
 * @returns {Task}
 */
export function unlessPassed(task, name, places, effort = {}) {
  const stamp = stampOf(name, places, effort);
  return {
    ...task,
    ready: () => {
      const passed = stamp.holds();
      if (passed) say(`      ${task.name}: nothing that they read has changed since they passed`);
      return passed;
    },
    run: (tell) => stamp.make(async () => !/\bwarning: /.test(String(await task.run(tell)))),
  };
}

/** Returns the floors whose tests would pass again. @param {NodeJS.ProcessEnv} effort */
export const passedBefore = (effort) => Object.keys(FLOORS).filter((name) => passed(name, effort).holds());

/** Returns which programs of tests cargo runs, as it is told. @param {string[]} before Floors whose tests would pass again. */
export function programsWithout(before) {
  const programs = nativePrograms().map(({ program }) => program).filter((name) => !before.includes(name));
  // The engine has tests within its library, too.
  return [...programs.flatMap((name) => ["--test", name]), ...(before.includes("engine") ? [] : ["--lib"])];
}

/**
 * Has a step that runs native tests stamp the floors that it runs.
 * @param {Task} task @param {string[]} before Floors that it does not run. @param {NodeJS.ProcessEnv} effort
 * @returns {Task}
 */
export function stamping(task, before, effort) {
  const floors = Object.keys(FLOORS).filter((name) => !before.includes(name));
  return {
    ...task,
    run: async (tell) => {
      const running = task.run(tell);
      await Promise.all([running, ...floors.map((name) => passed(name, effort).make(() => running))]);
    },
  };
}
