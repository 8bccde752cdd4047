/**
 * The steps that need no browser: format, lints, documentation, types and the native tests.
 */
import { readdirSync } from "node:fs";
import path from "node:path";
import { Failure, root } from "../run.mjs";
import { nativeEnvironment, packageProgram } from "../toolchain.mjs";
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

/** Rust's format and lints. @param {NodeJS.ProcessEnv} [env] @returns {Task[]} */
export const lints = (env) => [
  step("format", [], 2, cargo(["fmt", "--check"]), "cargo fmt"),
  step("lints", ["format"], 40, cargo(["clippy", "--all-targets", "--", "-D", "warnings"], env), "cargo clippy --all-targets -- -D warnings"),
];

/** Lints and types of JavaScript. Types are checked against the package in pkg/. @param {string[]} after @returns {Task[]} */
export const scriptLints = (after) => [
  step("lints of JavaScript", after, 2, ofPackage("oxlint", ["--deny-warnings"]), "npx oxlint"),
  step("types", after, 4, ofPackage("tsc"), "npx tsc"),
];

/** The tests of the page's modules and of its catalogue of texts, which need no browser. @param {string[]} after @param {NodeJS.ProcessEnv} [env] @returns {Task} */
export const pageTests = (after, env) => step("tests of the page's modules", after, 5, node(testsIn("page"), env));
