/**
 * The browsers for the tests and their drivers.
 *
 * A browser and its driver must fit each other: that is why both come from one source, the distribution's packages.
 * Firefox's driver fits many versions, and is compiled, since Debian has no package of it. The tests drive Chromium;
 * the other browsers are installed only when their journeys are asked for.
 */
import { rmSync } from "node:fs";
import path from "node:path";
import { Failure, quietly } from "../run.mjs";
import { say } from "../tasks.mjs";
import { browserPrograms, geckodriverFolder, geckodriverVersion, hasBrowser } from "../toolchain.mjs";
import * as apt from "./apt.mjs";

/**
 * @typedef {object} Source
 * @property {string} title  Name of the task.
 * @property {number} seconds  Usual duration of the installation.
 * @property {string[]} packages  Debian's.
 * @property {string} byHand  What to do where there is no apt.
 */

/** @type {Record<string, Source>} */
export const SOURCES = {
  chromium: {
    title: "Chromium and its driver",
    seconds: 20,
    packages: ["chromium", "chromium-driver"],
    byHand: "the tests need Chrome or Chromium and its chromedriver; install both, or name them in UNDOODLE_CHROME and UNDOODLE_CHROMEDRIVER",
  },
  firefox: {
    title: "Firefox and its driver",
    seconds: 160,
    packages: ["firefox-esr"],
    byHand: "these journeys need Firefox; install it, or name it in UNDOODLE_FIREFOX",
  },
  webkit: {
    title: "WebKitGTK and its driver",
    seconds: 20,
    packages: ["webkit2gtk-driver", "xvfb"],
    byHand: "these journeys need WebKitGTK's MiniBrowser and WebKitWebDriver, and Xvfb; install them, or name them in UNDOODLE_MINIBROWSER, UNDOODLE_WEBKITDRIVER and UNDOODLE_XVFB",
  },
};

/** Compiles Firefox's driver into our cache. @param {(state: string) => void} tell */
async function compileGeckodriver(tell) {
  say(`      compiling geckodriver ${geckodriverVersion}`);
  const target = path.join(geckodriverFolder, "target");
  const args = ["install", "--locked", "--version", geckodriverVersion, "--root", geckodriverFolder, "geckodriver"];
  // Away from the clone, whose cargo settings are not meant for tools.
  await quietly("cargo", args, { cwd: path.parse(process.cwd()).root, env: { ...process.env, CARGO_TARGET_DIR: target }, tell });
  rmSync(target, { recursive: true, force: true });
}

/** Installs what is missing of a browser. @param {string} name @param {(state: string) => void} tell */
export async function install(name, tell) {
  const { packages, byHand } = SOURCES[name];
  const missing = () => Object.entries(browserPrograms[name]()).flatMap(([variable, program]) => (program === undefined ? [variable] : []));
  if (missing().some((variable) => variable !== "UNDOODLE_GECKODRIVER")) await apt.install(packages, byHand);
  if (missing().includes("UNDOODLE_GECKODRIVER")) await compileGeckodriver(tell);
  if (!hasBrowser(name)) throw new Failure(byHand);
}
