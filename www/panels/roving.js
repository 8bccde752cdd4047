/**
 * A group of buttons that is one stop of the Tab key, with arrows between them.
 *
 * Each button of the group is drawn with `tabindex` -1 but one; the arrows, Home and End move the focus, and with it that
 * stop. Rows are as long as the grid of the group has columns, which is asked for when a key is pressed and never before.
 */

/** @param {HTMLElement} group */
export function columnsOf(group) {
  return getComputedStyle(group).gridTemplateColumns.split(" ").length || 1;
}

/**
 * Returns the place that a key leads to from another one, or `undefined` if it leads nowhere.
 * @param {string} key @param {number} at @param {number} count @param {HTMLElement} group
 */
export function led(key, at, count, group) {
  const last = count - 1;
  switch (key) {
    case "ArrowLeft": return Math.max(at - 1, 0);
    case "ArrowRight": return Math.min(at + 1, last);
    case "ArrowUp": return at - columnsOf(group) >= 0 ? at - columnsOf(group) : at;
    case "ArrowDown": return at + columnsOf(group) <= last ? at + columnsOf(group) : at;
    case "Home": return 0;
    case "End": return last;
    default: return undefined;
  }
}

/** Moves the focus in a group by a key, unless a chord was pressed. @param {KeyboardEvent} event */
export function rove(event) {
  const group = /** @type {HTMLElement} */ (event.currentTarget);
  const buttons = /** @type {HTMLElement[]} */ ([...group.querySelectorAll("button:enabled")]);
  const at = buttons.findIndex((button) => button === event.target);
  if (at < 0 || event.ctrlKey || event.metaKey || event.altKey) return;
  const to = led(event.key, at, buttons.length, group);
  if (to === undefined) return;
  event.preventDefault();
  for (const [index, button] of buttons.entries()) button.tabIndex = index === to ? 0 : -1;
  buttons[to].focus();
}
