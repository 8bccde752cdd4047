/**
 * Programs that make modules of wasm: wasm-bindgen's that makes `pkg/`, ours that cuts a module in two, and for the tests
 * wasm-bindgen's runner in a browser.
 *
 * Problem: wasm-bindgen's command line takes minutes to compile, and its version must equal that of
 * the library in Cargo.lock. Idea: the crate in scripts/bindgen compiles the little that is needed,
 * without optimisation, into our cache beside other versions. Invariant: a person's own programs are
 * neither used nor replaced, and what `npm start` and `npm test` build is made by the same program.
 */
import { chmodSync, copyFileSync, existsSync, mkdirSync, renameSync, rmSync } from "node:fs";
import path from "node:path";
import { isProgram, quietly } from "../run.mjs";
import { bindgenCrate, bindgenFolder, bindgenProgram } from "../toolchain.mjs";

/** @typedef {"bindgen" | "wasm-bindgen-test-runner"} Program */

/** The programs that are built together with one. @type {Record<Program, (Program | "split")[]>} */
const TOGETHER = { bindgen: ["bindgen", "split"], "wasm-bindgen-test-runner": ["wasm-bindgen-test-runner"] };

/** Whether a program is there, and what is built with it. @param {Program} program */
export function ready(program) {
  return TOGETHER[program].every((name) => isProgram(bindgenProgram(name)));
}

/** Compiles a program. @param {Program} program @param {(state: string) => void} tell */
export async function install(program, tell) {
  const folder = bindgenFolder();
  const built = path.join(folder, "target");
  const features = program === "bindgen" ? [] : ["--features", "runner"];
  const args = ["build", "--locked", "--manifest-path", path.join(bindgenCrate, "Cargo.toml"), ...TOGETHER[program].flatMap((name) => ["--bin", name]), "--target-dir", built, ...features];
  // Away from the clone, whose cargo settings are not meant for tools.
  await quietly("cargo", args, { cwd: path.parse(process.cwd()).root, tell });
  for (const name of TOGETHER[program]) {
    const place = bindgenProgram(name);
    const draft = `${place}.draft-${process.pid}`;
    mkdirSync(path.dirname(place), { recursive: true });
    copyFileSync(path.join(built, "debug", name), draft);
    chmodSync(draft, 0o755);
    renameSync(draft, place);
  }
  // Until both are there, the second is built from the crates of the first.
  if (ready("bindgen") && ready("wasm-bindgen-test-runner") && existsSync(built)) rmSync(built, { recursive: true, force: true });
}
