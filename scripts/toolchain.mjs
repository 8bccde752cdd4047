/**
 * Where the programs are, and the environment in which they run.
 *
 * Problem: wasm may have to be compiled by another Rust than the one a person works with, and
 * the tools may live in a cache that no shell knows of. Idea: everything that set-up makes lives
 * in one cache outside of the clone, in folders named after their versions, so that a second
 * clone finds them ready; two functions give the two environments. Invariant: only wasm commands
 * see the second Rust; formatter, lints and native tests run in the person's own.
 */
import { existsSync, readFileSync } from "node:fs";
import { homedir } from "node:os";
import path from "node:path";
import { ask, isProgram, root, which } from "./run.mjs";

/** What set-up installs, apart from the npm packages: one folder per tool and version. */
export const cache = path.join(process.env.XDG_CACHE_HOME || path.join(homedir(), ".cache"), "undoodle", "tools");

/** Where npm puts the programs of packages; wasm-opt is one of them. */
const packagePrograms = path.join(root, "node_modules", ".bin");

/** The one target that the page needs. */
export const wasmTarget = "wasm32-unknown-unknown";

/** Debian's Rust for the web, the way on when rustup can't bring the target. */
export const debian = {
  rustc: "/usr/bin/rustc",
  cargo: "/usr/bin/cargo",
  source: "/usr/lib/rustlib/src/rust/library",
};

/** @typedef {{name: string, version: string, programs: string[], locked: boolean}} Tool  `locked`: built from its own lock file. */

/** The wasm tools at the versions needed. @returns {Tool[]} */
export function wasmTools() {
  return [
    { name: "wasm-pack", version: "0.15.1", programs: ["wasm-pack"], locked: true },
    // Its lock file has named a crate that was not published yet.
    { name: "wasm-bindgen-cli", version: wasmBindgenVersion(), programs: ["wasm-bindgen", "wasm-bindgen-test-runner"], locked: false },
  ];
}

/** The folder of a tool in the cache. @param {Tool} tool */
export function toolFolder(tool) {
  return path.join(cache, `${tool.name}-${tool.version}`);
}

/** Whether the tool stands in the cache. @param {Tool} tool */
export function isCached(tool) {
  return tool.programs.every((program) => isProgram(path.join(toolFolder(tool), "bin", program)));
}

/** The version of wasm-bindgen, which its command line tool must equal exactly. */
function wasmBindgenVersion() {
  const lock = path.join(root, "Cargo.lock");
  const text = existsSync(lock) ? readFileSync(lock, "utf8") : "";
  const locked = /name = "wasm-bindgen"\nversion = "([^"]+)"/.exec(text);
  if (locked) return locked[1];
  const wanted = /^wasm-bindgen = .*?"=?(\d+\.\d+\.\d+)"/m.exec(readFileSync(path.join(root, "Cargo.toml"), "utf8"));
  if (wanted) return wanted[1];
  throw new Error("Cargo.toml names no version of wasm-bindgen");
}

/** Whether the person's own Rust has the wasm target. */
export function hasOwnTarget() {
  const sysroot = ask("rustc", ["--print", "sysroot"]);
  return sysroot !== undefined && existsSync(path.join(sysroot, "lib", "rustlib", wasmTarget));
}

/**
 * The folder of the second Rust, named after Debian's rustc as it is now, so that an upgraded
 * one asks for a new standard library; undefined when Debian's packages are not installed.
 */
export function secondRustFolder() {
  if (![debian.rustc, debian.cargo].every(isProgram) || !existsSync(debian.source)) return undefined;
  const commit = /^commit-hash: (\w{9})/m.exec(ask(debian.rustc, ["-vV"]) ?? "");
  return commit ? path.join(cache, `rust-for-wasm-${commit[1]}`) : undefined;
}

/** The programs of the second Rust when it stands ready, else undefined. */
export function secondRustPrograms() {
  const folder = secondRustFolder();
  if (folder === undefined) return undefined;
  const programs = path.join(folder, "bin");
  const ready = ["rustc", "cargo", "rust-lld"].every((program) => isProgram(path.join(programs, program)))
    && existsSync(path.join(folder, "sysroot", "lib", "rustlib", wasmTarget, "lib"));
  return ready ? programs : undefined;
}

/** @param {(string | undefined)[]} folders */
function withPath(folders) {
  const given = folders.filter((folder) => folder !== undefined);
  return { ...process.env, PATH: [...given, process.env.PATH ?? ""].join(path.delimiter) };
}

/** For formatter, lints, native tests, Vite and tsc. @returns {NodeJS.ProcessEnv} */
export function nativeEnvironment() {
  return withPath([packagePrograms]);
}

/** For wasm-pack: the Rust that has the target comes first, then the tools. @returns {NodeJS.ProcessEnv} */
export function wasmEnvironment() {
  const rust = hasOwnTarget() ? undefined : secondRustPrograms();
  const tools = wasmTools().filter(isCached).map((tool) => path.join(toolFolder(tool), "bin"));
  return withPath([rust, packagePrograms, ...tools]);
}

/**
 * The browser that the tests drive, and its driver. The environment has the last word; then
 * come the names on the PATH and the places that distributions use.
 * @returns {{chrome: string | undefined, driver: string | undefined}}
 */
export function browser() {
  const names = ["chromium", "chromium-browser", "google-chrome", "google-chrome-stable"];
  const places = ["/Applications/Google Chrome.app/Contents/MacOS/Google Chrome", "/Applications/Chromium.app/Contents/MacOS/Chromium"];
  const drivers = ["/usr/lib/chromium-browser/chromedriver", "/usr/lib/chromium/chromedriver"];
  return {
    chrome: process.env.UNDOODLE_CHROME || names.map((name) => which(name)).find(Boolean) || places.find(isProgram),
    driver: process.env.UNDOODLE_CHROMEDRIVER || which("chromedriver") || drivers.find(isProgram),
  };
}
