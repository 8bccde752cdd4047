/**
 * The form that opens a sprite sheet as frames, by a grid.
 *
 * The picture is shown with the cells that would be cut, and the form says how many frames of which size that makes. Whoever
 * chooses the list of a sheet along with it, as JSON, is asked nothing: the list says it all.
 */

import { render } from "lit/html.js";
import { sentence } from "../failures.js";
import { formField } from "./formfields.js";
import { bytesOf, cutSheet, readSheet, sheetOf } from "../io/sheets.js";
import { style } from "../style.js";
import exportStyle from "../styles/export.css?url";
import { dialogOf, formRow } from "./dialogparts.js";
import { html, say } from "../words.js";

/** @import { Engine } from "../types.js" */
/** @import { ReadFile } from "../../pkg/files/formats.js" */

/** The numbers of the form: name, label, and least value. @type {readonly [string, string, number][]} */
const NUMBERS = [
  ["width", say("Width of a frame"), 1], ["height", say("Height of a frame"), 1],
  ["left", say("From the left"), 0], ["top", say("From the top"), 0],
  ["across", say("Between columns"), 0], ["down", say("Between rows"), 0],
];

/** Maximum number of columns and rows that the picture is shown in. */
const SHOWN = 300;

/** Maximum number of cells whose borders are drawn. */
const DRAWN = 4096;

/** Returns how many cells have room in a row or a column. @param {number} length @param {number} size @param {number} from @param {number} between */
const fitting = (length, size, from, between) => Math.max(0, Math.floor((length - from + between) / (size + between)));

/** Returns what a side of a cell may be: the height if the picture is a row of squares, or else what the drawing has. @param {number} length @param {number} other @param {number} own */
function guess(length, other, own) {
  if (length % other === 0) return other;
  return length % own === 0 ? own : length;
}

/** The form: the picture, the numbers in the fields, and what they cut. */
class SheetForm {
  #engine;
  #open;
  #dialog = dialogOf("sheet");
  #canvas = document.createElement("canvas");
  /** Width and height of a cell, the first one's place, and what lies between two, as `NUMBERS` has them. */
  #values = [1, 1, 0, 0, 0, 0];
  #keepEmpty = false;
  #name = "";
  #error = "";
  #busy = false;
  /** @type {Uint8Array<ArrayBuffer>} */
  #png = new Uint8Array();
  /** @type {ImageBitmap | undefined} */
  #picture;
  /** How often the form was opened. */
  #opened = 0;

  /**
   * @param {Engine} engine
   * @param {(name: string, work: () => Promise<ReadFile>) => Promise<boolean>} open Opens what comes of the work.
   */
  constructor(engine, open) {
    this.#engine = engine;
    this.#open = open;
  }

  #counted() {
    if (!this.#picture) return [0, 0];
    const [width, height, left, top, across, down] = this.#values;
    return [fitting(this.#picture.width, width, left, across), fitting(this.#picture.height, height, top, down)];
  }

  /** Draws the picture with the borders of its cells. */
  #show() {
    const context = this.#canvas.getContext("2d");
    if (!this.#picture || !context) return;
    // At the size it is shown in, so that no border is lost.
    const room = Math.min(SHOWN / this.#picture.width, SHOWN / this.#picture.height);
    const by = room > 1 ? Math.floor(room) : room;
    this.#canvas.width = Math.max(1, Math.round(this.#picture.width * by));
    this.#canvas.height = Math.max(1, Math.round(this.#picture.height * by));
    context.imageSmoothingEnabled = false;
    context.drawImage(this.#picture, 0, 0, this.#canvas.width, this.#canvas.height);
    const [columns, rows] = this.#counted();
    if (columns * rows > DRAWN) return;
    const [width, height, left, top, across, down] = this.#values;
    context.strokeStyle = "#ff00c8";
    for (let row = 0; row < rows; row += 1) {
      for (let column = 0; column < columns; column += 1) {
        context.strokeRect((left + column * (width + across)) * by + 0.5, (top + row * (height + down)) * by + 0.5, width * by - 1, height * by - 1);
      }
    }
  }

  /** Renders the row of a number. @param {number} index Its place in `NUMBERS`. */
  #numberRow(index) {
    const [name, label, min] = NUMBERS[index];
    /** @param {number} value @param {string} error */
    const take = (value, error) => {
      this.#values = this.#values.map((old, at) => (at === index ? value : old));
      this.#error = error;
      this.#draw();
    };
    const id = `sheet-${name}`;
    return formRow(id, label, formField({ name, label, hint: "", shown: true, kind: "number", min, max: 32768, step: 1 }, this.#values[index], {
      id,
      set: (value) => take(Number(value), ""),
      wrong: (why) => take(this.#values[index], why),
    }));
  }

  #draw() {
    const [columns, rows] = this.#counted();
    const count = columns * rows;
    render(html`
      <h2 id="sheet-title">Open sprite sheet</h2>
      <div class="export-parts">
        <figure class="export-shown">${this.#canvas}</figure>
        <form id="sheet-form" @submit=${(/** @type {Event} */ event) => { event.preventDefault(); void this.#accept(); }}>
          ${NUMBERS.map((_, index) => this.#numberRow(index))}
          ${formRow("sheet-empty", say("Empty frames at the end"), html`<input id="sheet-empty" type="checkbox" .checked=${this.#keepEmpty}
            @change=${(/** @type {Event} */ event) => { this.#keepEmpty = /** @type {HTMLInputElement} */ (event.currentTarget).checked; }}>`)}
          <p id="sheet-count" role="status">${count === 1 ? say`1 frame of ${this.#values[0]} × ${this.#values[1]}` : say`${count} frames of ${this.#values[0]} × ${this.#values[1]}`}</p>
          <div class="choices">
            <p id="sheet-error" class="field-error" role="alert">${this.#error}</p>
            <button id="sheet-cancel" type="button" @click=${() => this.#dialog.close()}>Cancel</button>
            <button id="sheet-ok" class="chief" ?disabled=${count === 0 || this.#busy}>Open</button>
          </div>
        </form>
      </div>`, this.#dialog);
    this.#show();
  }

  async #accept() {
    this.#busy = true;
    this.#draw();
    const turn = this.#opened;
    try {
      const read = await cutSheet(this.#png, this.#values, this.#keepEmpty);
      // Whoever has closed the form meanwhile wants no drawing.
      if (turn !== this.#opened || !this.#dialog.open) return;
      this.#dialog.close();
      await this.#open(this.#name, async () => read);
    } catch (failure) {
      this.#error = sentence(failure);
    } finally {
      if (turn === this.#opened) this.#busy = false;
    }
    if (turn === this.#opened && this.#dialog.open) this.#draw();
  }

  /** @param {File[]} files */
  async #take(files) {
    const both = sheetOf(files);
    if (both) return void await this.#open(both.picture.name, () => readSheet(both));
    const [file] = files;
    if (!file) return;
    [this.#name, this.#error, this.#png] = [file.name, "", await bytesOf(file)];
    this.#picture?.close();
    const shown = await createImageBitmap(new Blob([this.#png])).catch(() => undefined);
    if (!shown) throw new Error(say`“${this.#name}” is not an image that this browser can show`);
    this.#picture = shown;
    const { width, height } = this.#engine.picture.state;
    this.#values = [guess(shown.width, shown.height, width), guess(shown.height, shown.width, height), 0, 0, 0, 0];
    await style(exportStyle);
    if (document.querySelector("dialog[open]")) return;
    this.#opened += 1;
    this.#busy = false;
    this.#draw();
    this.#dialog.showModal();
  }

  /** Asks for a sheet's files. */
  ask() {
    const picker = Object.assign(document.createElement("input"), { type: "file", accept: ".png,.json,image/png", multiple: true });
    picker.id = "sheet-file";
    picker.hidden = true;
    document.querySelector("#sheet-file")?.remove();
    document.body.append(picker);
    picker.addEventListener("change", () => {
      void this.#take([...picker.files ?? []]).catch((failure) => this.#engine.failed(failure));
      picker.remove();
    });
    picker.click();
  }
}

/**
 * Returns what asks for a sheet.
 * @param {Engine} engine
 * @param {(name: string, work: () => Promise<ReadFile>) => Promise<boolean>} open Opens what comes of the work.
 */
export function sheetForm(engine, open) {
  const form = new SheetForm(engine, open);
  return () => form.ask();
}
