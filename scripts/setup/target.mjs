/**
 * The standard library for wasm32.
 *
 * Problem: rustup brings it in a second, but where only package registries are reached rustup
 * hangs, and no registry has the library built. Idea: give rustup fifteen seconds; then take
 * Debian's Rust for the web, which ships the library's source with all it depends on, and build
 * it once. Invariant: nothing outside of our cache is written, so the second Rust is a folder
 * that can be thrown away: `bin/rustc` is Debian's, told to look for libraries in `sysroot/`.
 */
import { chmodSync, cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, renameSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { ask, attempt, Failure, quietly, which } from "../run.mjs";
import { say } from "../tasks.mjs";
import { debian, hasOwnTarget, secondRustFolder, secondRustPrograms, wasmTarget } from "../toolchain.mjs";
import * as apt from "./apt.mjs";

const packages = ["rustc-web", "cargo-web", "rust-web-src"];
const byHand = `the ${wasmTarget} target is missing; run this, then try again: rustup target add ${wasmTarget}`;

/** Whether one of the two Rusts can compile for the page. */
export function ready() {
  return hasOwnTarget() || secondRustPrograms() !== undefined;
}

/** Brings the target: by rustup, else by Debian's packages. @param {(state: string) => void} tell */
export async function install(tell) {
  if (which("rustup") !== undefined) {
    const { ok } = await attempt("rustup", ["target", "add", wasmTarget], { limit: 15 });
    if (ok && hasOwnTarget()) return;
    say(`      rustup could not add ${wasmTarget}`);
  }
  // Everything that is missing in one go: who isn't root gets one line to run, not two.
  const missing = [...(secondRustFolder() ? [] : packages), ...(findLinker() ? [] : ["lld-19"])];
  if (missing.length > 0) await apt.install(missing, byHand);
  const folder = secondRustFolder();
  const linker = findLinker();
  if (folder === undefined || linker === undefined) throw new Failure(byHand);
  await build(folder, linker, tell);
}

/** rust-lld under any of the names it goes by: rustup's own, or a wasm-ld of Debian's. */
function findLinker() {
  const sysroot = ask("rustc", ["--print", "sysroot"]) ?? "";
  const host = /^host: (.+)$/m.exec(ask("rustc", ["-vV"]) ?? "")?.[1] ?? "";
  const own = path.join(sysroot, "lib", "rustlib", host, "bin", "rust-lld");
  return existsSync(own) ? own : ["rust-lld", "wasm-ld", "wasm-ld-22", "wasm-ld-19"].map((name) => which(name)).find(Boolean);
}

/**
 * Builds the standard library and lays the second Rust out. The folder is put in place by one
 * rename at the end: a set-up that was interrupted leaves nothing that looks ready.
 * @param {string} folder
 * @param {string} linker
 * @param {(state: string) => void} tell
 */
async function build(folder, linker, tell) {
  say("      building the standard library for wasm32 from Debian's source");
  const work = mkdtempSync(path.join(tmpdir(), "undoodle-std-"));
  const draft = `${folder}.draft-${process.pid}`;
  try {
    mkdirSync(path.join(work, "src"));
    writeFileSync(path.join(work, "Cargo.toml"), '[package]\nname = "nothing"\nversion = "0.0.0"\nedition = "2021"\n');
    writeFileSync(path.join(work, "src", "lib.rs"), "#![no_std]\n");
    const env = { ...process.env, RUSTC: debian.rustc, RUSTC_BOOTSTRAP: "1", CARGO_TARGET_DIR: path.join(work, "target"), PATH: `/usr/bin:${process.env.PATH}` };
    // `test` is what wasm-bindgen's tests link against.
    await quietly(debian.cargo, ["build", "-Zbuild-std=std,panic_abort,test", "--release", "--target", wasmTarget], { cwd: work, env, tell });

    const libraries = path.join(draft, "sysroot", "lib", "rustlib");
    const own = path.join(libraries, wasmTarget, "lib");
    mkdirSync(own, { recursive: true });
    const built = path.join(work, "target", wasmTarget, "release", "deps");
    for (const file of readdirSync(built)) {
      if (file.endsWith(".rlib") && !file.startsWith("libnothing-")) cpSync(path.join(built, file), path.join(own, file));
    }
    const system = path.join(ask(debian.rustc, ["--print", "sysroot"]) ?? "/usr", "lib", "rustlib");
    for (const name of readdirSync(system)) {
      if (name !== wasmTarget) symlinkSync(path.join(system, name), path.join(libraries, name));
    }
    const programs = path.join(draft, "bin");
    mkdirSync(programs);
    symlinkSync(debian.cargo, path.join(programs, "cargo"));
    symlinkSync(linker, path.join(programs, "rust-lld"));
    const rustc = path.join(programs, "rustc");
    writeFileSync(rustc, `#!/bin/sh\nexec ${debian.rustc} --sysroot "$(dirname "$0")/../sysroot" "$@"\n`);
    chmodSync(rustc, 0o755);

    rmSync(folder, { recursive: true, force: true });
    renameSync(draft, folder);
  } finally {
    rmSync(work, { recursive: true, force: true });
    rmSync(draft, { recursive: true, force: true });
  }
}
