/**
 * Entries of a list that are dragged to another place.
 *
 * While an entry is dragged, a mark shows the gap where it would land.
 */

import { follow } from "./drag.js";

/**
 * @template Entry, Gap
 * @typedef {object} Sorting
 * @property {string} entries Selector of what can be dragged.
 * @property {(entry: HTMLElement) => Entry} index Returns what an element stands for.
 * @property {(x: number, y: number, from: Entry) => Gap} gap Returns the gap at a point of the page, where an entry would land.
 * @property {(gap: Gap | null) => void} mark Shows a gap, or none.
 * @property {(from: Entry, gap: Gap) => void} drop
 */

/**
 * Lets the entries of a list be dragged.
 * @template Entry, Gap
 * @param {HTMLElement} place
 * @param {Sorting<Entry, Gap>} sorting
 */
export function sortable(place, { entries, index, gap, mark, drop }) {
  place.addEventListener("pointerdown", (event) => {
    const { target } = event;
    const entry = target instanceof Element && !target.closest("input, .toggle") ? target.closest(entries) : null;
    if (!(entry instanceof HTMLElement)) return;
    const from = index(entry);
    follow(event, {
      move: ({ clientX, clientY }) => {
        place.classList.add("sorting");
        mark(gap(clientX, clientY, from));
      },
      drop: ({ clientX, clientY }) => drop(from, gap(clientX, clientY, from)),
      end: () => {
        mark(null);
        place.classList.remove("sorting");
      },
    });
  });
}
