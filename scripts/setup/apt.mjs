/**
 * Installing Debian packages.
 *
 * Problem: apt may be missing, locked by another run, or not ours to use, and each run of it takes seconds apart from the
 * packages. Idea: one function that either installs or says the line a person must type; what is asked for at the same
 * time is installed in one run. Invariant: nothing is installed without being named first, and never through sudo behind
 * anyone's back; what can't be had keeps nobody from what can.
 */
import { Failure, quietly, which } from "../run.mjs";
import { say } from "../tasks.mjs";

/** @typedef {{packages: string[], done: () => void, failed: (error: unknown) => void}} Request */

let updated = false;

/** Requests that wait for the next run. @type {Request[]} */
let waiting = [];

/** The run that is under way, or the last one. */
let running = Promise.resolve();

/**
 * Installs packages, or fails with the line to run by hand.
 * @param {string[]} packages
 * @param {string} elsewhere what to do where there is no apt
 * @returns {Promise<void>}
 */
export async function install(packages, elsewhere) {
  if (which("apt-get") === undefined) throw new Failure(elsewhere);
  const line = `apt-get install -y --no-install-recommends ${packages.join(" ")}`;
  if (process.getuid?.() !== 0) throw new Failure(`set-up needs Debian packages and is not root; run this, then try again: sudo ${line}`);
  await new Promise((resolve, reject) => {
    waiting.push({ packages, done: () => resolve(undefined), failed: reject });
    running = running.then(serve);
  });
}

/** Serves the requests that wait by then: together, or one by one if one of them can't be served. */
async function serve() {
  // Who asks at the same time is heard first.
  await new Promise((resolve) => setImmediate(resolve));
  const requests = waiting;
  waiting = [];
  if (requests.length > 1) {
    try {
      await run(requests.flatMap(({ packages }) => packages));
      for (const { done } of requests) done();
      return;
    } catch (error) {
      if (!(error instanceof Failure)) throw error;
    }
  }
  for (const { packages, done, failed } of requests) await run(packages).then(done, failed);
}

/** @param {string[]} packages */
async function run(packages) {
  say(`      installing Debian packages: ${packages.join(", ")}`);
  const options = { env: { ...process.env, DEBIAN_FRONTEND: "noninteractive" } };
  const patient = ["-o", "DPkg::Lock::Timeout=300"];
  if (!updated) {
    // A run that was stopped in the middle leaves packages half installed, and apt refuses everything until they are done.
    await quietly("dpkg", ["--configure", "-a"], options);
    await quietly("apt-get", [...patient, "update"], options);
  }
  updated = true;
  await quietly("apt-get", [...patient, "install", "-y", "--no-install-recommends", ...packages], options);
}
