/**
 * Building the site: Rust → wasm by cargo, wasm → pkg/ by wasm-bindgen and wasm-opt, pkg/ cut in two in
 * pkg/cut/, pkg/cut/ and www/ → dist/ by Vite. What lies in dist/ afterwards is the one artefact: `npm start` serves it,
 * the tests drive it, and it is what one puts on a server.
 *
 * Nothing is made twice: cargo judges its own part, stamps the others. `wasm-pack build --target web`
 * makes the same pkg/ byte for byte.
 */
import { readFileSync, renameSync, rmSync } from "node:fs";
import path from "node:path";
import { pathToFileURL } from "node:url";
import { entry, Failure, quietly, remarks, root, seconds } from "./run.mjs";
import { setUpTasks } from "./setup.mjs";
import { cutModule } from "./split.mjs";
import { digest, filesIn, Stamp } from "./stamps.mjs";
import { perform, say } from "./tasks.mjs";
import { bindgenProgram, nativeEnvironment, targetFolder, wasmEnvironment, wasmTarget } from "./toolchain.mjs";

/** @typedef {import("./tasks.mjs").Task} Task */

/** What the page imports; wasm-pack adds files for npm, which nothing here reads. */
const PACKAGE = ["undoodle.js", "undoodle_bg.wasm", "undoodle.d.ts", "undoodle_bg.wasm.d.ts"];

/** What the page imports in place of these, and the part of the module that is loaded later. */
const CUT = ["undoodle.js", "undoodle_bg.wasm", "undoodle_rest.wasm"].map((name) => `cut/${name}`);

/** What the site is made from, apart from pkg/. */
const SITE = ["index.html", "squares.html", "lab.html", "www", "vite.config.js", "scripts/site", "package-lock.json"];

/** The flags of wasm-opt, which stand where wasm-pack reads them. */
function optimizerFlags() {
  const flags = /^wasm-opt = (\[.+\])$/m.exec(readFileSync(path.join(root, "Cargo.toml"), "utf8"))?.[1];
  if (flags === undefined) throw new Failure("Cargo.toml has no line wasm-opt = […] below [package.metadata.wasm-pack.profile.release]");
  return /** @type {string[]} */ (JSON.parse(flags));
}

/** @param {string} program */
const ofPackages = (program) => path.join(root, "node_modules", ".bin", program);

/**
 * Compiles Rust to wasm, and returns the file. Cargo's warnings are shown.
 * @param {"release" | "quick"} profile
 * @param {(state: string) => void} tell
 */
export async function compile(profile, tell) {
  const args = ["build", "--lib", "--profile", profile, "--target", wasmTarget];
  const output = await quietly("cargo", args, { env: wasmEnvironment(profile), tell });
  const warnings = remarks(output);
  if (warnings !== "") say(warnings);
  return compiled(profile);
}

/** @param {"release" | "quick"} profile */
function compiled(profile) {
  return path.join(targetFolder, wasmTarget, profile, "undoodle.wasm");
}

/** Makes a package for the page from compiled wasm. @param {string} wasm @param {string} folder */
export async function bind(wasm, folder) {
  await quietly(bindgenProgram("bindgen"), [wasm, folder]);
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

/** Stamp of dist/. */
export const siteStamp = new Stamp({
  file: path.join(targetFolder, "stamps", "dist"),
  inputs: () => [...SITE, ...CUT.map((name) => `pkg/${name}`)].map((name) => path.join(root, name)).flatMap(filesIn),
  outputs: () => filesIn(path.join(root, "dist")),
});

/** Compiled wasm → pkg/. It is put in place at the end, so that what is half done is never served. */
async function makePackage() {
  const draft = path.join(root, "pkg", "draft");
  rmSync(draft, { recursive: true, force: true });
  await bind(compiled("release"), draft);
  const wasm = path.join(draft, "undoodle_bg.wasm");
  await quietly(ofPackages("wasm-opt"), [wasm, "-o", wasm, ...optimizerFlags()]);
  for (const name of PACKAGE) renameSync(path.join(draft, name), path.join(root, "pkg", name));
  rmSync(draft, { recursive: true });
}

/** Returns the tasks that build the site. @returns {Task[]} */
export function buildTasks() {
  return [
    { name: "Rust to wasm", after: ["wasm32 target"], seconds: 60, quiet: true, run: async (tell) => { await compile("release", tell); } },
    {
      name: "wasm-opt",
      after: ["npm packages", "wasm-bindgen", "Rust to wasm"],
      seconds: 25,
      ready: () => packageStamp.holds(),
      run: () => packageStamp.make(makePackage),
    },
    {
      name: "cut",
      after: ["wasm-opt"],
      seconds: 6,
      ready: () => cutStamp.holds(),
      run: () => cutStamp.make(() => cutModule(optimizerFlags().filter((flag) => flag.startsWith("--enable-")))),
    },
    {
      name: "site",
      after: ["cut"],
      seconds: 4,
      ready: () => siteStamp.holds(),
      run: () => siteStamp.make(() => quietly(ofPackages("vite"), ["build"], { env: { ...nativeEnvironment(), UNDOODLE_MODULE: "pkg/cut/undoodle.js" } })),
    },
  ];
}

/** Sets up what is missing and builds what has changed. */
export async function build() {
  const begin = performance.now();
  const worked = await perform([...setUpTasks({ forTests: false }), ...buildTasks()]);
  const changed = worked.some((name) => name !== "Rust to wasm");
  console.log(changed ? `built in ${seconds(begin)}` : `nothing has changed (${seconds(begin)})`);
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? "").href) await entry(build);
