/**
 * All tests, in two lines that run side by side: one compiles and runs what is native, the other
 * builds the site and drives it in a browser. They share no folder of cargo's, so neither waits for
 * the other. The first step that fails ends the run, and its name is the last line.
 */
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { buildTasks } from "./build.mjs";
import { attempt, entry, Failure, remarks, root, seconds } from "./run.mjs";
import { setUpTasks } from "./setup.mjs";
import { perform, say } from "./tasks.mjs";
import { bindgenProgram, browser, nativeEnvironment, wasmEnvironment, wasmTarget } from "./toolchain.mjs";

/** @typedef {import("./tasks.mjs").Task} Task */

/**
 * Returns a step whose output is shown when it has ended, and that fails by its name.
 * @param {string} name
 * @param {string[]} after
 * @param {number} usual seconds
 * @param {() => {program: string, args: string[], env: NodeJS.ProcessEnv, end?: () => void}} command
 * @returns {Task}
 */
function step(name, after, usual, command) {
  return {
    name,
    after,
    seconds: usual,
    run: async (tell) => {
      const { program, args, env, end } = command();
      const { ok, output } = await attempt(program, args, { env, tell });
      end?.();
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

/** The browser that set-up found. */
function found() {
  const { chrome, driver } = browser();
  if (chrome === undefined || driver === undefined) throw new Failure("the browser went away after set-up");
  return { chrome, driver };
}

/**
 * The tests of Rust inside the browser. The runner gets webdriver.json with the browser that set-up
 * found, so that the environment's last word on browsers counts here too.
 */
function inBrowser() {
  const { chrome, driver } = found();
  const folder = mkdtempSync(path.join(tmpdir(), "undoodle-webdriver-"));
  const capabilities = JSON.parse(readFileSync(path.join(root, "webdriver.json"), "utf8"));
  capabilities["goog:chromeOptions"].binary = chrome;
  const file = path.join(folder, "webdriver.json");
  writeFileSync(file, JSON.stringify(capabilities));
  const env = {
    ...wasmEnvironment("quick"),
    ...once("QUICK"),
    CARGO_TARGET_WASM32_UNKNOWN_UNKNOWN_RUNNER: bindgenProgram("wasm-bindgen-test-runner"),
    CHROMEDRIVER: driver,
    WASM_BINDGEN_TEST_ONLY_WEB: "1",
    WASM_BINDGEN_TEST_WEBDRIVER_JSON: file,
    // They run for a second; optimising them takes a minute.
    CARGO_PROFILE_QUICK_OPT_LEVEL: "0",
  };
  const args = ["test", "--profile", "quick", "--target", wasmTarget, "--test", "web"];
  return { program: "cargo", args, env, end: () => rmSync(folder, { recursive: true, force: true }) };
}

/** Tests in a folder by Node's runner. @param {string} folder @param {number} atOnce how many files run at the same time */
function byNode(folder, atOnce) {
  const place = path.join(root, "tests", folder);
  const files = readdirSync(place).filter((name) => name.endsWith(".test.mjs")).sort();
  if (files.length === 0) throw new Failure(`tests/${folder}/ holds no *.test.mjs`);
  const { chrome, driver } = found();
  const args = ["--test", "--test-reporter=spec", `--test-concurrency=${atOnce}`, ...files.map((name) => path.join(place, name))];
  return { program: process.execPath, args, env: { ...nativeEnvironment(), UNDOODLE_CHROME: chrome, UNDOODLE_CHROMEDRIVER: driver } };
}

await entry(async () => {
  const begin = performance.now();
  const env = nativeEnvironment();
  const cargo = (/** @type {string[]} */ ...args) => () => ({ program: "cargo", args, env: { ...env, ...once("DEV"), RUSTDOCFLAGS: "-D warnings" } });
  await perform([
    ...setUpTasks({ forTests: true }),
    step("format", [], 2, cargo("fmt", "--check")),
    step("lints", ["format"], 40, cargo("clippy", "--all-targets", "--", "-D", "warnings")),
    step("documentation", ["lints"], 10, cargo("doc", "--no-deps")),
    step("native tests", ["documentation"], 300, cargo("test")),
    ...buildTasks(),
    step("types", ["site"], 4, () => ({ program: path.join(root, "node_modules", ".bin", "tsc"), args: [], env })),
    step("tests of the scripts", ["types", "Chromium and its driver"], 10, () => byNode("scripts", 1)),
    step("tests in the browser", ["tests of the scripts", "test runner"], 40, inBrowser),
    step("journeys", ["tests in the browser"], 200, () => byNode("browser", 2)),
  ]);
  console.log(`\nall passed in ${seconds(begin)}`);
});
