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
import { isTyping } from "../io/typing.js";
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

/**
 * Connects the dialog to its command.
 * @param {Engine} engine
 * @param {Drawings} drawings
 * @param {Shelf} shelf
 * @param {Files} files
 * @param {HTMLDialogElement} dialog
 */
export function drawingsPanel(engine, drawings, shelf, files, dialog) {
  /** @type {Drawing[]} */
  let all = [];
  /** Ids of drawings that other tabs have open. @type {Set<string>} */
  let held = new Set();
  /** Deleted drawings. @type {Drawing[]} */
  let deleted = [];
  /** What Undo puts back, the last deleted last, and whether it was the open drawing. @type {{id: string, name: string, current: boolean}[]} */
  let undoable = [];
  /** The id of the drawing that the next press removes for good. */
  let doomed = "";
  /** The action under way; the next one waits for it. @type {Promise<unknown>} */
  let busy = Promise.resolve();
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
      ({ drawings: all, held, deleted } = await shelf.list());
      for (const drawing of [...all, ...deleted]) drawing.name = named(drawing.name);
    } catch (error) {
      [all, deleted] = [[], []];
      trouble = say`The drawings could not be listed: ${why(error)}`;
    }
    forgetPictures();
    for (const { id, thumbnail } of [...all, ...deleted]) {
      if (thumbnail) pictures.set(id, URL.createObjectURL(new Blob([/** @type {Uint8Array<ArrayBuffer>} */ (thumbnail)], { type: "image/png" })));
    }
    draw();
  };

  /**
   * Does something to a drawing after what is under way, and lists them anew.
   * @param {string} words What is said if it fails.
   * @param {() => Promise<unknown>} action
   */
  const perform = (words, action) => {
    const done = busy.then(async () => {
      [trouble, doomed] = ["", ""];
      try {
        await action();
      } catch (error) {
        trouble = `${words}: ${error instanceof DOMException ? why(error) : sentence(error)}`;
      }
      await refresh();
      if (trouble && !dialog.open) engine.say(trouble, "error");
    });
    busy = done;
    return done;
  };

  /** @param {string} css */
  const focus = (css) => {
    const found = dialog.querySelector(css) ?? dialog.querySelector("#drawings-close");
    if (found instanceof HTMLElement) found.focus();
  };

  /** @param {Drawing} drawing */
  const open = async ({ id, name }) => {
    dialog.close();
    await busy;
    if (id !== drawings.id && await files.mayReplace(say("Discard and open"))) await drawings.open(id, name);
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
    if (wanted && wanted !== name) await perform(say`“${name}” could not be renamed`, () => shelf.rename(id, wanted));
    else draw();
    focus(`[data-drawing="${id}"] .drawing-rename`);
  };

  /** @param {Drawing} drawing */
  const duplicate = ({ id, name }) => perform(say`“${name}” could not be duplicated`, () => {
    // It may have got another name since it was drawn here.
    const now = all.find((drawing) => drawing.id === id)?.name ?? name;
    return shelf.duplicate(id, say`${now} copy`);
  });

  /** @param {Drawing} drawing */
  const remove = async ({ id, name }) => {
    const at = all.findIndex((other) => other.id === id);
    const next = all[at + 1] ?? all[at - 1];
    await perform(say`“${name}” could not be deleted`, async () => {
      const current = id === drawings.id;
      // A second press may have come before the first one was done.
      if (all.some((other) => other.id === id) && await shelf.remove(id)) undoable.push({ id, name, current });
    });
    if (!trouble) focus(next ? `[data-drawing="${next.id}"] .drawing-open` : ".drawing-open");
  };

  const undo = async () => {
    await busy;
    const last = undoable.pop();
    if (!last) return;
    const { id, name, current } = last;
    await perform(say`“${name}” could not be put back`, async () => {
      await shelf.putBack(id);
      // It replaces what replaced it, unless that would lose anything.
      if (current && await files.mayReplace(say("Discard and open"))) await drawings.open(id, name);
    });
    focus(`[data-drawing="${id}"] .drawing-open`);
  };

  /** Takes a drawing out of what Undo puts back. @param {string} id */
  const forget = (id) => {
    undoable = undoable.filter((entry) => entry.id !== id);
  };

  /** @param {Drawing} drawing */
  const putBack = async ({ id, name }) => {
    await perform(say`“${name}” could not be put back`, async () => {
      await shelf.putBack(id);
      forget(id);
    });
    focus(`[data-drawing="${id}"] .drawing-open`);
  };

  /** Removes a drawing for good with the second press. @param {Drawing} drawing @param {MouseEvent} event */
  const erase = async ({ id, name }, event) => {
    if (doomed !== id) {
      doomed = id;
      draw();
      return;
    }
    // A double click is one press.
    if (event.detail > 1) return;
    await perform(say`“${name}” could not be removed`, async () => {
      await shelf.erase(id);
      forget(id);
    });
    focus(".drawing-back");
  };

  const spare = () => {
    if (!doomed) return;
    doomed = "";
    draw();
  };

  /** @param {Drawing} drawing */
  const picture = ({ id, width, height }) =>
    (pictures.has(id) ? html`<img class=${width * 2 > height * 3 ? "wide" : "high"} src=${pictures.get(id) ?? nothing} width=${width} height=${height} alt="">` : "");

  /** @param {Drawing} drawing */
  const deletedCard = (drawing) => {
    const { id, name, width, height, bytes, deleted: time = 0 } = drawing;
    return html`<li class="drawing deleted" data-drawing=${id}>
      <div class="drawing-picture">${picture(drawing)}</div>
      <div class="drawing-title"><p class="drawing-name" title=${name}>${name}</p></div>
      <p class="drawing-facts">${width} × ${height} · ${memory(bytes)}</p>
      <time class="drawing-time" datetime=${new Date(time).toISOString()}>Deleted ${written(time)}</time>
      <div class="drawing-buttons">
        <button type="button" class="drawing-back" aria-label="Put “${name}” back" @click=${() => putBack(drawing)}>Put back</button>
        <button type="button" class="drawing-erase ${doomed === id ? "doomed" : ""}" aria-label=${doomed === id ? say`Press again to delete “${name}” for good` : say`Delete “${name}” for good`}
          @click=${(/** @type {MouseEvent} */ event) => erase(drawing, event)} @blur=${spare}>${doomed === id ? say("Press again") : say("Delete for good")}</button>
      </div>
    </li>`;
  };

  /** @param {Drawing} drawing */
  const card = (drawing) => {
    const { id, name, width, height, modified, bytes } = drawing;
    const [current, elsewhere] = [id === drawings.id, held.has(id)];
    /** @param {string} kind @param {string} label @param {string} svg @param {() => unknown} action @param {boolean} off */
    const button = (kind, label, svg, action, off) => html`<button type="button" class="tool drawing-${kind}"
      aria-label="${label} “${name}”" title=${off ? say("It is open in another tab") : label} ?disabled=${off} @click=${action}>${icon(svg)}</button>`;
    /** @param {KeyboardEvent} event */
    const key = (event) => {
      if (renaming || elsewhere) return;
      if (event.key === "F2") startRenaming(drawing);
      else if (event.key !== "Delete") return;
      // A held key deletes one drawing, not the list.
      else if (!event.repeat) void remove(drawing);
      event.preventDefault();
    };
    return html`<li class="drawing ${current ? "current" : ""}" data-drawing=${id} @keydown=${key}>
      <button type="button" class="drawing-picture drawing-open" aria-label="Open “${name}”" @click=${() => open(drawing)}>${picture(drawing)}</button>
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
        ${current || elsewhere ? html`<span class="badge">${elsewhere ? say("In another tab") : say("Open")}</span>` : ""}
      </div>
      <p class="drawing-facts">${width} × ${height} · ${memory(bytes)}</p>
      <time class="drawing-time" datetime=${new Date(modified).toISOString()}>${written(modified)}</time>
      <div class="drawing-buttons">
        ${button("rename", say("Rename"), renameSvg, () => startRenaming(drawing), elsewhere)}
        ${button("duplicate", say("Duplicate"), copySvg, () => duplicate(drawing), false)}
        ${button("delete", say("Delete"), deleteSvg, () => remove(drawing), elsewhere)}
      </div>
    </li>`;
  };

  const draw = () => {
    const total = all.reduce((sum, { bytes }) => sum + bytes, 0);
    const said = undoable.length === 1 ? say`“${undoable[0].name}” was deleted` : say`${counted(undoable.length)} were deleted`;
    render(html`
      <header>
        <h2 id="drawings-title">Drawings</h2>
        <p class="drawings-total">${all.length > 0 ? say`${counted(all.length)}, ${memory(total)} in this browser` : ""}</p>
        <label class="drawings-limit">Undo history of a drawing
          <select id="drawings-limit" @change=${(/** @type {Event & {target: HTMLSelectElement}} */ { target }) => setHistoryLimit(Number(target.value))}>
            ${LIMITS.map((bytes) => html`<option value=${bytes} ?selected=${bytes === historyLimit()}>${bytes > 0 ? say`up to ${memory(bytes)}` : say("no limit")}</option>`)}
          </select></label>
      </header>
      <div class="drawings-lists">
        ${all.length > 0
          ? html`<ul id="drawings-kept" class="drawings" aria-label="Drawings in this browser">${repeat(all, ({ id }) => id, card)}</ul>`
          : html`<p class="drawings-none">${trouble ? "" : say("Nothing is kept here yet. A drawing is kept from its first stroke on.")}</p>`}
        ${deleted.length > 0 ? html`
          <h3 id="drawings-deleted-title">Recently deleted, kept for ${DELETED_DAYS} days</h3>
          <ul id="drawings-deleted" class="drawings" aria-labelledby="drawings-deleted-title">${repeat(deleted, ({ id }) => id, deletedCard)}</ul>` : ""}
        <h3 id="drawings-samples-title">Sample drawings, with the history of how they were painted</h3>
        ${sampleRow(engine, files, () => dialog.close())}
      </div>
      <footer>
        <p class="drawings-said" role="status"><span class=${trouble ? "field-error" : ""}>${trouble}</span>
          ${undoable.length > 0 ? html`${said} · <button id="drawings-undo" type="button" @click=${undo}>Undo</button>` : ""}</p>
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
    [renaming, trouble, doomed, undoable] = ["", "", "", []];
    await refresh();
    if (document.querySelector("dialog[open]") || engine.stopped) return;
    dialog.showModal();
    focus(dialog.querySelector(".current") ? ".current .drawing-open" : ".drawing-open");
  });
  // The list may have another order after the first click of two, and the second one would meet another drawing.
  dialog.addEventListener("click", (event) => {
    if (event.detail > 1 && event.target instanceof Element && event.target.closest(".drawing button")) event.stopPropagation();
  }, { capture: true });
  dialog.addEventListener("keydown", (event) => {
    if (isTyping(event.target)) return;
    const { key } = event;
    const mod = (event.ctrlKey || event.metaKey) && !event.altKey && !event.shiftKey;
    if (mod && (key.toLowerCase() === "z" || (key > "\u024f" && event.code === "KeyZ"))) {
      event.preventDefault();
      if (!event.repeat) void undo();
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
  });
  dialog.addEventListener("close", forgetPictures);
}
