/**
 * Pillow, Python's picture library: a second opinion on the pictures that Undoodle writes (`crates/formats/tests/formats/judges.rs`).
 *
 * It is no part of the program and of no use beside the tests, so it lies in `target/judges`, and a machine without Python, pip
 * or a network does without it: the tests then say what they skip. ImageMagick and ffmpeg are asked
 * too where a machine has them, and never installed.
 */
import { rmSync } from "node:fs";
import { ask, attempt, which } from "../run.mjs";
import { say } from "../tasks.mjs";
import { judgesFolder, nativeEnvironment } from "../toolchain.mjs";

/** The version that the tests were written with. */
const PILLOW = "13.0.0";

/** The program that runs it. */
const PYTHON = "python3";

/** Longest that pip may take, in seconds. */
const LIMIT = 120;

/** Returns `true` if Pillow is there, in the version that is wanted. */
export function ready() {
  return ask(PYTHON, ["-c", "import PIL; print(PIL.__version__)"], { ...nativeEnvironment(), PYTHONPATH: judgesFolder }) === PILLOW;
}

/** Installs it, or says in one line why the tests do without. */
export async function install() {
  const without = (/** @type {string} */ why) => say(`      ${why}: the tests go without Pillow's opinion`);
  if (which(PYTHON) === undefined) return without(`there is no ${PYTHON}`);
  if (ask(PYTHON, ["-m", "pip", "--version"]) === undefined) return without(`${PYTHON} has no pip`);
  say(`      installing Pillow ${PILLOW} by pip into ${judgesFolder}`);
  // pip leaves what an earlier version has left there.
  rmSync(judgesFolder, { recursive: true, force: true });
  const args = ["-m", "pip", "install", "--quiet", "--disable-pip-version-check", "--no-input", "--no-deps", "--only-binary", ":all:"];
  const { output } = await attempt(PYTHON, [...args, "--target", judgesFolder, `pillow==${PILLOW}`], { limit: LIMIT });
  if (!ready()) without(`pip could not install it (${output.trim().split("\n").at(-1) ?? ""})`);
}
