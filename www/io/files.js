/**
 * Drawings and pictures in and out: the file dialog, drop, saving and exporting.
 *
 * Every file takes the same path, wherever it comes from. Its size is checked before it is read,
 * then the person is asked about work that would be lost, then the editor decides whether it is a picture.
 * If any of these fails, a sentence says why, and the drawing stays as it was. Pixels are
 * encoded and decoded in Rust; this module handles bytes only. What others have done to a file since
 * is for `originals.js` to find out, before it is written.
 */

import { tooLarge } from "../checked.js";
import { isAbort } from "../failures.js";
import { download } from "./exporting.js";
import { fileName } from "./filenames.js";
import { supplyForFile } from "./forfile.js";
import { accepted, firstKnown, isOf, listed, saving } from "./formats.js";
import { brought, expectFile } from "./opening.js";
import { openWith } from "./openwith.js";
import { readSheet, sheetOf } from "./sheets.js";
import { askToWrite, canChoose, canWrite, chooseFile, chooseToOpen, reason, replaceFile } from "./handles.js";
import { keepNumbers, openNewer } from "./newer.js";
import { seenIn } from "./originals.js";
import { takePalette } from "./palettes.js";
import { named, say } from "../language.js";

/** @import { Engine } from "../types.js" */
/** @import { FormatInfo } from "./formats.js" */
/** @import { Dialogs } from "../panels/dialogs.js" */
/** @import { Keeper } from "../kept/keeper.js" */
/** @import { Originals } from "./originals.js" */

export class Files {
  #engine;
  #dialogs;
  #keeper;
  #originals;
  #picker;
  /** Whether the person has agreed to lose unsaved work before the picker opened. */
  #agreed = false;
  /** Stops the latest opening: of two files being read, the later one wins. */
  #opening = new AbortController();
  /** What saving does now: a press while a person chooses is the same one, and one while it writes is for later. @type {"nothing" | "choosing" | "writing"} */
  #saving = "nothing";
  /** Number of steps that the file that was encoded last leaves out, as they can't be read. */
  #left = 0;
  /** A save that was asked for while another was written. @type {{elsewhere: boolean, history: boolean | undefined} | undefined} */
  #later;

  /**
   * @param {Engine} engine
   * @param {Dialogs} dialogs
   * @param {Keeper} keeper
   * @param {Originals} originals
   * @param {HTMLInputElement} picker
   */
  constructor(engine, dialogs, keeper, originals, picker) {
    this.#engine = engine;
    this.#keeper = keeper;
    this.#dialogs = dialogs;
    this.#originals = originals;
    this.#picker = picker;
    engine.on("ask", ({ what }) => {
      switch (what) {
        case "new": return void this.#askForNew();
        case "open": return void this.#askForFile();
        case "save": return void this.save();
        case "save-as": return void this.save(true, false);
        case "save-with-history": return void this.save(true, true);
      }
    });
    picker.accept = accepted();
    picker.setAttribute("aria-label", say`A file to open: ${listed()}`);
    picker.addEventListener("change", () => {
      const agreed = this.#agreed;
      this.#agreed = false;
      const files = [...picker.files ?? []];
      // Emptied, so that choosing the same file again is a change again.
      picker.value = "";
      void this.#take(files, agreed);
    });
    picker.addEventListener("cancel", () => {
      this.#agreed = false;
    });
    window.addEventListener("dragenter", (event) => {
      // From one element of the page to another comes from within.
      if (!event.relatedTarget && event.dataTransfer?.types.includes("Files")) expectFile();
    });
    document.addEventListener("bring", (event) => {
      const { files, handles } = /** @type {CustomEvent<import("./drops.js").Brought>} */ (event).detail;
      void this.#take(files, false, handles);
    });
    originals.watch(() => this.#saving !== "nothing", (handle) => void this.#openNewer(handle));
    this.#warnBeforeLeaving();
  }

  /**
   * Saves the drawing: to its file where the browser can write files, else as a download.
   * @param {boolean} [elsewhere] Whether to ask for a file even if there is one.
   * @param {boolean} [history] Whether the history is to be in the file; by default it is if it was the last time.
   */
  async save(elsewhere = false, history) {
    // Who saves wants it kept as well: what waits after a failure is tried at once.
    if (!this.#keeper.safe) void this.#keeper.secure();
    if (this.#saving === "writing") this.#later = { elsewhere, history };
    if (this.#saving !== "nothing") return;
    const format = saving();
    if (!canWrite()) {
      const { serial } = this.#engine.state;
      const supplied = await supplyForFile(this.#engine, this.#keeper, history).then(() => true, (error) => void this.#engine.say(say`The drawing could not be saved: ${reason(error)}`, "error"));
      if (!supplied) return;
      const name = await this.#download(format, (editor) => (this.#engine.state.serial === serial ? this.#encode(editor, history) : undefined));
      // Only the browser knows whether the file arrives on the disk.
      if (name && await this.#ask((editor) => editor.mark_saved())) this.#engine.say(say`Downloading “${name}”${this.#withHistory}`, "info");
      return;
    }
    await this.#write(format, elsewhere, history);
    this.#saving = "nothing";
    const later = this.#later;
    this.#later = undefined;
    if (later) await this.save(later.elsewhere, later.history);
  }

  /** Says whether the file that the drawing was saved to holds its history, and what that lacks, or nothing if not. */
  get #withHistory() {
    if (!this.#engine.state.withHistory) return "";
    switch (this.#left) {
      case 0: return say(" with its history");
      case 1: return say(" with its history, but for 1 step that can’t be read");
      default: return say` with its history, but for ${this.#left} steps that can’t be read`;
    }
  }

  /** Encodes the drawing as its file, and notes how many steps that leaves out. @param {import("../types.js").Editor} editor @param {boolean | undefined} history */
  #encode(editor, history) {
    const file = editor.encode_project(history);
    this.#left = editor.steps_left_out();
    return file;
  }

  /** @param {FormatInfo} format */
  #fileName({ endings }) {
    return fileName(named(this.#engine.state.name || say("untitled")), endings[0]);
  }

  /**
   * Writes the drawing to its file, after asking for one if there is none, and says how that went.
   * @param {FormatInfo} format
   * @param {boolean} elsewhere
   * @param {boolean} [history]
   * @returns {Promise<void>}
   */
  async #write(format, elsewhere, history) {
    const { mime, endings, label } = format;
    const ending = endings[0] ?? "";
    const { serial, name } = this.#engine.state;
    const { file: known, seen } = elsewhere ? {} : this.#keeper.drawing.record;
    let file = known?.name ?? this.#fileName(format);
    try {
      this.#saving = "choosing";
      const handle = known ?? await chooseFile({ name: name || say("untitled"), mime, ending, label });
      if (!handle || this.#engine.state.serial !== serial) return;
      await askToWrite(handle);
      const { answer, now } = await this.#originals.ask(handle, seen);
      // Another drawing may have been opened in the meantime.
      if (this.#engine.state.serial !== serial) return;
      if (answer === "copy") return await this.#write(format, true, history);
      if (answer === "look") void this.#openHandle(handle, false);
      if (answer !== "write") return;
      this.#saving = "writing";
      file = handle.name;
      // Encoded after the question, so that it is the drawing that the person sees now.
      await supplyForFile(this.#engine, this.#keeper, history);
      // Another drawing may have been opened in the meantime, which is not to be written to this one's file.
      if (this.#engine.state.serial !== serial) return;
      const bytes = await this.#ask((editor) => (this.#engine.state.serial === serial ? this.#encode(editor, history) : undefined));
      if (!bytes) return;
      const written = await replaceFile(handle, /** @type {Uint8Array<ArrayBuffer>} */ (bytes), now);
      // Another drawing may have been opened in the meantime.
      if (this.#engine.state.serial !== serial) {
        this.#engine.say(say`Saved “${file}”`, "info");
        return;
      }
      await this.#ask((editor) => {
        if (this.#engine.state.serial !== serial) return;
        editor.mark_saved();
        editor.rename(file.endsWith(`.${ending}`) ? file.slice(0, -1 - ending.length) || "untitled" : file);
      });
      this.#keeper.keepFile(handle, written);
      this.#engine.say(say`Saved “${file}”${this.#withHistory}`, "info");
    } catch (error) {
      this.#engine.say(say`“${file}” could not be saved: ${reason(error)}`, "error");
    }
  }

  /**
   * Calls the editor as soon as it is free. An error becomes a message.
   * @template T @param {(editor: import("../types.js").Editor) => T} action @returns {Promise<T | undefined>}
   */
  async #ask(action) {
    try {
      return await this.#engine.ask(action);
    } catch (error) {
      this.#engine.failed(error);
      return undefined;
    }
  }

  /**
   * Downloads a file of the drawing.
   * @param {FormatInfo} format
   * @param {(editor: import("../types.js").Editor) => Uint8Array | undefined} encode
   * @returns {Promise<string | undefined>} The file's name, or `undefined` if it could not be made.
   */
  async #download(format, encode) {
    const bytes = /** @type {Uint8Array<ArrayBuffer> | undefined} */ (await this.#ask(encode));
    if (!bytes) return undefined;
    return download(named(this.#engine.state.name || say("untitled")), format, bytes);
  }

  async #askForNew() {
    if (await this.mayReplace(say("Discard and continue"))) this.#dialogs.askForSize();
  }

  async #askForFile() {
    if (!await this.mayReplace(say("Discard and open"))) return;
    expectFile();
    if (canChoose()) {
      const handle = await chooseToOpen().catch((error) => void this.#engine.say(say`The file could not be opened: ${reason(error)}`, "error"));
      if (handle) await this.#openHandle(handle, true);
      return;
    }
    this.#agreed = true;
    this.#picker.click();
  }

  /**
   * Asks the person before work is lost that is neither in a file nor kept in the browser.
   * @param {string} goOn The label of the button that agrees.
   * @returns {Promise<boolean>} Whether the drawing may be replaced.
   */
  async mayReplace(goOn) {
    if (await this.#keeper.settle()) return true;
    const { dirty, name } = this.#engine.state;
    if (!dirty) return true;
    const { why } = this.#keeper.keeping;
    return this.#dialogs.confirm({
      title: say`“${named(name || "untitled")}” has unsaved changes`,
      text: say`They are not kept in this browser, since ${why}. They would be lost, and so would the history.`,
      stay: say("Keep drawing"),
      goOn,
    });
  }

  /** Returns `true` and says so if a file can't be opened since a dialog is open, which is about the drawing. @param {string} name */
  #isBehind(name) {
    if (this.#dialogs.open) this.#engine.say(say`“${name}” was not opened, since a dialog was open`, "error");
    return this.#dialogs.open;
  }

  /** Opens a file that can be written again. @param {FileSystemFileHandle} handle @param {boolean} agreed Whether the person has agreed to lose unsaved work. */
  async #openHandle(handle, agreed) {
    try {
      await this.#take([await handle.getFile()], agreed, [Promise.resolve(handle)]);
    } catch (error) {
      this.#engine.say(say`The file could not be opened: ${reason(error)}`, "error");
    }
  }

  /** Opens the newer version of the drawing's file as a step of the drawing. @param {FileSystemFileHandle} handle */
  async #openNewer(handle) {
    await openNewer(this.#parts, handle).catch((error) => this.#engine.failed(error));
  }

  /** What steps that a file makes need of this. @returns {import("./newer.js").Parts} */
  get #parts() {
    const [engine, keeper, dialogs] = [this.#engine, this.#keeper, this.#dialogs];
    return { engine, keeper, dialogs, begin: () => this.#begin(), read: (...of) => this.#read(...of), saving: () => this.#saving !== "nothing" };
  }

  /** Opens a file as a drawing of its own, as if it had been dropped. @param {File} file */
  async open(file) {
    await this.#take([file]);
  }

  /**
   * Opens the first file in a known format.
   * @param {File[]} files
   * @param {boolean} [agreed] Whether the person has agreed to lose unsaved work.
   * @param {Promise<FileSystemHandle | null>[]} [handles] The files themselves, if they can be written again.
   */
  async #take(files, agreed = false, handles = []) {
    const sheet = sheetOf(files);
    if (sheet) return void await this.openBy(sheet.picture.name, () => readSheet(sheet)).catch((error) => this.#engine.failed(error));
    const file = firstKnown(files);
    if (!file || this.#engine.stopped) return;
    const refusal = tooLarge(file.name, file.size);
    if (refusal) {
      this.#engine.say(say(refusal), "error");
      return;
    }
    const signal = this.#begin();
    let bytes;
    try {
      bytes = new Uint8Array(await file.arrayBuffer());
    } catch {
      this.#engine.say(say`“${file.name}” could not be read`, "error");
      return;
    }
    if (signal.aborted) return;
    if (this.#isBehind(file.name)) return;
    if (!agreed && !await this.mayReplace(say("Discard and open"))) return;
    if (signal.aborted || this.#dialogs.open) return;
    const read = await this.#read(file.name, bytes, signal);
    // Somebody may have opened a dialog before the bar could be shown.
    if (!read || signal.aborted || this.#isBehind(file.name)) return;
    if (read.palette) return void takePalette(this.#engine, file.name, read.palette).catch((error) => this.#engine.failed(error));
    const opened = await openWith(this.#engine, read.bytes, file.name).catch((error) => this.#engine.failed(error));
    // Whatever is opened behind it is shown now, and speaks for itself.
    if (opened === undefined || signal.aborted) return;
    const { width, height, serial } = this.#engine.state;
    // Saving goes on in the file that was opened, if that is one that holds all of a drawing.
    const handle = isOf(saving(), file) ? await handles[files.indexOf(file)]?.catch(() => null) : null;
    const original = handle?.kind === "file" ? /** @type {FileSystemFileHandle} */ (handle) : undefined;
    if (original && this.#engine.state.serial === serial) this.#keeper.keepFile(original, seenIn(file));
    const shared = original && await this.#originals.openElsewhere(original);
    const notes = opened || read.notes;
    const { plain } = read;
    const others = files.length === 2 ? say("the other file was left out") : say`${files.length - 1} other files were left out`;
    const said = [say`Opened “${file.name}”, ${width} × ${height}`, say(notes), files.length > 1 ? others : "", shared ? say`it is open in another tab, too, as “${shared.name}”` : "", this.#keeper.left];
    const sentence = said.filter(Boolean).join("; ");
    const picture = plain && { name: file.name, bytes: plain, serial: this.#engine.state.serial };
    this.#engine.say(sentence, "info");
    if (!picture) return;
    const { ask } = await import("../panels/question.js");
    await ask(this.#engine, say("Colours look different?"), say("Keep the file's colour values"), () => void keepNumbers(this.#parts, picture).catch((error) => this.#engine.failed(error)));
  }

  /**
   * Opens what comes of some work on files as a drawing of its own, and says so.
   * @param {string} name
   * @param {() => Promise<import("../../pkg/files/formats.js").ReadFile>} work
   * @returns {Promise<boolean>} Whether it is open now.
   * @throws {Error} One sentence, if the work fails.
   */
  async openBy(name, work) {
    const signal = this.#begin();
    const { project, notes } = await work();
    if (signal.aborted || this.#isBehind(name)) return false;
    if (!await this.mayReplace(say("Discard and open"))) return false;
    if (await openWith(this.#engine, project, name).catch((error) => this.#engine.failed(error)) === undefined || signal.aborted) return false;
    const { width, height } = this.#engine.state;
    const { length } = this.#engine.picture.drawing.frames;
    const shown = length === 1 ? say`Opened “${name}”, 1 frame of ${width} × ${height}` : say`Opened “${name}”, ${length} frames of ${width} × ${height}`;
    this.#engine.say([shown, say(notes)].filter(Boolean).join("; "), "info");
    return true;
  }

  /**
   * Reads a file of any format as one that the editor opens. What fails is said.
   * @param {string} name @param {Uint8Array<ArrayBuffer>} bytes @param {AbortSignal} newer Says that another file is opened instead.
   */
  async #read(name, bytes, newer) {
    try {
      const { whileReading } = await import("../panels/reading.js");
      return await whileReading(name, (signal, tell) => brought(bytes, { signal, tell }), newer);
    } catch (error) {
      // Whoever has stopped it knows.
      if (!isAbort(error)) this.#engine.failed(error);
      return undefined;
    }
  }

  /** Begins to open a file, which ends the opening before it. @returns {AbortSignal} Says that another file is opened instead. */
  #begin() {
    this.#opening.abort();
    this.#opening = new AbortController();
    return this.#opening.signal;
  }

  /** Makes the browser ask before the page is left with work that is not kept anywhere. */
  #warnBeforeLeaving() {
    /** @param {BeforeUnloadEvent} event */
    const warn = (event) => event.preventDefault();
    let warns = false;
    const follow = (/** @type {import("../types.js").Editor} */ editor) => {
      const would = !this.#keeper.safe && editor.is_dirty();
      if (would === warns) return;
      warns = would;
      // Only while needed: a page that listens can't be kept for the browser's Back button.
      if (would) window.addEventListener("beforeunload", warn);
      else window.removeEventListener("beforeunload", warn);
    };
    const look = () => this.#engine.look(follow);
    this.#engine.on("state", look);
    this.#keeper.watch(look);
    // A stopped editor has nothing left that could be saved.
    this.#engine.on("panic", () => window.removeEventListener("beforeunload", warn));
  }
}
