/**
 * The dialog with the drawings that are kept in this browser: open, rename, duplicate, delete.
 *
 * Deleting can be undone until the dialog closes or some seconds have passed; until then nothing
 * has happened to the drawing but that it isn't listed.
 */

import { html, nothing, render } from "lit";
import copySvg from "lucide-static/icons/copy.svg?raw";
import renameSvg from "lucide-static/icons/pencil.svg?raw";
import deleteSvg from "lucide-static/icons/trash-2.svg?raw";
import { icon } from "../controls.js";
import { sentence } from "../engine.js";
import { why } from "../storage.js";
import { memory } from "./status.js";

/** @import { Drawings } from "../drawings.js" */
/** @import { Files } from "../files.js" */
/** @import { Drawing } from "../storage.js" */
/** @import { Engine } from "../types.js" */

/** How long a deleted drawing can be brought back, in milliseconds. */
const UNDO_MS = 10_000;

/** Maximum length of a name, in characters. */
const LONGEST = 120;

/** Formats a time as people write it: only the hour if it was today. @param {number} time */
function written(time) {
  const date = new Date(time);
  const today = date.toDateString() === new Date().toDateString();
  return today
    ? `today, ${date.toLocaleTimeString(undefined, { timeStyle: "short" })}`
    : date.toLocaleString(undefined, { dateStyle: "medium", timeStyle: "short" });
}

/** @param {number} count */
const counted = (count) => (count === 1 ? "1 drawing" : `${count} drawings`);

/**
 * Connects the dialog to its command.
 * @param {Engine} engine
 * @param {Drawings} drawings
 * @param {Files} files
 * @param {HTMLDialogElement} dialog
 */
export function drawingsPanel(engine, drawings, files, dialog) {
  /** @type {Drawing[]} */
  let all = [];
  /** Ids of drawings that other tabs have open. @type {Set<string>} */
  let held = new Set();
  /** Deleted drawings that can be brought back, the last deleted last. @type {Map<string, {name: string, timer: ReturnType<typeof setTimeout>}>} */
  const gone = new Map();
  /** Addresses of thumbnails. @type {Map<string, string>} */
  const pictures = new Map();
  /** The id of the drawing that is being renamed. */
  let renaming = "";
  /** Why the last action failed, or empty. */
  let trouble = "";

  const forgetPictures = () => {
    for (const address of pictures.values()) URL.revokeObjectURL(address);
    pictures.clear();
  };

  const refresh = async () => {
    try {
      ({ drawings: all, held } = await drawings.list());
    } catch (error) {
      all = [];
      trouble = `The drawings could not be listed: ${why(error)}`;
    }
    forgetPictures();
    for (const { id, thumbnail } of all) {
      if (thumbnail) pictures.set(id, URL.createObjectURL(new Blob([/** @type {Uint8Array<ArrayBuffer>} */ (thumbnail)], { type: "image/png" })));
    }
    draw();
  };

  /** Does something to a drawing and lists them anew. @param {string} words @param {() => Promise<unknown>} action */
  const perform = async (words, action) => {
    trouble = "";
    try {
      await action();
    } catch (error) {
      trouble = `${words}: ${error instanceof DOMException ? why(error) : sentence(error)}`;
    }
    await refresh();
  };

  /** @param {string} css */
  const focus = (css) => {
    const found = dialog.querySelector(css) ?? dialog.querySelector("#drawings-close");
    if (found instanceof HTMLElement) found.focus();
  };

  /** @param {Drawing} drawing */
  const open = async ({ id, name }) => {
    dialog.close();
    if (id !== drawings.id && await files.mayReplace("Discard and open")) await drawings.open(id, name);
  };

  /** @param {Drawing} drawing */
  const startRenaming = ({ id }) => {
    renaming = id;
    draw();
    const field = dialog.querySelector(".drawing-field");
    if (field instanceof HTMLInputElement) field.select();
  };

  /** @param {Drawing} drawing @param {string} text */
  const rename = async ({ id, name }, text) => {
    if (renaming !== id) return;
    renaming = "";
    const wanted = text.trim();
    if (wanted && wanted !== name) await perform(`“${name}” could not be renamed`, () => drawings.rename(id, wanted));
    else draw();
    focus(`[data-drawing="${id}"] .drawing-rename`);
  };

  /** @param {Drawing} drawing */
  const duplicate = ({ id, name }) => perform(`“${name}” could not be duplicated`, () => drawings.duplicate(id, `${name} copy`));

  /** @param {Drawing} drawing */
  const remove = ({ id, name }) => {
    const shown = all.filter((other) => !gone.has(other.id));
    const next = shown[shown.findIndex((other) => other.id === id) + 1] ?? shown.at(-2);
    gone.set(id, { name, timer: setTimeout(() => void finish(id), UNDO_MS) });
    trouble = "";
    draw();
    focus(next ? `[data-drawing="${next.id}"] .drawing-open` : "#drawings-close");
  };

  /** Deletes a drawing for good. @param {string} id */
  const finish = async (id) => {
    const entry = gone.get(id);
    if (!entry) return;
    clearTimeout(entry.timer);
    await perform(`“${entry.name}” could not be deleted`, () => drawings.remove(id));
    gone.delete(id);
    draw();
    if (trouble && !dialog.open) engine.say(trouble, "error");
  };

  const bringBack = () => {
    const [id, entry] = [...gone].at(-1) ?? [];
    if (!id) return;
    clearTimeout(entry?.timer);
    gone.delete(id);
    draw();
    focus(`[data-drawing="${id}"] .drawing-open`);
  };

  /** @param {Drawing} drawing */
  const card = (drawing) => {
    const { id, name, width, height, modified, bytes } = drawing;
    const [current, elsewhere] = [id === drawings.id, held.has(id)];
    /** @param {string} kind @param {string} label @param {string} svg @param {() => unknown} action @param {boolean} off */
    const button = (kind, label, svg, action, off) => html`<button type="button" class="tool drawing-${kind}"
      aria-label="${label} “${name}”" title=${off ? "It is open in another tab" : label} ?disabled=${off} @click=${action}>${icon(svg)}</button>`;
    /** @param {KeyboardEvent} event */
    const key = (event) => {
      if (renaming || elsewhere) return;
      if (event.key === "F2") startRenaming(drawing);
      else if (event.key === "Delete") remove(drawing);
      else return;
      event.preventDefault();
    };
    return html`<li class="drawing ${current ? "current" : ""}" data-drawing=${id} @keydown=${key}>
      <button type="button" class="drawing-open" aria-label="Open “${name}”" @click=${() => open(drawing)}>
        ${pictures.has(id) ? html`<img class=${width * 2 > height * 3 ? "wide" : "high"} src=${pictures.get(id) ?? nothing} width=${width} height=${height} alt="">` : ""}
      </button>
      <div class="drawing-title">${renaming === id
        ? html`<input class="drawing-field" aria-label="Name" maxlength=${LONGEST} .value=${name}
            @keydown=${(/** @type {KeyboardEvent & {currentTarget: HTMLInputElement}} */ event) => {
              event.stopPropagation();
              if (event.key === "Enter") void rename(drawing, event.currentTarget.value);
              if (event.key !== "Escape") return;
              // It would close the dialog.
              event.preventDefault();
              void rename(drawing, "");
            }}
            @blur=${(/** @type {FocusEvent & {currentTarget: HTMLInputElement}} */ event) => void rename(drawing, event.currentTarget.value)}>`
        : html`<p class="drawing-name" title=${name}>${name}</p>`}
        ${current || elsewhere ? html`<span class="badge">${elsewhere ? "In another tab" : "Open"}</span>` : ""}
      </div>
      <p class="drawing-facts">${width} × ${height} · ${memory(bytes)}</p>
      <time class="drawing-time" datetime=${new Date(modified).toISOString()}>${written(modified)}</time>
      <div class="drawing-buttons">
        ${button("rename", "Rename", renameSvg, () => startRenaming(drawing), elsewhere)}
        ${button("duplicate", "Duplicate", copySvg, () => duplicate(drawing), false)}
        ${button("delete", "Delete", deleteSvg, () => remove(drawing), elsewhere)}
      </div>
    </li>`;
  };

  const draw = () => {
    const shown = all.filter(({ id }) => !gone.has(id));
    const last = [...gone.values()].at(-1);
    const total = shown.reduce((sum, { bytes }) => sum + bytes, 0);
    render(html`
      <header>
        <h2 id="drawings-title">Drawings</h2>
        <p class="drawings-total">${shown.length > 0 ? `${counted(shown.length)}, ${memory(total)} in this browser` : ""}</p>
      </header>
      ${shown.length > 0
        ? html`<ul class="drawings" aria-label="Drawings in this browser">${shown.map(card)}</ul>`
        : html`<p class="drawings-none">${trouble ? "" : "Nothing is kept here yet. A drawing is kept from its first stroke on."}</p>`}
      <footer>
        <p class="drawings-said" role="status">${last
          ? html`“${last.name}” was deleted <button id="drawings-undo" type="button" @click=${bringBack}>Undo</button>`
          : html`<span class=${trouble ? "field-error" : ""}>${trouble}</span>`}</p>
        <div class="choices">
          <button id="drawings-new" type="button" @click=${() => {
            dialog.close();
            engine.run("file.new");
          }}>New…</button>
          <button id="drawings-close" type="button" class="chief" @click=${() => dialog.close()}>Close</button>
        </div>
      </footer>`, dialog);
  };

  engine.on("ask", async ({ what }) => {
    if (what !== "drawings" || document.querySelector("dialog[open]")) return;
    [renaming, trouble] = ["", ""];
    await refresh();
    if (document.querySelector("dialog[open]") || engine.stopped) return;
    dialog.showModal();
    focus(dialog.querySelector(".current") ? ".current .drawing-open" : ".drawing-open");
  });
  const finishAll = () => {
    for (const id of gone.keys()) void finish(id);
  };
  dialog.addEventListener("close", () => {
    finishAll();
    forgetPictures();
  });
  // The tab may be closed with the dialog open.
  window.addEventListener("pagehide", finishAll);
}
