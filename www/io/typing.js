/**
 * Whether a key or a clipboard event belongs to a field that somebody types into, or to a dialog; and the keys of such a field.
 *
 * Problem: who types Japanese, Chinese or Korean presses Enter to choose among words, and Escape to close their list. A field
 * that hears these keys is done, or gives up, with half a name in it. Idea: the first listener of all lets no other one hear a key
 * that an input method has taken, wherever it is typed, and fields say by `fieldKeys` what Enter and Escape do in them.
 * The invariant: no listener of the page hears a key of an input method.
 */

/** Inputs without text: the editor's keys and its clipboard work while one of them has the focus. */
const WITHOUT_TEXT = ["button", "checkbox", "color", "file", "radio", "range", "reset", "submit"];

/** Returns `true` if the target is a field for text, or a list that takes letters. @param {EventTarget | null} target */
export function isTyping(target) {
  if (!(target instanceof HTMLElement)) return false;
  if (target.isContentEditable || target.matches("textarea, select")) return true;
  return target instanceof HTMLInputElement && !WITHOUT_TEXT.includes(target.type);
}

/**
 * Returns `true` if an input method has taken a key. WebKit sends the Enter that ends a composition after it, with this code
 * alone.
 * @param {KeyboardEvent} event
 */
export function isComposed({ isComposing, keyCode }) {
  return isComposing || keyCode === 229;
}

window.addEventListener("keydown", (event) => {
  // The input method itself, and what the browser does with the key, are no listeners.
  if (isComposed(event) && isTyping(event.target)) event.stopImmediatePropagation();
}, { capture: true });

/**
 * Returns the listener of a field's keys.
 * @param {object} does
 * @param {(event: KeyboardEvent & {currentTarget: HTMLInputElement}) => unknown} does.accept What Enter does.
 * @param {(event: KeyboardEvent & {currentTarget: HTMLInputElement}) => unknown} does.leave What Escape does.
 * @param {(event: KeyboardEvent & {currentTarget: HTMLInputElement}) => unknown} [does.other] What any other key does.
 */
export function fieldKeys({ accept, leave, other }) {
  return (/** @type {KeyboardEvent} */ event) => {
    const act = { Enter: accept, Escape: leave }[event.key] ?? other;
    act?.(/** @type {KeyboardEvent & {currentTarget: HTMLInputElement}} */ (event));
  };
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
