/**
 * Bars of buttons that are one stop of the Tab key each, with arrows between their buttons.
 *
 * Problem: panels have bars of up to a dozen buttons, and who goes through the page by Tab would stop at each of them. Their
 * buttons come, go and are disabled with each change of the drawing. Idea: which button of a bar is its stop is settled when
 * Tab is pressed, and not before: the one that had the focus last, or the first one that can be pressed. Invariant: whatever
 * a bar shows, Tab comes to exactly one of its buttons, if any of them can be pressed.
 *
 * The menus, the tools and the toolbar, which are there before the panels, settle that by themselves (`rove` in
 * `../controls.js`).
 */

/** The bars. What is folded out within one is no part of it. */
const BARS = ".panel h2, .well-block, .panel > .row, .layers-head .row, .history-bar, .search-conditions, #timeline > .row, .lasting, .zooming, .strip";

/** The button of each bar that had the focus last. @type {WeakMap<Element, Element>} */
const last = new WeakMap();

/** Returns the bar that a button belongs to. @param {EventTarget | null} target */
const barOf = (target) => (target instanceof HTMLButtonElement && !target.closest("div.onion-settings") ? target.closest(BARS) : null);

/** Returns the buttons of a bar that can be pressed. @param {Element} bar */
const buttonsOf = (bar) => [...bar.querySelectorAll("button")].filter((button) => !button.disabled && barOf(button) === bar && button.checkVisibility());

/** @param {Element} bar */
function settle(bar) {
  const buttons = buttonsOf(bar);
  const stop = buttons.find((button) => button === last.get(bar)) ?? buttons[0];
  for (const button of buttons) button.tabIndex = button === stop ? 0 : -1;
}

/** Makes the bars of all panels stops, also of those that are drawn later. */
export function connectStops() {
  document.addEventListener("focusin", ({ target }) => {
    const bar = barOf(target);
    if (bar) last.set(bar, /** @type {Element} */ (target));
  });
  document.addEventListener("keydown", (event) => {
    // Some browsers have no name for it while Shift is held.
    if (event.code === "Tab" || event.key === "Tab") {
      for (const bar of document.querySelectorAll(BARS)) settle(bar);
      return;
    }
    const { target, ctrlKey, metaKey, altKey, shiftKey } = event;
    const bar = barOf(target);
    if (!bar || ctrlKey || metaKey || altKey || shiftKey) return;
    const buttons = buttonsOf(bar);
    const at = buttons.indexOf(/** @type {HTMLButtonElement} */ (target));
    const to = { ArrowLeft: at - 1, ArrowRight: at + 1, Home: 0, End: -1 }[event.key];
    if (to === undefined) return;
    event.preventDefault();
    buttons.at(to % buttons.length)?.focus();
  }, { capture: true });
}
