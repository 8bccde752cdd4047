/** Keys of the table of commands on other keyboards: what is typed decides, and where the layout can't type it, the position. */
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import test from "node:test";

// Node.js 20 has none.
Object.defineProperty(globalThis, "navigator", { value: { platform: "", languages: ["en"] }, configurable: true });
const { textOf } = await import("../../www/bindings.js");
const { chordOf } = await import("../../www/io/chords.js");

/** @typedef {{key: string, code: string, ctrlKey?: boolean, shiftKey?: boolean, altKey?: boolean, altGraph?: boolean}} Stroke */

/** The command that a key on another keyboard runs, as it would be told. @type {[string, Stroke, string][]} */
const LAYOUTS = [
  // AZERTY: A and Q, Z and W have changed places; digits need Shift; "[" is AltGr+5.
  ["AZERTY", { key: "z", code: "KeyW" }, "tool.zoom"],
  ["AZERTY", { key: "w", code: "KeyZ" }, "tool.wand"],
  ["AZERTY", { key: "z", code: "KeyW", ctrlKey: true }, "edit.undo"],
  ["AZERTY", { key: "w", code: "KeyZ", ctrlKey: true }, ""],
  ["AZERTY", { key: "a", code: "KeyQ", ctrlKey: true }, "select.all"],
  ["AZERTY", { key: "m", code: "Semicolon" }, "tool.select-rectangle"],
  ["AZERTY", { key: "2", code: "Digit2", shiftKey: true }, "view.zoom.2"],
  ["AZERTY", { key: "é", code: "Digit2" }, ""],
  ["AZERTY", { key: "0", code: "Digit0", shiftKey: true }, "palette.next"],
  ["AZERTY", { key: "à", code: "Digit0" }, ""],
  ["AZERTY", { key: ".", code: "Comma", shiftKey: true }, "frame.next"],
  ["AZERTY", { key: "'", code: "Digit4", ctrlKey: true }, "view.grid"],
  ["AZERTY", { key: "[", code: "Digit5", ctrlKey: true, altKey: true, altGraph: true }, "palette.previous"],
  ["AZERTY", { key: "?", code: "KeyM", shiftKey: true }, "help.keys"],
  ["AZERTY", { key: "/", code: "Period", shiftKey: true }, "help.commands"],
  // A dead key, and the letter after it.
  ["AZERTY", { key: "Dead", code: "BracketLeft" }, ""],
  ["AZERTY", { key: "ê", code: "KeyE" }, "tool.eraser"],
  ["AZERTY", { key: "â", code: "KeyQ", ctrlKey: true }, "select.all"],
  // QWERTZ.
  ["QWERTZ", { key: "z", code: "KeyY", ctrlKey: true }, "edit.undo"],
  ["QWERTZ", { key: "y", code: "KeyZ", ctrlKey: true }, "edit.redo"],
  ["QWERTZ", { key: "Z", code: "KeyY", ctrlKey: true, shiftKey: true }, "edit.redo"],
  ["QWERTZ", { key: "[", code: "Digit8", ctrlKey: true, altKey: true, altGraph: true }, "palette.previous"],
  ["QWERTZ", { key: "'", code: "Backslash", ctrlKey: true, shiftKey: true }, "view.grid"],
  ["QWERTZ", { key: "/", code: "Digit7", shiftKey: true }, "help.commands"],
  ["QWERTZ", { key: "?", code: "Minus", shiftKey: true }, "help.keys"],
  ["QWERTZ", { key: "@", code: "KeyQ", ctrlKey: true, altKey: true, altGraph: true }, ""],
  ["QWERTZ", { key: "ü", code: "BracketLeft" }, ""],
  ["QWERTZ", { key: "Dead", code: "Equal" }, ""],
  ["QWERTZ", { key: "é", code: "KeyE" }, "tool.eraser"],
  // Dvorak: letters and signs are elsewhere.
  ["Dvorak", { key: ".", code: "KeyE" }, "frame.next"],
  ["Dvorak", { key: "e", code: "KeyD" }, "tool.eraser"],
  ["Dvorak", { key: "b", code: "KeyN" }, "tool.pencil"],
  ["Dvorak", { key: ";", code: "KeyZ", ctrlKey: true }, ""],
  ["Dvorak", { key: "z", code: "Slash", ctrlKey: true }, "edit.undo"],
  ["Dvorak", { key: "[", code: "Minus" }, "palette.previous"],
  ["Dvorak", { key: "'", code: "KeyQ", ctrlKey: true }, "view.grid"],
  // Cyrillic: the position decides.
  ["Cyrillic", { key: "и", code: "KeyB" }, "tool.pencil"],
  ["Cyrillic", { key: "Г", code: "KeyU", shiftKey: true }, "tool.ellipse"],
  ["Cyrillic", { key: "я", code: "KeyZ", ctrlKey: true }, "edit.undo"],
  ["Cyrillic", { key: "Я", code: "KeyZ", ctrlKey: true, shiftKey: true }, "edit.redo"],
  ["Cyrillic", { key: "л", code: "KeyK", ctrlKey: true }, "help.commands"],
  ["Cyrillic", { key: "х", code: "BracketLeft" }, "palette.previous"],
  ["Cyrillic", { key: "ъ", code: "BracketRight" }, "palette.next"],
  ["Cyrillic", { key: "б", code: "Comma" }, "frame.previous"],
  ["Cyrillic", { key: "ю", code: "Period" }, "frame.next"],
  ["Cyrillic", { key: "э", code: "Quote", ctrlKey: true }, "view.grid"],
  ["Cyrillic", { key: "?", code: "Digit7", shiftKey: true }, "help.keys"],
  ["Cyrillic", { key: "2", code: "Digit2" }, "view.zoom.2"],
  // US International: the apostrophe is a dead key.
  ["US International", { key: "Dead", code: "Quote", ctrlKey: true }, "view.grid"],
  ["US International", { key: "Dead", code: "Digit6", shiftKey: true }, ""],
  // With Alt a Mac types signs, or a dead key.
  ["a Mac", { key: "∫", code: "KeyB", altKey: true }, "frame.add"],
  ["a Mac", { key: "Dead", code: "KeyN", altKey: true }, "frame.duplicate"],
  ["QWERTZ", { key: "N", code: "KeyN", altKey: true, shiftKey: true }, "group.add"],
  // Input methods take the key for themselves.
  ["an input method", { key: "Process", code: "KeyB" }, ""],
];

/** The keys of all commands, from the reference that is made of the table. */
const commands = [...readFileSync(new URL("../../docs/commands.md", import.meta.url), "utf8").matchAll(/^\| `([\w.-]+)` \| [^|]* \| ([^|]*) \|/gm)]
  .map(([, id, keys]) => ({ id, keys: keys.split(", ") }));

test("keys are found by what they type, on AZERTY, QWERTZ, Dvorak, Cyrillic and behind dead keys", () => {
  assert.ok(commands.some(({ id, keys }) => id === "edit.redo" && keys.length === 2), "the reference was read");
  for (const [layout, { altGraph = false, ...event }, id] of LAYOUTS) {
    const held = { ctrlKey: false, metaKey: false, shiftKey: false, altKey: false };
    const chord = chordOf(/** @type {any} */ ({ ...held, ...event, getModifierState: () => altGraph }));
    const found = chord && commands.find(({ keys }) => keys.includes(textOf(chord)));
    assert.equal(found?.id ?? "", id, `${layout}: ${JSON.stringify(event)}`);
  }
});
