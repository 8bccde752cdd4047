/**
 * Whether a key or a clipboard event belongs to a field that somebody types into, or to a dialog.
 */

/** Inputs without text: the editor's keys and its clipboard work while one of them has the focus. */
const WITHOUT_TEXT = ["button", "checkbox", "color", "file", "radio", "range", "reset", "submit"];

/** Returns `true` if the target is a field for text, or a list that takes letters. @param {EventTarget | null} target */
export function isTyping(target) {
  if (!(target instanceof HTMLElement)) return false;
  if (target.isContentEditable || target.matches("textarea, select")) return true;
  return target instanceof HTMLInputElement && !WITHOUT_TEXT.includes(target.type);
}

/** Whether a dialog is open; unknown since one was opened, closed, added or removed. @type {boolean | undefined} */
let asking;

/** Sees to that. To look at all dialogs takes as long as half of what a key does. */
const changes = new MutationObserver(() => { asking = undefined; });
changes.observe(document.documentElement, { attributes: true, attributeFilter: ["open"], subtree: true });
changes.observe(document.body, { childList: true });

/** Returns `true` if a dialog is open. */
export function isAsking() {
  if (asking === undefined || changes.takeRecords().length > 0) asking = document.querySelector("dialog[open]") !== null;
  return asking;
}
