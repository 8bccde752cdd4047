/**
 * The columns beside the stage: each panel in them collapses, moves, and is found again where it was.
 *
 * Problem: what one artist always looks at, another one never opens; and panels are drawn by modules that should not care.
 * Idea: any section of a column gets a toggle and a menu in its header, the section's `h2`, which its own module
 * draws. Where the sections stand and which are collapsed is one setting. Invariant: a panel that the setting does not know
 * stays where the page has it, and a header's own buttons stay where they are. In a narrow window all panels stand in the
 * right column, and return when it is wide. A left column whose panels are all folded is a narrow strip with their names.
 */

import { render } from "lit/html.js";
import chevron from "lucide-static/icons/chevron-down.svg?raw";
import dots from "lucide-static/icons/ellipsis.svg?raw";
import panels from "lucide-static/icons/panels-left-right.svg?raw";
import { icon } from "../controls.js";
import { get, on, onForgotten, set } from "../settings.js";
import { dragging } from "./dragging.js";
import { CLOSE, layLeft } from "./leftcolumn.js";
import { pageKey } from "./pagekeys.js";
import { html, say } from "../words.js";

/** @import { Engine } from "../types.js" */

/** Ids of panels, from the top down. @typedef {{left: string[], right: string[], collapsed: string[]}} Columns */

/** A window that has room for two columns. */
const wide = matchMedia("(width >= 1280px)");

/** @typedef {"left" | "right"} Side */

/** The columns: which panels stand where, and the menu that moves one. */
class ColumnsLayout {
  #engine;
  #left;
  #right;
  #buttons;
  /** Where the page has the panels that nobody has moved. */
  #first;
  #moves = document.createElement("div");
  /** @type {{panel: HTMLElement, button: HTMLElement} | undefined} */
  #moving;

  /** @param {Engine} engine @param {{left: HTMLElement, right: HTMLElement, buttons: HTMLElement}} places */
  constructor(engine, { left, right, buttons }) {
    this.#engine = engine;
    this.#left = left;
    this.#right = right;
    this.#buttons = buttons;
    this.#first = { left: this.#of(left).map(({ id }) => id), right: this.#of(right).map(({ id }) => id) };
  }

  /** Returns a column's panels. The preview, which stands there on a small screen, is none of them. @param {HTMLElement} column */
  #of(column) {
    return /** @type {HTMLElement[]} */ ([...column.querySelectorAll(":scope > section:not(#preview)")]);
  }

  #all() {
    return [...this.#of(this.#left), ...this.#of(this.#right)];
  }

  /** @param {HTMLElement} panel */
  #nameOf(panel) {
    return panel.ariaLabel ?? panel.id;
  }

  /** @param {HTMLElement} panel */
  #head(panel) {
    return panel.querySelector("h2");
  }

  /** A panel of a header that folds it by itself, such as the history's. @param {HTMLElement} panel */
  #ownToggle(panel) {
    return this.#head(panel)?.querySelector("[aria-expanded]:not(.panel-toggle, .panel-menu)");
  }

  /** @returns {Columns} */
  #wanted() {
    const { left: lefts, right: rights, collapsed } = get("columns", { left: [], right: [], collapsed: [] });
    /** @param {unknown} ids */
    const known = (ids) => (Array.isArray(ids) ? ids.filter((id) => typeof id === "string") : []);
    const chosen = { left: known(lefts), right: known(rights) };
    const placed = new Set([...chosen.left, ...chosen.right]);
    /** @param {Side} side */
    const whole = (side) => {
      const ids = [...chosen[side]];
      // A new panel comes after the one that it follows in the page.
      for (const [at, id] of this.#first[side].entries()) {
        if (!placed.has(id)) ids.splice(at === 0 ? 0 : ids.indexOf(this.#first[side][at - 1]) + 1 || ids.length, 0, id);
      }
      return [...new Set(ids)];
    };
    return { left: whole("left"), right: whole("right"), collapsed: known(collapsed) };
  }

  /** Returns those of some panels that are not hidden. @param {string[]} ids */
  #seen(ids) {
    const hidden = this.#all().filter((panel) => panel.hidden).map(({ id }) => id);
    return ids.filter((id) => !hidden.includes(id));
  }

  #place() {
    const columns = this.#wanted();
    const byId = new Map(this.#all().map((panel) => [panel.id, panel]));
    // What is looked at now and then comes last.
    const middle = columns.right.indexOf("layers") + 1 || columns.right.length;
    const sides = wide.matches ? columns : { left: [], right: columns.right.toSpliced(middle, 0, ...columns.left) };
    layLeft(columns);
    for (const [column, ids] of /** @type {[HTMLElement, string[]][]} */ ([[this.#left, sides.left], [this.#right, sides.right]])) {
      const sections = ids.flatMap((id) => byId.get(id) ?? []);
      // A section that is where it should be is not moved: it would lose its scroll position and the focus.
      if (this.#of(column).map(({ id }) => id).join() !== sections.map(({ id }) => id).join()) column.append(...sections);
    }
    for (const panel of this.#all()) {
      const collapsed = columns.collapsed.includes(panel.id);
      panel.classList.toggle("collapsed", collapsed);
      const toggle = panel.querySelector(".panel-toggle");
      toggle?.setAttribute("aria-expanded", String(!collapsed));
    }
  }

  /** @param {HTMLElement} panel @param {boolean} [collapse] */
  #fold(panel, collapse = !panel.classList.contains("collapsed")) {
    const { collapsed, ...sides } = this.#wanted();
    const others = collapsed.filter((id) => id !== panel.id);
    set("columns", { ...sides, collapsed: collapse ? [...others, panel.id] : others });
    this.#place();
  }

  /** Puts a panel at a place among the others of a side. @param {HTMLElement} panel @param {Side} side @param {number} at */
  #put(panel, side, at) {
    const { left: lefts, right: rights, collapsed } = this.#wanted();
    const sides = { left: lefts.filter((id) => id !== panel.id), right: rights.filter((id) => id !== panel.id) };
    sides[side].splice(at, 0, panel.id);
    set("columns", { ...sides, collapsed });
    this.#place();
    panel.scrollIntoView({ block: "nearest" });
  }

  /** Moves a panel by a number of places, or to the end of the other side. @param {HTMLElement} panel @param {number | Side} where */
  #move(panel, where) {
    const columns = this.#wanted();
    /** @type {Side} */
    const side = columns.left.includes(panel.id) ? "left" : "right";
    const seen = this.#seen(columns[side]);
    if (typeof where === "number") this.#put(panel, side, columns[side].indexOf(seen[seen.indexOf(panel.id) + where]));
    else this.#put(panel, where, columns[where].length);
  }

  /** @param {HTMLElement} panel @param {HTMLElement} button */
  #showMoves(panel, button) {
    this.#moving = { panel, button };
    const columns = this.#wanted();
    const side = columns.left.includes(panel.id) ? "left" : "right";
    const seen = this.#seen(columns[side]);
    const [at, last] = [seen.indexOf(panel.id), seen.length - 1];
    /** @param {string} label @param {boolean} off @param {() => void} action */
    const item = (label, off, action) => html`<button type="button" role="menuitem" tabindex="-1" ?disabled=${off} @click=${() => {
      this.#moves.hidePopover();
      action();
      button.focus();
    }}>${label}</button>`;
    this.#moves.ariaLabel = say`Move ${this.#nameOf(panel)}`;
    render([
      item(say("Move up"), at === 0, () => this.#move(panel, -1)),
      item(say("Move down"), at === last, () => this.#move(panel, 1)),
      side === "left" ? item(say("Move to the right side"), false, () => this.#move(panel, "right")) : item(say("Move to the left side"), false, () => this.#move(panel, "left")),
      this.#ownToggle(panel) ? "" : item(panel.classList.contains("collapsed") ? say("Expand") : say("Collapse"), false, () => this.#fold(panel)),
    ], this.#moves);
    this.#moves.showPopover();
    const around = button.getBoundingClientRect();
    const { width, height } = this.#moves.getBoundingClientRect();
    this.#moves.style.inset = "auto";
    this.#moves.style.left = `${Math.max(8, Math.min(around.right - width, innerWidth - width - 8))}px`;
    this.#moves.style.top = `${Math.max(8, Math.min(around.bottom + 4, innerHeight - height - 8))}px`;
    /** @type {HTMLElement | null} */ (this.#moves.querySelector(":enabled"))?.focus();
  }

  /** Adds the toggle and the menu to a panel's header. @param {HTMLElement} panel @returns {boolean} Whether it has one. */
  #equip(panel) {
    const header = this.#head(panel);
    if (!header) return false;
    if (header.querySelector(".panel-menu")) return true;
    if (!this.#ownToggle(panel)) {
      const toggle = document.createElement("button");
      Object.assign(toggle, { type: "button", className: "panel-toggle small", ariaLabel: this.#nameOf(panel), ariaExpanded: "true" });
      render(icon(chevron), toggle);
      toggle.addEventListener("click", () => this.#fold(panel));
      header.prepend(toggle);
    }
    const menu = document.createElement("button");
    Object.assign(menu, { type: "button", className: "panel-menu small", title: say("Move this panel"), ariaLabel: say`Move ${this.#nameOf(panel)}`, ariaHasPopup: "menu" });
    render(icon(dots), menu);
    menu.addEventListener("click", () => this.#showMoves(panel, menu));
    header.append(menu);
    return true;
  }

  /** Hides all panels, or shows them. */
  #toggle() {
    set("panels", !get("panels", true));
    this.#drawButtons();
  }

  #drawButtons() {
    const shown = get("panels", true);
    document.body.classList.toggle("without-panels", !shown);
    render(html`<button id="panels-toggle" type="button" class="tool" title=${shown ? say("Hide all panels (\\)") : say("Show the panels (\\)")} aria-label="Panels" aria-keyshortcuts="\\"
      aria-expanded=${String(shown)} @click=${() => this.#toggle()}>${icon(panels)}</button>`, this.#buttons);
  }

  /** The keys of the menu that moves a panel. @param {KeyboardEvent} event */
  #keys(event) {
    const items = /** @type {HTMLElement[]} */ ([...this.#moves.querySelectorAll("button:enabled")]);
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    const at = items.indexOf(/** @type {HTMLElement} */ (document.activeElement));
    if (step) items[(at + step + items.length) % items.length]?.focus();
    else if (event.key === "Tab") this.#moves.hidePopover();
    else if (event.key === "Escape") {
      this.#moves.hidePopover();
      this.#moving?.button.focus();
    } else return;
    event.preventDefault();
    event.stopPropagation();
  }

  /** Shows a panel, unfolded and in view. @param {string} name */
  #reveal(name) {
    const panel = this.#all().find(({ id }) => id === name);
    if (!panel) return;
    set("panels", true);
    this.#drawButtons();
    const own = this.#ownToggle(panel);
    if (own instanceof HTMLElement && own.ariaExpanded === "false") own.click();
    if (panel.classList.contains("collapsed")) this.#fold(panel, false);
    panel.scrollIntoView({ block: "nearest" });
    // On a small screen the panels are a sheet, which is opened by the same event.
    if (document.querySelector("#compact")?.checkVisibility()) requestAnimationFrame(() => panel.scrollIntoView({ block: "start" }));
  }

  /** Adds the buttons to the headers, places the panels, and adds the event listeners. */
  connect() {
    this.#moves.className = "panel-moves menu-list";
    this.#moves.popover = "auto";
    this.#moves.setAttribute("role", "menu");
    this.#moves.addEventListener("keydown", (event) => this.#keys(event));
    this.#buttons.after(this.#moves);

    for (const panel of this.#all()) {
      panel.classList.add("panel");
      if (this.#equip(panel)) continue;
      // Some panels wait for the rest of the program before they draw.
      const observer = new MutationObserver(() => {
        if (!this.#equip(panel)) return;
        observer.disconnect();
        this.#place();
      });
      observer.observe(panel, { childList: true, subtree: true });
    }

    pageKey("Backslash", this.#engine, () => this.#toggle());
    document.addEventListener("reveal", (event) => this.#reveal(/** @type {CustomEvent<string>} */ (event).detail));
    dragging({ left: this.#left, right: this.#right }, () => wide.matches, (panel, side, at) => this.#put(panel, side, at));
    for (const media of [wide, CLOSE]) media.addEventListener("change", () => this.#place());
    on("history open", () => this.#place());
    onForgotten(() => {
      this.#drawButtons();
      this.#place();
    });
    this.#drawButtons();
    this.#place();
  }
}

/**
 * Looks after the columns.
 * @param {Engine} engine
 * @param {{left: HTMLElement, right: HTMLElement, buttons: HTMLElement}} places
 */
export function columns(engine, places) {
  new ColumnsLayout(engine, places).connect();
}
