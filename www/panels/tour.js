/**
 * The tour: what is where, in a few short steps.
 *
 * Problem: undo that shows itself and a history with branches are found late, since people don't expect them. Idea: a small
 * popover beside each of the things concerned, with a button that leads to the next one; where it is about undo, another one has it
 * done before one's eyes, on a sheet of its own (`rehearsal.js`). Invariant: nothing is locked meanwhile, and the drawing is not touched. One may paint, undo and open menus; Escape ends the tour unless a stroke, a menu, a dialog or a field takes that key.
 */

import { render } from "lit/html.js";
import { shownKeys } from "../controls.js";
import { isTyping } from "../io/typing.js";
import { Soon } from "../soon.js";
import { BACK, rehearse, UNDO } from "./rehearsal.js";
import { html, say } from "../words.js";

/** @import { Engine } from "../types.js" */

/** @typedef {"right" | "left" | "below" | "above"} Side */

/**
 * @typedef {object} Stop
 * @property {string} title
 * @property {string} [touchTitle] Its title where fingers paint.
 * @property {(keys: (command: string) => string) => string} text `keys` returns a command's keys.
 * @property {() => string} [touch] What it says where fingers paint.
 * @property {string[]} beside What it is about; the first one that can be seen counts.
 * @property {Side[]} sides Where the popover lies, best first.
 * @property {string} [panel] Id of the panel that is unfolded for it.
 * @property {import("./rehearsal.js").Beat[]} [beats] What is done before one's eyes if one asks for it.
 */

/** @type {Stop[]} */
const STOPS = [
  {
    title: say("Start painting"),
    text: () => say("The pencil is ready: press and drag on the canvas. The left button paints with the primary colour, the right one with the secondary."),
    touch: () => say("The pencil is ready: draw on the canvas with a finger. Colours lie below, and tools above them."),
    beside: ["#tools button", "#tools"],
    sides: ["right", "above"],
  },
  {
    title: say("Undo shows what it touched"),
    text: (keys) => say`Undo (${keys("edit.undo")}) outlines the pixels that went back. Redo (${keys("edit.redo")}) brings them again, in another colour.`,
    touch: () => say("Undo, here or by a tap with two fingers, outlines the pixels that went back. Redo brings them again, in another colour."),
    beside: ["#undo", "#compact-undo", "#toolbar"],
    sides: ["below", "above"],
    beats: UNDO,
  },
  {
    title: say("Nothing that you undo is lost"),
    text: () => say("Paint after an undo, and the undone steps stay in the history, set aside until you bring them back. Click a step to go there, and pin a state that you want to keep."),
    touch: () => say("Paint after an undo, and the undone steps stay in the history, set aside until you bring them back. The history lies among the panels: tap a step to go there."),
    beside: ["#history h2", "#history", "#sheet-panels"],
    sides: ["left", "right", "above", "below"],
    panel: "history",
    beats: BACK,
  },
  {
    title: say("Kept in this browser"),
    text: (keys) => say`Each step is stored as soon as it is done, so a reload or a crash loses nothing. Save (${keys("file.save")}) writes a file that you can take elsewhere.`,
    touch: () => say("Each step is stored as soon as it is done, so a reload or a crash loses nothing. Save writes a file that you can take elsewhere."),
    // Nothing is kept before the first stroke.
    beside: ["#status-kept:not(:empty)", "#save"],
    sides: ["above", "below"],
  },
  {
    text: () => say("Every command is in a menu, with its key beside it. The wheel zooms, and Space with a drag moves the canvas."),
    touch: () => say("Every command is in a menu. Two fingers zoom and move the canvas, and a finger that rests on a layer, a frame or a colour opens what can be done with it."),
    title: say("Menus and keys"),
    touchTitle: say("Menus and fingers"),
    beside: ["#menus [data-menu]", "#sheet-menus", "#menus"],
    sides: ["below", "above"],
  },
];

/** Whether fingers paint: on a small screen, and where nothing finer points. */
const byTouch = () => matchMedia("(pointer: coarse)").matches || document.querySelector("#compact")?.checkVisibility() === true;

/** Returns what a stop says, to fingers or to keys. @param {Engine} engine @param {Stop} stop */
function wordsOf(engine, { title, touchTitle, text, touch }) {
  if (touch && byTouch()) return { title: touchTitle ?? title, text: touch() };
  return { title, text: text((command) => shownKeys(engine.picture.commands.find(({ id }) => id === command)?.keys.slice(0, 1) ?? [])) };
}

/** Distance of the popover from what it is about, and from the window's edges, in pixels. */
const GAP = 14;
const MARGIN = 8;
/** How far down the thing an arrow points at most, in pixels: a tall panel is known by its header. */
const HEADER = 20;

/** @param {number} value @param {number} low @param {number} high */
const within = (value, low, high) => Math.max(low, Math.min(high, value));

/** Returns the first element that can be seen. @param {string[]} selectors */
function shown(selectors) {
  for (const css of selectors) {
    const found = document.querySelector(css);
    if (!found?.checkVisibility()) continue;
    const { left, top, width, height } = found.getBoundingClientRect();
    if (width > 0 && height > 0 && left < innerWidth && top < innerHeight && left + width > 0 && top + height > 0) return found;
  }
  return undefined;
}

/**
 * Returns where a box lies beside a rectangle, and where along its edge its arrow is, or `undefined` if there is no room.
 * @param {Side} side
 * @param {DOMRect} about
 * @param {{width: number, height: number}} box
 */
function placed(side, about, { width, height }) {
  const middle = { x: about.left + Math.min(about.width / 2, 200), y: about.top + Math.min(about.height / 2, HEADER) };
  const across = side === "left" || side === "right";
  const free = {
    x: within(middle.x - width / 2, MARGIN, innerWidth - width - MARGIN),
    y: within(middle.y - height / 2, MARGIN, innerHeight - height - MARGIN),
  };
  const left = side === "right" ? about.right + GAP : side === "left" ? about.left - GAP - width : free.x;
  const top = side === "below" ? about.bottom + GAP : side === "above" ? about.top - GAP - height : free.y;
  if (left < MARGIN || top < MARGIN || left + width > innerWidth - MARGIN || top + height > innerHeight - MARGIN) return undefined;
  return { side, left, top, arrow: across ? within(middle.y - top, 16, height - 16) : within(middle.x - left, 16, width - 16) };
}

/** Puts the box beside what a stop is about. @param {HTMLElement} box @param {HTMLElement} stage @param {typeof STOPS[0]} stop */
function putBeside(box, stage, { beside, sides }) {
  const about = shown(beside)?.getBoundingClientRect();
  const size = box.getBoundingClientRect();
  const [found] = about ? sides.flatMap((side) => placed(side, about, size) ?? []) : [];
  // What can't be pointed at is told at the lower edge of the stage.
  const { left, right, bottom } = stage.getBoundingClientRect();
  const middle = within((left + right - size.width) / 2, MARGIN, innerWidth - size.width - MARGIN);
  const { side, ...at } = found ?? { side: "nowhere", left: middle, top: bottom - size.height - 16, arrow: 0 };
  box.dataset.side = side;
  // What is shown on the stage keeps to the other half of it.
  stage.classList.toggle("tour-below", at.top + size.height / 2 > innerHeight / 2);
  for (const [name, value] of [["left", at.left], ["top", at.top], ["--arrow", at.arrow]]) box.style.setProperty(String(name), `${Math.round(Number(value))}px`);
}

/** Returns the popover, which is empty. */
function popover() {
  const box = Object.assign(document.createElement("div"), { id: "tour", className: "card", role: "dialog" });
  box.setAttribute("aria-labelledby", "tour-title");
  return box;
}

/** Returns `true` for an Escape that nothing else takes. @param {Engine} engine @param {KeyboardEvent} event */
function isToEnd(engine, event) {
  if (event.key !== "Escape" || event.isComposing || isTyping(event.target) || engine.state.active) return false;
  return !document.querySelector("dialog[open], :popover-open, #menus .menu-list");
}

/** Returns the functions that do some beats before one's eyes, and that end this. @param {Engine} engine @param {HTMLElement} stage */
function shower(engine, stage) {
  /** @type {AbortController | undefined} */
  let showing;
  const stop = () => {
    showing?.abort();
    showing = undefined;
  };
  /** @param {import("./rehearsal.js").Beat[]} beats */
  const show = async (beats) => {
    stop();
    const mine = showing = new AbortController();
    // Whoever paints meanwhile wants to see what they do.
    stage.addEventListener("pointerdown", stop, { capture: true, once: true, signal: mine.signal });
    await rehearse(engine, stage, beats, mine.signal).catch((error) => engine.failed(error));
    mine.abort();
  };
  return { show, stop };
}

/**
 * Renders a step of the tour.
 * @param {{title: string, text: unknown}} words
 * @param {number} step
 * @param {{end: () => void, next: () => void, show?: () => void}} buttons What they do; `show` is missing where there is nothing to be shown.
 */
function card({ title, text }, step, { end, next, show }) {
  const last = step === STOPS.length - 1;
  return html`
    <div aria-live="polite">
      <h2 id="tour-title">${title}</h2>
      <p>${text}</p>
    </div>
    <div class="tour-steps">
      <span class="tour-count" role="img" aria-label="Step ${step + 1} of ${STOPS.length}">${STOPS.map((_, i) => html`<i class=${i === step ? "here" : ""}></i>`)}</span>
      <button id="tour-skip" type="button" class="button" ?hidden=${last} @click=${end}>Skip</button>
      ${show ? html`<button id="tour-show" type="button" class="button" @click=${show}>Show me</button>` : ""}
      <button id="tour-next" type="button" class="button chief" @click=${next}>${last ? say("Done") : say("Next")}</button>
    </div>`;
}

/**
 * Returns the function that starts the tour.
 * @param {Engine} engine
 * @param {HTMLElement} stage
 */
export function tour(engine, stage) {
  const box = popover();
  let step = 0;
  const { show, stop: stopShowing } = shower(engine, stage);

  const place = () => {
    if (box.isConnected) putBeside(box, stage, STOPS[step]);
  };
  const placing = new Soon(place);
  const placeSoon = () => placing.ask();

  const end = () => {
    stopShowing();
    window.removeEventListener("keydown", onKey, { capture: true });
    window.removeEventListener("resize", place);
    document.removeEventListener("click", placeSoon);
    stage.classList.remove("tour-below");
    // The focus must not get lost with the button that has it.
    if (box.contains(document.activeElement)) stage.focus({ preventScroll: true });
    box.remove();
  };

  const onKey = (/** @type {KeyboardEvent} */ event) => {
    if (!isToEnd(engine, event)) return;
    // It would clear the selection, too.
    event.preventDefault();
    event.stopImmediatePropagation();
    end();
  };

  const draw = () => {
    const { beside, panel, beats } = STOPS[step];
    stopShowing();
    // On a small screen panels would cover the picture.
    if (panel && !document.querySelector("#compact")?.checkVisibility()) document.dispatchEvent(new CustomEvent("reveal", { detail: panel }));
    // It may have been scrolled away in its column.
    beside.map((css) => document.querySelector(css)).find((found) => found?.checkVisibility())?.scrollIntoView({ block: "nearest" });
    render(card(wordsOf(engine, STOPS[step]), step, { end, next, show: beats && (() => void show(beats)) }), box);
    place();
  };

  const next = () => {
    if (++step < STOPS.length) draw();
    else end();
  };

  return () => {
    if (engine.stopped) return;
    if (box.isConnected) end();
    step = 0;
    // After the stage, so that Tab leads on from there.
    stage.after(box);
    window.addEventListener("keydown", onKey, { capture: true });
    window.addEventListener("resize", place);
    // What it is about may have been moved or folded.
    document.addEventListener("click", placeSoon);
    draw();
    const button = box.querySelector("#tour-next");
    if (button instanceof HTMLElement) button.focus({ preventScroll: true });
  };
}
