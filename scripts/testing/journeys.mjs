/**
 * The journeys: who makes them, in which browser, and what they came to.
 *
 * Chromium makes all. Firefox and WebKitGTK make those in `tests/browser/core.mjs`, each in one browser, side by side.
 */
import { createHash } from "node:crypto";
import { mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import path from "node:path";
import { pathToFileURL } from "node:url";
import { corePatterns } from "../../tests/browser/core.mjs";
import { Failure, root } from "../run.mjs";
import { SOURCES } from "../setup/browser.mjs";
import { browserPrograms, nativeEnvironment, shell } from "../toolchain.mjs";
import { testsIn } from "./native.mjs";
import { step } from "./step.mjs";

/** @typedef {import("../tasks.mjs").Task} Task */

/**
 * Number of processes that make the journeys in Chromium, some at a time. A file of its own for each would start as many
 * processes and browsers as there are files, which takes a minute of a processor.
 */
const GROUPS = 11;

/** How many of them at a time: more would wait for each other, and what processors are idle meanwhile the native tests take. */
const AT_A_TIME = 2;

/**
 * Has Chromium not optimise WebAssembly while it runs, as most journeys end before that would help them, and draw in its own process
 * and start others anew, which takes a tenth less than in processes of their own.
 */
const PLAINLY = "--js-flags=--liftoff-only --in-process-gpu --no-zygote";

/** Whether the journeys of a file take the whole browser (`tests/browser/whole.mjs`). @param {string} file */
const isWhole = (file) => readFileSync(file, "utf8").includes('import "./whole.mjs";');

/** Folder of the sums of each browser's journeys. */
const sums = path.join(root, "target", "sums");

/** Removes what an earlier run has kept of its failures and sums, and what its browsers said. */
export function forget() {
  for (const name of ["failures", "sums", "said"]) rmSync(path.join(root, "target", name), { recursive: true, force: true });
}

/** Deals files out, the longest first, each to the group that has least: all end at about the same time. @param {string[]} files */
function dealt(files) {
  const groups = Array.from({ length: GROUPS }, () => ({ own: /** @type {string[]} */ ([]), bytes: 0 }));
  const long = files.map((file) => ({ file, bytes: statSync(file).size })).sort((a, b) => b.bytes - a.bytes);
  for (const { file, bytes } of long) {
    const least = groups.reduce((a, b) => (b.bytes < a.bytes ? b : a));
    least.own.push(file);
    least.bytes += bytes;
  }
  return groups.map(({ own }) => own);
}

/** Deals files out by chance, as a seed has it: each journey then runs after others than it usually does. @param {string[]} files @param {number} seed */
function shuffled(files, seed) {
  const place = (/** @type {string} */ file) => createHash("sha256").update(`${seed} ${path.basename(file)}`).digest("hex");
  const order = files.map((file) => ({ file, place: place(file) })).sort((a, b) => (a.place < b.place ? -1 : 1));
  return Array.from({ length: GROUPS }, (_, group) => order.filter((_, at) => at % GROUPS === group).map(({ file }) => file));
}

/** Writes files that import some files of journeys each, with how Chromium is started for them, and returns them. @param {string[][]} all */
function written(all) {
  const folder = path.join(root, "target", "journeys");
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  return all.map((own, group) => {
    const settings = own.some(isWhole) ? {} : { UNDOODLE_CHROME_FLAGS: PLAINLY };
    const file = path.join(folder, `group-${String(group).padStart(2, "0")}.test.mjs`);
    const lines = own.map((one) => `await import(${JSON.stringify(pathToFileURL(one).href)});\n`);
    writeFileSync(file, `Object.assign(process.env, ${JSON.stringify(settings)});\n${lines.join("")}`);
    return file;
  });
}

/** Deals all files of journeys out to groups. @param {number} [seed] Deals them by chance. */
function groups(seed) {
  const all = testsIn("browser");
  const files = all.filter((file) => !isWhole(file));
  // What takes longest comes first: at the end a processor would wait for it.
  return written([all.filter(isWhole), ...(seed === undefined ? dealt(files) : shuffled(files, seed))]);
}

/** Returns files that make those of journeys in Chromium each alone, started as it is for all: what has failed there is made again as it was. @param {string[]} files */
export const alone = (files) => written(files.map((file) => [file]));

/**
 * Returns the command that makes journeys.
 * @param {string} browser
 * @param {string[]} args Node's, with the files.
 * @param {NodeJS.ProcessEnv} [more]
 */
export function journeysIn(browser, args, more = {}) {
  mkdirSync(sums, { recursive: true });
  const env = { ...nativeEnvironment(), ...browserPrograms[browser](), UNDOODLE_CHROME_SHELL: shell(), UNDOODLE_BROWSER: browser, UNDOODLE_SUMS: path.join(sums, `${browser}.json`), ...more };
  return { program: process.execPath, args: ["--test", `--test-reporter=${path.join(root, "tests", "browser", "report.mjs")}`, ...args], env };
}

/**
 * Returns the command that makes a browser's journeys as `npm test` does.
 * @param {string} browser
 * @param {number} [seed] Deals files out by chance.
 */
export function allIn(browser, seed) {
  if (browser === "chromium") return journeysIn(browser, [`--test-concurrency=${AT_A_TIME}`, ...groups(seed)]);
  return journeysIn(browser, [...corePatterns().map((pattern) => `--test-name-pattern=${pattern}`), path.join(root, "tests", "browser", "core.mjs")]);
}

/** Returns the line that makes the files again in which journeys of another browser than Chromium failed. @param {string} browser @param {string} output */
export function againIn(browser, output) {
  const files = [...output.matchAll(/^ *✖ .+ \(\S*\/([\w-]+)\.test\.mjs:\d+\)$/gm)].map(([, file]) => file);
  return `npm run journeys -- ${[browser, ...new Set(files)].join(" ")}`;
}

/** The step of a browser's journeys. @param {string} browser @param {string[]} after @returns {Task} */
export function journeys(browser, after) {
  if (browser === "chromium") return step("journeys in chromium", after, 200, () => allIn(browser));
  return step(`journeys in ${browser}`, [...after, SOURCES[browser].title], 60, () => allIn(browser), undefined, (_, output) => againIn(browser, output));
}

/** What the journeys of a browser came to. @param {string} name @returns {import("../../tests/browser/report.mjs").Sums} */
export const sumsOf = (name) => JSON.parse(readFileSync(path.join(sums, `${name}.json`), "utf8"));

/** The browsers of the journeys: UNDOODLE_BROWSERS leaves out those that a machine can't have. */
export function wantedBrowsers() {
  const names = (process.env.UNDOODLE_BROWSERS || Object.keys(browserPrograms).join(",")).split(",").map((name) => name.trim());
  const strange = names.find((name) => browserPrograms[name] === undefined);
  if (strange !== undefined) throw new Failure(`UNDOODLE_BROWSERS: no browser “${strange}”; expected some of ${Object.keys(browserPrograms).join(", ")}`);
  return names;
}

/** What the journeys of each browser came to, and what a browser or its driver can't do. @param {string[]} names */
export async function summary(names) {
  const { lacking } = await import("../../tests/browser/browsers.mjs");
  const lines = ["\n── journeys"];
  for (const name of names) {
    const { passed, failed, skipped } = sumsOf(name);
    lines.push(`${name}: ${passed} passed, ${failed} failed, ${skipped} skipped`);
  }
  for (const name of Object.keys(browserPrograms).filter((name) => !names.includes(name))) lines.push(`${name}: left out by UNDOODLE_BROWSERS`);
  for (const name of names) {
    const lacks = lacking(name);
    if (lacks.length > 0) lines.push(`\n── ${name} or its driver can't do`, ...lacks.map(({ ability, why }) => `${ability}: ${why}`));
  }
  return lines.join("\n");
}
