/**
 * All tests. What is native is compiled and run in one line; beside it, the site is built, Rust is tested in a browser, and the few
 * journeys in Firefox and WebKitGTK are made: each of these lines leaves processors idle at its end. They share no folder of cargo's,
 * so neither waits for the other. The many journeys in Chromium come when both have ended: a page goes on drawing and its
 * journey goes on looking while they wait for a processor, so that beside other work they take a third more of it.
 * The first step that fails ends the run, and its name is the last line.
 *
 * Chromium makes all journeys. Firefox and WebKitGTK make those in `tests/browser/core.mjs`, each in one browser, side by side.
 * UNDOODLE_BROWSERS names the browsers of the journeys, with commas between: it leaves out those that a machine can't have.
 */
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import { pathToFileURL } from "node:url";
import { corePatterns } from "../tests/browser/core.mjs";
import { buildTasks } from "./build.mjs";
import { attempt, entry, Failure, remarks, root, seconds } from "./run.mjs";
import { setUpTasks } from "./setup.mjs";
import { SOURCES } from "./setup/browser.mjs";
import { perform, say } from "./tasks.mjs";
import { browser, browserPrograms, nativeEnvironment, shell, wasmEnvironment, wasmTarget } from "./toolchain.mjs";

/** @typedef {import("./tasks.mjs").Task} Task */

/**
 * Returns a step whose output is shown when it has ended, and that fails by its name.
 * @param {string} name
 * @param {string[]} after
 * @param {number} usual seconds
 * @param {() => {program: string, args: string[], env: NodeJS.ProcessEnv}} command
 * @returns {Task}
 */
function step(name, after, usual, command) {
  return {
    name,
    after,
    seconds: usual,
    run: async (tell) => {
      const { program, args, env } = command();
      const { ok, output } = await attempt(program, args, { env, tell });
      say(`\n── ${name}\n${remarks(output)}`);
      if (!ok) throw new Failure(`failed: ${name}`);
    },
  };
}

/**
 * What makes cargo quick for a profile that is compiled once and whole. A crate in few parts takes half the time of one
 * in many; what is kept for the next compiling, and lines for a debugger, are of use to who runs `cargo test` by hand.
 * @param {"DEV" | "QUICK"} profile
 */
function once(profile) {
  return { CARGO_INCREMENTAL: "0", [`CARGO_PROFILE_${profile}_CODEGEN_UNITS`]: "2", [`CARGO_PROFILE_${profile}_DEBUG`]: "false" };
}

/** Has cargo not optimise the library for its own tests, which run for less time than that would take; the other tests use it more. */
const UNOPTIMISED = ["--config", "profile.dev.package.undoodle.opt-level=0"];

/** The browser that set-up found. */
function found() {
  const { chrome, driver } = browser();
  if (chrome === undefined || driver === undefined) throw new Failure("the browser went away after set-up");
  return { chrome, driver };
}

/** The tests of Rust inside the browser. */
function inBrowser() {
  const { chrome, driver } = found();
  const env = {
    ...wasmEnvironment("quick"),
    ...once("QUICK"),
    // Cargo splits this at blanks, which the way to the clone may have; it runs tests in the clone's folder.
    CARGO_TARGET_WASM32_UNKNOWN_UNKNOWN_RUNNER: "node scripts/rusttests.mjs",
    UNDOODLE_CHROME: chrome,
    UNDOODLE_CHROMEDRIVER: driver,
    UNDOODLE_CHROME_SHELL: shell(),
    // They run for a second; optimising them takes a minute.
    CARGO_PROFILE_QUICK_OPT_LEVEL: "0",
  };
  return { program: "cargo", args: ["test", "--profile", "quick", "--target", wasmTarget, "--test", "web"], env };
}

/** The files of tests in a folder. @param {string} folder */
function testsIn(folder) {
  const place = path.join(root, "tests", folder);
  const files = readdirSync(place).filter((name) => name.endsWith(".test.mjs")).sort();
  if (files.length === 0) throw new Failure(`tests/${folder}/ holds no *.test.mjs`);
  return files.map((name) => path.join(place, name));
}

/**
 * Number of processes that make the journeys in Chromium, some at a time. A file of its own for each would start as many
 * processes and browsers as there are files, which takes a minute of a processor.
 */
const GROUPS = 12;

/** Has Chromium not optimise WebAssembly while it runs: most journeys end before that would help them. */
const PLAINLY = "--js-flags=--liftoff-only";

/** Files of journeys on large drawings, which take a third less where WebAssembly is optimised. */
const LARGE = ["large"].map((name) => path.join(root, "tests", "browser", `${name}.test.mjs`));

/** Writes files that import some files of journeys each, and returns them. Neighbours by name go into different ones. */
function groupsOfJourneys() {
  const folder = path.join(root, "target", "journeys");
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  const files = testsIn("browser").filter((file) => !LARGE.includes(file));
  const groups = Array.from({ length: GROUPS }, (_, group) => ({ own: files.filter((_, index) => index % GROUPS === group), flags: PLAINLY }));
  // Those on large drawings come first: what takes longest must not be left to the end, where a processor would wait for it.
  return [{ own: LARGE, flags: "" }, ...groups].map(({ own, flags }, group) => {
    const file = path.join(folder, `group-${String(group).padStart(2, "0")}.test.mjs`);
    const lines = own.map((one) => `await import(${JSON.stringify(pathToFileURL(one).href)});\n`);
    writeFileSync(file, `process.env.UNDOODLE_CHROME_FLAGS = ${JSON.stringify(flags)};\n${lines.join("")}`);
    return file;
  });
}

/** Tests of the scripts, by Node's runner. */
function ofScripts() {
  const { chrome, driver } = found();
  const args = ["--test", "--test-reporter=spec", "--test-concurrency=1", ...testsIn("scripts")];
  return { program: process.execPath, args, env: { ...nativeEnvironment(), UNDOODLE_CHROME: chrome, UNDOODLE_CHROMEDRIVER: driver } };
}

/** Folder of the sums of each browser's journeys. */
const sums = path.join(root, "target", "sums");

/** The journeys in a browser. @param {string} name @param {string[]} args */
function journeysIn(name, args) {
  mkdirSync(sums, { recursive: true });
  const env = { ...nativeEnvironment(), ...browserPrograms[name](), UNDOODLE_CHROME_SHELL: shell(), UNDOODLE_BROWSER: name, UNDOODLE_SUMS: path.join(sums, `${name}.json`) };
  return { program: process.execPath, args: ["--test", `--test-reporter=${path.join(root, "tests", "browser", "report.mjs")}`, ...args], env };
}

/** The step of a browser's journeys. @param {string} name @returns {Task} */
function journeys(name) {
  if (name === "chromium") return step("journeys in chromium", ["examples in the documentation", "tests in the browser", "journeys in firefox", "journeys in webkit"], 450, () => journeysIn(name, ["--test-concurrency=3", ...groupsOfJourneys()]));
  return step(`journeys in ${name}`, ["tests in the browser", SOURCES[name].title], 100, () => journeysIn(name, [...corePatterns().map((pattern) => `--test-name-pattern=${pattern}`), path.join(root, "tests", "browser", "core.mjs")]));
}

/** The browsers of the journeys. */
function wanted() {
  const names = (process.env.UNDOODLE_BROWSERS || Object.keys(browserPrograms).join(",")).split(",").map((name) => name.trim());
  const strange = names.find((name) => browserPrograms[name] === undefined);
  if (strange !== undefined) throw new Failure(`UNDOODLE_BROWSERS: no browser “${strange}”; expected some of ${Object.keys(browserPrograms).join(", ")}`);
  return names;
}

/** What the journeys of each browser came to, and what a browser or its driver can't do. @param {string[]} names */
async function summary(names) {
  const { lacking } = await import("../tests/browser/browsers.mjs");
  const lines = ["\n── journeys"];
  for (const name of names) {
    /** @type {import("../tests/browser/report.mjs").Sums} */
    const { passed, failed, skipped } = JSON.parse(readFileSync(path.join(sums, `${name}.json`), "utf8"));
    lines.push(`${name}: ${passed} passed, ${failed} failed, ${skipped} skipped`);
  }
  for (const name of Object.keys(browserPrograms).filter((name) => !names.includes(name))) lines.push(`${name}: left out by UNDOODLE_BROWSERS`);
  for (const name of names) {
    const lacks = lacking(name);
    if (lacks.length > 0) lines.push(`\n── ${name} or its driver can't do`, ...lacks.map(({ ability, why }) => `${ability}: ${why}`));
  }
  return lines.join("\n");
}

await entry(async () => {
  const begin = performance.now();
  const names = wanted();
  const env = nativeEnvironment();
  const cargo = (/** @type {string[]} */ ...args) => () => ({ program: "cargo", args, env: { ...env, ...once("DEV"), RUSTDOCFLAGS: "-D warnings" } });
  // What an earlier run has kept of its failures and sums is not this one's.
  for (const name of ["failures", "sums"]) rmSync(path.join(root, "target", name), { recursive: true, force: true });
  await perform([
    ...setUpTasks({ forTests: true, browsers: names }),
    step("format", [], 2, cargo("fmt", "--check")),
    step("lints", ["format"], 40, cargo("clippy", "--all-targets", "--", "-D", "warnings")),
    step("documentation", ["lints"], 10, cargo("doc", "--no-deps")),
    step("unit tests", ["documentation"], 60, cargo("test", "--lib", ...UNOPTIMISED)),
    step("native tests", ["unit tests", "judges"], 200, cargo("test", "--test", "*")),
    step("examples in the documentation", ["native tests"], 10, cargo("test", "--doc")),
    ...buildTasks(),
    step("types", ["site"], 4, () => ({ program: path.join(root, "node_modules", ".bin", "tsc"), args: [], env })),
    step("tests of the scripts", ["types", "Chromium and its driver"], 10, ofScripts),
    step("tests in the browser", ["tests of the scripts", "wasm-bindgen", "Chromium's shell"], 40, inBrowser),
    ...names.map(journeys),
  ]);
  console.log(await summary(names));
  console.log(`\nall passed in ${seconds(begin)}`);
});
