/**
 * The shelf: what is done with the drawings of this browser beside opening and writing them.
 *
 * Problem: renaming, copying and deleting drawings takes code that nobody needs before they paint. Idea: it lies here and
 * comes with the panels, and asks `Drawings` for what only that can tell: which drawing is open, and who holds which lock.
 * Invariant: a drawing is changed here only while its lock is held, so no other tab can open it in between.
 *
 * @typedef {import("./storage.js").Drawing} Drawing
 * @typedef {import("./drawings.js").Drawings} Drawings
 * @typedef {import("./storage.js").Storage} Storage
 * @typedef {import("./keeper.js").Keeper} Keeper
 * @typedef {import("../types.js").Engine} Engine
 */

import { Refusal } from "../messages.js";
import { say } from "../language.js";
import { agesOf } from "./ages.js";
import { copy } from "./copying.js";
import { newId } from "./opening.js";
import * as records from "./storage.js";

/** Number of days for which a deleted drawing can be put back. */
export const DELETED_DAYS = 30;
const DAY_MS = 24 * 60 * 60 * 1000;

/** Side of the drawing that replaces the last one when that is deleted, in pixels. */
const SIDE = 64;

export class Shelf {
  #engine;
  #storage;
  #keeper;
  #drawings;

  /** @param {Engine} engine @param {{storage: Storage, keeper: Keeper, drawings: Drawings}} parts */
  constructor(engine, { storage, keeper, drawings }) {
    this.#engine = engine;
    this.#storage = storage;
    this.#keeper = keeper;
    this.#drawings = drawings;
  }

  /**
   * Returns all drawings, the last changed first, the ids of those that can't be changed here since another tab has
   * them open, and the deleted drawings, the last deleted first.
   */
  async list() {
    await this.#keeper.settle();
    const drawings = await this.#storage.list();
    const held = await this.#drawings.held(drawings.map(({ id }) => id));
    if (this.#keeper.drawing.held === "") held.delete(this.#drawings.id);
    else held.add(this.#drawings.id);
    return {
      drawings: drawings.filter(({ id, blank, deleted }) => deleted === undefined && (!blank || id === this.#drawings.id)),
      held,
      deleted: drawings.filter(({ deleted }) => deleted !== undefined).sort((a, b) => Number(b.deleted) - Number(a.deleted)),
    };
  }

  /** Renames a drawing that no other tab has open. @param {string} id @param {string} name */
  async rename(id, name) {
    if (id === this.#drawings.id) {
      await this.#engine.send((editor) => editor.rename(name));
      await this.#keeper.settle();
    } else await this.#alone(id, () => this.#rename(id, name));
  }

  /** Copies a drawing. @param {string} id @param {string} name The copy's name. */
  async duplicate(id, name) {
    if (id === this.#drawings.id) await this.#keeper.settle();
    await copy(this.#storage, records, id, newId(), name);
  }

  /**
   * Deletes a drawing that no other tab has open, so that it can be put back. If it is open here, the next one of the
   * list is opened, or an empty one if there is none.
   * @param {string} id
   * @returns {Promise<boolean>} Whether there is anything to be put back.
   */
  async remove(id) {
    const { drawing } = this.#keeper;
    if (id !== this.#drawings.id) {
      await this.#alone(id, () => this.#mark(id, true));
      return true;
    }
    if (drawing.held) throw new Error("it is open in another tab");
    // What is not on the disk could not be put back.
    if (!await this.#keeper.settle()) throw new Refusal(["it can't be stored as it is: {why}", this.#keeper.keeping.why]);
    const { release, record: { name, blank } } = drawing;
    // Its lock is held until it is marked, so that no other tab opens it in between.
    drawing.release = undefined;
    try {
      await this.#openNext(id);
      await this.#keeper.drained(id);
      if (!blank) await this.#mark(id, true);
    } finally {
      release?.();
    }
    if (!blank) this.#engine.say(say`“${name}” was deleted. File ▸ Drawings… has it for ${DELETED_DAYS} days`, "info");
    return !blank;
  }

  /** Puts a deleted drawing back into the list. @param {string} id */
  async putBack(id) {
    await this.#alone(id, () => this.#mark(id, false));
    void this.#drawings.look();
  }

  /** Removes a deleted drawing for good. @param {string} id */
  async erase(id) {
    await this.#alone(id, async () => {
      if ((await this.#storage.find(id))?.deleted === undefined) throw new Error("it was put back in another tab");
      await this.#storage.remove(id);
    });
  }

  /** Opens the drawing that follows another one in the list, or an empty one if there is none. @param {string} id */
  async #openNext(id) {
    const { drawings } = await this.list();
    const at = drawings.findIndex((drawing) => drawing.id === id);
    for (const next of [...drawings.slice(at + 1), ...drawings.slice(0, Math.max(at, 0))]) {
      const release = await this.#drawings.lock(next.id);
      if (release && await this.#drawings.show(next.id, next.name, release)) return;
    }
    await this.#engine.ask();
    this.#drawings.create(SIDE, SIDE);
  }

  /** Does something to a drawing while no tab can open it. @param {string} id @param {() => Promise<void>} action */
  async #alone(id, action) {
    const release = await this.#drawings.lock(id);
    if (!release) throw new Error("it is open in another tab");
    try {
      await action();
    } finally {
      release();
    }
  }

  /** Removes the drawings that were created empty and never painted on, and those that were deleted long ago. */
  async sweep() {
    try {
      const all = await this.#storage.list();
      const limit = DELETED_DAYS * DAY_MS;
      const ages = agesOf(all.flatMap(({ id, deleted }) => (deleted === undefined ? [] : id)));
      for (const { id, deleted, blank } of all) {
        const old = deleted !== undefined && deleted < Date.now() - limit && (ages.get(id) ?? 0) >= limit;
        // One that another tab has open by then stays.
        if (old) await this.erase(id).catch(() => {});
        else if (blank && id !== this.#drawings.id) await this.#alone(id, () => this.#removeBlank(id)).catch(() => {});
      }
    } catch {
      // They stay, which is no loss.
    }
  }

  /** Removes a drawing unless somebody has painted on it since it was listed. @param {string} id */
  async #removeBlank(id) {
    if ((await this.#storage.find(id))?.blank) await this.#storage.remove(id);
  }

  /** Marks a drawing that no tab has open as deleted, or as not deleted. All of it stays. @param {string} id @param {boolean} deleted */
  async #mark(id, deleted) {
    const transaction = (await this.#storage.opened()).transaction(records.DRAWINGS, "readwrite");
    const record = /** @type {Drawing | undefined} */ (await transaction.store.get(id));
    if (record) {
      const { deleted: _, ...rest } = record;
      await transaction.store.put(deleted ? { ...rest, deleted: Date.now() } : rest);
    }
    await transaction.done;
    if (!record) throw new Error(records.GONE);
  }

  /** Renames a drawing that no tab has open. @param {string} id @param {string} name */
  async #rename(id, name) {
    const transaction = (await this.#storage.opened()).transaction(records.DRAWINGS, "readwrite");
    const record = await transaction.store.get(id);
    if (record) await transaction.store.put({ ...record, name });
    await transaction.done;
  }
}
