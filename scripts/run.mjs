/**
 * Running other programs, for set-up and tests.
 *
 * Problem: a long command that prints nothing looks hung, and one that prints everything buries
 * the line that matters. Idea: long commands run quietly, tell the line of progress how far they
 * are, and show their output only when they fail. Invariant: whatever goes wrong ends as a
 * `Failure`, whose message is one line that a person can act on, and stops what else is running.
 */
import { spawn, spawnSync } from "node:child_process";
import { accessSync, constants, statSync, writeFileSync } from "node:fs";
import { constants as system, setPriority } from "node:os";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { stripVTControlCharacters } from "node:util";

/** The folder of the repository. */
export const root = path.dirname(path.dirname(fileURLToPath(import.meta.url)));

// What rust-toolchain.toml names is installed by set-up: left to itself, rustup would do it in the middle of any call of cargo,
// update the whole toolchain on the way, and hang where only package registries are reached.
process.env.RUSTUP_AUTO_INSTALL ??= "0";

/** Something went wrong, and the message says in one line what to do about it. */
export class Failure extends Error {}

/**
 * @typedef {object} Options
 * @property {string} [cwd]
 * @property {NodeJS.ProcessEnv} [env]
 * @property {number} [limit]  Seconds after which the command is stopped.
 * @property {(state: string) => void} [tell]  Hears how far cargo is, as "12/43" or as the name of a test.
 * @property {boolean} [yielding]  Whether it takes only the time of processors that nothing else wants.
 */

/** Whether a program can be stopped together with those that it has started. */
const groups = process.platform !== "win32";

/** Programs that are running. @type {Set<import("node:child_process").ChildProcess>} */
const children = new Set();

/** Starts a program that `entry` stops if something else fails. @param {string} program @param {string[]} args @param {import("node:child_process").SpawnOptions} options */
function start(program, args, options) {
  const child = spawn(program, args, { ...options, detached: groups });
  children.add(child);
  for (const event of ["error", "exit"]) child.on(event, () => children.delete(child));
  return child;
}

/** Has a program and all that it will start take only what others leave of the processors. @param {import("node:child_process").ChildProcess} child */
function yieldTo(child) {
  if (child.pid === undefined) return;
  try {
    setPriority(child.pid, system.priority.PRIORITY_LOW);
    // Linux shares processors out among sessions first, and a program that can be stopped as a whole is one of its own.
    if (groups && process.platform === "linux") writeFileSync(`/proc/${child.pid}/autogroup`, String(system.priority.PRIORITY_LOW));
  } catch {
    // It has just ended by itself, or the system does not let it: then it shares like any other.
  }
}

/** Ends this program and all that it has started. @param {number} code */
function stop(code) {
  for (const child of children) {
    try {
      if (groups && child.pid !== undefined) process.kill(-child.pid);
      else child.kill();
    } catch {
      // It has just ended by itself.
    }
  }
  process.exit(code);
}

/** Seconds since `start`, as people read them. @param {number} start from `performance.now()` */
export function seconds(start) {
  return `${((performance.now() - start) / 1000).toFixed(1)} s`;
}

/** Runs `main`; a failure becomes its one line and exit code 1. @param {() => Promise<void>} main */
export async function entry(main) {
  for (const [signal, number] of Object.entries({ SIGHUP: 1, SIGINT: 2, SIGTERM: 15 })) process.on(signal, () => stop(128 + number));
  try {
    await main();
  } catch (error) {
    console.error(error instanceof Failure ? `\n✗ ${error.message}` : error);
    stop(1);
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

/** Whether it is said how long processors have worked for each long command: on a busy machine the clock does not tell. */
const counting = process.env.UNDOODLE_CPU === "1" && process.platform !== "win32";

/** Runs a command in a shell, which says at its end how long processors have worked for it and what it has started. */
const COUNTED = '"$0" "$@"; code=$?; times >&2; exit $code';

/** Takes the shell's words out of what a command has printed, and says them. @param {string} output @param {string} command */
function counted(output, command) {
  const words = /^\d+m[\d.]+s \d+m[\d.]+s\n(\d+)m([\d.]+)s (\d+)m([\d.]+)s\n?$/m.exec(output);
  if (words === null) return output;
  const [minutes, own, more, systems] = words.slice(1).map(Number);
  console.log(`cpu   ${((minutes + more) * 60 + own + systems).toFixed(1)} s: ${command.slice(0, 120)}`);
  return output.replace(words[0], "");
}

/**
 * Runs a long command quietly. Resolves to whether it ended well within its limit, and to what
 * it printed.
 * @param {string} program
 * @param {string[]} args
 * @param {Options} [options]
 * @returns {Promise<{ok: boolean, output: string}>}
 */
export function attempt(program, args, options = {}) {
  return new Promise((resolve) => {
    let output = "";
    const env = { ...(options.env ?? process.env) };
    // Cargo counts its crates only for a terminal, or when it is asked to.
    if (options.tell) Object.assign(env, { CARGO_TERM_PROGRESS_WHEN: "always", CARGO_TERM_PROGRESS_WIDTH: "80" });
    const command = [path.basename(program), ...args].join(" ");
    const child = start(counting ? "sh" : program, counting ? ["-c", COUNTED, program, ...args] : args, {
      cwd: options.cwd ?? root,
      env,
      stdio: ["ignore", "pipe", "pipe"],
      timeout: options.limit === undefined ? undefined : options.limit * 1000,
    });
    if (options.yielding) yieldTo(child);
    const gather = (/** @type {Buffer} */ chunk) => {
      output += chunk;
      const state = [...stripVTControlCharacters(String(chunk)).matchAll(/\] (\d+\/\d+)|Running (?:unittests )?(\S+)/g)].at(-1);
      if (state) options.tell?.(state[1] ?? path.basename(state[2]));
    };
    child.stdout?.on("data", gather);
    child.stderr?.on("data", gather);
    child.on("error", (error) => {
      output += error.message;
      resolve({ ok: false, output });
    });
    // A program stopped at its limit may leave a child that holds the pipes open, so that "close"
    // never comes; for the others "close" is right, because by then all output was read.
    child.on(options.limit === undefined ? "close" : "exit", (code) => {
      child.stdout?.destroy();
      child.stderr?.destroy();
      resolve({ ok: code === 0, output: counting ? counted(output, command) : output });
    });
  });
}

/** What a program printed, without colours, cargo's bars and cargo's reports of single crates. @param {string} output */
export function remarks(output) {
  const lines = output.split(/[\r\n]+/).filter((line) => line.trim() !== "");
  const status = /^\s*(Adding|Blocking|Building|Checking|Compiling|Documenting|Downloaded|Downloading|Fetch|Finished|Fresh|Installing|Locking|Updating)\b/;
  return lines.filter((line) => !status.test(stripVTControlCharacters(line))).join("\n");
}

/**
 * Runs a long command quietly; when it fails, shows the end of what it printed.
 * @param {string} program
 * @param {string[]} args
 * @param {Options} [options]
 * @returns {Promise<string>} what it printed
 */
export async function quietly(program, args, options = {}) {
  const { ok, output } = await attempt(program, args, options);
  if (ok) return output;
  console.error(`\n${remarks(output).split("\n").slice(-60).join("\n")}`);
  throw new Failure(`this failed, see above: ${[path.basename(program), ...args].join(" ")}`);
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
    const child = start(program, args, { cwd: options.cwd ?? root, env: options.env ?? process.env, stdio: ["ignore", "inherit", "inherit"] });
    child.on("error", () => reject(new Failure(`can't run ${program}`)));
    child.on("exit", (code, signal) => (code === 0 ? resolve() : reject(new Failure(`${path.basename(program)} ended with ${signal ?? `code ${code}`}`))));
  });
}
