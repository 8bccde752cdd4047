/**
 * All tests, in the order in which they fail fastest: form, lints, the engine natively, then the
 * built site, its types, Rust in a browser, and a person's journeys in a browser. The first step
 * that fails ends the run, and its name is the last line.
 */
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { build } from "./build.mjs";
import { entry, Failure, loudly, root, seconds } from "./run.mjs";
import { setUp } from "./setup.mjs";
import { browser, nativeEnvironment, wasmEnvironment } from "./toolchain.mjs";

/**
 * The tests that run inside the browser. The runner gets webdriver.json with the browser that
 * set-up found, so that the environment's last word on browsers counts here too.
 * @param {string} chrome
 * @param {string} driver
 */
async function testInBrowser(chrome, driver) {
  const folder = mkdtempSync(path.join(tmpdir(), "undoodle-webdriver-"));
  try {
    const capabilities = JSON.parse(readFileSync(path.join(root, "webdriver.json"), "utf8"));
    capabilities["goog:chromeOptions"].binary = chrome;
    const file = path.join(folder, "webdriver.json");
    writeFileSync(file, JSON.stringify(capabilities));
    const env = { ...wasmEnvironment(), WASM_BINDGEN_TEST_WEBDRIVER_JSON: file };
    await loudly("wasm-pack", ["test", "--headless", "--chrome", "--chromedriver", driver, "--", "--test", "web"], { env });
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** The journeys, one file after the other: each has the browser to itself. @param {NodeJS.ProcessEnv} env */
async function testJourneys(env) {
  const folder = path.join(root, "tests", "browser");
  const files = readdirSync(folder).filter((name) => name.endsWith(".test.mjs")).sort();
  if (files.length === 0) throw new Failure("tests/browser/ holds no *.test.mjs");
  await loudly(process.execPath, ["--test", "--test-concurrency=1", ...files.map((name) => path.join(folder, name))], { env });
}

await entry(async () => {
  const begin = performance.now();
  await setUp({ forTests: true });
  const { chrome, driver } = browser();
  if (chrome === undefined || driver === undefined) throw new Failure("the browser went away after set-up");
  const env = { ...nativeEnvironment(), UNDOODLE_CHROME: chrome, UNDOODLE_CHROMEDRIVER: driver };
  const strict = { ...env, RUSTDOCFLAGS: "-D warnings" };

  /** @type {[string, () => Promise<void>][]} */
  const steps = [
    ["format", () => loudly("cargo", ["fmt", "--check"], { env })],
    ["lints", () => loudly("cargo", ["clippy", "--all-targets", "--", "-D", "warnings"], { env })],
    ["native tests", () => loudly("cargo", ["test"], { env })],
    ["documentation", () => loudly("cargo", ["doc", "--no-deps"], { env: strict })],
    ["build", build],
    ["types", () => loudly(path.join(root, "node_modules", ".bin", "tsc"), [], { env })],
    ["tests in the browser", () => testInBrowser(chrome, driver)],
    ["journeys", () => testJourneys(env)],
  ];
  for (const [name, step] of steps) {
    const start = performance.now();
    console.log(`\n── ${name}`);
    try {
      await step();
    } catch (error) {
      throw error instanceof Failure ? new Failure(`failed: ${name} (${error.message})`) : error;
    }
    console.log(`── ${name}: ${seconds(start)}`);
  }
  console.log(`\nall passed in ${seconds(begin)}`);
});
