/**
 * Keeps the open drawing in this browser, so that nothing drawn is lost with a tab.
 *
 * After each change, with the next frame, the editor is asked for a batch: the bytes that have changed.
 * Nobody waits for it. A drawing belongs to one tab, which holds its lock; any other only shows it.
 * What the page says about a drawing is what has come back from the disk, never what was hoped for.
 *
 * The invariant: whatever the editor holds and the disk does not is in a batch that waits, or is in
 * the editor's next batch, or the page says that it is not kept.
 *
 * @typedef {import("./storage.js").Drawing} Drawing
 * @typedef {import("../types.js").Engine} Engine
 * @typedef {import("../types.js").Editor} Editor
 * @typedef {import("../types.js").Batch} Batch
 * @typedef {import("./writer.js").Job} Job
 * @typedef {import("./opening.js").Open} Open
 *
 * @typedef {object} Owner Whoever decides which drawing is open.
 * @property {(before: Open) => Open} meet Returns the drawing that the editor shows now.
 * @property {(id: string) => void} taken Hears that another tab has taken a drawing by force.
 *
 * @typedef {object} Keeping What the page says about the open drawing.
 * @property {"empty" | "kept" | "writing" | "lost" | "held"} state `writing` takes longer than usual; `held` is by another tab.
 * @property {string} why Why it is not kept, or empty.
 * @property {Open["held"]} held
 * @property {boolean} persisted Whether the browser has promised not to clear it by itself.
 */

import { Refusal } from "../messages.js";
import { takePuts } from "./entries.js";
import { isPanic, sentence } from "../failures.js";
import { whenIdle } from "../io/idle.js";
import { remember } from "./locks.js";
import { opening, thumbnail } from "./opening.js";
import { get, set } from "../settings.js";
import { Slow } from "./slow.js";
import { persisted, why } from "./storage.js";
import { Supply } from "./supply.js";
import { RESTED_MS, Writer } from "./writer.js";
import { say } from "../language.js";

/** Name of the setting that says that drawings were kept in this browser. */
export const KEEPS = "kept";

export class Keeper {
  #engine;
  #writer;
  /** The open drawing. @type {Open} */
  #drawing = { ...opening(), asked: false };
  /** Says where the drawing is that the open one has replaced, or empty. */
  left = "";
  /** @type {Owner} */
  #owner = { meet: opening, taken: () => {} };
  #started = false;
  /** Why the open drawing is not kept, or empty. */
  #why = "";
  #slow = new Slow(() => this.#making || this.#writer.pending, () => this.#tell());
  /** Whether the browser has promised not to clear the drawings, and whether it was asked to. */
  #persisted = false;
  #asked = false;
  /** Number of batches since the last checkpoint. */
  #since = 0;
  /** Whether a checkpoint waits for an idle moment. */
  #due = false;
  /** The history's figures when something was written last, to tell a change from a mere checkpoint. */
  #figures = "";
  /** Whether the next jobs wait for the disk itself. */
  #strict = false;
  /** Whether a batch is being made, and whether that would be worth nothing, as the one before is lost. */
  #making = false;
  #stale = false;
  /** Whether something was lost on its way to the disk, and no whole batch has been kept since. */
  #missing = false;
  #hidden = false;
  /** What the editor wants from the disk. */
  supply;
  /** Whether what the list shows of the drawing and what the person has chosen are written with it: once the panels are there that show and change them. */
  describes = false;
  /** Hears when the drawing has been written as a whole. */
  checkpointed = () => {};
  /** @type {Set<() => void>} */
  #listeners = new Set();

  /** @param {Engine} engine @param {import("./storage.js").Storage} storage */
  constructor(engine, storage) {
    this.#engine = engine;
    this.#writer = new Writer(storage, {
      kept: (jobs) => this.#kept(jobs),
      lost: (jobs, error) => this.#lost(jobs, error),
      again: () => this.#engine.send(() => {}),
    });
    engine.onKeep({ met: (editor) => this.#met(editor), ready: (editor) => this.#ready(editor), made: (editor) => this.#made(editor) });
    this.supply = new Supply(engine, this.#drawing, this.#writer);
    storage.onGone(() => this.#keepAnew());
    const look = () => this.#hide(document.visibilityState === "hidden");
    document.addEventListener("visibilitychange", look);
    window.addEventListener("pageshow", look);
    window.addEventListener("pagehide", () => this.#hide(true));
  }

  /** The open drawing. */
  get drawing() {
    this.#engine.tell();
    return this.#drawing;
  }

  /** Notes the file that the open drawing was saved to or opened from, and keeps it with the drawing. @param {FileSystemFileHandle} file @param {Drawing["seen"]} seen */
  keepFile(file, seen) {
    const { drawing } = this;
    drawing.record = { ...drawing.record, file, seen };
    void this.secure();
    this.#tell();
  }

  /** Connects the keeper to whoever decides what is open. @param {Owner} owner */
  connect(owner) {
    this.#owner = owner;
  }

  /** Begins to write. What was posted before has waited for it. */
  write() {
    this.#writer.begin();
  }

  /** Begins to write, if it has not begun, and to read what the editor wants. */
  async start() {
    this.#persisted = await persisted(false);
    this.#started = true;
    this.write();
    this.#engine.send(() => {});
    this.#tell();
  }

  /** Notes why the open drawing is not kept, or that another tab keeps it, which is no failure. @param {string} reason */
  fail(reason) {
    this.#why = reason;
    this.#tell();
  }

  /** What the page says about the open drawing. @returns {Keeping} */
  get keeping() {
    const { held, recording } = this.#drawing;
    /** @type {Keeping["state"]} */
    let state = "kept";
    if (held) state = "held";
    else if (this.#why) state = "lost";
    else if (!recording) state = "empty";
    else if (this.#slow.now) state = "writing";
    return { state, why: this.#why, held, persisted: this.#persisted };
  }

  /** Whether the page may be left without a loss. */
  get safe() {
    const { state } = this.keeping;
    return state === "kept" || state === "held" || state === "empty";
  }

  /** Calls back now and whenever `keeping` has changed. @param {() => void} listener */
  watch(listener) {
    this.#listeners.add(listener);
    listener();
  }

  #tell() {
    for (const listener of this.#listeners) listener();
  }

  /** Resolves as soon as nothing of a drawing waits to be written any more. @param {string} id */
  drained(id) {
    return this.#writer.drained(id);
  }

  /** Resolves when all that the editor has handed over is on the disk, and what the person has chosen. @throws {Error} One sentence, if it can't be. */
  async kept() {
    await this.#engine.handOver(() => {
      this.keepChoices();
      return this.#writer.settled();
    });
    if (this.#why) throw new Refusal(["not kept: {why}", this.#why]);
  }

  /**
   * Writes all that is known of the open drawing, such as before another one is opened.
   * @returns {Promise<boolean>} Whether it is on the disk.
   */
  async settle() {
    await this.#engine.handOver(() => {
      this.#postAll(true);
      return this.#writer.settled();
    });
    return !this.#why;
  }

  /** Waits for the disk itself with the next batch, since the person has saved. */
  async secure() {
    this.#strict = true;
    this.#writer.tryAgain();
    await this.#engine.handOver(() => this.#postAll(false));
    this.#strict = false;
  }

  /** Posts the record if what the person has chosen is not in it, unless a stroke is under way. */
  keepChoices() {
    const { desk } = this.drawing.record;
    if (this.#engine.state.active || this.#writer.paused) return;
    this.#engine.look((editor) => {
      if (this.#desk(editor) !== desk) this.#postAll(false);
    });
  }

  /** Posts the record, if the open drawing is kept here. @param {boolean} sketch Whether to make a new thumbnail. */
  #postAll(sketch) {
    const { recording, held } = this.drawing;
    if (recording && !held) this.#engine.send((editor) => this.#post(editor, undefined, sketch));
  }

  /** Hears of what was done in the editor. @param {Editor} editor */
  #met(editor) {
    const serial = editor.serial();
    if (serial !== this.#drawing.serial) this.#turnTo(this.#owner.meet(this.#drawing), serial);
    if (this.#started) this.supply.fetch(editor);
  }

  /** Returns `true` if a batch is to be made. @param {Editor} editor */
  #ready(editor) {
    const drawing = this.#drawing;
    if (drawing.held) return false;
    if (!drawing.recording) {
      const { active, undo, redo, dirty } = this.#engine.state;
      // A first stroke is kept when it has become a step.
      if (!drawing.asked && (active || !(undo || redo || dirty))) return false;
      editor.keep();
      drawing.recording = true;
      this.#tell();
    }
    // The disk may be well again, and what was lost waits for nothing else.
    if (!this.#writer.tryAgain(RESTED_MS)) return false;
    this.#slow.begin();
    this.#making = true;
    return true;
  }

  /** Posts the batch that was made, if there is something in it. @param {Editor} editor */
  #made(editor) {
    const drawing = this.#drawing;
    const batch = this.#take(editor);
    const renamed = drawing.stored && this.#engine.state.name !== drawing.record.name;
    if (batch || (renamed && !this.#writer.paused)) this.#post(editor, batch, batch?.whole ?? false);
    [this.#making, this.#stale] = [false, false];
    this.#slow.end();
  }

  /** Notes that the editor shows another drawing. @param {Open} drawing @param {number} serial */
  #turnTo(drawing, serial) {
    this.#drawing = drawing;
    drawing.serial = serial;
    this.#since = 0;
    this.#missing = false;
    this.#figures = this.#measure();
    this.supply.turnTo(drawing);
    this.#tell();
  }

  /** Returns the history's figures as a text. */
  #measure() {
    const { undo, redo, dirty } = this.#engine.state;
    return `${undo} ${redo} ${dirty}`;
  }

  /** Takes the batch that the editor has made. @param {Editor} editor */
  #take(editor) {
    try {
      const [changes, puts] = [editor.batch(), takePuts()];
      return changes && !this.#stale ? { ...changes, puts } : undefined;
    } catch (error) {
      if (isPanic(error)) throw error;
      this.#missing = true;
      editor.batch_lost();
      this.#writer.pause();
      this.fail(sentence(error));
      return undefined;
    }
  }

  /**
   * Posts a batch, or only the record.
   * @param {Editor} editor
   * @param {Batch | undefined} batch
   * @param {boolean} sketch Whether to make a new thumbnail.
   */
  #post(editor, batch, sketch) {
    const drawing = this.#drawing;
    if (!drawing.stored && !batch) return;
    if (!drawing.stored) remember(drawing.record.id);
    const { width, height, name, undo, redo, dirty } = this.#engine.state;
    const blank = drawing.record.blank && !(undo || redo || dirty);
    const record = { ...drawing.record, width, height, name, blank, desk: this.#desk(editor) };
    const figures = this.#measure();
    if (batch && (!batch.whole || figures !== this.#figures)) record.modified = Date.now();
    if (batch) this.#figures = figures;
    if (sketch && this.describes) record.thumbnail = thumbnail(editor) ?? record.thumbnail;
    drawing.record = record;
    drawing.stored = true;
    if (batch) {
      this.#since = batch.whole ? 0 : this.#since + 1;
      if (batch.due) this.#compactLater();
    }
    this.#slow.begin();
    this.#writer.post({ record, ledger: drawing.ledger, batch, strict: this.#strict });
  }

  /** Returns what the person has chosen, as the editor's text. @param {Editor} editor */
  #desk(editor) {
    return this.describes ? editor.desk() : this.#drawing.record.desk;
  }

  /** Has all of the open drawing written again, as what was stored of it may be gone. */
  #keepAnew() {
    const { recording, held } = this.#drawing;
    if (recording && !held) this.#engine.send((editor) => this.supply.keepAnew(editor));
  }

  /** Asks for a checkpoint in an idle moment. */
  #compactLater() {
    if (this.#due) return;
    this.#due = true;
    whenIdle(() => {
      this.#due = false;
      // A stroke under way ends with a batch, which comes here again.
      const { recording, held } = this.#drawing;
      if (recording && !held && !this.#engine.state.active) this.#engine.send((editor) => editor.checkpoint());
    });
  }

  /** @param {Job[]} jobs */
  #kept(jobs) {
    this.#slow.end();
    if (!get(KEEPS, false)) set(KEEPS, true);
    if (jobs[0].record.id !== this.#drawing.record.id) return;
    const whole = jobs.some(({ batch }) => batch?.whole);
    if (whole) this.#missing = false;
    if (this.#why && !this.#missing) {
      this.#why = "";
      this.#tell();
    }
    const turn = jobs.findLast(({ batch }) => batch)?.batch?.turn;
    if (turn === undefined) return;
    const drawing = this.#drawing;
    // It may have to wait, and another one may be opened meanwhile.
    this.#engine.send((editor) => {
      if (this.#drawing === drawing) editor.plan_kept(turn);
    });
    if (whole) this.checkpointed();
    if (this.#drawing.record.blank || this.#asked) return;
    this.#asked = true;
    void persisted(true).then((promised) => {
      if (promised === this.#persisted) return;
      this.#persisted = promised;
      this.#tell();
    });
  }

  /** @param {Job[]} jobs @param {unknown} error @returns {boolean} Whether a later batch holds all of it. */
  #lost(jobs, error) {
    const { id, name } = jobs[0].record;
    const current = id === this.#drawing.record.id;
    if (error instanceof DOMException && error.name === "ConstraintError") {
      this.#owner.taken(id);
      return true;
    }
    if (current) {
      this.#missing = true;
      this.#stale = this.#making;
      // A connection that was closed from outside has taken all along that was stored.
      const gone = error instanceof DOMException && error.name === "InvalidStateError";
      this.#engine.send((editor) => (gone ? this.supply.keepAnew(editor) : editor.batch_lost()));
    }
    const said = this.#why;
    this.#why = why(error);
    if (!said) this.#engine.say(say`“${name}” is not kept in this browser: ${this.#why}. Save it to a file to be safe.`, "error");
    this.#slow.end();
    this.#tell();
    return current && !this.#engine.stopped;
  }

  /** Writes all when the page is hidden, as it may never be seen again. @param {boolean} hidden */
  #hide(hidden) {
    const news = hidden && !this.#hidden;
    this.#hidden = hidden;
    const { recording, held } = this.drawing;
    if (!news || !recording || held) return;
    // What is under way ends as soon as it can. If the page goes first, the disk has what was there before it.
    this.#engine.hurry(() => this.#writeAll());
  }

  /** Writes all at once, as there may be no later. */
  #writeAll() {
    const { record } = this.drawing;
    this.#strict = true;
    this.#writer.tryAgain();
    if (this.#since > 0) this.#engine.send((editor) => editor.checkpoint());
    this.#engine.keep(true);
    // The editor may have had no checkpoint to make.
    if (this.#drawing.record === record) this.#engine.send((editor) => this.#post(editor, undefined, true));
    this.#writer.hurry();
    this.#strict = false;
  }
}
