/**
 * Set-up: from a bare machine to one that builds and tests.
 *
 * Problem: building for the page takes five things that no single package manager brings. Idea:
 * a short list of steps, each of which looks whether its thing is there and only otherwise
 * installs it. Invariant: the things themselves are looked at, never a note that they were once
 * installed; so it can be interrupted and repeated at will, and with nothing to do it is quick.
 */
import { Failure, seconds } from "./run.mjs";
import * as browser from "./setup/browser.mjs";
import * as packages from "./setup/packages.mjs";
import * as rust from "./setup/rust.mjs";
import * as target from "./setup/target.mjs";
import * as tools from "./setup/tools.mjs";

/** @typedef {{name: string, ready: () => boolean, install: () => Promise<void>}} Step */

/** Sets up what building needs, and with `forTests` what testing needs. @param {{forTests: boolean}} options */
export async function setUp({ forTests }) {
  const begin = performance.now();
  const [major, minor] = process.versions.node.split(".").map(Number);
  if (major < 20 || (major === 20 && minor < 19)) {
    throw new Failure(`Node.js ${process.versions.node} is too old; install 20.19 or newer, then try again`);
  }
  rust.check(forTests);
  /** @type {Step[]} */
  const steps = [
    { name: "npm packages", ...packages },
    { name: "wasm32 target", ...target },
    { name: "wasm-pack and wasm-bindgen", ...tools },
  ];
  if (forTests) steps.push({ name: "Chromium and its driver", ...browser });

  for (const [index, step] of steps.entries()) {
    const start = performance.now();
    const title = `[${index + 1}/${steps.length}] ${step.name}`;
    if (step.ready()) {
      console.log(`${title}: ready`);
      continue;
    }
    console.log(`${title} …`);
    await step.install();
    if (!step.ready()) throw new Failure(`set-up of "${step.name}" ended well but left it unusable; please report this`);
    console.log(`${title}: installed in ${seconds(start)}`);
  }
  console.log(`set-up done in ${seconds(begin)}`);
}
