/** German: its catalogue, and what it has of its own. */

import commands from "./de/commands.json";
import files from "./de/files.json";
import messages from "./de/messages.json";
import lab from "./de/lab.json";
import page from "./de/page.json";
import refusals from "./de/refusals.json";
import { Speech } from "./speaking.js";

/** Speaks German. @param {ConstructorParameters<typeof Speech>[1]} sentence */
export const speak = (sentence) => new Speech({
  tag: "de",
  catalogues: [commands, messages, refusals, page, lab, files],
  signs: { thousands: ".", decimal: "," },
  given: { Layer: "Ebene", Group: "Gruppe", Slice: "Slice", Tag: "Marke", untitled: "unbenannt" },
  copy: " – Kopie",
  keys: { Ctrl: "Strg", Shift: "Umschalt", Space: "Leertaste", Enter: "Eingabe", Escape: "Esc", Delete: "Entf", Backspace: "Rücktaste", Home: "Pos1", End: "Ende", Insert: "Einfg", PageUp: "Bild ↑", PageDown: "Bild ↓" },
  // What something is, is said only once where its name says so too: “Ebene Ebene 2”.
  finish: (text) => text.replace(/\b(Ebene|Gruppe) (?=\1 \d)/g, ""),
  // Nouns keep their capitals.
  within: (label) => label,
}, sentence);
