/**
 * The menus, made from the table of commands.
 *
 * Each menu is a button and a list that opens under it. With a pointer one press opens and one
 * chooses; with keys, arrows go along the menus and up and down in them, Enter chooses, Escape
 * closes. What a command is called, its keys and whether it can be run is the editor's word.
 */

import { html, render } from "lit";
import { shownKeys, whenChanged } from "../controls.js";

/** @import { CommandInfo, Engine, Picture } from "../types.js" */

/** Menus in the order in which people look for them; others follow. */
const ORDER = ["File", "Edit", "Select", "Image", "Layer", "Frame", "Palette", "Tool", "View"];

/** @param {CommandInfo[]} commands */
function menusOf(commands) {
  const names = [...new Set(commands.map(({ menu }) => menu).filter(Boolean))];
  return names.sort((a, b) => (ORDER.indexOf(a) + 1 || 99) - (ORDER.indexOf(b) + 1 || 99));
}

/**
 * @param {Engine} engine
 * @param {HTMLElement} bar
 */
export function menuPanel(engine, bar) {
  /** The menu that is open. */
  let open = "";

  /** @param {string} name @param {boolean} [focus] Whether its first entry gets the focus. */
  const show = (name, focus = false) => {
    open = name;
    draw(engine.picture);
    const list = bar.querySelector(".menu-list");
    if (list instanceof HTMLElement) {
      // Kept within the window; the list is as wide as its longest label.
      const beyond = list.getBoundingClientRect().right - document.documentElement.clientWidth + 8;
      if (beyond > 0) list.style.setProperty("translate", `${-beyond}px`);
    }
    if (focus) entries()[0]?.focus();
  };

  const entries = () => /** @type {HTMLElement[]} */ ([...bar.querySelectorAll(".menu-list [role=menuitem]:not([aria-disabled=true])")]);

  /** @param {string} id */
  const choose = (id) => {
    show("");
    engine.invoke(id);
  };

  /** @param {KeyboardEvent} event @param {string} name @param {string[]} names */
  const onKey = (event, name, names) => {
    const beside = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
    const within = { ArrowUp: -1, ArrowDown: 1 }[event.key];
    if (beside && open) {
      const next = names[(names.indexOf(name) + beside + names.length) % names.length];
      show(next, true);
    } else if (within && !open) {
      show(name, true);
    } else if (within) {
      const all = entries();
      const at = all.indexOf(/** @type {HTMLElement} */ (document.activeElement));
      all[(at + within + all.length) % all.length]?.focus();
    } else if (event.key === "Escape" && open) {
      const button = bar.querySelector(`[data-menu="${open}"]`);
      show("");
      if (button instanceof HTMLElement) button.focus();
    } else {
      return;
    }
    event.preventDefault();
    event.stopPropagation();
  };

  /** @param {CommandInfo} command */
  const entry = (command) => html`<button
    type="button"
    role="menuitem"
    tabindex="-1"
    data-command=${command.id}
    aria-disabled=${String(!command.enabled)}
    @click=${() => command.enabled && choose(command.id)}
  ><span>${command.label}${command.asks ? "…" : ""}</span><kbd>${shownKeys(command.keys.slice(0, 1))}</kbd></button>`;

  /** @param {Picture} picture */
  const draw = ({ commands }) => {
    const names = menusOf(commands);
    render(names.map((name) => html`
      <div class="menu" @keydown=${(/** @type {KeyboardEvent} */ event) => onKey(event, name, names)}>
        <button
          type="button"
          class="menu-name"
          data-menu=${name}
          aria-haspopup="menu"
          aria-expanded=${String(open === name)}
          @click=${() => show(open === name ? "" : name)}
          @pointerenter=${() => open && open !== name && show(name)}
        >${name}</button>
        ${open === name ? html`<div class="menu-list" role="menu" aria-label=${name}>
          ${commands.filter(({ menu }) => menu === name).map(entry)}
        </div>` : ""}
      </div>`), bar);
  };

  document.addEventListener("pointerdown", (event) => {
    if (open && !(event.target instanceof Node && bar.contains(event.target))) show("");
  }, { capture: true });
  const changes = whenChanged(
    (/** @type {Picture} */ { commands }) => (open ? commands.map(({ enabled }) => enabled) : [commands]),
    draw,
  );
  engine.on("state", changes);
}
