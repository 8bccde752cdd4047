/**
 * The journeys that `npm test` makes in the browsers other than Chromium, in which it makes all.
 *
 * Problem: a journey costs two seconds of a processor in Firefox and in WebKit, and most hold what is the same in every browser:
 * Rust's rules, and the page's own scripts above them. Idea: a table of those that touch what browsers do themselves, with
 * what that is. They run in one process, one after the other, so that all share one browser. Invariant: a name in the table
 * is a journey's; `npm run journeys -- firefox` makes all of them.
 */
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";

/**
 * @typedef {object} Part
 * @property {string} file  A file of journeys, without its ending.
 * @property {string} why  What of the browser's own they are about.
 * @property {string[]} [only]  Names of the journeys; all of the file by default.
 */

/** @type {Part[]} */
export const CORE = [
  {
    file: "painting",
    why: "pointer events, their capture outside of the stage, and keys in between",
    only: [
      "a drag paints exactly the pixels of its path, however far apart its samples are",
      "a stroke goes on outside of the stage, too",
      "the right button paints the secondary colour, which erases at first",
      "Escape or undo in a stroke takes back that stroke and nothing else",
    ],
  },
  { file: "bykeys", why: "focus by Tab, keys on the canvas, and what is spoken", only: ["Tab and Enter lead to the canvas, arrows move, Space paints, and all of it is said", "who comes to the canvas by Tab is told of K, and K begins and ends it"] },
  { file: "history", why: "keys with modifiers and buttons, and shapes over the canvas", only: ["undo and redo are exact to the byte, by keys and by buttons", "the exact pixels are outlined between the pixels, at any zoom"] },
  { file: "steps", why: "lists that scroll", only: ["each step is a row, and a click goes there"] },
  { file: "timeline", why: "dragging within a panel that scrolls", only: ["frames are dragged to another place, as one step, and Escape leaves them"] },
  { file: "look", why: "scrollbars, which may cover what they scroll", only: ["panels collapse and move between the columns, and stand there after a reload"] },
  { file: "edits", why: "the clipboard's events, dialogs and fields", only: ["copy, cut and paste by their keys: what is pasted floats where it was until it lands", "a form is found, filled, left and accepted by keys alone"] },
  { file: "then", why: "keys on a slider, and Enter that accepts its form", only: ["the selection is as it was at the step that the slider comes to, seen on the picture before it is one step"] },
  { file: "menus", why: "focus in menus, and clicks beside them", only: ["arrows, letters, Enter and Escape go through the menus"] },
  { file: "view", why: "the wheel, and cursors of the view", only: ["the wheel zooms in and out at the pointer"] },
  { file: "repaint", why: "what a canvas shows after it was moved in part", only: ["a view that is panned and zoomed shows what a whole repaint shows"] },
  { file: "files", why: "drops, pastes, downloads, and the browser's decoder beside ours", only: ["an opened picture is painted on and exported as it is shown, by two other decoders' word"] },
  { file: "first", why: "files that the page itself loads, where there may be no file handles", only: ["a sample of the card opens with its layers, frames and history, and is kept"] },
  { file: "saving", why: "downloads, and files that are chosen", only: ["a saved drawing comes back with its layers, frames and names"] },
  { file: "keeping", why: "storage and reloads", only: ["a reload brings back the same drawing, and what is painted then is kept as well"] },
  { file: "tabs", why: "locks and messages between tabs", only: ["a second tab only shows a drawing, and says so to whoever wants to change it"] },
  { file: "site", why: "loading, the content security policy, and complaints", only: ["${page} works from a subfolder, calls nobody else, and has nothing to complain of"] },
  { file: "access", why: "the accessible names, roles and contrasts of the pages, as this browser lays them out", only: ["${page} has nothing that axe finds"] },
];

/** The file of a part. @param {Part} part */
const fileOf = ({ file }) => fileURLToPath(new URL(`${file}.test.mjs`, import.meta.url));

/** What a pattern has to escape. */
const SIGNS = /[\\^$.*+?()[\]{}|/]/g;

/**
 * Returns patterns of the journeys' names. What is filled into a name when the file is run may be anything.
 * @returns {string[]}
 */
export function corePatterns() {
  return CORE.flatMap((part) => {
    const text = readFileSync(fileOf(part), "utf8");
    const there = [...text.matchAll(/^ *test\((?:"([^"]+)"|`([^`]+)`)/gm)].map(([, plain, filled]) => plain ?? filled);
    const strange = part.only?.find((name) => !there.includes(name));
    if (strange !== undefined || there.length === 0) throw new Error(`tests/browser/core.mjs: ${part.file} has no journey “${strange ?? ""}”`);
    return (part.only ?? there).map((name) => `^${name.split(/\$\{[^}]*\}/).map((text) => text.replace(SIGNS, "\\$&")).join(".*")}$`);
  });
}

// As the file that the test runner runs, it has all parts run.
if (process.argv[1] === fileURLToPath(import.meta.url)) for (const { file } of CORE) await import(`./${file}.test.mjs`);
