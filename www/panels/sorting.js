/**
 * Entries of a list that are dragged to another place.
 *
 * While an entry is dragged, a mark shows the gap where it would land.
 */

import { follow } from "./drag.js";

/**
 * @typedef {object} Sorting
 * @property {string} entries Selector of what can be dragged.
 * @property {(entry: HTMLElement) => number} index Returns an entry's place.
 * @property {(x: number, y: number) => number} gap Returns the gap at a point of the page: that many entries lie before it.
 * @property {(gap: number | null) => void} mark Shows a gap, or none.
 * @property {(from: number, gap: number) => void} drop
 */

/** Lets the entries of a list be dragged. @param {HTMLElement} place @param {Sorting} sorting */
export function sortable(place, { entries, index, gap, mark, drop }) {
  place.addEventListener("pointerdown", (event) => {
    const { target } = event;
    const entry = target instanceof Element && !target.closest("input, .toggle") ? target.closest(entries) : null;
    if (!(entry instanceof HTMLElement)) return;
    const from = index(entry);
    follow(event, {
      move: ({ clientX, clientY }) => {
        place.classList.add("sorting");
        mark(gap(clientX, clientY));
      },
      drop: ({ clientX, clientY }) => drop(from, gap(clientX, clientY)),
      end: () => {
        mark(null);
        place.classList.remove("sorting");
      },
    });
  });
}
