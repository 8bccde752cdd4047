/**
 * Whether a key or a clipboard event belongs to a field that somebody types into.
 */

/** Inputs without text: the editor's keys and its clipboard work while one of them has the focus. */
const WITHOUT_TEXT = ["button", "checkbox", "color", "file", "radio", "range", "reset", "submit"];

/** Returns `true` if the target is a field for text, or a list that takes letters. @param {EventTarget | null} target */
export function isTyping(target) {
  if (!(target instanceof HTMLElement)) return false;
  if (target.isContentEditable || target.matches("textarea, select")) return true;
  return target instanceof HTMLInputElement && !WITHOUT_TEXT.includes(target.type);
}
