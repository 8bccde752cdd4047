/**
 * The files in which Chromium says what is wrong with itself, one for each that was started: a check of its own that did not hold, or
 * what it lacked. They lie in target/said/ until the next run.
 */
import { mkdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";

/** @typedef {import("selenium-webdriver").WebDriver} Driver */

const FOLDER = fileURLToPath(new URL("../../target/said/", import.meta.url));

/** How much of the end of a file is shown, in characters. */
const SHOWN = 2000;

/** @type {WeakMap<Driver, string>} */
const FILES = new WeakMap();

/** Number of browsers that this process has started. */
let started = 0;

/** Returns where the next browser says what is wrong. */
export function saidFile() {
  mkdirSync(FOLDER, { recursive: true });
  started += 1;
  return path.join(FOLDER, `${process.pid}-${started}.txt`);
}

/** Notes where a browser says it. @param {Driver} driver @param {string} file */
export function keepSaid(driver, file) {
  FILES.set(driver, file);
}

/** Returns what stands in a file, or nothing where a browser has not come so far. @param {string} file */
function read(file) {
  try {
    return readFileSync(file, "utf8").slice(-SHOWN);
  } catch {
    return "";
  }
}

/** Returns what a browser has said. @param {Driver} driver */
export const saidBy = (driver) => read(FILES.get(driver) ?? "");

/** Adds to the failure to start a browser what it has said. @param {unknown} failure @param {string} file */
export function withSaid(failure, file) {
  if (failure instanceof Error) failure.stack = `${failure.message}\n    the browser said: ${read(file) || "nothing"}\n${failure.stack}`;
  return failure;
}
