/**
 * The form that opens a sprite sheet as frames, by a grid.
 *
 * The picture is shown with the cells that would be cut, and the form says how many frames of which size that makes. Whoever
 * chooses the list of a sheet along with it, as JSON, is asked nothing: the list says it all.
 */

import { render } from "lit/html.js";
import { sentence } from "../failures.js";
import { field } from "../fields.js";
import { bytesOf, cutSheet, readSheet, sheetOf } from "../io/sheets.js";
import { style } from "../style.js";
import exportStyle from "../styles/export.css?url";
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

/**
 * Returns what asks for a sheet.
 * @param {Engine} engine
 * @param {(name: string, work: () => Promise<ReadFile>) => Promise<boolean>} open Opens what comes of the work.
 */
export function sheetForm(engine, open) {
  const dialog = Object.assign(document.createElement("dialog"), { id: "sheet-dialog" });
  dialog.setAttribute("aria-labelledby", "sheet-title");
  document.body.append(dialog);
  const canvas = document.createElement("canvas");
  let [values, keepEmpty, name, error, busy] = [[1, 1, 0, 0, 0, 0], false, "", "", false];
  /** @type {Uint8Array<ArrayBuffer>} */
  let png = new Uint8Array();
  /** @type {ImageBitmap | undefined} */
  let picture;
  /** How often the form was opened. */
  let opened = 0;

  const counted = () => {
    if (!picture) return [0, 0];
    const [width, height, left, top, across, down] = values;
    return [fitting(picture.width, width, left, across), fitting(picture.height, height, top, down)];
  };

  /** Draws the picture with the borders of its cells. */
  const show = () => {
    const context = canvas.getContext("2d");
    if (!picture || !context) return;
    // At the size it is shown in, so that no border is lost.
    const room = Math.min(SHOWN / picture.width, SHOWN / picture.height);
    const by = room > 1 ? Math.floor(room) : room;
    canvas.width = Math.max(1, Math.round(picture.width * by));
    canvas.height = Math.max(1, Math.round(picture.height * by));
    context.imageSmoothingEnabled = false;
    context.drawImage(picture, 0, 0, canvas.width, canvas.height);
    const [columns, rows] = counted();
    if (columns * rows > DRAWN) return;
    const [width, height, left, top, across, down] = values;
    context.strokeStyle = "#ff00c8";
    for (let row = 0; row < rows; row += 1) {
      for (let column = 0; column < columns; column += 1) {
        context.strokeRect((left + column * (width + across)) * by + 0.5, (top + row * (height + down)) * by + 0.5, width * by - 1, height * by - 1);
      }
    }
  };

  const draw = () => {
    const [columns, rows] = counted();
    const count = columns * rows;
    const number = (/** @type {readonly [string, string, number]} */ [id, label, min], /** @type {number} */ index) => html`
      <label class="form-row" for="sheet-${id}"><span>${label}</span>${field(
        { name: id, label, hint: "", shown: true, kind: "number", min, max: 32768, step: 1 }, values[index],
        { id: `sheet-${id}`, set: (value) => { values = values.map((old, at) => (at === index ? Number(value) : old)); error = ""; draw(); } },
      )}</label>`;
    render(html`
      <h2 id="sheet-title">Open sprite sheet</h2>
      <div class="export-parts">
        <figure class="export-shown">${canvas}</figure>
        <form id="sheet-form" @submit=${(/** @type {Event} */ event) => { event.preventDefault(); void accept(); }}>
          ${NUMBERS.map(number)}
          <label class="form-row" for="sheet-empty"><span>Empty frames at the end</span><input id="sheet-empty" type="checkbox" .checked=${keepEmpty}
            @change=${(/** @type {Event} */ event) => { keepEmpty = /** @type {HTMLInputElement} */ (event.currentTarget).checked; }}></label>
          <p id="sheet-count" role="status">${count === 1 ? say`1 frame of ${values[0]} × ${values[1]}` : say`${count} frames of ${values[0]} × ${values[1]}`}</p>
          <p id="sheet-error" class="field-error" role="alert">${error}</p>
          <div class="choices">
            <button id="sheet-cancel" type="button" @click=${() => dialog.close()}>Cancel</button>
            <button id="sheet-ok" class="chief" ?disabled=${count === 0 || busy}>Open</button>
          </div>
        </form>
      </div>`, dialog);
    show();
  };

  const accept = async () => {
    busy = true;
    draw();
    const turn = opened;
    try {
      const read = await cutSheet(png, values, keepEmpty);
      // Whoever has closed the form meanwhile wants no drawing.
      if (turn !== opened || !dialog.open) return;
      dialog.close();
      await open(name, async () => read);
    } catch (failure) {
      error = sentence(failure);
    } finally {
      if (turn === opened) busy = false;
    }
    if (turn === opened && dialog.open) draw();
  };

  /** @param {File[]} files */
  const take = async (files) => {
    const both = sheetOf(files);
    if (both) return void await open(both.picture.name, () => readSheet(both));
    const [file] = files;
    if (!file) return;
    [name, error, png] = [file.name, "", await bytesOf(file)];
    picture?.close();
    const shown = await createImageBitmap(new Blob([png])).catch(() => undefined);
    if (!shown) throw new Error(say`“${name}” is no picture that this browser can show`);
    picture = shown;
    const { width, height } = engine.picture.state;
    values = [guess(shown.width, shown.height, width), guess(shown.height, shown.width, height), 0, 0, 0, 0];
    await style(exportStyle);
    if (document.querySelector("dialog[open]")) return;
    opened += 1;
    busy = false;
    draw();
    dialog.showModal();
  };

  return () => {
    const picker = Object.assign(document.createElement("input"), { type: "file", accept: ".png,.json,image/png", multiple: true });
    picker.id = "sheet-file";
    picker.hidden = true;
    document.querySelector("#sheet-file")?.remove();
    document.body.append(picker);
    picker.addEventListener("change", () => {
      void take([...picker.files ?? []]).catch((failure) => engine.failed(failure));
      picker.remove();
    });
    picker.click();
  };
}
