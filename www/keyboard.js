/**
 * Keys, forwarded to the editor's table of commands, and the question whose a key is.
 *
 * Keys are heard on the whole window, so that they work wherever the focus is; but a key that
 * somebody types into a field, or presses in a dialog, belongs there. The browser's own
 * meaning of a key is prevented only where a command took it. A control that was used by
 * pointer gives the focus back: after a click on a button, Space must pan, not click again.
 */

/** @import { Engine } from "./types.js" */

/** Commands that wait for the browser's own event, which brings or takes what is on its clipboard. */
const CLIPBOARD = new Set(["edit.cut", "edit.copy", "edit.paste"]);

/** What a key would be on a Latin keyboard, by place, for alphabets without these letters. */
const PLACES = new Map([["BracketLeft", "["], ["BracketRight", "]"]]);

/** @param {EventTarget | null} target */
function isTyping(target) {
  if (!(target instanceof HTMLElement)) return false;
  if (target.isContentEditable || target.matches("textarea, select")) return true;
  return target instanceof HTMLInputElement
    && !["button", "checkbox", "color", "file", "radio", "range", "reset", "submit"].includes(target.type);
}

/** Whether Space means something to this control. @param {EventTarget | null} target */
function wantsSpace(target) {
  return target instanceof HTMLElement
    && target.matches("button, a[href], summary, input[type=color], input[type=checkbox]");
}

/** Whether Enter and arrows mean something to this control. @param {EventTarget | null} target */
function wantsKeys(target) {
  return target instanceof HTMLElement && target.matches("button, a[href], summary, input, [role=menuitem]");
}

/**
 * The key as the table knows it. Where the layout's alphabet has no such letter, as Cyrillic
 * has no "z", the key's place decides.
 * @param {KeyboardEvent} event
 */
function latin(event) {
  if (event.key.length !== 1 || event.key <= "\u024f") return event.key;
  const letter = /^(?:Key|Digit)(.)$/.exec(event.code)?.[1].toLowerCase();
  return letter ?? PLACES.get(event.code) ?? event.key;
}

/**
 * Shift, Ctrl or Cmd, and Alt, as the editor wants them.
 * @param {{shiftKey: boolean, ctrlKey: boolean, metaKey: boolean, altKey: boolean}} event
 */
export function heldBits(event) {
  return (event.shiftKey ? 1 : 0) | (event.ctrlKey || event.metaKey ? 2 : 0) | (event.altKey ? 4 : 0);
}

/**
 * @param {Engine} engine
 * @param {(id: string) => void} onClipboard Called when a key for the clipboard went down.
 */
export function connectKeyboard(engine, onClipboard) {
  let spaceHeld = false;

  /** @param {boolean} held */
  const holdSpace = (held) => {
    if (held === spaceHeld) return;
    spaceHeld = held;
    engine.apply((editor) => editor.hold_space(held));
  };

  for (const type of /** @type {const} */ (["keydown", "keyup"])) {
    window.addEventListener(type, (event) => {
      if (!["Shift", "Control", "Meta", "Alt"].includes(event.key)) return;
      // Alone, Alt would open the browser's menu and take the next key away.
      if (event.key === "Alt" && !isTyping(event.target)) event.preventDefault();
      engine.apply((editor) => editor.modifiers(heldBits(event)));
    });
  }

  window.addEventListener("keydown", (event) => {
    if (event.defaultPrevented || event.isComposing || engine.stopped) return;
    if (document.querySelector("dialog[open]")) return;
    const mod = event.ctrlKey || event.metaKey;
    // With AltGr a key types a character: on many keyboards that is how "[" is written. It is
    // never Ctrl+Alt, and never a letter's command.
    const altGraph = event.getModifierState("AltGraph");
    if (altGraph && /^[\p{L}\p{N}]$/u.test(event.key)) return;

    // A list takes letters, but no chords.
    if (isTyping(event.target) && !(mod && event.target instanceof HTMLSelectElement)) {
      if (event.key === "Escape" && event.target instanceof HTMLElement) event.target.blur();
      return;
    }
    if (event.code === "Space" && !mod && !event.altKey) {
      if (wantsSpace(event.target)) return;
      event.preventDefault();
      holdSpace(true);
      return;
    }

    const key = latin(event);
    const id = engine.apply((editor) => (altGraph
      ? editor.key(key, false, false, false)
      : editor.key(key, mod, event.shiftKey, event.altKey)));
    if (!id) return;
    // Enter presses the button that has the focus, and arrows move in lists.
    if (wantsKeys(event.target) && /^(?:Enter|Arrow)/.test(key)) return;
    if (CLIPBOARD.has(id)) {
      // A held key is one copy or one paste, not a pile of them.
      if (event.repeat) event.preventDefault();
      else onClipboard(id);
      return;
    }
    event.preventDefault();
    // What isn't made for a held key would flicker or pile up.
    if (event.repeat && !engine.picture.commands.find((command) => command.id === id)?.repeats) return;
    engine.invoke(id);
  });

  window.addEventListener("keyup", (event) => {
    if (event.code === "Space") holdSpace(false);
  });
  // A key that comes up in another window is never heard here.
  window.addEventListener("blur", () => {
    holdSpace(false);
    engine.apply((editor) => editor.modifiers(0));
  });

  let byPointer = false;
  document.addEventListener("pointerdown", (event) => {
    // In a dialog the focus stays where it is, and Enter accepts.
    byPointer = !(event.target instanceof Element && event.target.closest("dialog"));
  }, { capture: true });
  document.addEventListener("keydown", () => {
    byPointer = false;
  }, { capture: true });
  document.addEventListener("mousedown", (event) => {
    if (event.target instanceof Element && event.target.closest("button") && !event.target.closest("dialog")) {
      event.preventDefault();
      // The field that the focus is taken from takes over what was typed into it.
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
