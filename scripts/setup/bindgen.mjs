/**
 * Programs that make modules of wasm: wasm-bindgen's that makes `pkg/`, and ours that cuts a module in two.
 *
 * Problem: wasm-bindgen's command line takes minutes to compile, and its version must equal that of
 * the library in Cargo.lock. Idea: the crate in scripts/bindgen compiles the little that is needed,
 * without optimisation, into our cache beside other versions. Invariant: a person's own programs are
 * neither used nor replaced, and what `npm start` and `npm test` build is made by the same program.
 */
import { chmodSync, copyFileSync, mkdirSync, renameSync, rmSync } from "node:fs";
import path from "node:path";
import { isProgram, quietly } from "../run.mjs";
import { bindgenCrate, bindgenFolder, bindgenProgram } from "../toolchain.mjs";

/** @type {("bindgen" | "split")[]} */
const PROGRAMS = ["bindgen", "split"];

/** Whether the programs are there. */
export function ready() {
  return PROGRAMS.every((name) => isProgram(bindgenProgram(name)));
}

/** Compiles the programs. @param {(state: string) => void} tell */
export async function install(tell) {
  const built = path.join(bindgenFolder(), "target");
  const args = ["build", "--locked", "--manifest-path", path.join(bindgenCrate, "Cargo.toml"), "--target-dir", built];
  // Away from the clone, whose cargo settings are not meant for tools.
  await quietly("cargo", args, { cwd: path.parse(process.cwd()).root, tell });
  for (const name of PROGRAMS) {
    const place = bindgenProgram(name);
    const draft = `${place}.draft-${process.pid}`;
    mkdirSync(path.dirname(place), { recursive: true });
    copyFileSync(path.join(built, "debug", name), draft);
    chmodSync(draft, 0o755);
    renameSync(draft, place);
  }
  rmSync(built, { recursive: true, force: true });
}
