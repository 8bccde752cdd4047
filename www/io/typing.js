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

/** The page's dialogs. A search for an open one would go through the whole page. */
const dialogs = document.getElementsByTagName("dialog");

/** Returns `true` if a dialog is open. */
export function isAsking() {
  for (const { open } of dialogs) if (open) return true;
  return false;
}
