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

/** Returns `true` if a dialog is open. All are children of the body: a search for them would go through the whole page. */
export function isAsking() {
  for (const child of document.body.children) if (child instanceof HTMLDialogElement && child.open) return true;
  return false;
}
