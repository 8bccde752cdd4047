/**
 * The menus, made from the table of commands.
 *
 * Each menu is a button and a list that opens under it; all buttons are one stop of the Tab key. With a pointer one press
 * opens and one chooses. With keys, arrows go along the menus and up and down in them, a letter goes to the next
 * entry that begins with it, Enter chooses, Escape closes. An open menu takes all keys but chords,
 * wherever the focus is: an arrow must not nudge the selection. Labels, keys, whether a command
 * is enabled, why it is not, what it would lose, and whether it is checked come from the editor. What belongs to the page alone, such as its
 * look, is listed here.
 */

import { nothing, render } from "lit/html.js";
import check from "lucide-static/icons/check.svg?raw";
import { icon, rove, shownKeys } from "../controls.js";
import { meantGroup } from "./groups.js";
import { html, named, say } from "../words.js";

/** @import { CommandInfo, Editor, Engine, Picture } from "../types.js" */

/**
 * @typedef {object} OwnEntry An entry of the page's own, after the commands of its menu.
 * @property {string} menu
 * @property {string} label
 * @property {string} [dialog] Id of the dialog that it opens.
 * @property {string} [href] A page, which opens in a tab of its own.
 */

/** @type {OwnEntry[]} */
export const OWN = [
  { menu: "View", label: say("Pen and touch…"), dialog: "hands-dialog" },
  { menu: "View", label: say("Appearance…"), dialog: "appearance-dialog" },
  { menu: "Help", label: say("Show me around"), dialog: "tour" },
  { menu: "Help", label: say("Samples"), dialog: "welcome" },
  { menu: "Help", label: say("Squares: the stack made visible"), href: "./squares.html" },
  { menu: "Help", label: say("Lab: seven undo systems, one painting"), href: "./lab.html" },
  { menu: "Help", label: say("Language…"), dialog: "language-dialog" },
];

/** Menus in the order in which people look for them; others follow. */
const ORDER = ["File", "Edit", "History", "Select", "Image", "Layer", "Frame", "Palette", "Tool", "View", "Help"];

/** Commands before which a line stands. */
const LINES = new Set([
  "file.save", "file.export", "edit.cut", "edit.delete", "edit.flip-horizontal", "edit.rotate", "edit.outline", "edit.invert",
  "history.branch", "history.pin", "image.crop-selection", "image.remap", "image.grid", "layer.merge-down", "layer.rename", "layer.visible",
  "layer.opacity", "group.add", "group.visible", "group.duplicate", "frame.add", "frame.link", "frame.clear-cels", "frame.duration", "frame.tag", "palette.sort", "color.swap",
  "brush.smaller", "symmetry.vertical", "view.wrap", "view.zoom.1", "view.grid", "view.play-life",
]);

/** Returns the names of the menus, in the order in which they are shown. @param {CommandInfo[]} commands */
function menusOf(commands) {
  const names = [...new Set([...commands, ...OWN].map(({ menu }) => menu).filter(Boolean))];
  return names.sort((a, b) => (ORDER.indexOf(a) + 1 || 99) - (ORDER.indexOf(b) + 1 || 99));
}

/** Returns the element a number of places further in a ring. @template T @param {T[]} all @param {number} at @param {number} step */
function beyond(all, at, step) {
  return all[(at + step + all.length) % all.length];
}

/** Moves the focus in a list. @param {HTMLElement[]} list @param {string} key @returns {boolean} Whether the key did so. */
export function moveIn(list, key) {
  const at = list.indexOf(/** @type {HTMLElement} */ (document.activeElement));
  if (key === "ArrowDown") beyond(list, at, 1)?.focus();
  else if (key === "ArrowUp") beyond(list, Math.max(at, 0), -1)?.focus();
  else if (key === "Home") list[0]?.focus();
  else if (key === "End") list.at(-1)?.focus();
  else if (key.length === 1 && key !== " ") {
    const ring = [...list.slice(at + 1), ...list.slice(0, at + 1)];
    ring.find(({ textContent }) => textContent?.trim().toLowerCase().startsWith(key.toLowerCase()))?.focus();
  } else return false;
  return true;
}

/** Returns the command's label: undo and redo say of what, and those of a group of which. @param {CommandInfo} command @param {Picture} picture */
function labelOf({ id, label, asks }, picture) {
  const { undoLabel, redoLabel } = picture.state;
  const of = { "edit.undo": undoLabel, "edit.redo": redoLabel }[id];
  const group = id.startsWith("group.") && id !== "group.add" && meantGroup(picture);
  const words = group ? label.replace(/layers$|\bgroup\b|\bGruppe\b/, (word) => `${word === "layers" ? "" : `${word} `}“${named(group.name)}”`) : label;
  return `${of ? say`${words} ${say(of)}` : words}${asks ? "…" : ""}`;
}

/** What is said of a command in a menu: why it can't be run, or what it would lose. @typedef {{why?: string, loss?: string}} Hint */

/** Returns what is to be said of a command. @param {Editor} editor @param {CommandInfo} command @returns {Hint} */
export function hintOf(editor, { id, enabled }) {
  return enabled ? { loss: editor.loss(id, {}) } : { why: editor.why_disabled(id) };
}

/**
 * Renders the row of a command.
 * @param {Engine} engine
 * @param {Hint | undefined} hint
 * @param {CommandInfo} command
 * @param {(id: string) => void} choose Called with the command's id when it is chosen and can be run.
 * @param {number} [place] Its place in a menu of the bar, where a line may stand before it.
 */
export function entry(engine, hint, command, choose, place) {
  const { picture } = engine;
  const tool = picture.tools.find(({ command: by }) => by === command.id);
  const chosen = tool && tool.id === picture.state.tool;
  const checked = command.checked ?? chosen;
  const loss = command.enabled && hint?.loss;
  const role = checked === undefined ? "menuitem" : chosen === undefined ? "menuitemcheckbox" : "menuitemradio";
  return html`${place && (tool?.begins || LINES.has(command.id)) ? html`<hr>` : ""}<button
    type="button"
    role=${role}
    tabindex="-1"
    data-command=${command.id}
    aria-disabled=${String(!command.enabled)}
    aria-checked=${checked ?? nothing}
    title=${(!command.enabled && say(hint?.why ?? "")) || nothing}
    @click=${() => command.enabled && choose(command.id)}
  ><span class="menu-mark">${checked ? icon(check) : ""}</span><span>${labelOf(command, picture)}${loss ? html`<small>${say(loss)}</small>` : ""}</span><kbd>${shownKeys(command.keys.slice(0, 1))}</kbd></button>`;
}

/** The menus: which of them is open, and what keys do in it. */
class Menus {
  #engine;
  #bar;
  #openDialog;
  /** Name of the open menu, empty for none. */
  #open = "";
  #update;
  /** What was found out about the commands of the open menu. @type {Map<string, Hint>} */
  #hints = new Map();

  /**
   * @param {Engine} engine
   * @param {HTMLElement} bar
   * @param {(dialog: string) => void} openDialog Opens a dialog of the page by its id.
   */
  constructor(engine, bar, openDialog) {
    this.#engine = engine;
    this.#bar = bar;
    this.#openDialog = openDialog;
    this.#update = rove(bar, ".menu-name");
  }

  /** @param {string} css @returns {HTMLElement[]} */
  #all(css) {
    return /** @type {HTMLElement[]} */ ([...this.#bar.querySelectorAll(css)]);
  }

  #entries() {
    return this.#all(".menu-list [role^=menuitem]:not([aria-disabled=true])");
  }

  /** @param {string} name */
  #button(name) {
    return this.#all(`[data-menu="${name}"]`)[0];
  }

  /**
   * Opens a menu, or with an empty name closes the open one.
   * @param {string} name
   * @param {boolean} [focus] Whether its first entry gets the focus.
   */
  #show(name, focus = false) {
    this.#open = name;
    this.#draw(this.#engine.picture);
    if (name) this.#explain();
    const [list] = this.#all(".menu-list");
    if (list) {
      // Kept within the window; the list is as wide as its longest label.
      const { right, top } = list.getBoundingClientRect();
      const over = right - document.documentElement.clientWidth + 8;
      if (over > 0) list.style.setProperty("translate", `${-over}px`);
      list.style.setProperty("max-height", `${innerHeight - top - 8}px`);
    }
    if (focus) this.#entries()[0]?.focus();
  }

  /** Asks what is to be said of the commands in the open menu, and draws it once it is known. */
  #explain() {
    const { commands } = this.#engine.picture;
    const hints = this.#engine.ask((editor) => new Map(commands.filter(({ menu }) => menu === this.#open).map((command) => [command.id, hintOf(editor, command)])));
    hints.then((found) => {
      this.#hints = found;
      if (this.#open) this.#draw(this.#engine.picture);
      // A menu is of use without it.
    }, (error) => console.error(error));
  }

  /** @param {string} id */
  #choose(id) {
    this.#show("");
    this.#engine.invoke(id);
  }

  /**
   * Handles a key. Returns `true` if the menus took it.
   * @param {string} key
   * @param {string} name The menu that is open or has the focus.
   * @param {boolean} onName Whether its button has the focus.
   */
  #take(key, name, onName) {
    const beside = { ArrowLeft: -1, ArrowRight: 1 }[key];
    if (beside) {
      const names = menusOf(this.#engine.picture.commands);
      const next = beyond(names, names.indexOf(name), beside);
      if (this.#open) this.#show(next, true);
      else this.#button(next)?.focus();
    } else if (!this.#open) {
      if (!["ArrowDown", "ArrowUp", "Enter", " "].includes(key)) return false;
      this.#show(name, true);
      if (key === "ArrowUp") this.#entries().at(-1)?.focus();
    } else if (key === "Escape" || (onName && (key === "Enter" || key === " "))) {
      // With keys, the focus returns to the menu's name.
      const back = this.#bar.contains(document.activeElement);
      this.#show("");
      if (back) this.#button(name)?.focus();
    } else {
      return moveIn(this.#entries(), key);
    }
    return true;
  }

  /** @param {OwnEntry} entry */
  #ownEntry({ label, href, dialog }) {
    return href
      ? html`<a role="menuitem" tabindex="-1" href=${href} target="_blank" @click=${() => this.#show("")}><span></span><span>${label}</span></a>`
      : html`<button type="button" role="menuitem" tabindex="-1" @click=${() => {
        this.#show("");
        if (dialog) this.#openDialog(dialog);
      }}><span></span><span>${label}</span></button>`;
  }

  /** @param {Picture} picture */
  #draw(picture) {
    const { commands } = picture;
    render(menusOf(commands).map((name) => html`
      <div class="menu">
        <button
          type="button"
          class="menu-name"
          data-menu=${name}
          aria-haspopup="menu"
          aria-expanded=${String(this.#open === name)}
          @click=${() => this.#show(this.#open === name ? "" : name)}
          @pointerenter=${() => this.#open && this.#open !== name && this.#show(name)}
        >${say(name)}</button>
        ${this.#open === name ? html`<div class="menu-list" role="menu" aria-label=${say(name)}>
          ${commands.filter(({ menu }) => menu === name).map((command, place) => entry(this.#engine, this.#hints.get(command.id), command, (id) => this.#choose(id), place))}
          ${OWN.some(({ menu }) => menu === name) && commands.some(({ menu }) => menu === name) ? html`<hr>` : ""}
          ${OWN.filter(({ menu }) => menu === name).map((entry) => this.#ownEntry(entry))}
        </div>` : ""}
      </div>`), this.#bar);
    this.#update();
  }

  /** Adds the event listeners, and draws the menus when commands change. */
  connect() {
    document.addEventListener("keydown", (event) => {
      if (event.ctrlKey || event.metaKey || event.altKey) return;
      const place = event.target instanceof Element ? event.target.closest("[data-menu]") : null;
      const onName = place !== null && this.#bar.contains(place);
      const name = this.#open || (onName && place.getAttribute("data-menu")) || "";
      if (!name || this.#engine.stopped) return;
      if (event.key === "Tab") {
        if (this.#open) this.#show("");
      } else if (this.#take(event.key, name, onName)) {
        event.preventDefault();
        event.stopPropagation();
      }
    }, { capture: true });

    document.addEventListener("pointerdown", (event) => {
      if (!this.#open || (event.target instanceof Node && this.#bar.contains(event.target))) return;
      this.#show("");
      // A press beside the menu closes it, and paints nothing.
      if (event.target instanceof Element && event.target.closest("#stage")) event.stopPropagation();
    }, { capture: true });
    let drawn = false;
    this.#engine.shows(["menus"], (picture) => {
      // A closed menu shows nothing of what has changed.
      if (this.#open || !drawn) this.#draw(picture);
      if (this.#open) this.#explain();
      drawn = true;
    });
  }
}

/**
 * Draws the menus.
 * @param {Engine} engine
 * @param {HTMLElement} bar
 * @param {(dialog: string) => void} openDialog Opens a dialog of the page by its id.
 */
export function menuPanel(engine, bar, openDialog) {
  new Menus(engine, bar, openDialog).connect();
}
