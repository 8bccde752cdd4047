/**
 * Set-up: from a bare machine to one that builds and tests.
 *
 * Problem: building for the page takes things that no single package manager brings. Idea: a short
 * list of tasks, each of which looks whether its thing is there and only otherwise installs it;
 * those that don't need each other run at the same time. Invariant: the things themselves are looked
 * at, never a note that they were once installed; so it can be interrupted and repeated at will, and
 * with nothing to do it is quick.
 */
import { readFileSync } from "node:fs";
import path from "node:path";
import { Failure, root } from "./run.mjs";
import * as bindgen from "./setup/bindgen.mjs";
import * as browser from "./setup/browser.mjs";
import * as judges from "./setup/judges.mjs";
import * as packages from "./setup/packages.mjs";
import * as rust from "./setup/rust.mjs";
import * as target from "./setup/target.mjs";
import { perform } from "./tasks.mjs";
import { hasBrowser } from "./toolchain.mjs";

/** @typedef {import("./tasks.mjs").Task} Task */

/** Fails if this Node.js is older than package.json asks for. */
function checkNode() {
  const range = JSON.parse(readFileSync(path.join(root, "package.json"), "utf8")).engines.node;
  const [major, minor] = process.versions.node.split(".").map(Number);
  const fits = String(range).split("||").some((part) => {
    const [, sign, wantedMajor, wantedMinor] = /(\^|>=)(\d+)\.(\d+)/.exec(part) ?? [];
    return (major === Number(wantedMajor) && minor >= Number(wantedMinor)) || (sign === ">=" && major > Number(wantedMajor));
  });
  if (!fits) throw new Failure(`Node.js ${process.versions.node} does not fit; install one of ${range}, then try again`);
}

/** Returns the tasks that set up browsers, Chromium with the shell that most journeys take. @param {string[]} names @returns {Task[]} */
export function browserTasks(names) {
  const shell = { name: "Chromium's shell", after: ["wasm32 target"], seconds: 20, ready: browser.shellReady, run: browser.installShell };
  const tasks = names.map((name) => ({
    name: browser.SOURCES[name].title,
    after: ["wasm32 target"],
    seconds: browser.SOURCES[name].seconds,
    ready: () => hasBrowser(name),
    run: () => browser.install(name),
  }));
  return names.includes("chromium") ? [...tasks, shell] : tasks;
}

/**
 * Returns the tasks that set up what building needs, with `forTests` what testing needs, in which the journeys need
 * `browsers`, and with `forNative` what the tests without a browser need. Fails at once where something is missing that set-up
 * does not install.
 * @param {{forTests: boolean, forNative?: boolean, browsers?: string[]}} options
 * @returns {Task[]}
 */
export function setUpTasks({ forTests, forNative = false, browsers = [] }) {
  checkNode();
  rust.check(forTests || forNative);
  /** @type {Task} */
  const asked = { name: "judges", seconds: 5, ready: judges.ready, run: judges.install };
  /** @type {Task[]} */
  const tasks = [
    { name: "npm packages", seconds: 15, ready: packages.ready, run: packages.install },
    { name: "wasm32 target", seconds: 10, ready: target.ready, run: target.install },
    { name: "wasm-bindgen", seconds: 60, ready: bindgen.ready, run: bindgen.install },
  ];
  if (!forTests) return forNative ? [...tasks, asked] : tasks;
  return [
    ...tasks,
    // The tests of Rust's bridge and those of the scripts run in Chromium, wherever the journeys do.
    ...browserTasks(["chromium", ...browsers.filter((name) => name !== "chromium")]),
    asked,
  ];
}

/** Sets up what building needs, and with `forTests` what testing needs. @param {{forTests: boolean}} options */
export async function setUp(options) {
  await perform(setUpTasks(options));
}
