/**
 * The form that exports: a format, what can be chosen for it, and the file as it will be.
 *
 * Whatever is chosen, the file is encoded at once by a worker and shown: pictures are the very file, which the browser plays at
 * its true speed, a sprite sheet is shown as its picture, and anything else as what is seen of it. The form says how large the
 * file is and what it leaves out, before anything is written.
 */

import { codeOf, subjectOf } from "../codes.js";
import { saidBy } from "../messages.js";
import { nothing, render } from "lit/html.js";
import { memory } from "../amounts.js";
import { colorAll } from "../controls.js";
import { sentence } from "../failures.js";
import { hasFrames, optionRow } from "./exportfields.js";
import { begun, chosen, exports, heeded, list, remember } from "../io/exporting.js";
import { formatOf, options as OPTIONS } from "../io/formats.js";
import { pictureIn } from "../io/unpacked.js";
import { style } from "../style.js";
import exportStyle from "../styles/export.css?url";
import { choiceRow, dialogOf } from "./dialogparts.js";
import { html, say } from "../words.js";

/** @import { Exporter } from "../io/exporting.js" */
/** @import { Converter } from "../io/converter.js" */
/** @import { Options } from "../io/converting.js" */
/** @import { OptionInfo } from "../io/formats.js" */
/** @import { Engine, Message } from "../types.js" */
/** @import { Value } from "../fields.js" */
/** @import { Names } from "../../pkg/files/formats.js" */

/** Media types that an image element shows as they are. */
const SHOWN = new Set(["image/png", "image/apng", "image/gif", "image/webp", "image/x-icon"]);

/** Formats that a moving picture is shown as, and one that does not move. */
const [MOVING, STILL] = ["apng", "png"];

/** The format whose file has one picture of all frames. */
const SHEET = "sheet";

/** Options that few need: they lie in a part of the form that is folded. */
const SELDOM = new Set(["columns", "powers", "inner", "extrude", "merge", "nonempty", "file", "list"]);

/** A refusal of an option's value. */
const REFUSED = "{what} must be {expected}, not \"{quoted}\"";

/** What is wrong: a sentence for people, and the option that it is about, if it is about one. @typedef {{id: string, text: string}} Wrong */

/** Nothing is wrong. @type {Wrong} */
const RIGHT = { id: "", text: "" };

/** Returns an error by the label of the option that it is about, which is called by its id in it. @param {unknown} error @returns {Wrong} */
function wrongWith(error) {
  const said = saidBy(error);
  const option = OPTIONS.find((one) => one.id === subjectOf(said));
  if (!option) return { id: "", text: sentence(error) };
  const { id, label } = option;
  if (codeOf(said) !== REFUSED) return { id, text: `${label}: ${sentence(error)}` };
  const [expected, given] = /** @type {[Message, string]} */ (said.slice(2));
  return { id, text: say`${label} must be ${say(expected)}, not “${given}”` };
}

/** Shows a picture as large as there is room for whole pixels, and a larger one as large as there is room. @param {Event} event */
function fit({ currentTarget }) {
  const picture = /** @type {HTMLImageElement} */ (currentTarget);
  const { clientWidth, clientHeight } = /** @type {HTMLElement} */ (picture.parentElement);
  const room = Math.min((clientWidth - 16) / picture.naturalWidth, (clientHeight - 16) / picture.naturalHeight);
  picture.style.width = `${picture.naturalWidth * (room > 1 ? Math.floor(room) : room)}px`;
}

/** Values of options before anybody has chosen any. @param {OptionInfo} option */
function start({ kind, min, choices, start: text }) {
  switch (kind) {
    case "pattern": return text ?? "";
    case "flag": return false;
    case "color": return "#00000000";
    case "frames": return "all";
    case "choice": return choices?.[0].id ?? "";
    default: return min ?? 0;
  }
}

/** Whether the browser tells if a list is unfolded. */
const TELLS_OPEN = globalThis.CSS?.supports("selector(:open)") ?? false;

/** Has Enter in a list export, as it does in a field. While the list is unfolded the key chooses from it. @param {KeyboardEvent} event */
function acceptInList(event) {
  const { target, key, repeat } = event;
  if (key !== "Enter" || repeat || !(target instanceof HTMLSelectElement) || (TELLS_OPEN && target.matches(":open"))) return;
  event.preventDefault();
  const button = target.form?.querySelector("#export-ok");
  if (button instanceof HTMLButtonElement && !button.disabled) target.form?.requestSubmit(button);
}

/** Returns a label as it begins a line. @param {string} label */
const capital = (label) => label[0].toUpperCase() + label.slice(1);

class ExportForm {
  #engine;
  #exporter;
  #dialog = dialogOf("export");
  #choice = chosen();
  /** @type {Converter | undefined} */
  #converter;
  /** What is shown: the picture's address, the file, what it leaves out, and how far the next one is. */
  #picture = "";
  /** @type {Uint8Array<ArrayBuffer> | undefined} */
  #bytes;
  /** @type {Message[]} */
  #lost = [];
  /** Why there is no file. */
  #error = RIGHT;
  /** What was typed last that can't be the value; the one before it holds. */
  #unread = RIGHT;
  /** What pictures and files are called. @type {Names | undefined} */
  #names;
  /** Width and height of what is shown, once the browser has read it. @type {[number, number] | undefined} */
  #extent;
  /** @type {number | undefined} */
  #share;
  /** Whether the converter is at work. */
  #working = false;
  /** Number of the newest encoding; older ones are worth nothing. */
  #turn = 0;
  /** Resolves when the file that is shown is the one that was asked for last. */
  #made = Promise.resolve();
  /** How often the form was opened. */
  #opened = 0;
  /** The file that is being written: a second press asks for the same one, unless the form was opened again or has another format by now. */
  #writing = "";

  /** @param {Engine} engine @param {Exporter} exporter */
  constructor(engine, exporter) {
    this.#engine = engine;
    this.#exporter = exporter;
    this.#dialog.addEventListener("close", () => this.#end());
    this.#dialog.addEventListener("keydown", acceptInList);
  }

  async open() {
    await style(exportStyle);
    if (document.querySelector("dialog[open]")) return;
    this.#choice = this.#ofThisDrawing(chosen());
    [this.#error, this.#unread, this.#lost, this.#bytes, this.#names] = [RIGHT, RIGHT, [], undefined, undefined];
    this.#opened += 1;
    this.#draw();
    this.#dialog.showModal();
    this.#encode();
  }

  #end() {
    this.#turn += 1;
    this.#stop();
    this.#show("");
  }

  #stop() {
    this.#converter?.end();
    this.#converter = undefined;
    this.#working = false;
  }

  /** @param {string} address */
  #show(address) {
    if (this.#picture) URL.revokeObjectURL(this.#picture);
    this.#picture = address;
    this.#extent = undefined;
  }

  /** Says how large what is shown is, in pixels. @param {Event} event */
  #loaded(event) {
    const { naturalWidth, naturalHeight } = /** @type {HTMLImageElement} */ (event.currentTarget);
    this.#extent = [naturalWidth, naturalHeight];
    this.#draw();
    fit(event);
  }

  /** Returns a choice without frames that are not in the drawing, such as those of a tag of another one. @param {ReturnType<typeof chosen>} choice */
  #ofThisDrawing({ format, options }) {
    const { drawing } = this.#engine.picture;
    /** @returns {Options} */
    const without = (/** @type {Options} */ { frames: some, ...set }) => (hasFrames(some, drawing) ? { frames: some, ...set } : set);
    return { format, options: Object.fromEntries(Object.entries(options).map(([id, set]) => [id, without(set)])) };
  }

  /** Encodes what is chosen, unless something else is chosen meanwhile. @param {number} [rest] */
  #encode(rest = 0) {
    this.#made = this.#encodeNow(++this.#turn, rest);
  }

  /** @param {number} turn @param {number} rest */
  async #encodeNow(turn, rest) {
    const stale = () => turn !== this.#turn;
    try {
      this.#share = 0;
      this.#bytes = undefined;
      this.#draw();
      if (rest > 0) await new Promise((resolve) => setTimeout(resolve, rest));
      if (stale()) return;
      // An encoding that nobody needs any more is not waited for.
      if (this.#working) this.#stop();
      const converter = this.#converter ?? await begun(this.#engine);
      if (stale()) return void converter.end();
      this.#converter = converter;
      this.#working = true;
      const [format, order] = [formatOf(this.#choice.format), { format: this.#choice.format, options: heeded(this.#choice) }];
      const tell = (/** @type {number} */ share) => {
        if (stale()) return;
        this.#share = share;
        this.#draw();
      };
      const names = await converter.ask({ kind: "names", ...order });
      if (stale()) return;
      this.#names = names;
      this.#draw();
      const lost = await converter.ask({ kind: "lost", ...order });
      const bytes = await converter.ask({ kind: "write", ...order }, tell);
      if (stale()) return;
      const seen = SHOWN.has(format.mime) ? { bytes, mime: format.mime } : await this.#seen(converter, bytes, order.options);
      if (this.#converter === converter) this.#working = false;
      if (stale()) return;
      [this.#bytes, this.#lost, this.#error, this.#share] = [bytes, lost, RIGHT, undefined];
      this.#show(URL.createObjectURL(new Blob([seen.bytes], { type: seen.mime })));
    } catch (error) {
      if (stale()) return;
      // One that has failed may not answer again.
      this.#stop();
      [this.#error, this.#share, this.#lost] = [wrongWith(error), undefined, []];
      this.#show("");
    }
    this.#draw();
  }

  /** Returns what is seen of a file that is no picture. @param {Converter} converter @param {Uint8Array<ArrayBuffer>} file @param {Options} options */
  async #seen(converter, file, options) {
    const sheet = this.#choice.format === SHEET ? await pictureIn(file) : undefined;
    if (sheet) return { bytes: sheet, mime: formatOf(STILL).mime };
    const moves = this.#engine.picture.drawing.frames.length > 1 && formatOf(this.#choice.format).options.includes("frames");
    const shown = formatOf(moves ? MOVING : STILL);
    const kept = Object.fromEntries(Object.entries(options).filter(([id]) => shown.options.includes(id)));
    return { bytes: await converter.ask({ kind: "write", format: shown.id, options: kept }), mime: shown.mime };
  }

  /** @param {OptionInfo} option @param {Value} value @param {number} rest */
  #set({ id }, value, rest) {
    const { format, options } = this.#choice;
    this.#choice = { format, options: { ...options, [format]: { ...options[format], [id]: value } } };
    this.#unread = RIGHT;
    this.#encode(rest);
  }

  /** @param {string} format */
  #turnTo(format) {
    this.#choice = { ...this.#choice, format };
    [this.#unread, this.#names] = [RIGHT, undefined];
    this.#encode();
  }

  /** Renders an option. @param {OptionInfo} option @param {Value} value */
  #row(option, value) {
    const { drawing, state } = this.#engine.picture;
    const wrong = [this.#unread, this.#error].find(({ id }) => id === option.id)?.text ?? "";
    return optionRow(option, value, {
      drawing, shown: state.frame, names: this.#names, wrong,
      set: (chosen_, rest) => this.#set(option, chosen_, rest),
      misread: (text) => {
        this.#unread = { id: option.id, text };
        this.#draw();
      },
    });
  }

  /** Returns the options that are asked for, with their values. @returns {{option: OptionInfo, value: number | string | boolean}[]} */
  #asked() {
    const set = this.#choice.options[this.#choice.format] ?? {};
    const heeds = formatOf(this.#choice.format).options;
    const wants = (/** @type {OptionInfo} */ { id, kind }) => {
      // Nobody chooses among one frame, or the columns of anything but a grid.
      if (kind === "frames") return this.#engine.picture.drawing.frames.length > 1;
      return id !== "columns" || (set.layout ?? "grid") === "grid";
    };
    return OPTIONS.filter((option) => heeds.includes(option.id) && wants(option)).map((option) => ({ option, value: set[option.id] ?? start(option) }));
  }

  /** What a press on Export asks for. */
  get #wanted() {
    return this.#dialog.open ? `${this.#choice.format} ${this.#opened}` : "";
  }

  async #accept() {
    const wanted = this.#wanted;
    if (this.#writing === wanted) return;
    this.#writing = wanted;
    try {
      if (await this.#write(wanted) && this.#wanted === wanted) this.#dialog.close();
    } finally {
      if (this.#writing === wanted) this.#writing = "";
    }
  }

  /** Writes the file, and resolves to whether it did. @param {string} wanted */
  async #write(wanted) {
    remember(this.#choice);
    return this.#exporter.write(formatOf(this.#choice.format), async () => {
      // A picker's answer may come before the file is encoded; a newer choice replaces it.
      let made;
      do {
        made = this.#made;
        await made;
      } while (made !== this.#made);
      // Whoever has closed the form meanwhile wants no file, and the file was chosen for the format of then.
      if (this.#wanted !== wanted) throw new DOMException("", "AbortError");
      if (!this.#bytes) throw new Error(this.#error.text || say("it could not be encoded"));
      return { bytes: this.#bytes, lost: this.#lost };
    });
  }

  #draw() {
    const { format: id } = this.#choice;
    const asked = this.#asked();
    const [often, seldom] = [false, true].map((so) => asked.filter(({ option }) => SELDOM.has(option.id) === so));
    const rows = (/** @type {typeof asked} */ some) => some.map(({ option, value }) => this.#row(option, value));
    // What is wrong is never out of sight.
    const folded = seldom.every(({ option, value }) => value === start(option) && ![this.#error.id, this.#unread.id].includes(option.id));
    const said = this.#lost.length > 0 ? say`Leaves out ${list(this.#lost.map((one) => say(one)))}.` : "";
    const extent = this.#extent ? `${this.#extent[0]} × ${this.#extent[1]} px` : "";
    const size = this.#bytes ? [extent, memory(this.#bytes.length)].filter(Boolean).join(" · ") : "";
    render(html`<form id="export-form" @submit=${(/** @type {Event} */ event) => { event.preventDefault(); void this.#accept(); }}>
      <h2 id="export-title">Export</h2>
      <div class="export-parts">
        <figure class="export-shown" aria-busy=${this.#share === undefined ? "false" : "true"}>
          ${this.#picture ? html`<img src=${this.#picture} alt="Preview of the file" @load=${(/** @type {Event} */ event) => this.#loaded(event)}>` : ""}
        </figure>
        <div class="export-options">
          ${choiceRow("export-format", say("Format"), exports.map(({ id: one, label }) => [one, capital(label)]), id, (one) => this.#turnTo(one))}
          ${rows(often)}
          ${seldom.length > 0 ? html`<details ?open=${!folded}><summary>More</summary>${rows(seldom)}</details>` : ""}
        </div>
      </div>
      <div class="choices">
        <div class="export-said">
          <p id="export-size" role="status">${this.#share === undefined ? size : html`<progress id="export-progress" value=${this.#share > 0 ? this.#share : nothing} max="1" aria-label="Encoding"></progress>`}</p>
          <p id="export-lost">${said}</p>
          <p id="export-error" class="field-error" role="alert">${this.#error.text || this.#unread.text}</p>
        </div>
        <button id="export-cancel" type="button" @click=${() => this.#dialog.close()}>Cancel</button>
        <button id="export-ok" class="chief" ?disabled=${this.#error.text !== ""}>Export</button>
      </div>
    </form>`, this.#dialog);
    colorAll(this.#dialog, ".form-color", asked.flatMap(({ option, value }) => (option.kind === "color" ? [String(value)] : [])));
  }
}

/**
 * Returns what opens the form.
 * @param {Engine} engine
 * @param {Exporter} exporter
 */
export function exportForm(engine, exporter) {
  const form = new ExportForm(engine, exporter);
  return () => void form.open().catch((error) => engine.failed(error));
}
