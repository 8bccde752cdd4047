/**
 * Where the programs are, and the environment in which they run.
 *
 * Problem: wasm may have to be compiled by another Rust than the one a person works with, and
 * the tools may live in a cache that no shell knows of. Idea: everything that set-up makes lives
 * in one cache outside of the clone, in folders named after their versions, so that a second
 * clone finds them ready; two functions give the two environments. Invariant: only wasm commands
 * see the second Rust; formatter, lints and native tests run in the person's own.
 */
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { homedir } from "node:os";
import path from "node:path";
import { ask, Failure, isProgram, root, which } from "./run.mjs";
import { digest, filesIn } from "./stamps.mjs";

/** What is kept outside of the clone, for others of it too. */
const outside = process.env.UNDOODLE_CACHE || path.join(process.env.XDG_CACHE_HOME || path.join(homedir(), ".cache"), "undoodle");

/** What set-up installs, apart from the npm packages: one folder per tool and version. UNDOODLE_CACHE moves it. */
export const cache = path.join(outside, "tools");

/** What takes minutes to build, by what it was built from: see `stamps.mjs`. @param {string} kind */
export const storeOf = (kind) => path.join(outside, "built", kind);

/** Cargo's output: named in every environment, so that what cargo has built is found. */
export const targetFolder = path.resolve(process.env.CARGO_TARGET_DIR || path.join(root, "target"));

/** Python's packages that give second opinions in the tests. */
export const judgesFolder = path.join(targetFolder, "judges");

/** Where npm puts the programs of packages; wasm-opt is one of them. */
const packagePrograms = path.join(root, "node_modules", ".bin");

/** The path of a program of an npm package. @param {string} name */
export const packageProgram = (name) => path.join(packagePrograms, name);

/** The one target that the page needs. */
export const wasmTarget = "wasm32-unknown-unknown";

/** Debian's Rust for the web, the way on when rustup can't bring the target. */
export const debian = {
  rustc: "/usr/bin/rustc",
  cargo: "/usr/bin/cargo",
  source: "/usr/lib/rustlib/src/rust/library",
};

/** The crate that builds wasm-bindgen's programs from its library. */
export const bindgenCrate = path.join(root, "scripts", "bindgen");

/** The folder of wasm-bindgen's programs, named after their version and after what they are built from. */
export function bindgenFolder() {
  const locked = (/** @type {string} */ folder, /** @type {string} */ name) =>
    new RegExp(`name = "${name}"\nversion = "([^"]+)"`).exec(readFileSync(path.join(folder, "Cargo.lock"), "utf8"))?.[1];
  const wanted = locked(root, "wasm-bindgen");
  const version = locked(bindgenCrate, "wasm-bindgen-cli-support");
  // Its two halves must be of one version to the last digit.
  if (wanted !== version) {
    throw new Failure(`Cargo.lock has wasm-bindgen ${wanted}, scripts/bindgen has ${version}; name "=${wanted}" in scripts/bindgen/Cargo.toml and run cargo update there`);
  }
  const sources = ["Cargo.toml", "Cargo.lock", "src"].map((name) => path.join(bindgenCrate, name)).flatMap(filesIn);
  return path.join(cache, `bindgen-${version}-${digest(sources).slice(0, 8)}`);
}

/** The path of a program of that crate. @param {"bindgen" | "split"} program */
export function bindgenProgram(program) {
  return path.join(bindgenFolder(), "bin", program);
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
  const color = process.stdout.isTTY ? { CARGO_TERM_COLOR: process.env.CARGO_TERM_COLOR ?? "always" } : {};
  return { ...process.env, ...color, CARGO_TARGET_DIR: targetFolder, PATH: [...given, process.env.PATH ?? ""].join(path.delimiter) };
}

/** For formatter, lints, native tests, Vite and tsc. @returns {NodeJS.ProcessEnv} */
export function nativeEnvironment() {
  return { ...withPath([packagePrograms]), UNDOODLE_JUDGES: judgesFolder };
}

/**
 * For wasm: the Rust that has the target comes first.
 * @param {"release" | "quick"} profile
 * @returns {NodeJS.ProcessEnv}
 */
export function wasmEnvironment(profile) {
  const env = withPath([hasOwnTarget() ? undefined : secondRustPrograms(), packagePrograms]);
  // .cargo/config.toml asks for optimised code whatever the profile; what must be compiled quickly has to take that back.
  return profile === "quick" ? { CARGO_ENCODED_RUSTFLAGS: "", ...env } : env;
}

/** WebKitGTK's plain browser, which lies in a folder of the library's. */
function miniBrowser() {
  const folders = ["/usr/lib", ...(existsSync("/usr/lib") ? readdirSync("/usr/lib").filter((name) => name.includes("-linux-")).map((name) => path.join("/usr/lib", name)) : []), "/usr/libexec"];
  const places = folders.flatMap((folder) => ["webkitgtk-6.0", "webkit2gtk-4.1", "webkit2gtk-4.0"].map((name) => path.join(folder, name, "MiniBrowser")));
  return places.find(isProgram);
}

/**
 * Programs that the journeys need for each browser, by the variables that name them in the environment, which has the
 * last word. A program that is missing is undefined.
 * @type {Record<string, () => Record<string, string | undefined>>}
 */
export const browserPrograms = {
  chromium: () => {
    const { chrome, driver } = browser();
    return { UNDOODLE_CHROME: chrome, UNDOODLE_CHROMEDRIVER: driver };
  },
  firefox: () => {
    const places = ["/Applications/Firefox.app/Contents/MacOS/firefox"];
    return { UNDOODLE_FIREFOX: process.env.UNDOODLE_FIREFOX || which("firefox-esr") || which("firefox") || places.find(isProgram) };
  },
  webkit: () => ({
    UNDOODLE_MINIBROWSER: process.env.UNDOODLE_MINIBROWSER || miniBrowser(),
    UNDOODLE_WEBKITDRIVER: process.env.UNDOODLE_WEBKITDRIVER || which("WebKitWebDriver"),
    UNDOODLE_XVFB: process.env.UNDOODLE_XVFB || which("Xvfb"),
  }),
};

/** Whether the person names a browser: a tool names that which it has found, later, to what it starts. */
const named = Boolean(process.env.UNDOODLE_CHROME);

/** Where Debian has Chromium's shell. */
const debianShell = "/usr/lib/chromium/chromium-headless-shell";

/**
 * Chromium without its bars and menus, if it is here and fits the driver. Journeys that need nothing of these take it.
 * @returns {string | undefined}
 */
export function shell() {
  const { driver } = browser();
  // Debian's command is a script that starts the program beside it, which would outlive a browser that is killed.
  const own = [debianShell].find(isProgram) ?? which("chromium-headless-shell");
  // Who names a browser means that one.
  const program = process.env.UNDOODLE_CHROME_SHELL || (named ? undefined : own);
  if (program === undefined || driver === undefined) return undefined;
  const [ours, drivers] = [program, driver].map((one) => /\d+\.\d+\.\d+/.exec(ask(one, ["--version"]) ?? "")?.[0]);
  return ours !== undefined && ours === drivers ? program : undefined;
}

/** Returns `true` if there is a shell that fits the driver. */
export const hasShell = () => shell() !== undefined;

/** Returns `true` if all programs for a browser are at hand. @param {string} name */
export const hasBrowser = (name) => Object.values(browserPrograms[name]()).every((program) => program !== undefined);

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
