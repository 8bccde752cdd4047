/**
 * The dialog with the drawings that are kept in this browser: open, rename, duplicate, delete.
 *
 * A deleted drawing moves to a section at the end, from where it is put back or removed for good.
 * As long as the dialog is open, Undo takes the deletions back, the last one first.
 */

import { nothing, render } from "lit/html.js";
import { repeat } from "lit/directives/repeat.js";
import copySvg from "lucide-static/icons/copy.svg?raw";
import renameSvg from "lucide-static/icons/pencil.svg?raw";
import deleteSvg from "lucide-static/icons/trash-2.svg?raw";
import { icon } from "../controls.js";
import { DELETED_DAYS } from "../kept/shelf.js";
import { sentence } from "../failures.js";
import { why } from "../kept/storage.js";
import { sampleRow } from "./samples.js";
import { fieldKeys, isTyping } from "../io/typing.js";
import { memory } from "../amounts.js";
import { historyLimit, LIMITS, setHistoryLimit } from "../kept/limit.js";
import { html, language, named, say } from "../words.js";

/** @import { Drawings } from "../kept/drawings.js" */
/** @import { Shelf } from "../kept/shelf.js" */
/** @import { Files } from "../io/files.js" */
/** @import { Drawing } from "../kept/storage.js" */
/** @import { Engine } from "../types.js" */

/** Maximum length of a name, in characters. */
const LONGEST = 120;

/** Formats a time as people write it: only the hour if it was today. @param {number} time */
function written(time) {
  const date = new Date(time);
  const today = date.toDateString() === new Date().toDateString();
  return today
    ? say`today, ${date.toLocaleTimeString(language, { timeStyle: "short" })}`
    : date.toLocaleString(language, { dateStyle: "medium", timeStyle: "short" });
}

/**
 * Returns the element that a key leads to from another one in a grid: a neighbour, the first or the last.
 * @param {HTMLElement[]} grid
 * @param {HTMLElement} from
 * @param {string} key
 * @returns {HTMLElement | undefined} `undefined` if the key leads nowhere.
 */
function neighbour(grid, from, key) {
  const at = grid.indexOf(from);
  const columns = grid.filter(({ offsetTop }) => offsetTop === grid[0].offsetTop).length;
  switch (key) {
    case "ArrowLeft": return grid[at - 1];
    case "ArrowRight": return grid[at + 1];
    case "ArrowUp": return grid[at - columns];
    case "ArrowDown": return grid[at + columns];
    case "Home": return grid[0];
    case "End": return grid.at(-1);
    default: return undefined;
  }
}

/** @param {number} count */
const counted = (count) => (count === 1 ? say("1 drawing") : say`${count} drawings`);

/** The dialog: its two lists, what is done to a drawing in them, and what Undo takes back. */
class DrawingsDialog {
  #engine;
  #drawings;
  #shelf;
  #files;
  #dialog;
  /** @type {Drawing[]} */
  #all = [];
  /** Ids of drawings that other tabs have open. @type {Set<string>} */
  #held = new Set();
  /** Deleted drawings. @type {Drawing[]} */
  #deleted = [];
  /** What Undo puts back, the last deleted last, and whether it was the open drawing. @type {{id: string, name: string, current: boolean}[]} */
  #undoable = [];
  /** The id of the drawing that the next press removes for good. */
  #doomed = "";
  /** The action under way; the next one waits for it. @type {Promise<unknown>} */
  #busy = Promise.resolve();
  /** Addresses of thumbnails. @type {Map<string, string>} */
  #pictures = new Map();
  /** The id of the drawing that is being renamed. */
  #renaming = "";
  /** Why the last action failed, or empty. */
  #trouble = "";

  /**
   * @param {Engine} engine
   * @param {Drawings} drawings
   * @param {Shelf} shelf
   * @param {Files} files
   * @param {HTMLDialogElement} dialog
   */
  constructor(engine, drawings, shelf, files, dialog) {
    this.#engine = engine;
    this.#drawings = drawings;
    this.#shelf = shelf;
    this.#files = files;
    this.#dialog = dialog;
  }

  #forgetPictures() {
    for (const address of this.#pictures.values()) URL.revokeObjectURL(address);
    this.#pictures.clear();
  }

  async #refresh() {
    try {
      ({ drawings: this.#all, held: this.#held, deleted: this.#deleted } = await this.#shelf.list());
      for (const drawing of [...this.#all, ...this.#deleted]) drawing.name = named(drawing.name);
    } catch (error) {
      [this.#all, this.#deleted] = [[], []];
      this.#trouble = say`The drawings could not be listed: ${why(error)}`;
    }
    this.#forgetPictures();
    for (const { id, thumbnail } of [...this.#all, ...this.#deleted]) {
      if (thumbnail) this.#pictures.set(id, URL.createObjectURL(new Blob([/** @type {Uint8Array<ArrayBuffer>} */ (thumbnail)], { type: "image/png" })));
    }
    this.#draw();
  }

  /**
   * Does something to a drawing after what is under way, and lists them anew.
   * @param {string} words What is said if it fails.
   * @param {() => Promise<unknown>} action
   */
  #perform(words, action) {
    const done = this.#busy.then(async () => {
      [this.#trouble, this.#doomed] = ["", ""];
      try {
        await action();
      } catch (error) {
        this.#trouble = `${words}: ${error instanceof DOMException ? why(error) : sentence(error)}`;
      }
      await this.#refresh();
      if (this.#trouble && !this.#dialog.open) this.#engine.say(this.#trouble, "error");
    });
    this.#busy = done;
    return done;
  }

  /** @param {string} css */
  #focus(css) {
    const found = this.#dialog.querySelector(css) ?? this.#dialog.querySelector("#drawings-close");
    if (found instanceof HTMLElement) found.focus();
  }

  /** @param {Drawing} drawing */
  async #open({ id, name }) {
    this.#dialog.close();
    await this.#busy;
    if (id !== this.#drawings.id && await this.#files.mayReplace(say("Discard and open"))) await this.#drawings.open(id, name);
  }

  /** @param {Drawing} drawing */
  #startRenaming({ id }) {
    this.#renaming = id;
    this.#draw();
    const field = this.#dialog.querySelector(".drawing-field");
    if (field instanceof HTMLInputElement) field.select();
  }

  /** @param {Drawing} drawing @param {string} text */
  async #rename({ id, name }, text) {
    if (this.#renaming !== id) return;
    this.#renaming = "";
    const wanted = text.trim();
    if (wanted && wanted !== name) await this.#perform(say`“${name}” could not be renamed`, () => this.#shelf.rename(id, wanted));
    else this.#draw();
    this.#focus(`[data-drawing="${id}"] .drawing-rename`);
  }

  /** @param {Drawing} drawing */
  #duplicate({ id, name }) {
    return this.#perform(say`“${name}” could not be duplicated`, () => {
      // It may have got another name since it was drawn here.
      const now = this.#all.find((drawing) => drawing.id === id)?.name ?? name;
      return this.#shelf.duplicate(id, say`${now} copy`);
    });
  }

  /** @param {Drawing} drawing */
  async #remove({ id, name }) {
    const at = this.#all.findIndex((other) => other.id === id);
    const next = this.#all[at + 1] ?? this.#all[at - 1];
    await this.#perform(say`“${name}” could not be deleted`, async () => {
      const current = id === this.#drawings.id;
      // A second press may have come before the first one was done.
      if (this.#all.some((other) => other.id === id) && await this.#shelf.remove(id)) this.#undoable.push({ id, name, current });
    });
    if (!this.#trouble) this.#focus(next ? `[data-drawing="${next.id}"] .drawing-open` : ".drawing-open");
  }

  async #undo() {
    await this.#busy;
    const last = this.#undoable.pop();
    if (!last) return;
    const { id, name, current } = last;
    await this.#perform(say`“${name}” could not be put back`, async () => {
      await this.#shelf.putBack(id);
      // It replaces what replaced it, unless that would lose anything.
      if (current && await this.#files.mayReplace(say("Discard and open"))) await this.#drawings.open(id, name);
    });
    this.#focus(`[data-drawing="${id}"] .drawing-open`);
  }

  /** Takes a drawing out of what Undo puts back. @param {string} id */
  #forget(id) {
    this.#undoable = this.#undoable.filter((entry) => entry.id !== id);
  }

  /** @param {Drawing} drawing */
  async #putBack({ id, name }) {
    await this.#perform(say`“${name}” could not be put back`, async () => {
      await this.#shelf.putBack(id);
      this.#forget(id);
    });
    this.#focus(`[data-drawing="${id}"] .drawing-open`);
  }

  /** Removes a drawing for good with the second press. @param {Drawing} drawing @param {MouseEvent} event */
  async #erase({ id, name }, event) {
    if (this.#doomed !== id) {
      this.#doomed = id;
      this.#draw();
      return;
    }
    // A double click is one press.
    if (event.detail > 1) return;
    await this.#perform(say`“${name}” could not be removed`, async () => {
      await this.#shelf.erase(id);
      this.#forget(id);
    });
    this.#focus(".drawing-back");
  }

  #spare() {
    if (!this.#doomed) return;
    this.#doomed = "";
    this.#draw();
  }

  /** @param {Drawing} drawing */
  #picture({ id, width, height }) {
    return this.#pictures.has(id) ? html`<img class=${width * 2 > height * 3 ? "wide" : "high"} src=${this.#pictures.get(id) ?? nothing} width=${width} height=${height} alt="">` : "";
  }

  /** @param {Drawing} drawing */
  #deletedCard(drawing) {
    const { id, name, width, height, bytes, deleted: time = 0 } = drawing;
    return html`<li class="drawing deleted" data-drawing=${id}>
      <div class="drawing-picture">${this.#picture(drawing)}</div>
      <div class="drawing-title"><p class="drawing-name clipped" title=${name}>${name}</p></div>
      <p class="drawing-facts clipped">${width} × ${height} · ${memory(bytes)}</p>
      <time class="drawing-time clipped" datetime=${new Date(time).toISOString()}>Deleted ${written(time)}</time>
      <div class="drawing-buttons">
        <button type="button" class="drawing-back button" aria-label="Put “${name}” back" @click=${() => this.#putBack(drawing)}>Put back</button>
        <button type="button" class="drawing-erase button ${this.#doomed === id ? "doomed" : ""}" aria-label=${this.#doomed === id ? say`Press again to delete “${name}” for good` : say`Delete “${name}” for good`}
          @click=${(/** @type {MouseEvent} */ event) => this.#erase(drawing, event)} @blur=${() => this.#spare()}>${this.#doomed === id ? say("Press again") : say("Delete for good")}</button>
      </div>
    </li>`;
  }

  /** @param {Drawing} drawing */
  #card(drawing) {
    const { id, name, width, height, modified, bytes, damaged } = drawing;
    const [current, elsewhere] = [id === this.#drawings.id, this.#held.has(id)];
    /** @param {string} kind @param {string} label @param {string} svg @param {() => unknown} action @param {boolean} off */
    const button = (kind, label, svg, action, off) => html`<button type="button" class="tool drawing-${kind}"
      aria-label="${label} “${name}”" title=${off ? say("It is open in another tab") : label} ?disabled=${off} @click=${action}>${icon(svg)}</button>`;
    /** @param {KeyboardEvent} event */
    const key = (event) => {
      if (this.#renaming || elsewhere) return;
      if (event.key === "F2") this.#startRenaming(drawing);
      else if (event.key !== "Delete") return;
      // A held key deletes one drawing, not the list.
      else if (!event.repeat) void this.#remove(drawing);
      event.preventDefault();
    };
    return html`<li class="drawing ${current ? "current" : ""}" data-drawing=${id} @keydown=${key}>
      <button type="button" class="drawing-picture drawing-open" aria-label="Open “${name}”" @click=${() => this.#open(drawing)}>${this.#picture(drawing)}</button>
      <div class="drawing-title">${this.#renaming === id
        ? html`<input class="drawing-field" aria-label="Name" maxlength=${LONGEST} .value=${name}
            @keydown=${fieldKeys({
              accept: (event) => {
                event.stopPropagation();
                void this.#rename(drawing, event.currentTarget.value);
              },
              leave: (event) => {
                event.stopPropagation();
                // It would close the dialog.
                event.preventDefault();
                void this.#rename(drawing, "");
              },
              other: (event) => event.stopPropagation(),
            })}
            @blur=${(/** @type {FocusEvent & {currentTarget: HTMLInputElement}} */ event) => void this.#rename(drawing, event.currentTarget.value)}>`
        : html`<p class="drawing-name clipped" title=${name}>${name}</p>`}
        ${current || elsewhere ? html`<span class="badge">${elsewhere ? say("In another tab") : say("Open")}</span>` : ""}${damaged ? html`<span class="badge damaged" title=${say(damaged)}>Damaged</span>` : ""}
      </div>
      <p class="drawing-facts clipped">${width} × ${height} · ${memory(bytes)}</p>
      <time class="drawing-time clipped" datetime=${new Date(modified).toISOString()}>${written(modified)}</time>
      <div class="drawing-buttons">
        ${button("rename", say("Rename"), renameSvg, () => this.#startRenaming(drawing), elsewhere)}
        ${button("duplicate", say("Duplicate"), copySvg, () => this.#duplicate(drawing), false)}
        ${button("delete", say("Delete"), deleteSvg, () => this.#remove(drawing), elsewhere)}
      </div>
    </li>`;
  }

  #draw() {
    const total = this.#all.reduce((sum, { bytes }) => sum + bytes, 0);
    const said = this.#undoable.length === 1 ? say`“${this.#undoable[0].name}” was deleted` : say`${counted(this.#undoable.length)} were deleted`;
    render(html`
      <header>
        <h2 id="drawings-title">Drawings</h2>
        <p class="drawings-total">${this.#all.length > 0 ? say`${counted(this.#all.length)}, ${memory(total)} in this browser` : ""}</p>
        <label class="drawings-limit">Undo history of a drawing
          <select id="drawings-limit" @change=${(/** @type {Event & {target: HTMLSelectElement}} */ { target }) => setHistoryLimit(Number(target.value))}>
            ${LIMITS.map((bytes) => html`<option value=${bytes} ?selected=${bytes === historyLimit()}>${bytes > 0 ? say`up to ${memory(bytes)}` : say("no limit")}</option>`)}
          </select></label>
      </header>
      <div class="drawings-lists">
        ${this.#all.length > 0
          ? html`<ul id="drawings-kept" class="drawings" aria-label="Drawings in this browser">${repeat(this.#all, ({ id }) => id, (drawing) => this.#card(drawing))}</ul>`
          : html`<p class="drawings-none">${this.#trouble ? "" : say("Nothing is kept here yet. A drawing is kept from its first stroke on.")}</p>`}
        ${this.#deleted.length > 0 ? html`
          <h3 id="drawings-deleted-title">Recently deleted, kept for ${DELETED_DAYS} days</h3>
          <ul id="drawings-deleted" class="drawings" aria-labelledby="drawings-deleted-title">${repeat(this.#deleted, ({ id }) => id, (drawing) => this.#deletedCard(drawing))}</ul>` : ""}
        <h3 id="drawings-samples-title">Sample drawings, with the history of how they were painted</h3>
        ${sampleRow(this.#engine, this.#files, { before: () => this.#dialog.close() })}
      </div>
      <footer>
        <p class="drawings-said" role="status"><span class=${this.#trouble ? "field-error" : ""}>${this.#trouble}</span>
          ${this.#undoable.length > 0 ? html`${said} · <button id="drawings-undo" type="button" class="button chief" @click=${() => this.#undo()}>Undo</button>` : ""}</p>
        <div class="choices">
          <button id="drawings-new" type="button" @click=${() => {
            this.#dialog.close();
            this.#engine.run("file.new");
          }}>New…</button>
          <button id="drawings-close" type="button" class="chief" @click=${() => this.#dialog.close()}>Close</button>
        </div>
      </footer>`, this.#dialog);
  }

  async #show() {
    [this.#renaming, this.#trouble, this.#doomed, this.#undoable] = ["", "", "", []];
    await this.#refresh();
    if (document.querySelector("dialog[open]") || this.#engine.stopped) return;
    this.#dialog.showModal();
    this.#focus(this.#dialog.querySelector(".current") ? ".current .drawing-open" : ".drawing-open");
  }

  /** Undo anywhere in the dialog, and arrows in the lists. @param {KeyboardEvent} event */
  #keyDown(event) {
    if (isTyping(event.target)) return;
    const { key } = event;
    const mod = (event.ctrlKey || event.metaKey) && !event.altKey && !event.shiftKey;
    if (mod && (key.toLowerCase() === "z" || (key > "\u024f" && event.code === "KeyZ"))) {
      event.preventDefault();
      if (!event.repeat) void this.#undo();
    } else if (/^(?:Arrow|Home$|End$)/.test(key) && event.target instanceof HTMLElement) {
      const from = event.target.closest(".drawing");
      if (!(from instanceof HTMLElement)) return;
      // It would scroll.
      event.preventDefault();
      const grid = /** @type {HTMLElement[]} */ ([...from.parentElement?.children ?? []]);
      const found = neighbour(grid, from, key)?.querySelector(".drawing-open, .drawing-back");
      if (found instanceof HTMLElement) found.focus();
    } else if (event.repeat && (key === "Enter" || key === " ")) {
      // A held key presses a button once.
      event.preventDefault();
    }
  }

  /** Adds the event listeners: the dialog opens when the engine asks for it. */
  connect() {
    this.#engine.on("ask", ({ what }) => {
      if (what === "drawings" && !document.querySelector("dialog[open]")) return this.#show();
    });
    // The list may have another order after the first click of two, and the second one would meet another drawing.
    this.#dialog.addEventListener("click", (event) => {
      if (event.detail > 1 && event.target instanceof Element && event.target.closest(".drawing button")) event.stopPropagation();
    }, { capture: true });
    this.#dialog.addEventListener("keydown", (event) => this.#keyDown(event));
    this.#dialog.addEventListener("close", () => this.#forgetPictures());
  }
}

/**
 * Connects the dialog to its command.
 * @param {Engine} engine
 * @param {Drawings} drawings
 * @param {Shelf} shelf
 * @param {Files} files
 * @param {HTMLDialogElement} dialog
 */
export function drawingsPanel(engine, drawings, shelf, files, dialog) {
  new DrawingsDialog(engine, drawings, shelf, files, dialog).connect();
}
