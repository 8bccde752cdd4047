/**
 * What a browser showed and said when a journey failed: a screenshot and the words of its console, in
 * target/failures/<browser>/, named after the journey. The failure tells where they lie.
 */
import { mkdirSync, writeFileSync } from "node:fs";
import path from "node:path";
import { beforeEach } from "node:test";
import { fileURLToPath } from "node:url";
import { browserName, can } from "./browsers.mjs";
import { saidBy } from "./said.mjs";
import { wordsOf } from "./words.mjs";

/** @typedef {import("selenium-webdriver").WebDriver} Driver */

const ROOT = fileURLToPath(new URL("../../", import.meta.url));
const FOLDER = path.join("target", "failures", browserName);

/** How long a browser that may hang is waited for, in milliseconds. */
const PATIENCE = 5000;

/** Name of the journey that runs. */
let journey = "journey";
if (process.env.NODE_TEST_CONTEXT !== undefined) {
  beforeEach((context) => {
    journey = "name" in context ? String(context.name) : journey;
  });
}

/** Returns what the console says. @param {Driver} driver */
async function consoleOf(driver) {
  if (!can("log")) return wordsOf(driver);
  return (await driver.manage().logs().get("browser")).map(({ level, message }) => `${level.name} ${message}\n`).join("");
}

/** Returns the last events of input that have reached the page, a line for each. @param {Driver} driver @returns {Promise<string>} */
const inputOf = (driver) => driver.executeScript("return (window.lastInput ?? []).map(({ text }) => text + '\\n').join('')");

/** Resolves to what a browser answers, or to undefined if it does not in time. @template T @param {Promise<T>} answer @returns {Promise<T | undefined>} */
function soon(answer) {
  /** @type {NodeJS.Timeout | undefined} */
  let timer;
  const late = new Promise((resolve) => { timer = setTimeout(resolve, PATIENCE, undefined); });
  return Promise.race([answer.catch(() => undefined), late]).finally(() => clearTimeout(timer));
}

/**
 * Keeps what a browser shows and has said, and the input that has reached the page, and adds the files' names to the failure.
 * @param {Driver} driver
 * @param {unknown} failure
 */
export async function keepFailure(driver, failure) {
  const name = journey.toLowerCase().replace(/[^a-z0-9]+/g, "-").replace(/^-|-$/g, "").slice(0, 80);
  const [shot, words, input] = [await soon(driver.takeScreenshot()), await soon(consoleOf(driver)), await soon(inputOf(driver))];
  mkdirSync(path.join(ROOT, FOLDER), { recursive: true });
  /** @type {string[]} */
  const kept = [];
  const keep = (/** @type {string} */ ending, /** @type {string} */ content, /** @type {BufferEncoding} */ encoding) => {
    const file = path.join(FOLDER, `${name}.${ending}`);
    writeFileSync(path.join(ROOT, file), content, encoding);
    kept.push(file);
  };
  if (shot) keep("png", shot, "base64");
  if (words) keep("console.txt", words, "utf8");
  if (input) keep("input.txt", input, "utf8");
  const said = saidBy(driver);
  if (said) keep("browser.txt", said, "utf8");
  // Node's reporters print the stack, and the message only as its beginning.
  if (failure instanceof Error) failure.stack += `\n    kept: ${kept.join(", ") || "nothing, since the browser does not answer"}`;
}
