/**
 * What an element of the page stands for: a frame, a cel, a tag, a layer, a group, a swatch, a step, a pinned state, or the picture.
 *
 * Problem: who asks for a menu means what lies under the pointer, or what has the focus, and commands mean what is chosen.
 * Idea: an element is read as a thing, and the thing is chosen before its menu opens, unless it is one of several that are
 * chosen already. Invariant: choosing changes no pixel, so a step is never gone to, but named by its number.
 */

import { chooseCel, chooseFrame } from "./celkeys.js";
import { chooseRow, isChosen, rowsOf } from "./groups.js";
import { named, say } from "../language.js";

/** @import { Engine } from "../types.js" */
/** @import { Row } from "./groups.js" */

/**
 * @typedef {object} Thing
 * @property {"frame" | "cel" | "tag" | "layer" | "group" | "swatch" | "step" | "pin" | "canvas"} kind
 * @property {HTMLElement} element
 * @property {string} name What it is called, for people.
 * @property {number} [frame]
 * @property {number} [layer]
 * @property {Row} [row] The row of a layer or a group.
 * @property {number} [tag]
 * @property {number} [index] The place of a swatch in the palette.
 * @property {number} [commit] The number of the commit that a step led to.
 * @property {boolean} [oldest] Whether it is the oldest state, which no step led to.
 * @property {boolean} [pinned]
 * @property {boolean} [source] Whether it was chosen for the history brush to paint from.
 * @property {boolean} [aside] Whether the step was set aside.
 * @property {boolean} [here] Whether the drawing is at that step.
 */

/** @param {HTMLElement} element @param {string} name */
const number = (element, name) => Number(element.dataset[name]);

/** Returns a layer or a group by its row. @param {Row | undefined} row @param {HTMLElement} element @returns {Thing | undefined} */
function thingOf(row, element) {
  if (!row) return undefined;
  const name = named(row.kind === "group" ? row.group.name : row.name);
  return { kind: row.kind, element, name, row, layer: row.kind === "group" ? row.top : row.layer };
}

/** Returns a step by its row in the list. @param {HTMLElement} element @returns {Thing} */
function stepOf(element) {
  const commit = Number(element.dataset.commit ?? element.id.slice("step-".length));
  const name = element.querySelector(".step-label")?.textContent ?? "";
  const oldest = element.ariaLevel === "1" && element.ariaPosInSet === "1";
  const aside = element.ariaLevel === "2";
  return { kind: "step", element, name, commit, oldest, aside, pinned: element.dataset.pinned === "true", here: element.ariaCurrent === "true", source: element.dataset.source === "true" };
}

/** How elements are read, by what matches them. The first that lies around the target counts. @type {[string, (engine: Engine, element: HTMLElement) => Thing | undefined][]} */
const READ = [
  [".frame[data-frame]", (_, element) => ({ kind: "frame", element, name: say`Frame ${number(element, "frame") + 1}`, frame: number(element, "frame") })],
  [".cel[data-frame]", (_, element) => ({ kind: "cel", element, name: element.ariaLabel ?? "", frame: number(element, "frame"), layer: number(element, "layer") })],
  [".tag[data-tag]", (_, element) => ({ kind: "tag", element, name: element.ariaLabel ?? "", tag: number(element, "tag") })],
  [".cels-name[data-row]", (engine, element) => thingOf(rowsOf(engine)[number(element, "row")], element)],
  [".cels-names li", (engine, element) => thingOf(rowsOf(engine)[Number(element.querySelector("[data-row]")?.getAttribute("data-row"))], element)],
  [".layer[data-layer]", (engine, element) => thingOf(rowsOf(engine).find((row) => row.kind === "layer" && row.layer === number(element, "layer")), element)],
  [".layer-group[data-group]", (engine, element) => thingOf(rowsOf(engine).find((row) => row.kind === "group" && row.group.id === number(element, "group")), element)],
  ["#palette .swatch-button", (_, element) => ({ kind: "swatch", element, name: say`Colour ${number(element, "index") + 1}`, index: number(element, "index") })],
  [".step", (_, element) => stepOf(element)],
  [".pins [data-commit]", (_, element) => ({ kind: "pin", element, name: element.querySelector(".pin-name")?.textContent?.trim() ?? "", commit: number(element, "commit") })],
  ["#surface", (_, element) => ({ kind: "canvas", element, name: say("The picture") })],
];

/**
 * Returns the thing that an element stands for, if it stands for one. A list with one stop of the Tab key stands for its active descendant.
 * @param {Engine} engine
 * @param {EventTarget | null} target
 * @returns {Thing | undefined}
 */
export function thingAt(engine, target) {
  const inner = target instanceof Element ? document.getElementById(target.getAttribute("aria-activedescendant") ?? "") ?? target : null;
  // What is typed into has the browser's own menu.
  if (!inner || inner.closest("input, select, textarea, dialog")) return undefined;
  for (const [css, read] of READ) {
    const element = inner.closest(css);
    if (element instanceof HTMLElement) return read(engine, element);
  }
  return undefined;
}

/** Chooses a thing, so that commands mean it. @param {Engine} engine @param {Thing} thing */
export function chooseThing(engine, { kind, frame = 0, layer = 0, row, index = 0, tag = 0 }) {
  const { state, drawing } = engine.picture;
  switch (kind) {
    case "frame":
      if (!state.frames.includes(frame)) chooseFrame(engine, frame, "only");
      break;
    case "cel":
      if (!state.layers.includes(layer) || !state.frames.includes(frame)) chooseCel(engine, layer, frame, "only");
      break;
    case "tag": {
      const { from, to } = drawing.tags[tag];
      if (state.frame < from || state.frame > to) chooseFrame(engine, from, "only");
      break;
    }
    case "layer":
      if (row && !state.layers.includes(layer)) chooseRow(engine, row);
      break;
    case "group":
      if (row?.kind === "group" && !isChosen(row, state.layers)) chooseRow(engine, row);
      break;
    case "swatch":
      if (!state.swatch || index < state.swatch.from || index > state.swatch.to) engine.run("palette.choose", { index });
  }
}
