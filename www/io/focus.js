/**
 * The focus, given back to the canvas.
 *
 * A control that was used by pointer doesn't keep it: after a click on a button, Space must pan, not click again. Most
 * controls are in the panels, so this comes with them.
 */

import { isTyping } from "./typing.js";

/** Has a control that was used by pointer give the keyboard back: it doesn't keep the focus. */
export function returnFocus() {
  let byPointer = false;
  document.addEventListener("pointerdown", (event) => {
    // In a dialog the focus stays where it is, and Enter accepts.
    byPointer = !(event.target instanceof Element && event.target.closest("dialog"));
  }, { capture: true });
  // WebKit leaves the focus in a dialog that is closed until the next frame, and keys would go there.
  document.addEventListener("close", ({ target }) => {
    const { activeElement } = document;
    if (target instanceof HTMLDialogElement && !target.open && activeElement instanceof HTMLElement && target.contains(activeElement)) activeElement.blur();
  }, { capture: true });
  document.addEventListener("keydown", () => {
    byPointer = false;
  }, { capture: true });
  document.addEventListener("mousedown", (event) => {
    if (event.target instanceof Element && event.target.closest("button") && !event.target.closest("dialog")) {
      event.preventDefault();
      // Leaving a field makes it accept its text.
      const { activeElement } = document;
      if (activeElement instanceof HTMLElement && isTyping(activeElement)) activeElement.blur();
    }
  });
  document.addEventListener("change", (event) => {
    const { target } = event;
    const chosen = target instanceof HTMLSelectElement || (target instanceof HTMLInputElement && !isTyping(target));
    if (byPointer && chosen) target.blur();
  });
}
