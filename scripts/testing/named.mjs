/**
 * Runs the tests that bear names.
 *
 * Problem: who has changed one thing wants its tests, in seconds, and should not have to know which of four runners has them. Idea: a
 * name is looked for where tests are: programs and modules of Rust's tests, crates, files of Node's tests and journeys, and then
 * in titles. Invariant: what a name stands for is said before it is run, and a name that stands for nothing is refused.
 */
import { existsSync, readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { buildTasks, compiledStamp, cutStamp, filesStamp, labStamp, packageStamp, siteStamp } from "../build.mjs";
import { ask, Failure, loudly, root } from "../run.mjs";
import { setUpTasks } from "../setup.mjs";
import { filesIn } from "../stamps.mjs";
import { perform } from "../tasks.mjs";
import { nativeEnvironment } from "../toolchain.mjs";
import { quickSite, quickSiteTasks } from "./quick.mjs";
import { alone, journeysIn } from "./journeys.mjs";
import { again } from "./step.mjs";
import { browserEnvironment, inBrowser, webTests } from "./web.mjs";

/**
 * @typedef {object} Place A place where tests are.
 * @property {"native" | "unit" | "crate" | "node" | "journey"} kind
 * @property {string} name  A crate's, also for the tests within it, a native program's, or a file below tests/.
 * @property {string} [filter]  Of tests in Rust: the module, or the whole name of a test; of files: the title.
 */

/** Where tests of Rust can be: a module of a program, or of a crate that has tests within it, with the names of its functions. @typedef {{program: string, module: string, tests: string[], unit?: boolean}} Module */

/** Where tests of JavaScript are. @typedef {{file: string, kind: "node" | "journey", titles: string[]}} File */

/** Folders of JavaScript's tests, and whether they are journeys in a browser. @type {Record<string, "node" | "journey">} */
const FOLDERS = { browser: "journey", page: "node", scripts: "node" };

/** The native test programs of the page's module and of the crates, with the folders of their files. @returns {{program: string, folder: string}[]} */
export function nativePrograms() {
  const crates = readdirSync(path.join(root, "crates")).map((name) => path.join(root, "crates", name));
  return [root, ...crates].flatMap((place) => {
    const manifest = readFileSync(path.join(place, "Cargo.toml"), "utf8");
    const found = manifest.matchAll(/^\[\[test\]\]\nname = "(\w+)"\npath = "(tests\/\w+)\/main\.rs"$/gm);
    return [...found].map(([, program, folder]) => ({ program, folder: path.join(place, folder) }));
  });
}

/** The crates that have tests within them, with the folders of these. @returns {{program: string, folder: string}[]} */
function cratesWithTests() {
  return readdirSync(path.join(root, "crates")).map((name) => path.join(root, "crates", name)).filter((place) => existsSync(path.join(place, "src", "tests"))).map((place) => {
    const [, program] = /^name = "([^"]+)"$/m.exec(readFileSync(path.join(place, "Cargo.toml"), "utf8")) ?? [];
    return { program: program ?? path.basename(place), folder: path.join(place, "src") };
  });
}

/** The modules in a folder of a program's sources, with their tests. @param {string} folder @param {string} below The part of it that holds tests. @returns {{module: string, tests: string[]}[]} */
function modulesIn(folder, below = "") {
  return filesIn(path.join(folder, below)).filter((file) => file.endsWith(".rs")).map((file) => {
    const parts = path.relative(folder, file).slice(0, -".rs".length).split(path.sep);
    const module = parts.filter((part, at) => !(at === parts.length - 1 && (part === "main" || part === "mod"))).join("::");
    const tests = [...readFileSync(file, "utf8").matchAll(/#\[test\](?:\s*#\[[^\]]*\])*\s*fn (\w+)/g)].map(([, name]) => (module ? `${module}::${name}` : name));
    return { module, tests };
  });
}

/** Modules of all native test programs, and of the tests within crates. @returns {Module[]} */
export function modules() {
  const programs = nativePrograms().flatMap(({ program, folder }) => modulesIn(folder).map((found) => ({ program, ...found })));
  const within = cratesWithTests().flatMap(({ program, folder }) => modulesIn(folder, "tests").map((found) => ({ program, ...found, unit: true })));
  return [...programs, ...within];
}

/** Files of JavaScript's tests, with their titles as far as these are written out. @returns {File[]} */
export function scripts() {
  return Object.entries(FOLDERS).flatMap(([folder, kind]) => filesIn(path.join(root, "tests", folder)).filter((file) => file.endsWith(".test.mjs")).map((file) => ({
    file: path.relative(root, file),
    kind,
    titles: [...readFileSync(file, "utf8").matchAll(/^ *test\((?:"([^"]+)"|`([^`]+)`)/gm)].map(([, plain, filled]) => plain ?? filled),
  })));
}

/** Names of the workspace's crates. @returns {string[]} */
function crates() {
  const text = ask("cargo", ["metadata", "--no-deps", "--format-version", "1"], nativeEnvironment());
  return text === undefined ? [] : JSON.parse(text).packages.map((/** @type {{name: string}} */ { name }) => name);
}

/** Whether a title is meant by a word: what is filled into it when it is run may be anything. @param {string} title @param {string} word */
function isMeant(title, word) {
  const [given, wanted] = [title, word].map((text) => text.toLowerCase());
  if (given.includes(wanted)) return true;
  const pattern = given.split(/\$\{[^}]*\}/).map((text) => text.replace(/[\\^$.*+?()[\]{}|]/g, "\\$&")).join(".*");
  return title.includes("${") && new RegExp(`^${pattern}$`).test(wanted);
}

/**
 * Returns the places that a word stands for: those of that very name, or else those with a title that has it.
 * @param {string} word
 * @param {{modules: Module[], scripts: File[], crates: string[]}} all
 * @returns {Place[]}
 */
export function placesOf(word, all) {
  /** @type {Place[]} */
  const exact = [];
  const programs = [...new Set(all.modules.filter(({ unit }) => !unit).map(({ program }) => program)), "web"];
  if (programs.includes(word)) exact.push({ kind: "native", name: word });
  else if (all.crates.includes(word)) exact.push({ kind: "crate", name: word });
  for (const { unit, program, module, tests } of all.modules) {
    const kind = unit ? "unit" : "native";
    if (module === word || module.endsWith(`::${word}`)) exact.push({ kind, name: program, filter: `${module}::` });
    for (const test of tests) if (test === word) exact.push({ kind, name: program, filter: test });
  }
  for (const { file, kind } of all.scripts) if (path.basename(file, ".test.mjs") === word || file === word) exact.push({ kind, name: file });
  if (exact.length > 0) return exact;
  const joined = word.toLowerCase().replace(/[\s-]+/g, "_");
  return [
    ...all.modules.flatMap(({ unit, program, tests }) => tests.filter((test) => test.includes(joined)).map((filter) => ({ kind: /** @type {Place["kind"]} */ (unit ? "unit" : "native"), name: program, filter }))),
    ...all.scripts.filter(({ titles }) => titles.some((title) => isMeant(title, word))).map(({ file, kind }) => ({ kind, name: file, filter: word })),
  ];
}

/** What tests of JavaScript need that native tests write. @type {Record<string, Place>} */
const NEEDS = { "tests/page/german.test.mjs": { kind: "native", name: "house", filter: "texts::" } };

/** Returns the places with those that they need. @param {Place[]} places */
export const withNeeds = (places) => [...places, ...places.flatMap(({ name }) => NEEDS[name] ?? [])];

/** A place in words. @param {Place} place @param {string} site On which build journeys are made. */
function told({ kind, name, filter }, site) {
  const what = { native: name === "web" ? "tests of Rust in a browser" : `native tests of ${name}`, unit: `tests within ${name}`, crate: `crate ${name}`, node: name, journey: `${name} in Chromium, ${site}` }[kind];
  return filter ? `${what}: ${filter.replace(/::$/, "")}` : what;
}

/** Whether a file of tests in Node calls the editor's module, copies it or looks for it. @param {string} file */
export const readsModule = (file) => /"(?:\.\.\/\.\.\/)?pkg["/]/.test(readFileSync(path.join(root, file), "utf8"));

/** Node's pattern for titles that have a text. @param {string} text */
const patternOf = (text) => `--test-name-pattern=/${text.replace(/[\\^$.*+?()[\]{}|/]/g, "\\$&")}/i`;

/**
 * Runs what bears the names.
 * @param {string[]} words
 */
export async function named(words) {
  const all = { modules: modules(), scripts: scripts(), crates: crates() };
  const places = withNeeds(words.flatMap((word) => {
    const found = placesOf(word, all);
    if (found.length === 0) throw new Failure(`no test bears the name “${word}”; a name is a native module, a crate, a file of journeys, or a part of a title`);
    return found;
  }));
  // What has just failed is run again on the very build on which it failed; a change in Rust is not in it.
  const built = [siteStamp, cutStamp, packageStamp, filesStamp, labStamp, compiledStamp].every((stamp) => stamp.holds());
  console.log(`running\n${places.map((place) => `  ${told(place, built ? "on the build that is there" : "on the quick build")}\n`).join("")}`);
  const web = places.some(({ name }) => name === "web");
  const journeys = places.filter(({ kind }) => kind === "journey");
  const nodes = places.filter(({ kind }) => kind === "node");
  if (journeys.length + nodes.length > 0 || web) {
    const site = nodes.some(({ name }) => readsModule(name)) && !built ? buildTasks() : [];
    await perform([...setUpTasks({ forTests: true, browsers: ["chromium"] }), ...site, ...(journeys.length > 0 && !built ? quickSiteTasks() : []), ...(web ? [webTests()] : [])]);
  }
  /** @type {string[]} */
  const failed = [];
  const run = async (/** @type {string} */ program, /** @type {string[]} */ args, /** @type {NodeJS.ProcessEnv} */ env, /** @type {string} */ word) => {
    await loudly(program, args, { env }).catch(() => failed.push(word));
  };
  const env = nativeEnvironment();
  for (const kind of /** @type {const} */ (["native", "unit"])) {
    for (const name of new Set(places.filter((place) => place.kind === kind && place.name !== "web").map(({ name }) => name))) {
      const filters = places.filter((place) => place.kind === kind && place.name === name).map(({ filter }) => filter ?? "");
      const wanted = filters.includes("") ? [] : filters;
      const which = kind === "unit" ? ["-p", name, "--lib"] : ["--workspace", "--test", name];
      await run("cargo", ["test", ...which, "--", ...wanted], env, wanted.length === 1 ? wanted[0].replace(/::$/, "") : name);
    }
  }
  if (web) {
    const { program, args, env } = inBrowser();
    await run(program, args, env, "web");
  }
  for (const { name } of places.filter(({ kind }) => kind === "crate")) await run("cargo", ["test", "-p", name], env, name);
  const browsers = nodes.length > 0 ? browserEnvironment() : {};
  for (const { name, filter } of nodes) await run(process.execPath, ["--test", "--test-reporter=spec", ...(filter ? [patternOf(filter)] : []), path.join(root, name)], { ...env, ...browsers }, filter ?? path.basename(name, ".test.mjs"));
  for (const { name, filter } of journeys) {
    const { program, args, env } = journeysIn("chromium", [...(filter ? [patternOf(filter)] : []), ...alone([path.join(root, name)])], built ? {} : quickSite());
    await run(program, args, env, filter ?? path.basename(name, ".test.mjs"));
  }
  if (failed.length > 0) throw new Failure(`failed; again: ${again([...new Set(failed)])}`);
}
