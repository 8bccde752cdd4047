/**
 * The tests of Rust that run inside a browser, on the library that the page gets.
 */
import { copyFileSync } from "node:fs";
import path from "node:path";
import { rustFiles, rustSettings } from "../build.mjs";
import { Failure, quietly, root } from "../run.mjs";
import { Stamp } from "../stamps.mjs";
import { browser, shell, storeOf, targetFolder, wasmEnvironment, wasmTarget } from "../toolchain.mjs";

/** @typedef {import("../tasks.mjs").Task} Task */

/** What they are compiled to, under a name that does not change. */
const COMPILED = path.join(targetFolder, wasmTarget, "release", "web.wasm");

const stamp = new Stamp({
  file: path.join(targetFolder, "stamps", "web"),
  inputs: () => [...rustFiles(), path.join(root, "tests", "web.rs")],
  settings: rustSettings,
  outputs: () => [COMPILED],
  store: storeOf("web"),
});

/** Compiles them. @param {(state: string) => void} tell */
async function compileTests(tell) {
  const args = ["build", "--test", "web", "--profile", "release", "--target", wasmTarget, "--message-format", "json-render-diagnostics"];
  const said = await quietly("cargo", args, { env: wasmEnvironment("release"), tell });
  const made = /"executable":("(?:[^"\\]|\\.)+")/.exec(said);
  if (made === null) throw new Failure("cargo build --test web: cargo names no program of tests");
  copyFileSync(JSON.parse(made[1]), COMPILED);
}

/** The task that compiles them, with the library that the page gets. @returns {Task} */
export const webTests = () => ({
  name: "Rust's tests to wasm",
  after: ["wasm32 target", "Rust to wasm"],
  seconds: 5,
  quiet: true,
  ready: () => stamp.holds(),
  run: (tell) => stamp.make(() => compileTests(tell)),
});

/** Programs that tests which start a browser by themselves find in the environment. */
export function browserEnvironment() {
  const { chrome, driver } = browser();
  if (chrome === undefined || driver === undefined) throw new Failure("the browser went away after set-up");
  return { UNDOODLE_CHROME: chrome, UNDOODLE_CHROMEDRIVER: driver, UNDOODLE_CHROME_SHELL: shell() };
}

/** The command of the tests of Rust inside the browser. */
export const inBrowser = () => ({
  program: process.execPath,
  args: [path.join(root, "scripts", "rusttests.mjs"), COMPILED],
  env: { ...wasmEnvironment("release"), ...browserEnvironment() },
});
