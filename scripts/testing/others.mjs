/**
 * What others wrote, compiled natively once for all clones.
 *
 * Problem: a fifth of what cargo compiles for the tests are crates of others, which are the same in every clone. Idea: they are kept in
 * a store outside of the clone, with what cargo notes of each, and a clone that has compiled nothing yet begins with them. Invariant: cargo
 * decides by its own notes what is of use to it, and compiles the rest; of the workspace's own `own.mjs` keeps what it can.
 */
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, utimesSync } from "node:fs";
import path from "node:path";
import { ask, root } from "../run.mjs";
import { digest, putInStore } from "../stamps.mjs";
import { nativeEnvironment, storeOf, targetFolder } from "../toolchain.mjs";

/** @typedef {import("../tasks.mjs").Task} Task */

/** Folders of cargo's with the files of a crate, each of which bears the crate's name or that of its library, and a sum. */
export const PARTS = [".fingerprint", "build", "deps"];

/** How many sets the store keeps. */
const KEPT = 2;

/** The folders of cargo's that the tests fill: programs of tests, and the documentation. */
export const profiles = () => ["", "documentation"].map((name) => path.join(targetFolder, name, "debug"));

/** Names of the crates that come from a registry. */
const others = new Set([...readFileSync(path.join(root, "Cargo.lock"), "utf8").matchAll(/^name = "(.+)"\nversion = ".+"\nsource = "registry/gm)].map(([, name]) => name));

/** Whether a name among cargo's notes is that of a crate of others. @param {string} name */
export const isOfOthers = (name) => others.has(name.replace(/-[0-9a-f]{16}$/, ""));

/** The sum that cargo gives to what it compiles, at the end of a name. @param {string} name */
export const sumOf = (name) => /-([0-9a-f]{16})(?:\..+)?$/.exec(name)?.[1];

/** Returns the names of a profile's files and folders, by the part that they are in. @param {string} profile @returns {[part: string, name: string][]} */
export function namesIn(profile) {
  const there = PARTS.filter((part) => existsSync(path.join(profile, part)));
  return there.flatMap((part) => readdirSync(path.join(profile, part)).map((name) => /** @type {[string, string]} */ ([part, name])));
}

/** Returns the sums of what cargo has notes of: of crates of others, or of our own. @param {[part: string, name: string][]} names @param {boolean} ofOthers */
export const sumsIn = (names, ofOthers) => new Set(names.flatMap(([part, name]) => (part === PARTS[0] && isOfOthers(name) === ofOthers ? [sumOf(name)] : [])));

/** Returns those of them that belong to crates of others. @param {string} profile */
function filesOfOthers(profile) {
  const names = namesIn(profile);
  const sums = sumsIn(names, true);
  return names.filter(([, name]) => sums.has(sumOf(name)));
}

/** Copies them from one profile to another, with their times, by which cargo knows what was made before what. @param {string} from @param {string} to */
function copy(from, to) {
  for (const [part, name] of filesOfOthers(from)) {
    cpSync(path.join(from, part, name), path.join(to, part, name), { recursive: true, preserveTimestamps: true });
  }
}

/** What they depend on; whatever else does, cargo notices. */
const key = () => digest(["Cargo.lock", "Cargo.toml", "rust-toolchain.toml"].map((name) => path.join(root, name)), ask("rustc", ["-vV"], nativeEnvironment()) ?? "");

/** Their folder in the store. */
const stored = () => path.join(storeOf("others"), key());

/** Has a clone that has compiled nothing natively begin with what another one has compiled. @returns {Task} */
export const fetchOthers = () => ({
  name: "what others wrote",
  after: [],
  seconds: 1,
  quiet: true,
  ready: () => profiles().some((profile) => existsSync(path.join(profile, PARTS[0]))) || !existsSync(stored()),
  run: async () => {
    const folder = stored();
    for (const [at, profile] of profiles().entries()) copy(path.join(folder, String(at)), profile);
    utimesSync(folder, new Date(), new Date());
  },
});

/** Keeps what was compiled. @param {string[]} after @returns {Task} */
export const keepOthers = (after) => ({
  name: "what others wrote, for other clones",
  after,
  seconds: 1,
  quiet: true,
  ready: () => existsSync(stored()),
  run: async () => putInStore(stored(), KEPT, (draft) => {
    for (const [at, profile] of profiles().entries()) {
      mkdirSync(path.join(draft, String(at)), { recursive: true });
      copy(profile, path.join(draft, String(at)));
    }
  }),
});
