/**
 * The sheet of keys: which key runs which command, and changing that.
 *
 * Problem: fingers know the keys of another editor, and a key that is wanted has an owner already. Idea: all keys stand on one
 * sheet, by menu; whoever presses one is asked for the new key, and told whose it is before it is taken from there. What
 * differs from the table can be put back, written to a file and read from one; the keys of other editors are such files.
 * Invariant: the sheet shows what the editor says, so what stands there works, and the last change can be taken back.
 */

import { subjectOf } from "../codes.js";
import { Refusal, saidBy } from "../messages.js";
import { nothing, render } from "lit/html.js";
import reset from "lucide-static/icons/rotate-ccw.svg?raw";
import { FIXED, change, keysOfTable, ownKeys, read, textOf, written } from "../bindings.js";
import { icon, rove, shownKeys } from "../controls.js";
import { sentence } from "../failures.js";
import { chordOf } from "../io/chords.js";
import photoshop from "../keys/photoshop.json?raw";
import piskel from "../keys/piskel.json?raw";
import { style } from "../style.js";
import { dialogOf } from "./dialogparts.js";
import { html, keyed, say } from "../words.js";
import keysStyle from "../styles/keys.css?url";

/** @import { Keys } from "../bindings.js" */
/** @import { CommandInfo, Engine } from "../types.js" */

/** Keys that are no command's: they change what the pointer does while they are held. */
const HELD = [["Space", say("Pan; while painting with the keyboard: pen down")], ["Alt", say("Pick a colour")], ["Shift", say("Straight, square or from the last point")], [say("Wheel"), say("Zoom")]];

/** Keys that are no command's either: they are about what has the focus, or was pressed last. */
const FOCUSED = [
  ["F2", say("Rename the layer, group or tag, or set the frame’s duration")], [say("Arrows"), say("Move through layers, frames, cels, steps and colours")],
  [say("Shift+arrows"), say("Choose several layers, frames or cels")], [say("Alt+arrows"), say("Move layers, frames or colours")],
  ["Delete", say("Delete frames or a tag, erase cels")], ["Enter", say("Go to the step, take the colour")], [say("Shift on a step"), say("The drawing before it")],
  [say("Tab, Escape"), say("To the next part of the page, back to the canvas")], [say("F6, Shift+F6"), say("To the next area, or the one before: picture, tools, options, history …")],
  [say("Menu key, Shift+F10"), say("Open the context menu")],
];

/** Differences from the table that come with the page. @type {Record<string, {label: string, keys: Keys}>} */
const PRESETS = {
  aseprite: { label: say("Aseprite (default)"), keys: {} },
  piskel: { label: "Piskel", keys: read(piskel) },
  photoshop: { label: "Photoshop", keys: read(photoshop) },
};

/** Why a key can't be a command's, by its text. @type {[RegExp, string][]} */
const REFUSED = [[/Space$|Ctrl\+(?:Shift\+)?Alt\+|Alt\+.$/, say("acts while it is held")], [FIXED, say("acts on the edit under way")], [/^Ctrl\+|Alt\+|^(?:Shift\+)?F\d+$/, say("belongs to the browser")]];

/** Whether this browser remembers settings, which keys are. It may let a page store nothing. */
function remembers() {
  const name = "undoodle: ?";
  try {
    localStorage.setItem(name, "");
    localStorage.removeItem(name);
    return true;
  } catch {
    return false;
  }
}

/** How long a download's address stays valid, in milliseconds. */
const DOWNLOAD_MS = 60_000;

/**
 * @typedef {object} Recording What is under way with the key of a command.
 * @property {CommandInfo} command
 * @property {string} text The key that was pressed, or empty.
 * @property {CommandInfo} [owner] Whose key it is.
 * @property {boolean} beside Whether the command's other keys stay.
 */

class Sheet {
  #engine;
  #dialog = dialogOf("keys", "framed");
  #typed = "";
  /** Whether commands without a key are listed, too. */
  #all = false;
  /** @type {Recording | undefined} */
  #recording;
  #said = "";
  /** Whether what is said is a failure. */
  #wrong = false;
  /** The differences before the last change, which can be taken back. @type {Keys | undefined} */
  #before;
  #update = () => {};
  #remembers = true;

  /** @param {Engine} engine */
  constructor(engine) {
    this.#engine = engine;
    const dialog = this.#dialog;
    this.#draw();
    this.#update = rove(/** @type {HTMLElement} */ (dialog.querySelector(".keys")), ".key button");
    // Escape ends the recording first. WebKit's search field keeps it for itself, though it has nothing to clear.
    dialog.addEventListener("keydown", (event) => {
      if (event.key !== "Escape") return;
      const cleared = event.target instanceof HTMLInputElement && event.target.type === "search" && event.target.value === "";
      if (!this.#recording && !cleared) return;
      event.preventDefault();
      if (this.#recording) this.#stop();
      else dialog.close();
    });
    dialog.addEventListener("close", () => {
      this.#recording = undefined;
      document.getElementById("surface")?.focus({ preventScroll: true });
    });
    engine.on("panic", () => dialog.close());
    // Another tab may change keys, too.
    engine.shows(["menus"], () => dialog.open && this.#draw());
  }

  open() {
    if (document.querySelector("dialog[open]") || this.#engine.stopped) return;
    [this.#typed, this.#recording, this.#before] = ["", undefined, undefined];
    this.#remembers = remembers();
    this.#dialog.showModal();
    this.#say("");
    this.#field("#keys-find")?.focus();
  }

  /** @param {string} css @returns {HTMLInputElement | null} */
  #field(css) {
    return this.#dialog.querySelector(css);
  }

  /** @param {string} text @param {boolean} [wrong] */
  #say(text, wrong = false) {
    [this.#said, this.#wrong] = [text, wrong];
    this.#draw();
  }

  /** Changes the keys, and says so. @param {Keys} keys @param {string} done @param {{again?: boolean, text?: string}} [how] `again`: it takes the last change back; `text`: the key that was pressed. */
  async #change(keys, done, { again = false, text = "" } = {}) {
    const before = ownKeys();
    try {
      await change(this.#engine, keys);
    } catch (error) {
      const why = REFUSED.find(([those]) => those.test(text))?.[1];
      const said = sentence(error);
      this.#say(why && subjectOf(saidBy(error)) === "key" ? say`${shownKeys([text])} can’t be a command’s key: it ${why}.` : said, true);
      return false;
    }
    this.#before = again ? undefined : before;
    this.#say(done);
    return true;
  }

  /** @param {CommandInfo} command */
  #record(command) {
    this.#recording = { command, text: "", beside: false };
    this.#before = undefined;
    this.#say("");
    this.#field("#keys-press")?.focus();
  }

  /** Ends the recording, and gives the focus back to the command's key. */
  #stop() {
    const id = this.#recording?.command.id;
    this.#recording = undefined;
    this.#draw();
    this.#field(`[data-keys="${id}"] .key-change`)?.focus();
  }

  /** Takes a key that was pressed for the command. @param {KeyboardEvent} event */
  #press(event) {
    const recording = this.#recording;
    // Tab leads to the buttons, and Escape ends it.
    if (!recording || ["Escape", "Tab", "Shift", "Control", "Meta", "Alt", "AltGraph"].includes(event.key)) return;
    event.preventDefault();
    event.stopPropagation();
    const chord = chordOf(event);
    if (!chord || event.repeat) return;
    const text = textOf(chord);
    const id = this.#engine.bound(...chord);
    const owner = FIXED.test(text) ? undefined : this.#engine.picture.commands.find((command) => command.id === id);
    if (owner?.id === recording.command.id) {
      this.#say(say`${shownKeys([text])} is its key already.`);
      return;
    }
    this.#recording = { ...recording, text, owner };
    this.#say("");
    if (owner) this.#field("#keys-take")?.focus();
    else void this.#give();
  }

  /** Gives the command the key that was pressed. */
  async #give() {
    const recording = this.#recording;
    if (!recording) return;
    const { command, text, owner, beside } = recording;
    const free = (/** @type {string[]} */ keys) => keys.filter((key) => !FIXED.test(key));
    const keys = { ...ownKeys(), [command.id]: beside ? [...free(command.keys), text] : [text] };
    // What it was given by hand it loses by hand; the table's keys give way by themselves.
    if (owner && keys[owner.id]) keys[owner.id] = keys[owner.id].filter((key) => key !== text);
    const lost = owner ? say`, and ${named(owner)} no longer` : "";
    if (await this.#change(keys, say`${named(command)} now has ${shownKeys([text])}${lost}.`, { text })) this.#stop();
    else this.#field("#keys-press")?.focus();
  }

  /** Puts the keys of one command back to those of the table. @param {CommandInfo} command */
  async #reset(command) {
    const { [command.id]: _, ...others } = ownKeys();
    await this.#change(others, say`${named(command)} has its default keys again.`);
    this.#field(`[data-keys="${command.id}"] .key-change`)?.focus();
  }

  /** Takes all keys from the command that is recorded. */
  async #remove() {
    const command = this.#recording?.command;
    if (command && await this.#change({ ...ownKeys(), [command.id]: [] }, say`${named(command)} now has no key.`)) this.#stop();
  }

  #export() {
    const address = URL.createObjectURL(new Blob([written(ownKeys())], { type: "application/json" }));
    Object.assign(document.createElement("a"), { href: address, download: "undoodle-keys.json" }).click();
    setTimeout(() => URL.revokeObjectURL(address), DOWNLOAD_MS);
  }

  /** @param {HTMLInputElement} field */
  async #import(field) {
    const file = field.files?.[0];
    if (!file) return;
    try {
      // Far larger than any, it is not even read.
      if (file.size > 1 << 20) throw new Refusal(["“{name}” is too large for a shortcuts file", file.name]);
      const keys = read(await file.text());
      await this.#change(keys, say`The keys of “${file.name}” are now in use.`);
    } catch (error) {
      this.#say(sentence(error), true);
    }
    field.value = "";
  }

  /** Returns the name of the preset whose keys are in force, or "own". @param {Keys} own */
  #preset(own) {
    const same = (/** @type {Keys} */ keys) => JSON.stringify(Object.entries(keys).sort()) === JSON.stringify(Object.entries(own).sort());
    return Object.entries(PRESETS).find(([, { keys }]) => same(keys))?.[0] ?? "own";
  }

  /** @param {Recording} recording */
  #strip({ command, text, owner, beside }) {
    const own = command.keys.filter((key) => !FIXED.test(key));
    return html`<div class="keys-strip" role="group" aria-label="New key">
      ${owner ? html`
        <p role="alert"><b>${shownKeys([text])}</b> is the key of ${named(owner)}${owner.keys.length > 1 ? say(", which keeps its other keys") : say(", which would then have no key")}.</p>
        <button id="keys-take" type="button" class="button chief" @click=${() => void this.#give()}>Assign to ${named(command)}</button>
        <button type="button" class="button" @click=${() => this.#record(command)}>Another key</button>`
      : html`
        <label for="keys-press">${named(command)}</label>
        <input id="keys-press" type="text" readonly placeholder="Press the new key" .value=${text} @keydown=${(/** @type {KeyboardEvent} */ event) => this.#press(event)}>
        ${own.length > 0 ? html`
          <label class="keys-beside"><input type="checkbox" .checked=${beside} @change=${() => {
            this.#recording = { command, text, owner, beside: !beside };
            this.#draw();
            this.#field("#keys-press")?.focus();
          }}> beside ${shownKeys(own)}</label>
          <button type="button" class="button" @click=${() => void this.#remove()}>No key</button>` : ""}`}
      <button type="button" class="button" @click=${() => this.#stop()}>Cancel</button>
    </div>`;
  }

  /** @param {CommandInfo} command @param {Keys} own */
  #row(command, own) {
    const { id, keys } = command;
    const text = shownKeys(keys);
    const changed = id in own;
    const table = shownKeys(keysOfTable(this.#engine, id)) || say("none");
    return html`<div class="key" data-keys=${id} data-changed=${changed ? "" : nothing}><dt>${named(command)}</dt><dd>
      ${changed ? html`<button type="button" class="key-reset" title="Back to the default: ${table}" aria-label="Reset ${named(command)}" @click=${() => void this.#reset(command)}>${icon(reset)}</button>` : ""}
      <button type="button" class="key-change" title="Change" aria-label="${named(command)}: ${text || say("no key")}. Change" @click=${() => this.#record(command)}>${text ? html`<kbd>${text}</kbd>` : "–"}</button>
    </dd></div>`;
  }

  /** @param {Keys} own */
  #lists(own) {
    const words = this.#typed.trim().toLowerCase().split(/\s+/).filter(Boolean);
    const fits = (/** @type {string[]} */ ...texts) => words.every((word) => texts.some((text) => text.toLowerCase().includes(word)));
    const { commands } = this.#engine.picture;
    const shown = commands.filter((command) => {
      const { id, label, menu, keys } = command;
      // Commands for scripts are in no menu and have no key.
      return (keys.length > 0 || keysOfTable(this.#engine, id).length > 0 || id in own || ((this.#all || words.length > 0) && menu)) && fits(label, menu ? say(menu) : say("On the canvas"), shownKeys(keys));
    });
    const others = /** @type {[string, string[][]][]} */ ([[say("In panels and lists"), FOCUSED], [say("While held"), HELD]]).map(([title, keys]) => ({ title, keys: keys.filter(([key, label]) => fits(key, label, title)) }));
    const none = shown.length === 0 && others.every(({ keys }) => keys.length === 0);
    const names = [...new Set(shown.map(({ menu }) => menu).filter(Boolean))];
    const section = (/** @type {string} */ title, /** @type {unknown} */ rows) => html`<section aria-label=${title}><h3>${title}</h3><dl>${rows}</dl></section>`;
    const rows = (/** @type {string} */ name) => shown.filter(({ menu }) => menu === name).map((command) => this.#row(command, own));
    return html`<div>
      ${names.map((name) => section(say(name), rows(name)))}
      ${shown.some(({ menu }) => !menu) ? section(say("On the canvas"), rows("")) : ""}
      ${others.map(({ title, keys }) => (keys.length > 0 ? section(title, keys.map(([key, label]) => html`<div class="key"><dt>${label}</dt><dd><kbd>${keyed(key)}</kbd></dd></div>`)) : ""))}
      ${none ? html`<p>No command has this name or key.</p>` : ""}
    </div>`;
  }

  #draw() {
    const own = ownKeys();
    const preset = this.#preset(own);
    const changed = Object.keys(own).length;
    render(html`
      <header>
        <h2 id="keys-title">Keyboard shortcuts</h2>
        <input id="keys-find" type="search" aria-label="Find a command or a key" placeholder="Find a command or a key" autocomplete="off" spellcheck="false" .value=${this.#typed}
          @input=${(/** @type {Event} */ event) => {
            this.#typed = /** @type {HTMLInputElement} */ (event.currentTarget).value;
            this.#draw();
          }}>
        <span class="keys-of"><label for="keys-preset">Keys of</label>
        <select id="keys-preset" .value=${preset} @change=${(/** @type {Event} */ event) => {
          const { label, keys } = PRESETS[/** @type {HTMLSelectElement} */ (event.currentTarget).value] ?? PRESETS.aseprite;
          void this.#change(keys, say`The keys are now those of ${label.replace(/ \(.*/, "")}.`);
        }}>
          ${Object.entries(PRESETS).map(([id, { label }]) => html`<option value=${id} ?selected=${id === preset}>${label}</option>`)}
          ${preset === "own" ? html`<option value="own" selected disabled>My own</option>` : ""}
        </select></span>
      </header>
      ${this.#recording ? this.#strip(this.#recording) : ""}
      <div class="keys" role="region" aria-label="List of keys">${this.#lists(own)}</div>
      <p class="keys-hint">Click a key to change it.</p>
      <p class="keys-note">These keys can’t be changed: Space, Alt and Shift alone act while they are held; Enter, Escape, Backspace and the arrows act on the edit under way; Ctrl with W, N, T or Tab belongs to the browser.</p>
      ${this.#remembers ? "" : html`<p id="keys-forgotten" class="keys-forgotten">This browser stores nothing for the page, so changed keys last until you close it: export them to keep them.</p>`}
      <footer>
        <p id="keys-said" role="status" class=${this.#wrong ? "field-error" : ""}>${this.#said}
          ${this.#before ? html`<button id="keys-back" type="button" class="button" @click=${() => this.#before && void this.#change(this.#before, say("Taken back."), { again: true })}>Take back</button>` : ""}</p>
        <label class="keys-all"><input id="keys-all" type="checkbox" .checked=${this.#all} @change=${() => {
          this.#all = !this.#all;
          this.#draw();
        }}> All commands</label>
        <div class="choices">
          <button id="keys-import" type="button" @click=${() => this.#field("#keys-file")?.click()}>Import…</button>
          <input id="keys-file" type="file" accept=".json,application/json" aria-label="Keyboard shortcuts file" tabindex="-1" hidden @change=${(/** @type {Event} */ event) => void this.#import(/** @type {HTMLInputElement} */ (event.currentTarget))}>
          <button id="keys-export" type="button" @click=${() => this.#export()}>Export</button>
          <button id="keys-reset" type="button" ?disabled=${changed === 0} @click=${() => void this.#change({}, say("All keys are back to the default."))}>Reset all</button>
          <button id="keys-done" type="button" class="chief" @click=${() => this.#dialog.close()}>Done</button>
        </div>
      </footer>`, this.#dialog);
    this.#update();
  }
}

/** Returns a command's name as it stands in a sentence. @param {CommandInfo} command */
function named({ label }) {
  return label.replace("…", "");
}

/** Shows the sheet when somebody asks for it. @param {Engine} engine */
export function keysDialog(engine) {
  /** @type {Promise<Sheet> | undefined} */
  let coming;
  engine.on("ask", async ({ what }) => what === "keys" && (await (coming ??= style(keysStyle).then(() => new Sheet(engine)))).open());
}
