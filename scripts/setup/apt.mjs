/**
 * Installing Debian packages.
 *
 * Problem: apt may be missing, locked by another run, or not ours to use. Idea: one function
 * that either installs or says the line a person must type. Invariant: nothing is installed
 * without being named first, and never through sudo behind anyone's back.
 */
import { Failure, quietly, which } from "../run.mjs";
import { say } from "../tasks.mjs";

let updated = false;

/**
 * Installs packages, or fails with the line to run by hand.
 * @param {string[]} packages
 * @param {string} elsewhere what to do where there is no apt
 */
export async function install(packages, elsewhere) {
  if (which("apt-get") === undefined) throw new Failure(elsewhere);
  const line = `apt-get install -y --no-install-recommends ${packages.join(" ")}`;
  if (process.getuid?.() !== 0) throw new Failure(`set-up needs Debian packages and is not root; run this, then try again: sudo ${line}`);
  say(`      installing Debian packages: ${packages.join(", ")}`);
  const options = { env: { ...process.env, DEBIAN_FRONTEND: "noninteractive" } };
  const patient = ["-o", "DPkg::Lock::Timeout=300"];
  if (!updated) await quietly("apt-get", [...patient, "update"], options);
  updated = true;
  await quietly("apt-get", [...patient, "install", "-y", "--no-install-recommends", ...packages], options);
}
