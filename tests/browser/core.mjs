/**
 * The journeys that `npm test` makes in the browsers other than Chromium, in which it makes all.
 *
 * Problem: a journey costs two seconds of a processor in Firefox and in WebKit, and most hold what is the same in every browser:
 * Rust's rules, and the page's own scripts above them. Idea: a table of those that touch what browsers do themselves, with
 * what that is. They run in one process, one after the other, so that all share one browser. Invariant: a name in the table
 * is a journey's; `npm run journeys -- firefox` makes all of them.
 */
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";

/**
 * @typedef {object} Part
 * @property {string} file  A file of journeys, without its ending.
 * @property {string} why  What of the browser's own they are about.
 * @property {string[]} [only]  Names of the journeys; all of the file by default.
 */

/** @type {Part[]} */
export const CORE = [
  { file: "painting", why: "pointer events, their capture outside of the page, and keys in between" },
];

/** The file of a part. @param {Part} part */
const fileOf = ({ file }) => fileURLToPath(new URL(`${file}.test.mjs`, import.meta.url));

/** What a pattern has to escape. */
const SIGNS = /[\\^$.*+?()[\]{}|/]/g;

/**
 * Returns patterns of the journeys' names. What is filled into a name when the file is run may be anything.
 * @returns {string[]}
 */
export function corePatterns() {
  return CORE.flatMap((part) => {
    const text = readFileSync(fileOf(part), "utf8");
    const there = [...text.matchAll(/^ *test\((?:"([^"]+)"|`([^`]+)`)/gm)].map(([, plain, filled]) => plain ?? filled);
    const strange = part.only?.find((name) => !there.includes(name));
    if (strange !== undefined || there.length === 0) throw new Error(`tests/browser/core.mjs: ${part.file} has no journey “${strange ?? ""}”`);
    return (part.only ?? there).map((name) => `^${name.split(/\$\{[^}]*\}/).map((text) => text.replace(SIGNS, "\\$&")).join(".*")}$`);
  });
}

// As the file that the test runner runs, it has all parts run.
if (process.argv[1] === fileURLToPath(import.meta.url)) for (const { file } of CORE) await import(`./${file}.test.mjs`);
