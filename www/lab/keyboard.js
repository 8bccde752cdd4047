/**
 * Keys, heard on the whole page, except those typed into a field. A key that did something is kept
 * from the browser; others are left alone.
 */

import { isTyping } from "../io/typing.js";

/** @typedef {{run: (id: string) => boolean, choose: (tool: string) => void, resize: (by: number) => void}} Hands */

/** @type {Record<string, string>} */
const TOOLS = { b: "pencil", e: "eraser", g: "fill" };

/** Connects the page's keys. @param {Hands} hands */
export function connectKeyboard({ run, choose, resize }) {
  window.addEventListener("keydown", (event) => {
    if (event.defaultPrevented || event.isComposing || event.getModifierState("AltGraph")) return;
    const chord = event.ctrlKey || event.metaKey;
    const key = event.key.toLowerCase();
    if (isTyping(event.target) && !chord) return;
    if (event.altKey) return;
    if (chord && key === "z") run(event.shiftKey ? "edit.redo" : "edit.undo");
    else if (chord && key === "y" && !event.shiftKey) run("edit.redo");
    else if (chord) return;
    else if (key === "escape") run("edit.cancel");
    else if (key in TOOLS) choose(TOOLS[key]);
    else if (key === "[" || key === "]") resize(key === "[" ? -1 : 1);
    else return;
    event.preventDefault();
  });
}
