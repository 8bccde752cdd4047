/**
 * The form that exports: a format, what can be chosen for it, and the file as it will be.
 *
 * Whatever is chosen, the file is encoded at once by a worker and shown: pictures are the very file, which the browser plays at
 * its true speed, a sprite sheet is shown as its picture, and anything else as what is seen of it. The form says how large the
 * file is and what it leaves out, before anything is written.
 */

import { nothing, render } from "lit/html.js";
import { live } from "lit/directives/live.js";
import { memory } from "../amounts.js";
import { colorAll } from "../controls.js";
import { sentence } from "../failures.js";
import { numberInput } from "../fields.js";
import { formField } from "./formfields.js";
import { begun, chosen, exports, heeded, list, remember } from "../io/exporting.js";
import { formatOf, options as OPTIONS } from "../io/formats.js";
import { pictureIn } from "../io/unpacked.js";
import { style } from "../style.js";
import exportStyle from "../styles/export.css?url";
import { html, say } from "../words.js";

/** @import { Exporter } from "../io/exporting.js" */
/** @import { Converter } from "../io/converter.js" */
/** @import { Options } from "../io/converting.js" */
/** @import { OptionInfo } from "../io/formats.js" */
/** @import { Engine, Param } from "../types.js" */

/** Media types that an image element shows as they are. */
const SHOWN = new Set(["image/png", "image/apng", "image/gif", "image/webp", "image/x-icon"]);

/** How long a value has to stay before the file is encoded, in milliseconds: a slider that is drawn passes many. */
const REST_MS = 120;

/** Formats that a moving picture is shown as, and one that does not move. */
const [MOVING, STILL] = ["apng", "png"];

/** The format whose file has one picture of all frames. */
const SHEET = "sheet";

/** Options that few need: they lie in a part of the form that is folded. */
const SELDOM = new Set(["columns", "powers", "inner", "extrude", "merge", "nonempty", "file"]);

/** Patterns of names that a field suggests, some with the engine that asks for them. @type {[string, string][]} */
const PATTERNS = [["{name} {frame}", "Aseprite"], ["{frame}", "Phaser"], ["{name}_{frame001}", ""], ["{tag}_{tagframe1}", ""], ["{name}_{layer}_{frame}", ""]];

/** The words that a pattern of names can have. */
const WORDS = "{name} {tag} {layer} {frame} {frame001} {tagframe} {index}";

/** The frames from one to another, as the option has them: counted from 1. */
const RANGE = /^(\d+)-(\d+)$/;

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

/** Returns a label as it begins a line. @param {string} label */
const capital = (label) => label[0].toUpperCase() + label.slice(1);

class ExportForm {
  #engine;
  #exporter;
  #dialog = Object.assign(document.createElement("dialog"), { id: "export-dialog" });
  #choice = chosen();
  /** @type {Converter | undefined} */
  #converter;
  /** What is shown: the picture's address, the file, what it leaves out, and how far the next one is. */
  #picture = "";
  /** @type {Uint8Array<ArrayBuffer> | undefined} */
  #bytes;
  /** @type {string[]} */
  #lost = [];
  #error = "";
  /** What was typed last that is no number; the number before it holds. */
  #unread = "";
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
  /** Whether a file is being written: a second press is the same one. */
  #writing = false;

  /** @param {Engine} engine @param {Exporter} exporter */
  constructor(engine, exporter) {
    this.#engine = engine;
    this.#exporter = exporter;
    this.#dialog.setAttribute("aria-labelledby", "export-title");
    this.#dialog.addEventListener("close", () => this.#end());
    document.body.append(this.#dialog);
  }

  async open() {
    await style(exportStyle);
    if (document.querySelector("dialog[open]")) return;
    this.#choice = this.#ofThisDrawing(chosen());
    [this.#error, this.#lost, this.#bytes] = ["", [], undefined];
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
    const { tags, frames } = this.#engine.picture.drawing;
    const isHere = (/** @type {unknown} */ value) => {
      const [, from, to] = RANGE.exec(String(value)) ?? [];
      if (from) return Number(from) >= 1 && Number(from) <= Number(to) && Number(to) <= frames.length;
      return value === "shown" || tags.some(({ name }) => value === `tag:${name}`);
    };
    /** @returns {Options} */
    const without = (/** @type {Options} */ { frames: some, ...set }) => (isHere(some) ? { frames: some, ...set } : set);
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
      const lost = await converter.ask({ kind: "lost", ...order });
      const bytes = await converter.ask({ kind: "write", ...order }, tell);
      if (stale()) return;
      const seen = SHOWN.has(format.mime) ? { bytes, mime: format.mime } : await this.#seen(converter, bytes, order.options);
      if (this.#converter === converter) this.#working = false;
      if (stale()) return;
      [this.#bytes, this.#lost, this.#error, this.#share] = [bytes, lost, "", undefined];
      this.#show(URL.createObjectURL(new Blob([seen.bytes], { type: seen.mime })));
    } catch (error) {
      if (stale()) return;
      // One that has failed may not answer again.
      this.#stop();
      [this.#error, this.#share, this.#lost] = [sentence(error), undefined, []];
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

  /** @param {OptionInfo} option @param {number | string | boolean} value */
  #set({ id }, value) {
    const { format, options } = this.#choice;
    this.#choice = { format, options: { ...options, [format]: { ...options[format], [id]: value } } };
    this.#unread = "";
    this.#encode(REST_MS);
  }

  /** @param {string} format */
  #turnTo(format) {
    this.#choice = { ...this.#choice, format };
    this.#encode();
  }

  /** Returns an option as a parameter that a field can be made of. @param {OptionInfo} option @returns {Param} */
  #param(option) {
    const { id, label, kind, min, max } = option;
    const base = { name: id, label, hint: "", shown: true };
    if (kind === "frames") return { ...base, kind: "choice", choices: this.#frames() };
    if (kind === "number") return { ...base, kind, min, max, step: 1 };
    return { ...base, kind: /** @type {Param["kind"]} */ (kind), choices: option.choices };
  }

  /** The frames that can be chosen: all, the shown one, those of each tag, and from one to another. */
  #frames() {
    const { tags, frames } = this.#engine.picture.drawing;
    const some = this.#engine.picture.state;
    return [
      { id: "all", label: say`All ${frames.length} frames` },
      { id: "shown", label: say`Frame ${some.frame + 1}` },
      ...tags.map(({ name, from, to }) => ({ id: `tag:${name}`, label: `${name} (${from + 1}–${to + 1})` })),
      { id: "range", label: say("From … to …") },
    ];
  }

  /** @param {string} why */
  #misread(why) {
    this.#unread = why;
    this.#draw();
  }

  /** Renders the choice of frames, with two numbers for those from one to another. @param {OptionInfo} option @param {Param} param @param {string} value */
  #framesField(option, param, value) {
    const { length } = this.#engine.picture.drawing.frames;
    const ends = RANGE.exec(value)?.slice(1).map(Number);
    const turnTo = (/** @type {import("../fields.js").Value} */ id) => this.#set(option, id === "range" ? `1-${length}` : id);
    // An end that is typed past the other one takes that along.
    const end = (/** @type {number} */ at, /** @type {number} */ number) => {
      if (!ends) return;
      this.#set(option, at === 0 ? `${number}-${Math.max(number, ends[1])}` : `${Math.min(number, ends[0])}-${number}`);
    };
    const box = (/** @type {number} */ at, /** @type {string} */ id, /** @type {string} */ label) => numberInput({
      id: `export-${id}`, label, value: ends?.[at] ?? 1, min: 1, max: length, set: (number) => end(at, number), wrong: (why) => this.#misread(why),
    });
    return html`<span class="export-frames">
      ${formField(param, ends ? "range" : value, { id: `export-${param.name}`, set: turnTo })}
      ${ends ? html`<span class="export-range">${box(0, "from", say("First frame"))}<span aria-hidden="true">–</span>${box(1, "to", say("Last frame"))}</span>` : ""}
    </span>`;
  }

  /** Renders a field for a pattern of names. @param {OptionInfo} option @param {string} value */
  #patternField(option, value) {
    const id = `export-${option.id}`;
    const set = (/** @type {Event} */ event) => this.#set(option, /** @type {HTMLInputElement} */ (event.currentTarget).value);
    // What is being typed stays while the form is drawn.
    const typed = document.activeElement?.id === id ? /** @type {HTMLInputElement} */ (document.activeElement).value : value;
    return html`<input id=${id} type="text" spellcheck="false" autocomplete="off" maxlength="256" list="${id}-list"
      placeholder=${option.start || PATTERNS[0][0]} title=${WORDS} .value=${live(typed)} @change=${set}>
      <datalist id="${id}-list">${option.start ? "" : PATTERNS.map(([pattern, label]) => html`<option value=${pattern} label=${label || nothing}></option>`)}</datalist>`;
  }

  /** Renders an option. @param {OptionInfo} option @param {number | string | boolean} value */
  #row(option, value) {
    const param = this.#param(option);
    const of = () => {
      if (option.kind === "frames") return this.#framesField(option, param, String(value));
      if (option.kind === "pattern") return this.#patternField(option, String(value));
      return formField(param, value, { id: `export-${param.name}`, set: (chosen_) => this.#set(option, chosen_), wrong: (why) => this.#misread(why) });
    };
    return html`<label class="form-row" for="export-${param.name}"><span>${param.label}</span>${of()}</label>`;
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

  async #accept() {
    if (this.#writing) return;
    this.#writing = true;
    try {
      await this.#write();
    } finally {
      this.#writing = false;
    }
  }

  async #write() {
    remember(this.#choice);
    const format = formatOf(this.#choice.format);
    const written = await this.#exporter.write(format, async () => {
      // A picker's answer may come before the file is encoded; a newer choice replaces it.
      let made;
      do {
        made = this.#made;
        await made;
      } while (made !== this.#made);
      // Whoever has closed the form meanwhile wants no file, and the file was chosen for the format of then.
      if (!this.#dialog.open || this.#choice.format !== format.id) throw new DOMException("", "AbortError");
      if (!this.#bytes) throw new Error(this.#error || say("it could not be encoded"));
      return { bytes: this.#bytes, lost: this.#lost };
    });
    if (written) this.#dialog.close();
  }

  #draw() {
    const { format: id } = this.#choice;
    const asked = this.#asked();
    const [often, seldom] = [false, true].map((so) => asked.filter(({ option }) => SELDOM.has(option.id) === so));
    const rows = (/** @type {typeof asked} */ some) => some.map(({ option, value }) => this.#row(option, value));
    const folded = seldom.every(({ option, value }) => value === start(option));
    const said = this.#lost.length > 0 ? say`Leaves out ${list(this.#lost.map((one) => say(one)))}.` : "";
    const extent = this.#extent ? `${this.#extent[0]} × ${this.#extent[1]} px` : "";
    const size = this.#bytes ? [extent, memory(this.#bytes.length)].filter(Boolean).join(" · ") : "";
    render(html`
      <h2 id="export-title">Export</h2>
      <div class="export-parts">
        <figure class="export-shown" aria-busy=${this.#share === undefined ? "false" : "true"}>
          ${this.#picture ? html`<img src=${this.#picture} alt="The file as it will be" @load=${(/** @type {Event} */ event) => this.#loaded(event)}>` : ""}
        </figure>
        <form id="export-form" @submit=${(/** @type {Event} */ event) => { event.preventDefault(); void this.#accept(); }}>
          <label class="form-row" for="export-format"><span>Format</span>
            <select id="export-format" @change=${(/** @type {Event} */ event) => this.#turnTo(/** @type {HTMLSelectElement} */ (event.currentTarget).value)}>
              ${exports.map(({ id: one, label }) => html`<option value=${one} .selected=${one === id}>${capital(label)}</option>`)}
            </select></label>
          ${rows(often)}
          ${seldom.length > 0 ? html`<details ?open=${!folded}><summary>More</summary>${rows(seldom)}</details>` : ""}
          <p id="export-size" role="status">${this.#share === undefined ? size : html`<progress id="export-progress" value=${this.#share > 0 ? this.#share : nothing} max="1" aria-label="Encoding"></progress>`}</p>
          <p id="export-lost">${said}</p>
          <p id="export-error" class="field-error" role="alert">${this.#error || this.#unread}</p>
          <div class="choices">
            <button id="export-cancel" type="button" @click=${() => this.#dialog.close()}>Cancel</button>
            <button id="export-ok" class="chief" ?disabled=${this.#error !== ""}>Export</button>
          </div>
        </form>
      </div>`, this.#dialog);
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
