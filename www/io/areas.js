/**
 * F6 goes round the areas of the page, Shift+F6 the other way: the picture, tools, options, history, colours, palette, layers,
 * timeline, status.
 *
 * Problem: by Tab the palette lies thirty stops behind the history. Idea: each area has a place where one works, such as the list
 * of steps or the chosen swatch; the key leads there, or back to where the focus was in it last. An area that is hidden, or
 * where nothing can take the focus, is passed by. What a message offers is next to the picture, by Tab, wherever the preview floats. Invariant: the key leads to an area that is seen, or stays where it is.
 */

import { chordOf } from "./chords.js";
import { onForgotten } from "../settings.js";
import { isAsking } from "./typing.js";

/** @import { Engine } from "../types.js" */

/** The areas in their order, and what in each has the focus first; without that it is the first stop of the Tab key. @type {[string, string][]} */
const AREAS = [
  ["#stage", "#surface"],
  ["#makers.card", ".steps"],
  ["#tools", ".tool[aria-pressed=true]"],
  ["#options", ""],
  ["#history", "#makers:not([hidden]) .steps, #found-steps:not([hidden]), #steps"],
  ["#colors", ""],
  ["#palette", ".swatch-button[tabindex='0']"],
  ["#layers", ".layer-name[tabindex='0']"],
  ["#timeline", ".frame[tabindex='0']"],
  ["#status", ""],
];

/** What can have the focus. */
const STOPS = "button, select, input, textarea, a[href], [tabindex='0']";

/** @typedef {HTMLElement & {disabled?: boolean}} Stop */

/** Returns the places after one in a ring, the nearest first, and that one last. @param {number} at -1 for none. @param {number} count @param {number} step 1 or -1. */
function round(at, count, step) {
  const from = at < 0 && step < 0 ? 0 : at;
  return Array.from({ length: count }, (_, i) => (from + (i + 1) * step + 2 * count) % count);
}

/** Returns `true` if an element can be given the focus. @param {Element | undefined | null} element @returns {element is Stop} */
const takesFocus = (element) => element instanceof HTMLElement && element.isConnected && element.checkVisibility({ visibilityProperty: true }) && !(/** @type {Stop} */ (element).disabled) && !element.closest("[inert]");

/** Has Tab lead from the picture to what a message offers. @param {KeyboardEvent} event */
function toOffer(event) {
  if (event.key !== "Tab" || event.shiftKey || event.ctrlKey || event.altKey || event.metaKey || document.activeElement?.id !== "surface") return;
  const offer = document.querySelector("#message.shown button");
  if (!takesFocus(offer)) return;
  event.preventDefault();
  offer.focus();
}

/** Connects the key. @param {Engine} engine */
export function connectAreas(engine) {
  /** The element of each area that had the focus last. @type {Map<string, Element>} */
  const last = new Map();
  onForgotten(() => last.clear());
  const areaOf = (/** @type {Element | null} */ element) => AREAS.findIndex(([css]) => element?.closest(css));
  document.addEventListener("focusin", ({ target }) => {
    const at = target instanceof Element ? areaOf(target) : -1;
    if (at >= 0) last.set(AREAS[at][0], /** @type {Element} */ (target));
  });

  /** Returns what gets the focus in an area, if anything can. @param {[string, string]} area */
  const stopIn = ([css, first]) => {
    const area = document.querySelector(css);
    if (!(area instanceof HTMLElement) || !area.checkVisibility({ visibilityProperty: true })) return undefined;
    const known = last.get(css);
    const wished = first && area.querySelector(first);
    // A list has one stop, and what was its stop may not be that any more.
    return [known instanceof HTMLElement && known.tabIndex >= 0 ? known : undefined, wished, ...area.querySelectorAll(STOPS)].find((one) => one && takesFocus(one));
  };

  window.addEventListener("keydown", toOffer);
  window.addEventListener("keydown", (event) => {
    if (event.code !== "F6" || event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented || isAsking() || engine.stopped) return;
    const chord = chordOf(event);
    // Who has given the key to a command means that.
    if (chord && engine.bound(...chord)) return;
    event.preventDefault();
    event.stopPropagation();
    const at = areaOf(document.activeElement);
    const stop = round(at, AREAS.length, event.shiftKey ? -1 : 1).map((place) => stopIn(AREAS[place])).find((one) => one !== undefined);
    if (stop instanceof HTMLElement) {
      stop.focus();
      if (stop.id !== "surface") stop.scrollIntoView({ block: "nearest", inline: "nearest" });
    }
  }, { capture: true });
}
