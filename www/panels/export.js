/**
 * The form that exports: a format, what can be chosen for it, and the file as it will be.
 *
 * Whatever is chosen, the file is encoded at once by a worker and shown: pictures are the very file, which the browser plays at
 * its true speed, and anything else is shown as what is seen of it. The form says how large the file is and what it
 * leaves out, before anything is written.
 */

import { nothing, render } from "lit/html.js";
import { memory } from "../amounts.js";
import { colorAll } from "../controls.js";
import { sentence } from "../failures.js";
import { field } from "../fields.js";
import { begun, chosen, exports, heeded, list, remember } from "../io/exporting.js";
import { formatOf, options as OPTIONS } from "../io/formats.js";
import { style } from "../style.js";
import exportStyle from "../styles/export.css?url";
import { html, say } from "../words.js";

/** @import { Exporter } from "../io/exporting.js" */
/** @import { Converter } from "../io/converter.js" */
/** @import { Options } from "../io/converting.js" */
/** @import { OptionInfo } from "../io/formats.js" */
/** @import { Engine, Param } from "../types.js" */

/** Media types that an image element shows as they are. */
const SHOWN = new Set(["image/png", "image/apng", "image/gif", "image/webp"]);

/** Formats that a moving picture is shown as, and one that does not move. */
const [MOVING, STILL] = ["apng", "png"];

/** Shows a picture as large as there is room for whole pixels, and a larger one as large as there is room. @param {Event} event */
function fit({ currentTarget }) {
  const picture = /** @type {HTMLImageElement} */ (currentTarget);
  const { clientWidth, clientHeight } = /** @type {HTMLElement} */ (picture.parentElement);
  const room = Math.min((clientWidth - 16) / picture.naturalWidth, (clientHeight - 16) / picture.naturalHeight);
  picture.style.width = `${picture.naturalWidth * (room > 1 ? Math.floor(room) : room)}px`;
}

/** Values of options before anybody has chosen any. @param {OptionInfo} option */
function start({ kind, min, choices }) {
  switch (kind) {
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
  /** @type {number | undefined} */
  #share;
  /** Number of the newest encoding; older ones are worth nothing. */
  #turn = 0;
  /** Resolves when the file that is shown is the one that was asked for last. */
  #made = Promise.resolve();

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
    this.#choice = chosen();
    [this.#error, this.#lost, this.#bytes] = ["", [], undefined];
    this.#draw();
    this.#dialog.showModal();
    this.#encode();
  }

  #end() {
    this.#turn += 1;
    this.#converter?.end();
    this.#converter = undefined;
    this.#show("");
  }

  /** @param {string} address */
  #show(address) {
    if (this.#picture) URL.revokeObjectURL(this.#picture);
    this.#picture = address;
  }

  /** Encodes what is chosen, unless something else is chosen meanwhile. */
  #encode() {
    this.#made = this.#encodeNow(++this.#turn);
  }

  /** @param {number} turn */
  async #encodeNow(turn) {
    const stale = () => turn !== this.#turn;
    try {
      // An encoding that nobody needs any more is not waited for.
      if (this.#share !== undefined) {
        this.#converter?.end();
        this.#converter = undefined;
      }
      this.#share = 0;
      this.#bytes = undefined;
      this.#draw();
      const converter = this.#converter ?? await begun(this.#engine);
      if (stale()) return void converter.end();
      this.#converter = converter;
      const [format, order] = [formatOf(this.#choice.format), { format: this.#choice.format, options: heeded(this.#choice) }];
      const tell = (/** @type {number} */ share) => {
        if (stale()) return;
        this.#share = share;
        this.#draw();
      };
      const lost = await converter.ask({ kind: "lost", ...order });
      const bytes = await converter.ask({ kind: "write", ...order }, tell);
      if (stale()) return;
      const seen = SHOWN.has(format.mime) ? { bytes, mime: format.mime } : await this.#seen(converter, order.options);
      if (stale()) return;
      [this.#bytes, this.#lost, this.#error, this.#share] = [bytes, lost, "", undefined];
      this.#show(URL.createObjectURL(new Blob([seen.bytes], { type: seen.mime })));
    } catch (error) {
      if (stale()) return;
      [this.#error, this.#share, this.#lost] = [sentence(error), undefined, []];
      this.#show("");
    }
    this.#draw();
  }

  /** Returns what is seen of a file that is no picture. @param {Converter} converter @param {Options} options */
  async #seen(converter, options) {
    const moves = this.#engine.picture.drawing.frames.length > 1 && formatOf(this.#choice.format).options.includes("frames");
    const shown = formatOf(moves ? MOVING : STILL);
    const kept = Object.fromEntries(Object.entries(options).filter(([id]) => shown.options.includes(id)));
    return { bytes: await converter.ask({ kind: "write", format: shown.id, options: kept }), mime: shown.mime };
  }

  /** @param {OptionInfo} option @param {number | string | boolean} value */
  #set({ id }, value) {
    const { format, options } = this.#choice;
    this.#choice = { format, options: { ...options, [format]: { ...options[format], [id]: value } } };
    this.#encode();
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

  /** The frames that can be chosen: all, the shown one, and those of each tag. */
  #frames() {
    const { tags, frames } = this.#engine.picture.drawing;
    const some = this.#engine.picture.state;
    return [
      { id: "all", label: say`All ${frames.length} frames` },
      { id: "shown", label: say`Frame ${some.frame + 1}` },
      ...tags.map(({ name, from, to }) => ({ id: `tag:${name}`, label: `${name} (${from + 1}–${to + 1})` })),
    ];
  }

  async #accept() {
    remember(this.#choice);
    const format = formatOf(this.#choice.format);
    const written = await this.#exporter.write(format, async () => {
      // A picker's answer may come before the file is encoded; a newer choice replaces it.
      let made;
      do {
        made = this.#made;
        await made;
      } while (made !== this.#made);
      if (!this.#bytes) throw new Error(this.#error || say("it could not be encoded"));
      return { bytes: this.#bytes, lost: this.#lost };
    });
    if (written) this.#dialog.close();
  }

  #draw() {
    const { format: id, options } = this.#choice;
    const format = formatOf(id);
    const set = options[id] ?? {};
    const rows = OPTIONS.filter((option) => format.options.includes(option.id)).map((option) => ({ option, param: this.#param(option) }));
    const values = rows.map(({ option, param }) => {
      const value = set[option.id] ?? start(option);
      // A tag of another drawing is not in this one.
      return option.kind === "frames" && !param.choices?.some((choice) => choice.id === value) ? "all" : value;
    });
    const field_ = (/** @type {typeof rows[number]} */ { option, param }, /** @type {number} */ index) => html`
      <label class="form-row" for="export-${param.name}"><span>${param.label}</span>${field(param, values[index], {
        id: `export-${param.name}`, set: (value) => this.#set(option, value),
      })}</label>`;
    const said = this.#lost.length > 0 ? say`Leaves out ${list(this.#lost.map((one) => say(one)))}.` : "";
    const size = this.#bytes ? memory(this.#bytes.length) : "";
    render(html`
      <h2 id="export-title">Export</h2>
      <div class="export-parts">
        <figure class="export-shown" aria-busy=${this.#share === undefined ? "false" : "true"}>
          ${this.#picture ? html`<img src=${this.#picture} alt="The file as it will be" @load=${fit}>` : ""}
        </figure>
        <form id="export-form" @submit=${(/** @type {Event} */ event) => { event.preventDefault(); void this.#accept(); }}>
          <label class="form-row" for="export-format"><span>Format</span>
            <select id="export-format" @change=${(/** @type {Event} */ event) => this.#turnTo(/** @type {HTMLSelectElement} */ (event.currentTarget).value)}>
              ${exports.map(({ id: one, label }) => html`<option value=${one} .selected=${one === id}>${capital(label)}</option>`)}
            </select></label>
          ${rows.map(field_)}
          <p id="export-size" role="status">${this.#share === undefined ? size : html`<progress id="export-progress" value=${this.#share > 0 ? this.#share : nothing} max="1" aria-label="Encoding"></progress>`}</p>
          <p id="export-lost">${said}</p>
          <p id="export-error" class="field-error" role="alert">${this.#error}</p>
          <div class="choices">
            <button id="export-cancel" type="button" @click=${() => this.#dialog.close()}>Cancel</button>
            <button id="export-ok" class="chief" ?disabled=${this.#error !== ""}>Export</button>
          </div>
        </form>
      </div>`, this.#dialog);
    colorAll(this.#dialog, ".form-color", rows.flatMap(({ option }, index) => (option.kind === "color" ? [String(values[index])] : [])));
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
