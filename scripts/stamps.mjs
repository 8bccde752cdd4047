/**
 * Stamps: what a result was made from, so that it is not made again.
 *
 * Problem: wasm-opt takes half a minute, and most changes don't reach it. Idea: beside every result
 * lies a digest of all that went into it and of the files that came out. Invariant: contents are
 * compared, never times; a result that was changed or deleted by somebody else is made again, and
 * one that was interrupted has no stamp.
 */
import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
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

export class Stamp {
  /**
   * @param {object} of
   * @param {string} of.file  Where the stamp lies.
   * @param {() => string[]} of.inputs  Files that the result is made from.
   * @param {() => string[]} [of.settings]  What else it depends on.
   * @param {() => string[]} of.outputs  Files of the result.
   */
  constructor({ file, inputs, settings = () => [], outputs }) {
    this.file = file;
    this.inputs = inputs;
    this.settings = settings;
    this.outputs = outputs;
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

  /** Makes the result and stamps it. @param {() => Promise<unknown>} make */
  async make(make) {
    rmSync(this.file, { force: true });
    const before = this.#before();
    await make();
    // An input that changed meanwhile may not have been read yet, or may have been: the next run makes it again.
    if (this.#before() !== before) return;
    mkdirSync(path.dirname(this.file), { recursive: true });
    writeFileSync(this.file, this.#text());
  }
}
