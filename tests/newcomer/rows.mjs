/**
 * What a newcomer writes by the recipes of CONTRIBUTING.md, and a run of the tests that see who answers.
 *
 * Problem: that "all else follows from the row" can't be seen of rows that are there, since somebody may have written down by hand what
 * should follow. Idea: perform each recipe on a copy of the sources, with rows that nobody has heard of, and test that. A recipe has to name
 * the files that it touches, and is counted. Nothing of it is in the product.
 *
 *     node tests/newcomer/rows.mjs
 */
import { spawnSync } from "node:child_process";
import { cpSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { linesOf, RECIPES } from "./recipes.mjs";

const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), "..", "..");
const copy = path.join(root, "target", "newcomer");

/** The tests, benchmarks and what they need in the manifest, in whose place the copy has one program of tests. */
const PROGRAMS = /\[target\.'cfg\(target_arch = "wasm32"\)'\.dev-dependencies\][^]*?(?=\[lints\])/;

const OWN = `[[test]]
name = "newcomer"
path = "tests/newcomer/main.rs"

`;

/** The crates that are compiled anew: few small tests run, and most of the time goes into that. */
const COMPILED = ["undoodle", "undoodle-history", "undoodle-drawing", "undoodle-formats"];

/** Where the profile of single crates begins. */
const PROFILES = "[profile.dev.package]\n";

/** The manifests of all crates. */
const MANIFESTS = ["Cargo.toml", ...readdirSync(path.join(root, "crates"), { recursive: true }).map((name) => `crates/${name}`).filter((name) => path.basename(name) === "Cargo.toml")];

/** Writes a file of the copy anew. @param {string} file @param {(text: string) => string} change */
function rewrite(file, change) {
  const place = path.join(copy, file);
  const before = readFileSync(place, "utf8");
  const after = change(before);
  if (after === before) throw new Error(`${file}: expected something to change`);
  writeFileSync(place, after);
}

/** Puts lines behind one that is there once. @param {[file: string, behind: string, lines: string]} addition */
function add([file, behind, lines]) {
  rewrite(file, (text) => {
    const parts = text.split(behind);
    if (parts.length !== 2) throw new Error(`${file}: expected once, and found ${parts.length - 1} times: ${behind}`);
    return parts.join(behind + lines);
  });
}

/** Copies what is compiled, and performs the recipes. */
function prepare() {
  rmSync(copy, { recursive: true, force: true });
  for (const name of ["Cargo.toml", "Cargo.lock", "src", "crates", "tests/newcomer", "www", "index.html", "README.md", "rust-toolchain.toml"]) {
    cpSync(path.join(root, name), path.join(copy, name), { recursive: true, preserveTimestamps: true });
  }
  // Cargo gives a `cdylib` a name without a sum, so that the copy's would take the place of ours.
  rewrite("Cargo.toml", (text) => text.replace('crate-type = ["cdylib", "rlib"]', 'crate-type = ["rlib"]'));
  rewrite("Cargo.toml", (text) => text.replace(PROGRAMS, OWN).replace(PROFILES, `$&${COMPILED.map((name) => `${name}.opt-level = 0\n`).join("")}`));
  // By their versions cargo tells the copy's crates from ours in the same folder, where what others wrote is compiled once for both.
  for (const file of MANIFESTS) rewrite(file, (text) => text.replace(/^version = "(.+)"$/m, 'version = "$1+newcomer"'));
  for (const { files = {}, lines, also = [] } of RECIPES) {
    for (const [file, from] of Object.entries(files)) cpSync(path.join(copy, "tests/newcomer/files", from), path.join(copy, file));
    [...lines, ...also].forEach(add);
  }
}

/** Returns what a recipe says, by its heading. @param {string} heading */
function recipe(heading) {
  const said = readFileSync(path.join(root, "CONTRIBUTING.md"), "utf8").split(/^## /m).find((part) => part.startsWith(`${heading}\n`));
  if (said === undefined) throw new Error(`CONTRIBUTING.md: expected "## ${heading}"`);
  return said;
}

/** Holds that the recipes name each file that they touch, and counts what they ask for. */
function count() {
  for (const { heading, files = {}, lines } of RECIPES) {
    const said = recipe(heading);
    const touched = [...new Set(lines.map(([file]) => file))];
    for (const file of touched) {
      const named = [file, `\`${path.basename(file)}\``, `\`${path.dirname(file)}/\``].some((name) => said.includes(name));
      if (!named) throw new Error(`CONTRIBUTING.md, ${heading}: expected that it names ${file}`);
    }
    for (const file of Object.keys(files)) {
      if (!said.includes(path.dirname(file))) throw new Error(`CONTRIBUTING.md, ${heading}: expected that it says where ${file} goes`);
    }
    const own = Object.values(files).map((from) => readFileSync(path.join(root, "tests/newcomer/files", from), "utf8"));
    const sum = lines.reduce((all, [, , text]) => all + Math.max(1, linesOf(text)), 0);
    console.log(`${heading}: ${sum} lines in ${touched.length} files, and ${own.reduce((all, text) => all + linesOf(text), 0)} in ${own.length} new ones`);
  }
}

count();
prepare();
const done = spawnSync("cargo", ["test", "--offline", "--test", "newcomer"], {
  cwd: copy,
  env: { ...process.env, CARGO_TARGET_DIR: path.resolve(process.env.CARGO_TARGET_DIR || path.join(root, "target")) },
  stdio: "inherit",
});
process.exitCode = done.status ?? 1;
