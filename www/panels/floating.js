/**
 * A panel that floats over the stage, and is moved by its grip.
 *
 * Problem: what lies over the picture is in the way of some corner of it, and each window has its corners elsewhere. Idea: the place is
 * kept as shares of the room that is left on each axis, from 0 to 1, so that a corner stays a corner in any window. The grip
 * is dragged by pointer or finger, the arrow keys move the panel by steps, and a press on the grip takes it to the next corner.
 * Invariant: the panel lies within the stage.
 */

import { get, on, set } from "../settings.js";

/** The place as shares of the room. @typedef {{x: number, y: number}} Place */

/** How far an arrow key moves the panel, as a share of the room. */
const STEP = 0.05;

/** How far the pointer goes before it drags, in CSS pixels. */
const FAR = 3;

/** @param {unknown} share */
const within = (share) => (typeof share === "number" && share >= 0 ? Math.min(1, share) : 0);

/** Returns the next corner, clockwise. @param {Place} place @returns {Place} */
export function nextCorner({ x, y }) {
  const [right, low] = [x >= 0.5, y >= 0.5];
  if (!low) return right ? { x: 1, y: 1 } : { x: 1, y: 0 };
  return right ? { x: 0, y: 1 } : { x: 0, y: 0 };
}

/**
 * Returns the place of a panel that is moved by a way in CSS pixels.
 * @param {Place} from
 * @param {{x: number, y: number}} way
 * @param {{x: number, y: number}} room What the stage is larger than the panel.
 * @returns {Place}
 */
export function movedBy(from, way, room) {
  return { x: within(from.x + (room.x > 0 ? way.x / room.x : 0)), y: within(from.y + (room.y > 0 ? way.y / room.y : 0)) };
}

/**
 * Has a panel lie where it was put last.
 * @param {HTMLElement} panel
 * @param {HTMLElement} grip
 * @param {string} name The setting of its place.
 * @param {Place} first Where it lies as long as nobody has moved it.
 */
export function floats(panel, grip, name, first) {
  const place = () => {
    const { x, y } = get(name, first);
    return { x: within(x), y: within(y) };
  };
  const lay = ({ x, y } = place()) => {
    panel.style.setProperty("--x", String(x));
    panel.style.setProperty("--y", String(y));
  };
  let dragged = false;
  grip.addEventListener("pointerdown", (press) => {
    if (press.button !== 0) return;
    dragged = false;
    const stage = /** @type {HTMLElement} */ (panel.offsetParent ?? document.body);
    const room = { x: stage.clientWidth - panel.offsetWidth, y: stage.clientHeight - panel.offsetHeight };
    const [from, ending] = [place(), new AbortController()];
    const { signal } = ending;
    grip.setPointerCapture(press.pointerId);
    const to = (/** @type {PointerEvent} */ at) => movedBy(from, { x: at.clientX - press.clientX, y: at.clientY - press.clientY }, room);
    grip.addEventListener("pointermove", (at) => {
      dragged ||= Math.hypot(at.clientX - press.clientX, at.clientY - press.clientY) > FAR;
      if (dragged) lay(to(at));
    }, { signal });
    grip.addEventListener("pointerup", (at) => dragged && set(name, to(at)), { signal });
    // Also after the release, and if the pointer was taken away.
    grip.addEventListener("lostpointercapture", () => {
      ending.abort();
      lay();
    }, { signal });
  });
  grip.addEventListener("click", () => {
    if (!dragged) set(name, nextCorner(place()));
    dragged = false;
  });
  grip.addEventListener("keydown", (event) => {
    const [x, y] = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] }[event.key] ?? [0, 0];
    if (!(x || y) || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    event.stopPropagation();
    const now = place();
    set(name, { x: within(now.x + x * STEP), y: within(now.y + y * STEP) });
  });
  on(name, () => lay());
  lay();
}
