/**
 * The steps that need no browser: format, lints, documentation, types and the native tests.
 */
import { readdirSync } from "node:fs";
import path from "node:path";
import { Failure, root } from "../run.mjs";
import { nativeEnvironment, packageProgram, targetFolder } from "../toolchain.mjs";
import { step } from "./step.mjs";

/** @typedef {import("../tasks.mjs").Task} Task */

/** The files of tests in a folder of tests/, sorted. @param {string} folder */
export function testsIn(folder) {
  const place = path.join(root, "tests", folder);
  const files = readdirSync(place).filter((name) => name.endsWith(".test.mjs")).sort();
  if (files.length === 0) throw new Failure(`tests/${folder}/ holds no *.test.mjs`);
  return files.map((name) => path.join(place, name));
}

/**
 * Returns the command of a call of cargo.
 * @param {string[]} args
 * @param {NodeJS.ProcessEnv} [env] What it has beside the environment of native programs.
 */
export const cargo = (args, env = {}) => () => ({ program: "cargo", args, env: { ...nativeEnvironment(), ...env } });

/** Returns the command of files of Node's tests. @param {string[]} files @param {NodeJS.ProcessEnv} [env] */
export const node = (files, env = {}) => () => ({
  program: process.execPath,
  args: ["--test", "--test-reporter=spec", "--test-concurrency=2", ...files],
  env: { ...nativeEnvironment(), ...env },
});

/** Returns the command of a program of an npm package. @param {string} name @param {string[]} [args] */
const ofPackage = (name, args = []) => () => ({ program: packageProgram(name), args, env: nativeEnvironment() });

/**
 * Has cargo compile the workspace's own crates by clippy's driver, where `cargo clippy` would go over all of them once more, and the long
 * tests of the lower floors without optimising them.
 */
const LINTING = {
  // By its name alone, as cargo puts what it is told in the sums of all crates, and other clones are to find them.
  RUSTC_WORKSPACE_WRAPPER: "compiler.sh",
  PATH: [path.join(root, "scripts", "testing"), nativeEnvironment().PATH].join(path.delimiter),
  CLIPPY_ARGS: "-D__CLIPPY_HACKERY__warnings__CLIPPY_HACKERY__",
};

/** All that is compiled natively. */
const ALL = ["--workspace", "--tests", "--benches", "--examples"];

/** Rust's format. */
export const format = step("format", [], 2, cargo(["fmt", "--all", "--check"]), "cargo fmt --all");

/** Rust's lints, with which all is compiled. @param {string[]} after @param {NodeJS.ProcessEnv} [env] How cargo compiles. @returns {Task} */
export const lints = (after, env) => step("lints", after, 120, cargo(["test", "--no-run", ...ALL], { ...env, ...LINTING }), "cargo clippy --workspace --all-targets -- -D warnings");

/**
 * Native tests.
 * @param {string} name
 * @param {string[]} after What they wait for, beside the lints.
 * @param {{env?: NodeJS.ProcessEnv, effort?: NodeJS.ProcessEnv, which?: string[]}} [how] How cargo compiles, what the tests find in the environment, and which
 * programs are run, as cargo is told.
 * @returns {Task}
 */
export const nativeTests = (name, after, { env, effort, which = ["--tests"] } = {}) =>
  step(name, ["lints", ...after], 120, cargo(["test", "--workspace", ...which], { ...env, ...LINTING, ...effort }));

/**
 * The documentation and the examples in it, beside the native tests. It shares nothing that is compiled with them, and has a folder of its own,
 * so that neither waits for cargo to let go of one.
 * @param {NodeJS.ProcessEnv} [env] How cargo compiles.
 * @returns {Task[]}
 */
export const documentation = (env) => [
  step("documentation", ["lints"], 10, cargo(["doc", "--workspace", "--no-deps"], { ...env, RUSTDOCFLAGS: "-D warnings", CARGO_TARGET_DIR: path.join(targetFolder, "documentation") }), "cargo doc --workspace --no-deps"),
  step("examples in the documentation", ["documentation"], 15, cargo(["test", "--workspace", "--doc"], { ...env, ...LINTING, RUSTDOCFLAGS: "-D warnings" }), "cargo test --workspace --doc"),
];

/** Lints and types of JavaScript. Types are checked against the package in pkg/. @param {string[]} after What the types wait for. @returns {Task[]} */
export const scriptLints = (after) => [
  step("lints of JavaScript", ["npm packages"], 2, ofPackage("oxlint", ["--deny-warnings"]), "npx oxlint"),
  step("types", ["lints of JavaScript", ...after], 4, ofPackage("tsc"), "npx tsc"),
];

/** The test of the catalogue of texts. */
const isGerman = (/** @type {string} */ file) => path.basename(file) === "german.test.mjs";

/** The tests of the page's modules, which need no browser. @param {string[]} after @returns {Task} */
export const pageTests = (after) => step("tests of the page's modules", after, 5, node(testsIn("page").filter((file) => !isGerman(file))));

/** The test of the catalogue of texts, which reads all sources. @param {string[]} after @param {NodeJS.ProcessEnv} [env] @returns {Task} */
export const catalogue = (after, env) => step("German texts", after, 2, node(testsIn("page").filter(isGerman), env));
