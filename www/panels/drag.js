/**
 * What is dragged by the pointer, from the press to the release.
 *
 * Who presses something may want to choose it or to drag it. It is dragged once the pointer has gone some pixels, and the click
 * that follows such a release chooses nothing. Escape and a pointer that is taken away give up. The invariant: a drag ends
 * with one drop, or with nothing.
 */

/** How far the pointer goes before it drags, in CSS pixels. */
const FAR = 5;

/**
 * @typedef {object} Drag
 * @property {(at: PointerEvent) => void} move Called for each move from the first one that drags.
 * @property {(at: PointerEvent) => void} drop Called at the release, after `end`.
 * @property {() => void} end Takes back what `move` shows.
 */

/** Follows a drag from its press on. A finger's would scroll. @param {PointerEvent} press @param {Drag} drag */
export function follow(press, { move, drop, end }) {
  if (press.button !== 0 || !press.isPrimary || press.pointerType === "touch") return;
  const ending = new AbortController();
  const { signal } = ending;
  let dragged = false;

  const stop = () => {
    ending.abort();
    if (dragged) end();
  };
  /** @param {(at: PointerEvent) => void} action @returns {(at: PointerEvent) => void} */
  const ours = (action) => (at) => void (at.pointerId === press.pointerId && action(at));
  window.addEventListener("pointermove", ours((at) => {
    dragged ||= Math.hypot(at.clientX - press.clientX, at.clientY - press.clientY) > FAR;
    if (dragged) move(at);
  }), { signal });
  window.addEventListener("pointerup", ours((at) => {
    stop();
    if (!dragged) return;
    // The click is fired right after this, if at all.
    const swallow = (/** @type {Event} */ click) => click.stopPropagation();
    window.addEventListener("click", swallow, { capture: true, once: true });
    setTimeout(() => window.removeEventListener("click", swallow, { capture: true }));
    drop(at);
  }), { signal });
  window.addEventListener("pointercancel", ours(stop), { signal });
  window.addEventListener("keydown", (key) => {
    if (key.key !== "Escape" || !dragged) return;
    key.preventDefault();
    key.stopPropagation();
    stop();
  }, { signal, capture: true });
}
