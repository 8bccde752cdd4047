/**
 * The browsers for the tests and their drivers.
 *
 * A browser and its driver must fit each other: that is why both come from one source, the distribution's packages.
 * Firefox needs no driver: the journeys speak its own protocol (`tests/browser/marionette.mjs`).
 */
import { Failure } from "../run.mjs";
import { hasBrowser } from "../toolchain.mjs";
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
