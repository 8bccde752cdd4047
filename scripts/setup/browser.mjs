/**
 * The browser for the tests and its driver, which must be of one version: that is why both come
 * from one source, the distribution's packages.
 */
import { Failure } from "../run.mjs";
import { browser } from "../toolchain.mjs";
import * as apt from "./apt.mjs";

const byHand = "the tests need Chrome or Chromium and its chromedriver; install both, or name them in UNDOODLE_CHROME and UNDOODLE_CHROMEDRIVER";

/** Whether both are at hand. */
export function ready() {
  const { chrome, driver } = browser();
  return chrome !== undefined && driver !== undefined;
}

/** Installs both. */
export async function install() {
  await apt.install(["chromium", "chromium-driver"], byHand);
  if (!ready()) throw new Failure(byHand);
}
