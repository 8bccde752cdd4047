/**
 * Rust itself, which set-up looks for but never installs: which Rust to have is a person's own
 * choice. The two components are needed by the tests alone.
 */
import { ask, Failure, which } from "../run.mjs";

/** @param {boolean} forTests whether formatter and lints are needed too */
export function check(forTests) {
  if (ask("cargo", ["--version"]) === undefined) {
    if (which("rustup")) throw new Failure("rustup has no stable Rust; run this, then try again: rustup toolchain install stable");
    throw new Failure("cargo is missing; install Rust 1.91 or newer as https://rustup.rs says, then try again");
  }
  if (!forTests) return;
  if (ask("cargo", ["fmt", "--version"]) === undefined || ask("cargo", ["clippy", "--version"]) === undefined) {
    throw new Failure("rustfmt or clippy is missing; run this, then try again: rustup component add rustfmt clippy");
  }
}
