/**
 * Parts that several panels are made of: icons, and the button of a command.
 *
 * A command's label, its keys and whether it can be run come from the editor's table; a
 * button adds the icon and the element's id. So a key that changes there changes in every
 * tooltip.
 */

import { nothing } from "lit/html.js";
import { unsafeHTML } from "lit/directives/unsafe-html.js";
import { html, keyed } from "./words.js";

/** @import { CommandInfo, Engine } from "./types.js" */

const isApple = /Mac|iPhone|iPad/.test(navigator.platform);

/**
 * Renders an icon as decoration: the button around it has the name.
 * @param {string} svg The icon's own markup.
 */
export function icon(svg) {
  return html`<span class="icon" aria-hidden="true">${unsafeHTML(svg)}</span>`;
}

/** @param {string} key */
const withArrows = (key) => key.replace(/Arrow(Left|Right|Up|Down)/, (_, way) => ({ Left: "←", Right: "→", Up: "↑" })[String(way)] ?? "↓");

/** Formats keys as they are labelled on the person's keyboard. @param {string[]} keys */
export function shownKeys(keys) {
  return keys.map(withArrows).map((key) => keyed(isApple ? key.replace("Ctrl+", "⌘").replace("Shift+", "⇧").replace("Alt+", "⌥") : key)).join(", ");
}

/**
 * @typedef {object} ButtonParts
 * @property {string} command The command's id.
 * @property {string} id The element's.
 * @property {string} svg
 * @property {string} [name] What the button says in place of the command's label.
 * @property {boolean} [pressed] For a button that stays down; left out for others.
 * @property {boolean} [off] Whether to disable the button although the command is enabled.
 * @property {import("./types.js").Arguments} [args] The command's arguments; without them its form may open.
 */

/** Whether commands were enabled when no stroke was under way, by their ids. @type {Map<string, boolean>} */
const enabledAtRest = new Map();

/**
 * Returns whether a command is to look enabled. A stroke delays most commands, and buttons that turn grey with each press
 * would make the whole window blink.
 * @param {Engine} engine
 * @param {CommandInfo} info
 */
function looksEnabled(engine, { id, enabled }) {
  const { active, waiting } = engine.state;
  if (!active || waiting || !enabledAtRest.has(id)) enabledAtRest.set(id, enabled);
  return enabledAtRest.get(id) ?? enabled;
}

/**
 * Has the arrow keys, Home and End move the focus among buttons that are one stop of the Tab key. A button that is drawn later
 * is found as well.
 * @param {HTMLElement} place
 * @param {string} css What matches the buttons.
 */
export function rove(place, css) {
  const all = () => [...place.querySelectorAll(css)].filter((one) => one instanceof HTMLElement && one.checkVisibility());
  /** @type {Element | undefined} */
  let last;
  /** The stop: the focused one, the chosen one, the last one, or the first. */
  const update = () => {
    const buttons = all();
    const stop = buttons.find((one) => one === document.activeElement) ?? buttons.find((one) => one.ariaPressed === "true") ?? buttons.find((one) => one === last) ?? buttons[0];
    last = stop;
    for (const one of buttons) /** @type {HTMLElement} */ (one).tabIndex = one === stop ? 0 : -1;
  };
  place.addEventListener("keydown", (event) => {
    const buttons = all();
    const at = buttons.indexOf(/** @type {Element} */ (event.target));
    if (at < 0 || event.ctrlKey || event.metaKey || event.altKey) return;
    const step = { ArrowDown: 1, ArrowRight: 1, ArrowUp: -1, ArrowLeft: -1 }[event.key];
    const to = step ? (at + step + buttons.length) % buttons.length : { Home: 0, End: buttons.length - 1 }[event.key];
    if (to === undefined) return;
    event.preventDefault();
    /** @type {HTMLElement} */ (buttons[to]).focus();
    update();
  });
  place.addEventListener("focusin", update);
  // Who presses Tab at once finds the stop as well. Some browsers have no name for it while Shift is held.
  document.addEventListener("keydown", ({ code, key }) => {
    if (code === "Tab" || key === "Tab") update();
  }, { capture: true });
  let waits = false;
  return () => {
    if (waits) return;
    waits = true;
    // Whether a button is seen takes no time once the browser has laid out the page for a frame.
    requestAnimationFrame(() => setTimeout(() => {
      waits = false;
      update();
    }));
  };
}

/**
 * Returns what people choose from for a parameter of a command, as its row says. Empty if there is no such command, parameter or choice.
 * @param {CommandInfo[]} commands
 * @param {string} command
 * @param {string} name of the parameter
 */
export function choicesOf(commands, command, name) {
  return commands.find(({ id }) => id === command)?.params.find((param) => param.name === name)?.choices ?? [];
}

/**
 * Renders a command's button.
 * @param {Engine} engine
 * @param {CommandInfo[]} commands
 * @param {ButtonParts} parts
 */
export function commandButton(engine, commands, { command, id, svg, name, pressed, off, args }) {
  const info = commands.find((candidate) => candidate.id === command);
  const label = name ?? info?.label ?? command;
  const keys = shownKeys(info?.keys ?? []);
  return html`<button
    id=${id}
    class="tool"
    type="button"
    title=${keys ? `${label} (${keys})` : label}
    aria-label=${label}
    aria-pressed=${pressed === undefined ? nothing : String(pressed)}
    ?disabled=${!info || !looksEnabled(engine, info) || Boolean(off)}
    @click=${() => (args ? engine.run(command, args) : engine.invoke(command))}
  >${icon(svg)}</button>`;
}

/** Sets the elements' colours from a script, as the page's policy forbids styles in markup. @param {HTMLElement} place @param {string} css @param {string[]} colors */
export function colorAll(place, css, colors) {
  for (const [i, element] of [...place.querySelectorAll(css)].entries()) {
    if (element instanceof HTMLElement) element.style.setProperty("--color", colors[i] ?? "transparent");
  }
}
