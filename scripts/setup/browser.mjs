/**
 * The browsers for the tests and their drivers.
 *
 * A browser and its driver must fit each other: that is why both come from one source, the distribution's packages.
 * Firefox needs no driver: the journeys speak its own protocol (`tests/browser/marionette.mjs`).
 */
import { Failure, which } from "../run.mjs";
import { say } from "../tasks.mjs";
import { hasBrowser, hasShell } from "../toolchain.mjs";
import * as apt from "./apt.mjs";

/**
 * @typedef {object} Source
 * @property {string} title  Name of the task.
 * @property {number} seconds  Usual duration of the installation.
 * @property {string[]} packages  Debian's.
 * @property {string} byHand  What to do where there is no apt.
 */

/**
 * The package of Chromium without its bars and menus, in which a journey takes two thirds of the processor's time. Distributions
 * that lack it, and machines where it can't be installed, do without it.
 */
const SHELL = "chromium-headless-shell";

/** @type {Record<string, Source>} */
export const SOURCES = {
  chromium: {
    title: "Chromium and its driver",
    seconds: 20,
    packages: ["chromium", "chromium-driver"],
    byHand: "the tests need Chrome or Chromium and its chromedriver; install both, or name them in UNDOODLE_CHROME and UNDOODLE_CHROMEDRIVER",
  },
  firefox: {
    title: "Firefox",
    seconds: 15,
    packages: ["firefox-esr"],
    byHand: "the journeys need Firefox; install it, name it in UNDOODLE_FIREFOX, or leave it out: UNDOODLE_BROWSERS=chromium,webkit npm test",
  },
  webkit: {
    title: "WebKitGTK and its driver",
    seconds: 20,
    packages: ["webkit2gtk-driver", "xvfb"],
    byHand: "the journeys need WebKitGTK's MiniBrowser and WebKitWebDriver, and Xvfb; install them, name them in UNDOODLE_MINIBROWSER, UNDOODLE_WEBKITDRIVER and UNDOODLE_XVFB, or leave WebKit out: UNDOODLE_BROWSERS=chromium,firefox npm test",
  },
};

/** Installs what is missing of a browser. @param {string} name */
export async function install(name) {
  const { packages, byHand } = SOURCES[name];
  await apt.install(packages, byHand);
  if (!hasBrowser(name)) throw new Failure(byHand);
}

/** Returns `true` if the shell is there, or can't be had here. */
export const shellReady = () => hasShell() || which("apt-get") === undefined || process.getuid?.() !== 0;

/** Installs the shell, which is left out if it can't be had. */
export async function installShell() {
  try {
    await apt.install([SHELL], "");
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
    say(`      without ${SHELL}, the journeys take the whole Chromium, and half as long again`);
  }
}
