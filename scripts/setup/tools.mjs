/**
 * wasm-pack and wasm-bindgen's command line.
 *
 * Problem: wasm-bindgen's two halves must be of one version to the last digit, and people have
 * others installed. Idea: what is on the PATH is used when it fits; else cargo builds the right
 * one into our cache, beside other versions. Invariant: a person's own programs are never replaced.
 */
import path from "node:path";
import { ask, quietly, which } from "../run.mjs";
import { isCached, toolFolder, wasmTools } from "../toolchain.mjs";

/** Whether the tool is at hand in the version needed. @param {import("../toolchain.mjs").Tool} tool */
function atHand(tool) {
  if (isCached(tool)) return true;
  return tool.programs.every((program) => which(program) !== undefined && ask(program, ["--version"])?.split(" ")[1] === tool.version);
}

/** Whether both tools are at hand. */
export function ready() {
  return wasmTools().every(atHand);
}

/** Installs those that are not. */
export async function install() {
  for (const tool of wasmTools()) {
    if (atHand(tool)) continue;
    console.log(`      installing ${tool.name} ${tool.version}: cargo install (two to three minutes)`);
    const args = ["install", tool.name, "--version", tool.version, "--root", toolFolder(tool), "--force", ...(tool.locked ? ["--locked"] : [])];
    // Away from the clone, whose cargo settings are not meant for the tools.
    await quietly("cargo", args, { cwd: path.parse(process.cwd()).root });
  }
}
