/**
 * Keys, forwarded to the editor's table of commands, and the question whose a key is.
 *
 * Keys are heard on the whole window, so that they work wherever the focus is; but a key that
 * somebody types into a field, or presses in a dialog, belongs there. The browser's own
 * meaning of a key is prevented only where a command took it. A field in which Enter was pressed gives the focus back.
 */

import { GATHERS } from "../how.js";
import { chordOf } from "./chords.js";
import { isAsking, isTyping } from "./typing.js";

/** @import { Engine } from "../types.js" */

/** Commands that wait for the browser's clipboard event, which gives access to the system's clipboard. */
const CLIPBOARD = new Set(["edit.cut", "edit.copy", "edit.paste"]);

/** Keys that the editor hears of by themselves. */
const MODIFIERS = new Set(["Shift", "Control", "Meta", "Alt"]);

/** Where a key may be pressed that is not the canvas. */
const ELSEWHERE = "header, nav, aside, footer, section";

/** Returns `true` if Space activates this control. @param {EventTarget | null} target */
function wantsSpace(target) {
  return target instanceof HTMLElement
    && target.matches("button, a[href], summary, input[type=color], input[type=checkbox]");
}

/** Returns `true` if this control handles Enter and arrows. @param {EventTarget | null} target */
function wantsKeys(target) {
  return target instanceof HTMLElement && target.matches("button, a[href], summary, input, [role=menuitem]");
}

/**
 * Returns the held modifier keys as the editor's bits: 1 Shift, 2 Ctrl or Cmd, 4 Alt.
 * @param {{shiftKey: boolean, ctrlKey: boolean, metaKey: boolean, altKey: boolean}} event
 */
export function heldBits(event) {
  return (event.shiftKey ? 1 : 0) | (event.ctrlKey || event.metaKey ? 2 : 0) | (event.altKey ? 4 : 0);
}

/** Gives the canvas the focus. */
const toCanvas = () => document.getElementById("surface")?.focus({ preventScroll: true });

/** Returns `true` while arrows move a cursor and Space is a pen. @param {Engine} engine */
export const isByKeys = ({ picture: { commands } }) => commands.some(({ id, checked }) => id === "view.by-keys" && checked);

/** Scrolls by an arrow while Space moves the picture. Returns `false` if that key is none, or Space is a pen. @param {Engine} engine @param {string} key */
function scrolls(engine, key) {
  const way = key.startsWith("Arrow") && !isByKeys(engine);
  if (way) engine.invoke(`view.scroll-${key.slice(5).toLowerCase()}`);
  return way;
}

/** Tells the editor of the modifier keys that are held, if a key is one of them. @param {Engine} engine @param {KeyboardEvent} event */
function followModifiers(engine, event) {
  if (!MODIFIERS.has(event.key)) return;
  // Alone, Alt would open the browser's menu and take the next key away.
  if (event.key === "Alt" && !isTyping(event.target)) event.preventDefault();
  engine.send((editor) => editor.modifiers(heldBits(event)), GATHERS);
}

/**
 * Connects the window's keys to the editor.
 * @param {Engine} engine
 */
export function connectKeyboard(engine) {
  let spaceHeld = false;

  /** @param {boolean} held */
  const holdSpace = (held) => {
    if (held === spaceHeld) return;
    // Space is the pen of who paints by keys.
    if (held && isByKeys(engine) && engine.refuses(engine.state.tool)) return;
    spaceHeld = held;
    engine.send((editor) => editor.plan_space(held, performance.now()));
  };

  /** @param {KeyboardEvent} event */
  const pressed = (event) => {
    const mod = event.ctrlKey || event.metaKey;
    const chord = chordOf(event);
    if (!chord) return;

    // A list takes letters, but no chords.
    if (isTyping(event.target) && !(mod && event.target instanceof HTMLSelectElement)) {
      // Whoever has typed a number or a name wants to go on drawing.
      const done = event.key === "Escape" || (event.key === "Enter" && event.target instanceof HTMLInputElement);
      if (done) toCanvas();
      return;
    }
    if (event.key === "Escape" && event.target instanceof Element && event.target.closest(ELSEWHERE)) {
      event.preventDefault();
      toCanvas();
      return;
    }
    if (event.code === "Space" && !mod && !event.altKey) {
      if (wantsSpace(event.target)) return;
      event.preventDefault();
      holdSpace(true);
      return;
    }

    if (spaceHeld && scrolls(engine, chord[0])) return void event.preventDefault();

    const id = engine.key(...chord);
    if (!id) return;
    // Enter presses the button that has the focus, and arrows move in lists.
    if (wantsKeys(event.target) && /^(?:Enter|Arrow)/.test(chord[0])) return;
    if (engine.onClipboard && CLIPBOARD.has(id)) {
      // A held key is one copy or one paste, not a pile of them.
      if (event.repeat) event.preventDefault();
      else engine.onClipboard(id);
      return;
    }
    event.preventDefault();
    // A command that is not made for repeating would flicker or pile up, and so would any that waits.
    if (event.repeat && !engine.repeats(id)) return;
    if (event.key !== "Escape" || !engine.stop()) engine.press(id, chord);
  };

  window.addEventListener("keydown", (event) => {
    followModifiers(engine, event);
    if (event.defaultPrevented || event.isComposing || engine.stopped) return;
    if (isAsking()) return;
    pressed(event);
  });

  window.addEventListener("keyup", (event) => {
    followModifiers(engine, event);
    engine.released();
    if (event.code === "Space") holdSpace(false);
  });
  // A key that comes up in another window is never heard here.
  window.addEventListener("blur", () => {
    holdSpace(false);
    engine.send((editor) => editor.modifiers(0));
  });
}
