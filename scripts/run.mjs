/**
 * Running other programs, for set-up and tests.
 *
 * Problem: a long command that prints nothing looks hung, and one that prints everything buries
 * the line that matters. Idea: long installs run quietly with a sign of life every ten seconds,
 * and show their output only when they fail; tests run loudly. Invariant: whatever goes wrong
 * ends as a `Failure`, whose message is one line that a person can act on.
 */
import { spawn, spawnSync } from "node:child_process";
import { accessSync, constants, statSync } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { stripVTControlCharacters } from "node:util";

/** The folder of the repository. */
export const root = path.dirname(path.dirname(fileURLToPath(import.meta.url)));

/** Something went wrong, and the message says in one line what to do about it. */
export class Failure extends Error {}

/** @typedef {{cwd?: string, env?: NodeJS.ProcessEnv, limit?: number}} Options  `limit` is in seconds. */

/** Seconds since `start`, as people read them. @param {number} start from `performance.now()` */
export function seconds(start) {
  return `${((performance.now() - start) / 1000).toFixed(1)} s`;
}

/** Runs `main` and turns a failure into its one line and exit code 1. @param {() => Promise<void>} main */
export async function entry(main) {
  try {
    await main();
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
    console.error(`\n✗ ${error.message}`);
    process.exitCode = 1;
  }
}

/**
 * The full path of a program on the PATH, or undefined.
 * @param {string} name
 * @param {NodeJS.ProcessEnv} [env]
 */
export function which(name, env = process.env) {
  for (const folder of (env.PATH ?? "").split(path.delimiter)) {
    if (folder === "") continue;
    const file = path.join(folder, name);
    if (isProgram(file)) return file;
  }
  return undefined;
}

/** Whether the file is there and may be executed. @param {string} file */
export function isProgram(file) {
  try {
    accessSync(file, constants.X_OK);
    return statSync(file).isFile();
  } catch {
    return false;
  }
}

/**
 * What a short command prints, trimmed; undefined when it can't be run or fails.
 * @param {string} program
 * @param {string[]} args
 * @param {NodeJS.ProcessEnv} [env]
 */
export function ask(program, args, env = process.env) {
  const { status, stdout } = spawnSync(program, args, { env, encoding: "utf8", timeout: 15_000, stdio: ["ignore", "pipe", "ignore"] });
  return status === 0 ? stdout.trim() : undefined;
}

/**
 * Runs a long command quietly, with a sign of life every ten seconds. Resolves to whether it
 * ended well within its limit, and to what it printed.
 * @param {string} program
 * @param {string[]} args
 * @param {Options} [options]
 * @returns {Promise<{ok: boolean, output: string}>}
 */
export function attempt(program, args, options = {}) {
  const start = performance.now();
  return new Promise((resolve) => {
    let output = "";
    const child = spawn(program, args, {
      cwd: options.cwd ?? root,
      env: options.env ?? process.env,
      stdio: ["ignore", "pipe", "pipe"],
      timeout: options.limit === undefined ? undefined : options.limit * 1000,
    });
    const life = setInterval(() => {
      const last = stripVTControlCharacters(output).split(/[\r\n]+/).map((line) => line.trim()).filter(Boolean).at(-1) ?? "";
      console.log(`      … ${seconds(start)}  ${last.slice(0, 70)}`);
    }, 10_000);
    const gather = (/** @type {Buffer} */ chunk) => {
      output += chunk;
    };
    child.stdout.on("data", gather);
    child.stderr.on("data", gather);
    const end = (/** @type {boolean} */ ok) => {
      clearInterval(life);
      resolve({ ok, output });
    };
    child.on("error", (error) => {
      output += error.message;
      end(false);
    });
    // A program stopped at its limit may leave a child that holds the pipes open, so that "close"
    // never comes; for the others "close" is right, because by then all output was read.
    child.on(options.limit === undefined ? "close" : "exit", (code) => {
      child.stdout.destroy();
      child.stderr.destroy();
      end(code === 0);
    });
  });
}

/**
 * Runs a long command quietly; when it fails, shows the end of what it printed.
 * @param {string} program
 * @param {string[]} args
 * @param {Options} [options]
 */
export async function quietly(program, args, options = {}) {
  const { ok, output } = await attempt(program, args, options);
  if (ok) return;
  console.error(output.split("\n").slice(-30).join("\n"));
  throw new Failure(`this failed, see above: ${[program, ...args].join(" ")}`);
}

/**
 * Runs a command whose output is for the person, and fails when it does.
 * @param {string} program
 * @param {string[]} args
 * @param {Options} [options]
 * @returns {Promise<void>}
 */
export function loudly(program, args, options = {}) {
  return new Promise((resolve, reject) => {
    const child = spawn(program, args, { cwd: options.cwd ?? root, env: options.env ?? process.env, stdio: ["ignore", "inherit", "inherit"] });
    child.on("error", () => reject(new Failure(`can't run ${program}`)));
    child.on("exit", (code, signal) => (code === 0 ? resolve() : reject(new Failure(`${path.basename(program)} ended with ${signal ?? `code ${code}`}`))));
  });
}
