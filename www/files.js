/**
 * Pictures in and out: the file dialog, drop, and saving.
 *
 * Whatever way a file comes, it goes one way: its size is looked at before it is read, then
 * unsaved work is asked about, then the editor decides whether it is a picture. If anything
 * on that way fails, a sentence says what, and the drawing stays as it was. Pixels are
 * encoded and decoded in Rust; here are bytes only.
 */

import { tooLarge } from "./checked.js";
import { accepted, firstKnown, listed, saving } from "./formats.js";

/** @import { Engine } from "./types.js" */
/** @import { Dialogs } from "./panels/dialogs.js" */

/** How long the browser may take to fetch a download from its address. */
const DOWNLOAD_MS = 60_000;

/** @param {DataTransfer | null} transfer */
function bringsFiles(transfer) {
  return transfer?.types.includes("Files") ?? false;
}

export class Files {
  #engine;
  #dialogs;
  #picker;
  /** Set when unsaved work was asked about before the picker opened. */
  #agreed = false;
  /** Counts openings: of two files under way, the one that came last wins. */
  #turn = 0;

  /**
   * @param {Engine} engine
   * @param {Dialogs} dialogs
   * @param {HTMLInputElement} picker
   */
  constructor(engine, dialogs, picker) {
    this.#engine = engine;
    this.#dialogs = dialogs;
    this.#picker = picker;
    engine.on("ask", ({ what }) => {
      switch (what) {
        case "new": return void this.#askForNew();
        case "open": return void this.#askForFile();
        case "save": return this.save();
      }
    });
    picker.accept = accepted(engine);
    picker.setAttribute("aria-label", `A file to open: ${listed(engine)}`);
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
    this.#acceptDrops();
    this.#warnBeforeLeaving();
  }

  /** Hands the drawing over as a download, and says what of it the file leaves out. */
  save() {
    const { id, label, mime, endings } = saving(this.#engine);
    const name = `${this.#engine.state.name || "Untitled"}.${endings[0]}`;
    const leftOut = this.#engine.apply((editor) => {
      const bytes = /** @type {Uint8Array<ArrayBuffer>} */ (editor.encode(id));
      const address = URL.createObjectURL(new Blob([bytes], { type: mime }));
      const link = document.createElement("a");
      link.href = address;
      link.download = name;
      link.click();
      setTimeout(() => URL.revokeObjectURL(address), DOWNLOAD_MS);
      return editor.mark_saved(id);
    });
    if (leftOut === undefined) return;
    // Whether it arrives on the disk only the browser knows.
    const partly = `Downloading “${name}” with the shown frame; the ${label} leaves out ${leftOut}`;
    this.#engine.say(leftOut ? partly : `Downloading “${name}”`, "info");
  }

  async #askForNew() {
    if (await this.#mayReplace("Discard and go on")) this.#dialogs.askForSize();
  }

  async #askForFile() {
    if (!await this.#mayReplace("Discard and open")) return;
    this.#agreed = true;
    this.#picker.click();
  }

  /**
   * Asks if there is unsaved work.
   * @param {string} goOn What the button says.
   * @returns {Promise<boolean>}
   */
  async #mayReplace(goOn) {
    const { dirty, name } = this.#engine.state;
    if (!dirty) return true;
    return this.#dialogs.confirm({
      title: `“${name || "Untitled"}” has unsaved changes`,
      text: "They would be lost, and so would the history.",
      stay: "Keep drawing",
      goOn,
    });
  }

  /**
   * @param {File[]} files
   * @param {boolean} [agreed] Whether unsaved work was asked about before.
   */
  async #take(files, agreed = false) {
    const file = firstKnown(this.#engine, files);
    if (!file || this.#engine.stopped) return;
    const turn = ++this.#turn;
    const refusal = tooLarge(file.name, file.size);
    if (refusal) {
      this.#engine.say(refusal, "error");
      return;
    }
    let bytes;
    try {
      bytes = new Uint8Array(await file.arrayBuffer());
    } catch {
      this.#engine.say(`“${file.name}” could not be read`, "error");
      return;
    }
    if (turn !== this.#turn) return;
    if (!agreed && !await this.#mayReplace("Discard and open")) return;
    const notes = this.#engine.apply((editor) => editor.open(bytes, file.name));
    if (notes === undefined) return;
    const { width, height } = this.#engine.state;
    const others = files.length === 2 ? "the other file was left out" : `${files.length - 1} other files were left out`;
    const said = [`Opened “${file.name}”, ${width} × ${height}`, notes, files.length > 1 ? others : ""];
    this.#engine.say(said.filter(Boolean).join("; "), "info");
  }

  #acceptDrops() {
    const { body } = document;
    /** @param {boolean} over */
    const show = (over) => body.classList.toggle("dropping", over);
    window.addEventListener("dragover", (event) => {
      if (!bringsFiles(event.dataTransfer)) return;
      // Always prevented: without it the browser would leave the page for the file.
      event.preventDefault();
      const free = !this.#dialogs.open && !this.#engine.stopped;
      if (event.dataTransfer) event.dataTransfer.dropEffect = free ? "copy" : "none";
      show(free);
    });
    window.addEventListener("dragleave", (event) => {
      if (!event.relatedTarget) show(false);
    });
    window.addEventListener("drop", (event) => {
      show(false);
      if (!bringsFiles(event.dataTransfer)) return;
      event.preventDefault();
      if (!this.#dialogs.open) void this.#take([...event.dataTransfer?.files ?? []]);
    });
  }

  /** The browser asks before the page is left, as long as there is unsaved work. */
  #warnBeforeLeaving() {
    /** @param {BeforeUnloadEvent} event */
    const warn = (event) => event.preventDefault();
    this.#engine.on("state", ({ state }) => {
      // Only while needed: a page that listens can't be kept for the browser's Back button.
      if (state.dirty) window.addEventListener("beforeunload", warn);
      else window.removeEventListener("beforeunload", warn);
    });
    // A stopped editor has nothing left that could be saved.
    this.#engine.on("panic", () => window.removeEventListener("beforeunload", warn));
  }
}
