/**
 * Building the site: Rust → wasm by cargo; the page's module → pkg/ by wasm-bindgen and wasm-opt, pkg/ cut in two in
 * pkg/cut/; the module of file formats → pkg/files/, that of the Lab → pkg/lab/; these and www/ → dist/ by Vite. What lies in dist/
 * afterwards is the one artefact: `npm start` serves it, the tests drive it, and it is what one puts on a server.
 *
 * Nothing is made twice, not by another clone of the same sources either: see `stamps.mjs`. `wasm-pack build --target web` makes the same
 * pkg/ byte for byte.
 */
import { mkdirSync, readFileSync, renameSync, rmSync } from "node:fs";
import path from "node:path";
import { pathToFileURL } from "node:url";
import { ask, entry, Failure, quietly, remarks, root, seconds } from "./run.mjs";
import { setUpTasks } from "./setup.mjs";
import { makePages } from "./site/pages.mjs";
import { cutModule } from "./split.mjs";
import { filesIn, Stamp } from "./stamps.mjs";
import { perform, say } from "./tasks.mjs";
import { bindgenProgram, nativeEnvironment, packageProgram, storeOf, targetFolder, wasmEnvironment, wasmTarget } from "./toolchain.mjs";

/** @typedef {import("./tasks.mjs").Task} Task */

/** The files of a module's package below pkg/; wasm-pack adds some for npm, which nothing here reads. @param {string} name @param {string} [folder] */
const filesOf = (name, folder = "") => [`${name}.js`, `${name}_bg.wasm`, `${name}.d.ts`, `${name}_bg.wasm.d.ts`].map((file) => path.join(folder, file));

/** What the page imports. */
const PACKAGE = filesOf("undoodle");

/** What the page imports in place of these, and the part of the module that is loaded later. */
const CUT = ["undoodle.js", "undoodle_bg.wasm", "undoodle_rest.wasm"].map((name) => `cut/${name}`);

/** The module of file formats, which a worker loads. */
const FILES = filesOf("formats", "files");

/** The module of the Lab and the squares. */
const LAB = filesOf("lab", "lab");

/** What the site is made from, apart from pkg/. */
export const SITE = ["index.html", "squares.html", "lab.html", "www", "vite.config.js", "scripts/site", "package-lock.json"];

/** The flags of wasm-opt, which stand where wasm-pack reads them. */
function optimizerFlags() {
  const flags = /^wasm-opt = (\[.+\])$/m.exec(readFileSync(path.join(root, "Cargo.toml"), "utf8"))?.[1];
  if (flags === undefined) throw new Failure("Cargo.toml has no line wasm-opt = […] below [package.metadata.wasm-pack.profile.release]");
  return /** @type {string[]} */ (JSON.parse(flags));
}

/** How modules are compiled; `quick` takes seconds. @typedef {"release" | "quick"} Profile */

/** The crate of each module, and the name of its file. */
const MODULES = {
  undoodle: { crate: "undoodle", file: "undoodle" },
  formats: { crate: "undoodle-formats-worker", file: "formats" },
  lab: { crate: "undoodle-lab-page", file: "lab" },
};

/** @typedef {keyof typeof MODULES} Module `formats` is that of file formats, which a worker loads; `lab` is that of the Lab and the squares. */

/**
 * Compiles Rust to wasm: all modules in one run, which share their crates. Cargo's warnings are shown.
 * @param {Profile} profile
 * @param {(state: string) => void} tell
 */
export async function compile(profile, tell) {
  const crates = Object.values(MODULES).flatMap(({ crate }) => ["--package", crate]);
  const args = ["build", "--lib", ...crates, "--profile", profile, "--target", wasmTarget];
  const warnings = remarks(await quietly("cargo", args, { env: wasmEnvironment(profile), tell }));
  if (warnings !== "") say(warnings);
}

/** The compiled file of a module. @param {Module} module @param {Profile} profile */
export const compiled = (module, profile) => path.join(targetFolder, wasmTarget, profile, `${MODULES[module].file}.wasm`);

/** Folders in a crate that no module is compiled from. */
const NATIVE = /[\\/](tests|benches|examples)[\\/]/;

/** The files that modules are compiled from. */
export const rustFiles = () => ["Cargo.toml", "Cargo.lock", "rust-toolchain.toml", ".cargo", "src", "crates"].flatMap((name) => filesIn(path.join(root, name))).filter((file) => !NATIVE.test(path.relative(root, file)));

/** What else they depend on: the compiler, and what it is told by who calls. */
export const rustSettings = () => [ask("rustc", ["-vV"], wasmEnvironment("release")) ?? "", process.env.RUSTFLAGS ?? "", process.env.CARGO_ENCODED_RUSTFLAGS ?? ""];

/** Stamp of what cargo makes of the modules. */
export const compiledStamp = new Stamp({
  file: path.join(targetFolder, "stamps", "compiled"),
  inputs: rustFiles,
  settings: rustSettings,
  outputs: () => Object.keys(MODULES).map((module) => compiled(/** @type {Module} */ (module), "release")),
  store: storeOf("compiled"),
});

/**
 * Makes a package for the page from compiled wasm.
 * @param {string} wasm @param {string} folder
 */
export async function bind(wasm, folder) {
  await quietly(bindgenProgram("bindgen"), [wasm, folder]);
}

/** Returns the stamp of a module's package. @param {Module} module @param {string} name @param {string[]} files */
const stampOf = (module, name, files) => new Stamp({
  file: path.join(targetFolder, "stamps", name),
  inputs: () => [compiled(module, "release"), path.join(root, "node_modules", "binaryen", "package.json")],
  settings: () => [bindgenProgram("bindgen"), ...optimizerFlags()],
  outputs: () => files.map((file) => path.join(root, "pkg", file)),
  store: storeOf(name),
});

/** Stamps of pkg/, pkg/files/ and pkg/lab/. */
export const packageStamp = stampOf("undoodle", "pkg", PACKAGE);
export const filesStamp = stampOf("formats", "files", FILES);
export const labStamp = stampOf("lab", "lab", LAB);

/** Stamp of pkg/cut/. */
export const cutStamp = new Stamp({
  file: path.join(targetFolder, "stamps", "cut"),
  inputs: () => [...["pkg/undoodle.js", "pkg/undoodle_bg.wasm", "scripts/split.mjs", "scripts/split/painting.mjs"].map((name) => path.join(root, name)), path.join(root, "node_modules", "binaryen", "package.json")],
  settings: () => [bindgenProgram("split")],
  outputs: () => CUT.map((name) => path.join(root, "pkg", name)),
  store: storeOf("cut"),
});

/** Stamp of dist/. */
export const siteStamp = new Stamp({
  file: path.join(targetFolder, "stamps", "dist"),
  inputs: () => [...SITE, ...[...CUT, ...FILES, ...LAB].map((name) => `pkg/${name}`)].map((name) => path.join(root, name)).flatMap(filesIn),
  outputs: () => filesIn(path.join(root, "dist")),
});

/**
 * Makes a package from compiled wasm. It is put in place at the end, so that what is half done is never served.
 * @param {Module} module @param {string[]} files What belongs to it, below pkg/.
 */
async function makePackage(module, files) {
  const draft = path.join(root, "pkg", `draft-${module}`);
  rmSync(draft, { recursive: true, force: true });
  mkdirSync(draft, { recursive: true });
  await bind(compiled(module, "release"), draft);
  const wasm = path.join(draft, `${module}_bg.wasm`);
  await quietly(packageProgram("wasm-opt"), [wasm, "-o", wasm, ...optimizerFlags()]);
  for (const name of files) {
    const place = path.join(root, "pkg", name);
    mkdirSync(path.dirname(place), { recursive: true });
    renameSync(path.join(draft, path.basename(name)), place);
  }
  rmSync(draft, { recursive: true });
}

/** Returns the tasks that build the site. @returns {Task[]} */
export function buildTasks() {
  return [
    {
      name: "Rust to wasm",
      after: ["wasm32 target"],
      seconds: 60,
      quiet: true,
      ready: () => compiledStamp.holds(),
      run: (tell) => compiledStamp.make(() => compile("release", tell)),
    },
    {
      name: "wasm-opt",
      after: ["npm packages", "wasm-bindgen", "Rust to wasm"],
      seconds: 25,
      ready: () => packageStamp.holds(),
      run: () => packageStamp.make(() => makePackage("undoodle", PACKAGE)),
    },
    {
      name: "cut",
      after: ["wasm-opt"],
      seconds: 6,
      ready: () => cutStamp.holds(),
      run: () => cutStamp.make(() => cutModule(optimizerFlags().filter((flag) => flag.startsWith("--enable-")))),
    },
    {
      name: "module of formats",
      after: ["npm packages", "wasm-bindgen", "wasm-opt", "Rust to wasm"],
      seconds: 15,
      ready: () => filesStamp.holds(),
      run: () => filesStamp.make(() => makePackage("formats", FILES)),
    },
    {
      name: "module of the Lab",
      after: ["npm packages", "wasm-bindgen", "module of formats", "Rust to wasm"],
      seconds: 5,
      ready: () => labStamp.holds(),
      run: () => labStamp.make(() => makePackage("lab", LAB)),
    },
    {
      name: "site",
      after: ["cut", "module of formats", "module of the Lab"],
      seconds: 4,
      ready: () => siteStamp.holds(),
      run: () => siteStamp.make(() => makePages("dist", { ...nativeEnvironment(), UNDOODLE_MODULE: "pkg/cut/undoodle.js" })),
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
