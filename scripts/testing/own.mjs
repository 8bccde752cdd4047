/**
 * What the workspace compiles natively of its own, kept for other clones of the same sources.
 *
 * Problem: who clones sources that were tested before compiles all of them once more, which is a fifth of what the tests take. Idea: the compiler notes
 * which files it has read for each library and program; these are kept outside of the clone with that list, and a clone that has compiled nothing
 * yet begins with them where its own files, by that list, have the same contents. Invariant: contents are compared, never times; a program
 * that knows in which folder its clone lies is not kept; the tests themselves run.
 */
import { cpSync, existsSync, readdirSync, readFileSync, statSync, utimesSync, writeFileSync } from "node:fs";
import path from "node:path";
import { ask, root } from "../run.mjs";
import { digest, filesIn, putInStore } from "../stamps.mjs";
import { nativeEnvironment, storeOf, targetFolder } from "../toolchain.mjs";
import { isOfOthers, namesIn, PARTS, profiles, sumOf, sumsIn } from "./others.mjs";

/** @typedef {import("../tasks.mjs").Task} Task */

/** How many sets the store keeps: those of two branches. */
const KEPT = 2;

/** Name of the file in a set that says, as JSON, where the clone lay, and lists the sources. */
const MADE = "made.json";

/** @typedef {{root: string, sources: string[]}} Made */

const STORE = storeOf("own");

/** What a compiler's note says: which files were read, and whether the program knows where its clone lies. @param {string} note */
function read(note) {
  const [rule = ""] = note.split("\n");
  const files = rule.slice(rule.indexOf(": ") + 2).split(/(?<!\\) /).map((file) => file.replaceAll("\\ ", " ").trim()).filter((file) => file !== "");
  const values = [...note.matchAll(/^# env-dep:\w+=(.*)$/gm)].map(([, value]) => value);
  return { files, knows: values.some((value) => value.includes(root) || value.includes(targetFolder)) };
}

/** Returns what a profile holds of our own, by the part that it is in, and the sources that were read for it. @param {string} profile */
function compiled(profile) {
  const names = namesIn(profile);
  const units = sumsIn(names, false);
  /** @type {string[]} */
  const sources = [];
  for (const [part, name] of names) {
    const sum = sumOf(name);
    if (part !== "deps" || !name.endsWith(".d") || (sum !== undefined && !units.has(sum))) continue;
    const { files, knows } = read(readFileSync(path.join(profile, part, name), "utf8"));
    // Which files belong to one without a sum nobody can tell.
    if (knows && sum === undefined) return { own: [], sources: [] };
    if (knows) units.delete(sum);
    else sources.push(...files);
  }
  // Libraries that are loaded at run time bear no sum.
  const own = names.filter(([part, name]) => (sumOf(name) === undefined ? part === "deps" && /\.(?:d|rlib|rmeta|so|dylib|dll)$/.test(name) : units.has(sumOf(name))));
  return { own, sources };
}

/** Files that cargo and the compiler go by, whatever they read beside. */
const always = () => ["Cargo.toml", "Cargo.lock", "rust-toolchain.toml", ".cargo", "clippy.toml", ".clippy.toml", "scripts/testing/compiler.sh", "tests/refusing/Cargo.toml", "crates"]
  .flatMap((name) => filesIn(path.join(root, name)))
  .filter((file) => !file.startsWith(path.join(root, "crates") + path.sep) || path.basename(file) === "Cargo.toml");

/** All files that results with these sources depend on. @param {string[]} sources Relative to the clone. */
const inputs = (sources) => [...always(), ...sources.map((file) => path.resolve(root, file))];

/** What sources come to; undefined where one is missing. @param {string[]} sources Relative to the clone. */
function sumOfAll(sources) {
  const files = inputs(sources);
  if (!files.every((file) => existsSync(file))) return undefined;
  const compilers = [["rustc", "-vV"], ["clippy-driver", "-V"]].map(([program, ...args]) => ask(program, args, nativeEnvironment()) ?? "");
  return digest(files, ...sources, ...compilers);
}

/** The set in the store that was made of what this clone holds, and what it was made of. @returns {({set: string} & Made) | undefined} */
function fitting() {
  for (const set of existsSync(STORE) ? readdirSync(STORE) : []) {
    const file = path.join(STORE, set, MADE);
    if (!/^[0-9a-f]{64}$/.test(set) || !existsSync(file)) continue;
    /** @type {Made} */
    const made = JSON.parse(readFileSync(file, "utf8"));
    if (sumOfAll(made.sources) === set) return { set: path.join(STORE, set), ...made };
  }
  return undefined;
}

/**
 * Has a note of cargo's name the files of this clone: of those outside of a crate's folder it has the whole path, and before each, its length.
 * @param {Buffer} note @param {string} from Where the other clone lay. @param {string} [to] Where this one does.
 */
export function moved(note, from, to = root) {
  const parts = [];
  let done = 0;
  for (let at = note.indexOf(`${from}${path.sep}`); at >= 4; at = note.indexOf(`${from}${path.sep}`, at + 1)) {
    const length = Buffer.alloc(4);
    length.writeUInt32LE(note.readUInt32LE(at - 4) + Buffer.byteLength(to) - Buffer.byteLength(from));
    parts.push(note.subarray(done, at - 4), length, Buffer.from(to));
    done = at + Buffer.byteLength(from);
  }
  return Buffer.concat([...parts, note.subarray(done)]);
}

/** Whether this clone had compiled nothing when the tests began: what else lies in its folder may be of other sources. */
let fresh = false;

/** When the tests began: what has changed since then may be other than what was compiled. */
let began = 0;

/** Has a clone that has compiled nothing of our own begin with what another one has compiled of the same sources. @param {string[]} after @returns {Task} */
export const fetchOwn = (after) => ({
  name: "what another clone has compiled",
  after,
  seconds: 2,
  quiet: true,
  ready: () => {
    const notes = profiles().map((profile) => path.join(profile, PARTS[0])).filter((folder) => existsSync(folder));
    began = Date.now();
    fresh = notes.every((folder) => readdirSync(folder).every(isOfOthers));
    return !fresh || fitting() === undefined;
  },
  run: async () => {
    // Cargo takes a result for good that is no older than its sources, and than what it was linked with; whether they are the same is asked after this.
    const now = new Date();
    const { set, root: from } = fitting() ?? {};
    if (set === undefined || from === undefined) return;
    for (const [at, profile] of profiles().entries()) {
      // Cargo's notes come last: who is interrupted before that has nothing that cargo would trust.
      for (const part of PARTS.toReversed().filter((name) => existsSync(path.join(set, String(at), name)))) {
        const place = path.join(set, String(at), part);
        cpSync(place, path.join(profile, part), { recursive: true });
        for (const file of readdirSync(place).flatMap((name) => filesIn(path.join(profile, part, name)))) {
          if (part === PARTS[0] && path.basename(file).startsWith("dep-")) writeFileSync(file, moved(readFileSync(file), from));
          utimesSync(file, now, now);
        }
      }
    }
    utimesSync(set, now, now);
  },
});

/** Keeps what was compiled. @param {string[]} after @returns {Task} */
export const keepOwn = (after) => ({
  name: "what was compiled, for other clones",
  after,
  seconds: 2,
  quiet: true,
  ready: () => !fresh || fitting() !== undefined,
  run: async () => {
    const found = profiles().map((profile) => ({ profile, ...compiled(profile) }));
    const sources = [...new Set(found.flatMap(({ sources }) => sources))].sort();
    const sum = sumOfAll(sources);
    if (sources.length === 0 || sum === undefined || inputs(sources).some((file) => statSync(file).ctimeMs >= began)) return;
    putInStore(path.join(STORE, sum), KEPT, (draft) => {
      for (const [at, { profile, own }] of found.entries()) {
        for (const [part, name] of own) cpSync(path.join(profile, part, name), path.join(draft, String(at), part, name), { recursive: true });
      }
      writeFileSync(path.join(draft, MADE), JSON.stringify(/** @type {Made} */ ({ root, sources })));
    });
  },
});
