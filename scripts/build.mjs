/**
 * Building the site: Rust → wasm by cargo, wasm → pkg/ by wasm-bindgen and wasm-opt, pkg/ cut in two in
 * pkg/cut/; the same with the feature `files` → pkg/files/, the module of file formats; these and www/ → dist/ by Vite. What lies in dist/ afterwards is the one artefact: `npm start` serves it,
 * the tests drive it, and it is what one puts on a server.
 *
 * Nothing is made twice: cargo judges its own part, stamps the others. `wasm-pack build --target web`
 * makes the same pkg/ byte for byte.
 */
import { copyFileSync, cpSync, existsSync, mkdirSync, readFileSync, renameSync, rmSync } from "node:fs";
import path from "node:path";
import { pathToFileURL } from "node:url";
import { entry, Failure, quietly, remarks, root, seconds } from "./run.mjs";
import { setUpTasks } from "./setup.mjs";
import { cutModule } from "./split.mjs";
import { filesIn, Stamp } from "./stamps.mjs";
import { perform, say } from "./tasks.mjs";
import { bindgenProgram, nativeEnvironment, packageProgram, targetFolder, wasmEnvironment, wasmTarget } from "./toolchain.mjs";

/** @typedef {import("./tasks.mjs").Task} Task */

/** What the page imports; wasm-pack adds files for npm, which nothing here reads. */
const PACKAGE = ["undoodle.js", "undoodle_bg.wasm", "undoodle.d.ts", "undoodle_bg.wasm.d.ts"];

/** What the page imports in place of these, and the part of the module that is loaded later. */
const CUT = ["undoodle.js", "undoodle_bg.wasm", "undoodle_rest.wasm"].map((name) => `cut/${name}`);

/** The module of file formats, which a worker loads. */
const FILES = ["formats.js", "formats_bg.wasm", "formats.d.ts", "formats_bg.wasm.d.ts"].map((name) => `files/${name}`);

/** What the site is made from, apart from pkg/. */
export const SITE = ["index.html", "squares.html", "lab.html", "www", "vite.config.js", "scripts/site", "package-lock.json"];

/** The flags of wasm-opt, which stand where wasm-pack reads them. */
function optimizerFlags() {
  const flags = /^wasm-opt = (\[.+\])$/m.exec(readFileSync(path.join(root, "Cargo.toml"), "utf8"))?.[1];
  if (flags === undefined) throw new Failure("Cargo.toml has no line wasm-opt = […] below [package.metadata.wasm-pack.profile.release]");
  return /** @type {string[]} */ (JSON.parse(flags));
}

/**
 * How a module is compiled: by which profile, whether with the feature that makes it the one of file formats, and in which folder of
 * cargo's: in one with the module that paints, each would be compiled again because of the other.
 */
const COMPILED = {
  release: { profile: "release", features: [], folder: targetFolder },
  files: { profile: "release", features: ["--features", "files"], folder: path.join(targetFolder, "formats") },
  quick: { profile: "quick", features: [], folder: targetFolder },
  "quick-files": { profile: "quick", features: ["--features", "files"], folder: path.join(targetFolder, "formats") },
};

/** @typedef {keyof typeof COMPILED} Compiled `files` is the module of file formats; those with `quick` are compiled in seconds. */

/**
 * Compiles Rust to wasm, and returns the file. Cargo's warnings are shown.
 * @param {Compiled} what
 * @param {(state: string) => void} tell
 * @param {string[]} [also] What else cargo builds of the same library, such as `--test web`.
 */
export async function compile(what, tell, also = []) {
  const { profile, features, folder } = COMPILED[what];
  const args = ["build", "--lib", ...also, "--profile", profile, "--target", wasmTarget, ...features];
  if (folder !== targetFolder) shareCrates(folder, profile);
  const env = { ...wasmEnvironment(profile === "quick" ? "quick" : "release"), CARGO_TARGET_DIR: folder };
  const warnings = remarks(await quietly("cargo", args, { env, tell }));
  if (warnings !== "") say(warnings);
  return compiled(what);
}

/**
 * Gives the module of file formats the crates that the module that paints was compiled with: they are the same, and take as long as it does.
 * @param {string} folder @param {string} profile
 */
function shareCrates(folder, profile) {
  for (const name of [profile, path.join(wasmTarget, profile)]) {
    const [from, to] = [path.join(targetFolder, name), path.join(folder, name)];
    if (existsSync(to) || !existsSync(from)) continue;
    const draft = `${to}.draft-${process.pid}`;
    cpSync(from, draft, { recursive: true, preserveTimestamps: true });
    renameSync(draft, to);
  }
}

/** @param {Compiled} what */
function compiled(what) {
  const { profile, folder } = COMPILED[what];
  return path.join(folder, wasmTarget, profile, "undoodle.wasm");
}

/**
 * Makes a package for the page from compiled wasm.
 * @param {string} wasm @param {string} folder
 * @param {string} [name] What its files are named after, if not after the compiled one.
 */
export async function bind(wasm, folder, name) {
  if (name === undefined) return void await quietly(bindgenProgram("bindgen"), [wasm, folder]);
  mkdirSync(folder, { recursive: true });
  const own = path.join(folder, `${name}.wasm`);
  copyFileSync(wasm, own);
  await quietly(bindgenProgram("bindgen"), [own, folder]);
}

/** Stamp of pkg/. */
export const packageStamp = new Stamp({
  file: path.join(targetFolder, "stamps", "pkg"),
  inputs: () => [compiled("release"), path.join(root, "node_modules", "binaryen", "package.json")],
  settings: () => [bindgenProgram("bindgen"), ...optimizerFlags()],
  outputs: () => PACKAGE.map((name) => path.join(root, "pkg", name)),
});

/** Stamp of pkg/cut/. */
export const cutStamp = new Stamp({
  file: path.join(targetFolder, "stamps", "cut"),
  inputs: () => [...["pkg/undoodle.js", "pkg/undoodle_bg.wasm", "scripts/split.mjs", "scripts/split/painting.mjs"].map((name) => path.join(root, name)), path.join(root, "node_modules", "binaryen", "package.json")],
  settings: () => [bindgenProgram("split")],
  outputs: () => CUT.map((name) => path.join(root, "pkg", name)),
});

/** Stamp of pkg/files/. */
export const filesStamp = new Stamp({
  file: path.join(targetFolder, "stamps", "files"),
  inputs: () => [compiled("files"), path.join(root, "node_modules", "binaryen", "package.json")],
  settings: () => [bindgenProgram("bindgen"), ...optimizerFlags()],
  outputs: () => FILES.map((name) => path.join(root, "pkg", name)),
});

/** Stamp of dist/. */
export const siteStamp = new Stamp({
  file: path.join(targetFolder, "stamps", "dist"),
  inputs: () => [...SITE, ...[...CUT, ...FILES].map((name) => `pkg/${name}`)].map((name) => path.join(root, name)).flatMap(filesIn),
  outputs: () => filesIn(path.join(root, "dist")),
});

/**
 * Makes a package from compiled wasm. It is put in place at the end, so that what is half done is never served.
 * @param {"release" | "files"} what @param {string[]} files What belongs to it, below pkg/.
 */
async function makePackage(what, files) {
  const draft = path.join(root, "pkg", `draft-${what}`);
  rmSync(draft, { recursive: true, force: true });
  mkdirSync(draft, { recursive: true });
  const name = what === "files" ? "formats" : "undoodle";
  await bind(compiled(what), draft, name);
  const wasm = path.join(draft, `${name}_bg.wasm`);
  await quietly(packageProgram("wasm-opt"), [wasm, "-o", wasm, ...optimizerFlags()]);
  for (const name of files) {
    const place = path.join(root, "pkg", name);
    mkdirSync(path.dirname(place), { recursive: true });
    renameSync(path.join(draft, path.basename(name)), place);
  }
  rmSync(draft, { recursive: true });
}

/** Returns the tasks that build the module of file formats. @returns {Task[]} */
export function formatsTasks() {
  return [
    { name: "formats to wasm", after: ["wasm32 target", "Rust to wasm"], seconds: 50, quiet: true, run: async (tell) => { await compile("files", tell); } },
    {
      name: "module of formats",
      after: ["npm packages", "wasm-bindgen", "wasm-opt", "formats to wasm"],
      seconds: 15,
      ready: () => filesStamp.holds(),
      run: () => filesStamp.make(() => makePackage("files", FILES)),
    },
  ];
}

/**
 * Returns the tasks that build the site.
 * @param {string[]} [also] What else cargo compiles to wasm with the same library, such as `--test web`.
 * @returns {Task[]}
 */
export function buildTasks(also) {
  return [
    { name: "Rust to wasm", after: ["wasm32 target"], seconds: 60, quiet: true, run: async (tell) => { await compile("release", tell, also); } },
    {
      name: "wasm-opt",
      after: ["npm packages", "wasm-bindgen", "Rust to wasm"],
      seconds: 25,
      ready: () => packageStamp.holds(),
      run: () => packageStamp.make(() => makePackage("release", PACKAGE)),
    },
    {
      name: "cut",
      after: ["wasm-opt"],
      seconds: 6,
      ready: () => cutStamp.holds(),
      run: () => cutStamp.make(() => cutModule(optimizerFlags().filter((flag) => flag.startsWith("--enable-")))),
    },
    ...formatsTasks(),
    {
      name: "site",
      after: ["cut", "module of formats"],
      seconds: 4,
      ready: () => siteStamp.holds(),
      run: () => siteStamp.make(() => quietly(packageProgram("vite"), ["build"], { env: { ...nativeEnvironment(), UNDOODLE_MODULE: "pkg/cut/undoodle.js" } })),
    },
  ];
}

/** Sets up what is missing and builds what has changed. */
export async function build() {
  const begin = performance.now();
  const worked = await perform([...setUpTasks({ forTests: false }), ...buildTasks()]);
  const changed = worked.some((name) => !name.endsWith(" to wasm"));
  console.log(changed ? `built in ${seconds(begin)}` : `nothing has changed (${seconds(begin)})`);
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? "").href) await entry(build);
