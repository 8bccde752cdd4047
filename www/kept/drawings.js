/**
 * The drawings in this browser: which of them is open here, and what can be done with the others.
 *
 * A drawing is written by one tab alone, which holds its lock. A tab that comes later only shows it,
 * until it takes it over. A drawing that another one replaces in the editor stays in the list, and
 * so does one that can't be opened: nothing is deleted but by a person, and what is deleted can be
 * put back for some time.
 *
 * @typedef {import("./storage.js").Drawing} Drawing
 * @typedef {import("./opening.js").Open} Open
 * @typedef {import("../types.js").Engine} Engine
 */

import { sentence } from "../failures.js";
import { newId, opening } from "./opening.js";
import { KEEPS } from "./keeper.js";
import { Ledger } from "./ledger.js";
import { Locks, recall, remember } from "./locks.js";
import * as records from "./storage.js";
import { say } from "../language.js";
import { get } from "../settings.js";

/** Why a drawing that is only shown can't be changed. @type {Record<Open["held"], string>} */
export const HELD = {
  "": "",
  elsewhere: say("This drawing is open in another tab: take it over to change it here"),
  taken: say("This drawing is open in another tab: take it over to change it here"),
  closed: say("This drawing was open in another tab: choose “Edit here” to change it"),
  deleted: say("This drawing was deleted in another tab: put it back to change it"),
};

/** How often a tab that only shows a drawing looks whether the other tab still has it open, in milliseconds. */
const LOOK_MS = 2000;

/** How long a tab that is being reloaded may take to let go of its drawing, in milliseconds. */
const RELOAD_MS = 1000;

/** Returns the reason why something could not be done. @param {unknown} error */
const reason = (error) => (error instanceof DOMException ? records.why(error) : sentence(error));

/**
 * Thrown where another drawing has taken the place of the one that is read. It is made when it is thrown: an error that is made while the page
 * starts has the browser parse the program once more, for the lines of its stack.
 */
class Overtaken extends Error {}

/** Thrown where a drawing is damaged. Its message says what of it can't be read. */
class Damaged extends Error {
  /** @param {import("../types.js").Message} damage What of it can't be read. */
  constructor(damage) {
    super();
    this.damage = damage;
  }
}

export class Drawings {
  #engine;
  #storage;
  #keeper;
  #locks;
  /** Number of the latest drawing that is read. */
  #turn = 0;
  /** The drawing that the editor shows, until it is met. @type {Open | undefined} */
  #coming;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  #timer;
  /** Whether somebody has come to this page anew, and there is more than one drawing to go on with. */
  choice = false;
  /** Whether no drawing is known to have been kept in this browser. */
  first = recall() === null && !get(KEEPS, false);

  /** @param {Engine} engine @param {import("./storage.js").Storage} storage @param {import("./keeper.js").Keeper} keeper */
  constructor(engine, storage, keeper) {
    this.#engine = engine;
    this.#storage = storage;
    this.#keeper = keeper;
    this.#locks = new Locks(storage);
    keeper.connect({ meet: (before) => this.#meet(before), taken: (id) => this.#taken(id) });
    this.#locks.onAsked((id) => void this.#giveAway(id));
    const look = () => void this.look();
    document.addEventListener("visibilitychange", look);
    window.addEventListener("focus", look);
  }

  /** The id of the open drawing. */
  get id() {
    return this.#keeper.drawing.record.id;
  }

  /**
   * Opens the drawing that was open last: in this tab, so that a reload changes nothing, or else the one that was
   * changed last and that no other tab has open. If there is none, the empty drawing stays. Where no drawing was kept before,
   * the empty one can be drawn on at once; should there be others nevertheless, it makes way for them only as long as nothing was done.
   */
  async start() {
    const hold = () => this.#engine.hold(say("The drawing is still being opened"));
    if (!this.first) hold();
    try {
      await this.#storage.open();
      const mine = recall();
      const kept = (await this.#storage.list()).filter(({ id, blank, deleted }) => deleted === undefined && (!blank || id === mine));
      const drawings = this.#untouched() ? kept : [];
      if (drawings.length > 0) {
        hold();
        // Nothing waits of the empty drawing, and one that is opened is written as soon as its lock is held here.
        this.#keeper.write();
      } else if (kept.length > 0) this.#engine.say(say("Your other drawings are in File ▸ Drawings…"), "info");
      this.choice = mine === null && drawings.length > 1;
      /** @type {string[]} */
      const elsewhere = [];
      for (const { id, name } of drawings.toSorted((a, b) => Number(b.id === mine) - Number(a.id === mine))) {
        const taken = () => this.#taken(id);
        // Of the drawings that this tab did not have, the first may be that of a tab that was closed a moment ago.
        const release = await (id === mine ? this.#locks.wait(id, taken, RELOAD_MS) : elsewhere.length === 0 ? this.#locks.takeLeft(id, taken) : this.lock(id));
        if (!release && id !== mine) {
          elsewhere.push(name);
          continue;
        }
        await this.show(id, name, release);
        break;
      }
      // Whoever comes for that drawing would believe that it is gone.
      if (elsewhere.length > 0) this.#engine.say(say`“${elsewhere[0]}” is open in another tab: File ▸ Drawings… leads to it`, "info");
    } catch (error) {
      this.#keeper.fail(records.why(error));
      this.#engine.say(say`Drawings are not kept in this browser: ${records.why(error)}. Save them to files to be safe.`, "error");
    }
    const { drawing } = this.#keeper;
    this.#engine.hold(HELD[drawing.held]);
    await this.#own(drawing);
    await this.#keeper.start();
  }

  /** Whether nobody has done anything yet to the drawing that is open at the start. */
  #untouched() {
    const { active, undo, redo, dirty } = this.#engine.state;
    return !(this.#keeper.drawing.asked || active || undo || redo || dirty);
  }

  /** Takes the lock of a drawing that nobody else knows of, once. @param {Open} drawing */
  async #own(drawing) {
    if (drawing.release || drawing.held) return;
    drawing.owning ??= this.lock(drawing.record.id).then((release) => {
      drawing.release = release;
    });
    await drawing.owning;
  }

  /**
   * Opens a drawing of the list. If another tab has it open, this one only shows it.
   * @param {string} id
   * @param {string} name
   * @returns {Promise<boolean>} Whether it is open now.
   */
  async open(id, name) {
    return id === this.id || this.show(id, name, await this.lock(id));
  }

  /** Takes the shown drawing over from the other tab that has it open. @param {(id: string) => Promise<void>} fence Refuses what that tab may still write. */
  async takeOver(fence) {
    const { id, name } = this.#keeper.drawing.record;
    try {
      const release = await this.#locks.takeOver(id, () => this.#taken(id), () => fence(id));
      if (release && await this.show(id, name, release)) this.#engine.say(say`“${name}” can be changed here now`, "info");
    } catch (error) {
      this.#engine.say(say`“${name}” could not be taken over: ${reason(error)}`, "error");
    }
  }

  /** Creates an empty drawing. It is not listed unless something is done to it. @param {number} width @param {number} height */
  create(width, height) {
    const coming = opening();
    coming.record.blank = true;
    this.#replace(coming, (editor) => editor.new_document(width, height));
  }

  /** Replaces the drawing by the one of a first visit, and all choices of the person by those. */
  startOver() {
    this.#replace({ ...opening(), asked: false }, (editor) => editor.start_over());
  }

  /** @param {Open} coming @param {(editor: import("../types.js").Editor) => void} make */
  #replace(coming, make) {
    // What is still to be kept of the drawing that is replaced, with what the list shows of it; the answer comes at once.
    this.#engine.keep(true);
    void this.#keeper.settle();
    this.#engine.call((editor) => {
      make(editor);
      this.#coming = coming;
    });
    this.#engine.tell();
  }

  /** Returns those of the drawings that tabs have open. @param {string[]} ids */
  held(ids) {
    return this.#locks.held(ids);
  }

  /** Takes a drawing's lock if it is free. @param {string} id */
  lock(id) {
    return this.#locks.take(id, () => this.#taken(id));
  }

  /**
   * Reads a drawing and hands it to the editor. If that fails, a message says why and all stays as it was. Of two drawings that
   * are read, the later one is shown, and so is one that is created or a file that is opened meanwhile. One that is damaged is not
   * opened, and a dialog asks what is to be done.
   * @param {string} id
   * @param {string} name
   * @param {(() => void) | undefined} release Lets go of its lock; `undefined` if another tab holds that.
   * @param {boolean} [readable] Whether to show as much of it as can be read, and to write that in its place.
   */
  async show(id, name, release, readable = false) {
    const [turn, { serial }] = [++this.#turn, this.#engine.state];
    /** Calls the editor unless something else is shown by now. @template T @param {(editor: import("../types.js").Editor) => T} action */
    const call = (action) => this.#engine.ask((editor) => {
      if (turn !== this.#turn || serial !== this.#engine.state.serial) throw new Overtaken();
      return action(editor);
    });
    try {
      const read = await this.#storage.read(id);
      if (!read) throw new Error(records.GONE);
      const { record: { deleted, damaged: marked, ...record }, entries, fetched } = read;
      const ledger = Ledger.of(entries, fetched, record.bytes);
      const damage = await this.begin(call, id, entries);
      await call((editor) => {
        if (damage && !readable) {
          editor.restore_drop();
          throw new Damaged(damage);
        }
        if (damage) editor.restore_readable(record.name);
        else editor.restore_finish(record.name);
        this.#coming = { ...opening(), record, ledger, recording: release !== undefined, stored: true, held: release ? "" : "elsewhere", release };
        editor.set_desk(record.desk);
      });
      // It was deleted after it was listed, or is well again: its record says no more that it is deleted or damaged.
      if ((deleted !== undefined || marked !== undefined) && release) await this.#keeper.settle();
      return true;
    } catch (error) {
      if (error instanceof Damaged) {
        void this.#ask({ id, name, damage: error.damage, release }).catch((failure) => this.#engine.failed(failure));
        return false;
      }
      release?.();
      if (!(error instanceof Overtaken)) this.#engine.say(say`“${name}” could not be opened: ${reason(error)}. It stays in the list.`, "error");
      return false;
    }
  }

  /**
   * Has the editor read a drawing. Returns what of it can't be read, or an empty text.
   * @param {<T>(action: (editor: import("../types.js").Editor) => T) => Promise<T>} call
   * @param {string} id @param {import("./storage.js").Entry[]} entries
   */
  async begin(call, id, entries) {
    let [wanted] = await call((editor) => editor.restore_begin(entries));
    while (wanted) {
      const { kind, number } = wanted;
      const bytes = await this.#storage.fetch(id, kind, number);
      [wanted] = await call((editor) => editor.restore_supply(kind, number, bytes));
    }
    return call((editor) => editor.restore_damage());
  }

  /** Asks what is to be done about a damaged drawing, and does it. @param {import("./damaged.js").Damaged} damaged */
  async #ask(damaged) {
    const { askDamaged } = await import("./damaged.js").catch((error) => {
      damaged.release?.();
      throw error;
    });
    await askDamaged(damaged, { engine: this.#engine, storage: this.#storage, drawings: this, newId, reason, records });
  }

  /** Returns the drawing that the editor shows now, and lets go of the one before. @param {Open} before */
  #meet(before) {
    const drawing = this.#coming ?? opening();
    this.#coming = undefined;
    const { id } = drawing.record;
    if (before.record.id !== id) {
      // Its last batches may still be on their way.
      void this.#keeper.drained(before.record.id).then(async () => {
        if (before.record.blank && before.stored) await this.#storage.remove(before.record.id).catch(() => {});
        await before.owning;
        before.release?.();
      });
    }
    void this.#own(drawing);
    remember(id);
    this.#engine.hold(HELD[drawing.held]);
    if (drawing.held) this.#lookLater();
    // A new drawing or a file has taken its place, and people ask where it went.
    const stays = !drawing.stored && before.release && before.stored && !before.record.blank;
    this.#keeper.left = stays ? say`“${before.record.name}” stays in File ▸ Drawings…` : "";
    if (stays) this.#engine.say(this.#keeper.left, "info");
    return drawing;
  }

  /** Lets go of a drawing that another tab asks for, after its last batch. @param {string} id */
  async #giveAway(id) {
    const { drawing } = this.#keeper;
    if (id !== this.id || drawing.held || !drawing.release) return;
    this.#engine.send((editor) => editor.pointer_cancel());
    // What is not on the disk is not given away; the other tab may take the drawing by force.
    if (drawing.recording && !await this.#keeper.settle()) return;
    this.#taken(id);
    drawing.release();
  }

  /** Notes that another tab has taken a drawing over. @param {string} id */
  #taken(id) {
    const { drawing } = this.#keeper;
    if (id !== this.id || drawing.held) return;
    this.#engine.send((editor) => editor.pointer_cancel());
    this.#hold(drawing, "taken");
    this.#lookLater();
  }

  /** Notes why a drawing is only shown. @param {Open} drawing @param {Open["held"]} held */
  #hold(drawing, held) {
    drawing.held = held;
    this.#engine.hold(HELD[held]);
    this.#keeper.fail("");
  }

  #lookLater() {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => void this.look(), LOOK_MS);
  }

  /** Looks whether the tab that has the shown drawing open is still there. It takes no lock: that tab may be reloading. */
  async look() {
    const { drawing } = this.#keeper;
    const { record: { id }, held } = drawing;
    if (!held || document.visibilityState === "hidden") return;
    /** @type {Open["held"]} */
    let found = held === "taken" ? "taken" : "elsewhere";
    try {
      const record = await this.#storage.find(id);
      if (!record || record.deleted !== undefined) found = "deleted";
      else if (!(await this.#locks.held([id])).has(id)) found = "closed";
    } catch {
      found = held;
    }
    // It may have been taken over, or another one opened, in the meantime.
    if (this.#keeper.drawing !== drawing || drawing.held !== held) return;
    if (found !== held) this.#hold(drawing, found);
    this.#lookLater();
  }
}
