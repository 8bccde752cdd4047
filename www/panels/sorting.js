/**
 * Entries of a list that are dragged to another place.
 *
 * Who presses an entry may want to choose it or to drag it. It is dragged once the pointer has gone some pixels; then a mark
 * shows the gap where it would land, Escape gives up, and the click that follows the release chooses nothing. The
 * invariant: a drag ends with one drop, or with nothing.
 */

/** How far the pointer goes before it drags, in CSS pixels. */
const FAR = 5;

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
    if (!(entry instanceof HTMLElement) || event.button !== 0 || !event.isPrimary || event.pointerType === "touch") return;
    const from = index(entry);
    let dragged = false;
    const ending = new AbortController();
    const { signal } = ending;

    const end = () => {
      ending.abort();
      mark(null);
      place.classList.remove("sorting");
    };
    window.addEventListener("pointermove", (move) => {
      dragged ||= Math.hypot(move.clientX - event.clientX, move.clientY - event.clientY) > FAR;
      if (!dragged) return;
      place.classList.add("sorting");
      mark(gap(move.clientX, move.clientY));
    }, { signal });
    window.addEventListener("pointerup", (up) => {
      end();
      if (!dragged) return;
      // The click is fired right after this, if at all.
      const swallow = (/** @type {Event} */ click) => click.stopPropagation();
      window.addEventListener("click", swallow, { capture: true, once: true });
      setTimeout(() => window.removeEventListener("click", swallow, { capture: true }));
      drop(from, gap(up.clientX, up.clientY));
    }, { signal });
    window.addEventListener("pointercancel", end, { signal });
    window.addEventListener("keydown", (key) => {
      if (key.key !== "Escape" || !dragged) return;
      key.preventDefault();
      key.stopPropagation();
      end();
    }, { signal, capture: true });
  });
}
