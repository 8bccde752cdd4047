/**
 * Stamps: what a result was made from, so that it is not made again.
 *
 * Problem: to compile Rust to wasm takes minutes, and most changes don't reach it; neither does going to a branch and back, or cloning once
 * more. Idea: beside every result lies a digest of all that went into it and of the files that came out; what takes long is kept in a store
 * outside of the clone as well, by that digest, and copied from there by whoever would make the same. Invariant: contents are compared,
 * never times; a result that was changed or deleted by somebody else is made again, one that was interrupted has no stamp, and what was
 * damaged in the store is not taken from it.
 */
import { createHash, randomUUID } from "node:crypto";
import { copyFileSync, existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, statSync, utimesSync, writeFileSync } from "node:fs";
import path from "node:path";

/** Lists the files of a folder and its folders, sorted; a file stands for itself. @param {string} place @returns {string[]} */
export function filesIn(place) {
  if (!existsSync(place)) return [];
  if (statSync(place).isFile()) return [place];
  return readdirSync(place).sort().flatMap((name) => filesIn(path.join(place, name)));
}

/** Returns a digest of files' names and contents, and of texts. @param {string[]} files @param {string[]} texts */
export function digest(files, ...texts) {
  const hash = createHash("sha256");
  for (const file of files) {
    const content = readFileSync(file);
    hash.update(`${path.basename(file)}\0${content.length}\0`).update(content);
  }
  for (const text of texts) hash.update(`\0${text}`);
  return hash.digest("hex");
}

/** After what time nobody is taken to write a draft any more, in milliseconds. */
const ABANDONED_MS = 3_600_000;

/**
 * Puts a folder in a store, which loses what nobody has asked for longest. Where nothing can be kept, nothing is.
 * @param {string} folder @param {number} kept How many folders the store keeps. @param {(draft: string) => void} fill Writes what is to be in it.
 */
export function putInStore(folder, kept, fill) {
  const store = path.dirname(folder);
  const draft = path.join(store, `draft-${randomUUID()}`);
  try {
    fill(draft);
    renameSync(draft, folder);
    const age = (/** @type {string} */ name) => statSync(path.join(store, name)).mtimeMs;
    const all = readdirSync(store);
    const drafts = all.filter((name) => name.startsWith("draft-"));
    const whole = all.filter((name) => !drafts.includes(name)).sort((a, b) => age(b) - age(a));
    // A draft that old was left by a program that was killed.
    for (const old of [...whole.slice(kept), ...drafts.filter((name) => age(name) < Date.now() - ABANDONED_MS)]) rmSync(path.join(store, old), { recursive: true, force: true });
  } catch {
    // A full disk, or another clone that keeps the same at this moment.
    if (existsSync(draft)) rmSync(draft, { recursive: true, force: true });
  }
}

/** How many results of a kind the store keeps: those of a few branches. */
const KEPT = 8;

/** Name of the file in the store that says what a result's files come to. */
const SUM = "sum";

export class Stamp {
  /**
   * @param {object} of
   * @param {string} of.file  Where the stamp lies.
   * @param {() => string[]} of.inputs  Files that the result is made from.
   * @param {() => string[]} [of.settings]  What else it depends on.
   * @param {() => string[]} of.outputs  Files of the result.
   * @param {string} [of.store]  Folder outside of the clone that keeps results of this kind.
   */
  constructor({ file, inputs, settings = () => [], outputs, store }) {
    this.file = file;
    this.inputs = inputs;
    this.settings = settings;
    this.outputs = outputs;
    this.store = store;
  }

  /** Digest of all that the result is made from. */
  #before() {
    return digest(this.inputs(), ...this.settings());
  }

  /** Text of a stamp for the result as it is; empty if it is not whole. */
  #text() {
    const files = this.outputs();
    return files.length > 0 && files.every((file) => existsSync(file)) ? `${this.#before()}\n${digest(files)}\n` : "";
  }

  /** Returns `true` if the result is whole and was made from what its inputs are now. */
  holds() {
    const text = this.#text();
    return text !== "" && existsSync(this.file) && readFileSync(this.file, "utf8") === text;
  }

  /** Makes the result, or takes it from the store, and stamps it. @param {() => Promise<unknown>} make Resolves to `false` if it is to be made again next time. */
  async make(make) {
    rmSync(this.file, { force: true });
    const before = this.#before();
    if (!this.#fetch(before) && (await make()) === false) return;
    // An input that changed meanwhile may not have been read yet, or may have been: the next run makes it again.
    if (this.#before() !== before) return;
    mkdirSync(path.dirname(this.file), { recursive: true });
    writeFileSync(this.file, this.#text());
    this.#keep(before);
  }

  /** Files of the result in a folder of the store: each in a folder of its own, as names may be alike. @param {string} folder */
  #stored(folder) {
    return this.outputs().map((file, at) => path.join(folder, String(at), path.basename(file)));
  }

  /** Copies the result from the store; returns `false` if it is not there, or damaged. @param {string} before */
  #fetch(before) {
    if (this.store === undefined) return false;
    const folder = path.join(this.store, before);
    const stored = this.#stored(folder);
    if (!existsSync(path.join(folder, SUM)) || !stored.every((file) => existsSync(file))) return false;
    if (digest(stored) !== readFileSync(path.join(folder, SUM), "utf8")) {
      rmSync(folder, { recursive: true, force: true });
      return false;
    }
    for (const [at, file] of this.outputs().entries()) {
      mkdirSync(path.dirname(file), { recursive: true });
      copyFileSync(stored[at], `${file}.draft`);
      renameSync(`${file}.draft`, file);
    }
    utimesSync(folder, new Date(), new Date());
    return true;
  }

  /** Copies the result to the store. @param {string} before */
  #keep(before) {
    if (this.store === undefined) return;
    const folder = path.join(this.store, before);
    if (existsSync(folder)) return;
    putInStore(folder, KEPT, (draft) => {
      for (const [at, file] of this.#stored(draft).entries()) {
        mkdirSync(path.dirname(file), { recursive: true });
        copyFileSync(this.outputs()[at], file);
      }
      writeFileSync(path.join(draft, SUM), digest(this.outputs()));
    });
  }
}
