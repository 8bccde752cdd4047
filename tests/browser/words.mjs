/** The files that browsers without a log in their protocol write what their pages say to. */
import { readFileSync, statSync } from "node:fs";

/** @typedef {import("selenium-webdriver").WebDriver} Driver */

/** @type {WeakMap<Driver, {file: string, from: number}>} */
const FILES = new WeakMap();

/** Notes the file of a browser. @param {Driver} driver @param {string} file */
export function keepWords(driver, file) {
  FILES.set(driver, { file, from: 0 });
}

/** Forgets what has been said so far. @param {Driver} driver */
export function forgetWords(driver) {
  const words = FILES.get(driver);
  if (words) words.from = statSync(words.file).size;
}

/** Returns what has been said since the last `forgetWords`. @param {Driver} driver */
export function wordsOf(driver) {
  const words = FILES.get(driver);
  return words ? readFileSync(words.file).subarray(words.from).toString("utf8") : "";
}
