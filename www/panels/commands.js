/**
 * The list of commands: type a few letters of one and press Enter.
 *
 * Problem: a command that one knows by name lies in one of eleven menus. Idea: a field over the one table of commands,
 * and the list of those that fit; when nothing is typed, those that were used last come first. The field keeps the focus, and
 * the list says which entry Enter would run. A command that can't be run is found as well, and says why. Invariant: what is
 * run from here is run as from its menu, and the canvas has the focus afterwards.
 */

import { nothing, render } from "lit/html.js";
import check from "lucide-static/icons/check.svg?raw";
import { icon, shownKeys } from "../controls.js";
import { chordOf } from "../io/chords.js";
import { fieldKeys, isTyping } from "../io/typing.js";
import { ranked } from "../ranking.js";
import { get, set } from "../settings.js";
import { OWN } from "./menu.js";
import { html, say } from "../words.js";

/** @import { Editor, Engine, Picture } from "../types.js" */

/**
 * @typedef {object} Entry
 * @property {string} id
 * @property {string} label
 * @property {string} menu
 * @property {string} keys
 * @property {boolean} checked
 * @property {string} why Why it can't be run, or empty.
 * @property {() => void} run
 */

/** This command. */
const OURS = "help.commands";

/** How many commands are remembered as used. */
const REMEMBERED = 8;

/** Entries that a press of Page Up or Page Down leads past. */
const PAGE = 8;

class Commands {
  #engine;
  #dialog = Object.assign(document.createElement("dialog"), { id: "commands-dialog", className: "framed" });
  #typed = "";
  /** @type {Entry[]} */
  #found = [];
  /** Place of the entry that Enter would run. */
  #at = 0;
  /** Why the entry that somebody wanted to run can't be run, or empty. */
  #said = "";

  /** @param {Engine} engine */
  constructor(engine) {
    this.#engine = engine;
    const dialog = this.#dialog;
    dialog.setAttribute("aria-label", say("Commands"));
    document.body.append(dialog);
    dialog.addEventListener("keydown", fieldKeys({
      accept: (event) => {
        event.preventDefault();
        this.#run(this.#found[this.#at]);
      },
      // The dialog closes by itself.
      leave: () => {},
      other: (event) => this.#onKey(event),
    }));
    // A press beside it closes it.
    dialog.addEventListener("click", ({ target }) => target === dialog && this.#close());
    dialog.addEventListener("close", () => this.#canvas());
    engine.on("panic", () => dialog.close());
  }

  open() {
    this.#engine.look(() => {
      if (document.querySelector("dialog[open]")) return;
      this.#type("");
      this.#dialog.showModal();
      this.#dialog.querySelector("input")?.focus();
      this.#reveal();
    });
  }

  #canvas() {
    document.getElementById("surface")?.focus({ preventScroll: true });
  }

  #close() {
    this.#dialog.close();
    this.#canvas();
  }

  /** @returns {string[]} */
  get #used() {
    const used = get("used", /** @type {unknown[]} */ ([]));
    return /** @type {string[]} */ (used.filter((id) => typeof id === "string"));
  }

  /** @param {Editor} editor @returns {Entry[]} */
  #all(editor) {
    const { commands, tools, state } = this.#engine.picture;
    const why = (/** @type {string} */ id) => say(editor.why_disabled(id) ?? "it can't run now");
    const entries = commands.filter(({ id, menu }) => menu && id !== OURS).map(({ id, label, menu, keys, asks, checked, enabled }) => ({
      id,
      label: asks ? `${label}…` : label,
      menu: say(menu),
      keys: shownKeys(keys.slice(0, 1)),
      checked: checked ?? tools.some(({ id: tool, command }) => command === id && tool === state.tool),
      why: enabled ? "" : why(id),
      run: () => this.#engine.invoke(id),
    }));
    const own = OWN.map(({ label, menu, dialog, href }) => ({
      id: `page: ${label}`,
      label,
      menu: say(menu),
      keys: "",
      checked: false,
      why: "",
      run: () => (href ? void window.open(href, "_blank", "noopener") : void document.dispatchEvent(new CustomEvent("open", { detail: dialog }))),
    }));
    return [...entries, ...own];
  }

  /** @param {string} typed */
  #type(typed) {
    this.#typed = typed;
    this.#engine.look((editor) => {
      this.#found = ranked(this.#all(editor), this.#typed, this.#used);
      this.#go(0);
    });
  }

  /** Goes to an entry. @param {number} place */
  #go(place) {
    [this.#at, this.#said] = [place, ""];
    this.#draw();
    this.#reveal();
  }

  #draw() {
    this.#engine.look(this.#paint);
  }

  #reveal() {
    document.getElementById(`commands-${this.#at}`)?.scrollIntoView({ block: "nearest" });
  }

  /** @param {Entry | undefined} entry */
  #run(entry) {
    if (entry?.why) {
      this.#said = `${entry.label.replace("…", "")}: ${entry.why}`;
      this.#draw();
    }
    if (!entry || entry.why) return;
    set("used", [entry.id, ...this.#used.filter((id) => id !== entry.id)].slice(0, REMEMBERED));
    this.#close();
    entry.run();
  }

  /** Any key but Enter and Escape. @param {KeyboardEvent} event */
  #onKey(event) {
    const { key } = event;
    const [last, at] = [this.#found.length - 1, this.#at];
    /** @type {Record<string, number>} */
    const places = { ArrowDown: at < last ? at + 1 : 0, ArrowUp: at > 0 ? at - 1 : last, PageDown: Math.min(at + PAGE, last), PageUp: Math.max(at - PAGE, 0) };
    if (key in places && !event.ctrlKey && !event.metaKey && !event.altKey) this.#go(Math.max(places[key], 0));
    else if (key !== "Tab" && !isOurs(this.#engine, event)) return;
    // The list is the field's: there is nowhere else to go.
    event.preventDefault();
    if (isOurs(this.#engine, event)) this.#close();
  }

  #paint = (/** @type {Editor} */ editor) => {
    const { length } = this.#found;
    const chosen = this.#found[this.#at];
    const loss = (chosen && !chosen.why && editor.loss(chosen.id, {})) || "";
    /** @param {Entry} entry @param {number} place */
    const option = ({ label, menu, keys, checked, why }, place) => html`<li
      id="commands-${place}"
      role="option"
      aria-selected=${String(place === this.#at)}
      aria-disabled=${why ? "true" : nothing}
      @pointermove=${(/** @type {PointerEvent} */ { movementX, movementY }) => place !== this.#at && (movementX || movementY) && this.#hover(place)}
      @click=${() => this.#run(this.#found[place])}
    ><span class="command-mark">${checked ? html`${icon(check)}<span class="unseen">On: </span>` : ""}</span>
      <span class="command-label clipped">${label}</span>
      <span class="command-menu clipped">${why || (loss && place === this.#at) ? html`${menu} · ${why || say(loss)}` : menu}</span>
      <kbd class="clipped">${keys}</kbd></li>`;
    render(html`
      <input id="commands-field" type="text" role="combobox" aria-label="Find a command" placeholder="Find a command" autocomplete="off" spellcheck="false"
        aria-autocomplete="list" aria-expanded="true" aria-controls="commands-list" aria-activedescendant=${chosen ? `commands-${this.#at}` : nothing}
        .value=${this.#typed} @input=${(/** @type {Event} */ event) => this.#type(/** @type {HTMLInputElement} */ (event.currentTarget).value)}>
      <ul id="commands-list" role="listbox" aria-label="Commands" @mousedown=${(/** @type {Event} */ event) => event.preventDefault()}>${this.#found.map(option)}</ul>
      <p id="commands-said" role="status">${this.#said ? this.#said : length === 0 ? say("No command has these letters") : length === 1 ? say("1 command") : say`${length} commands`}</p>`, this.#dialog);
  };

  /** Goes to an entry that is pointed at, without scrolling. @param {number} place */
  #hover(place) {
    this.#at = place;
    this.#draw();
  }
}

/** Returns `true` if a key is one of this command's. @param {Engine} engine @param {KeyboardEvent} event */
function isOurs(engine, event) {
  const chord = event.ctrlKey || event.metaKey ? chordOf(event) : undefined;
  return chord !== undefined && engine.bound(...chord) === OURS;
}

/** Shows the list when somebody asks for it. @param {Engine} engine */
export function commandsDialog(engine) {
  /** @type {Commands | undefined} */
  let commands;
  // Who opens it begins to type at once.
  engine.on("ask", ({ what }) => what === "commands" && (commands ??= new Commands(engine)).open());
  // A field takes letters; the chord that opens the list is the same there.
  window.addEventListener("keydown", (event) => {
    if (event.defaultPrevented || !isTyping(event.target) || document.querySelector("dialog[open]") || !isOurs(engine, event)) return;
    event.preventDefault();
    engine.invoke(OURS);
  });
}
