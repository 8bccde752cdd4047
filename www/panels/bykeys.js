/**
 * Painting by keys, as it is seen and heard.
 *
 * Problem: a cursor that nobody moves by hand is soon lost from sight, and who doesn't see it has to hear where it is. Idea: a
 * ring stands around the cursor's pixel, never smaller than a finger's tip, and a live region says what has changed since it
 * spoke last: the canvas, the layer, the frame, the tool, the colour in hand, and the pixel with its colour. The invariant: while nobody
 * paints by keys, nothing is asked and nothing is said.
 */

import { shownKeys } from "../controls.js";
import { chordOf } from "../io/chords.js";
import { isAsking, isTyping } from "../io/typing.js";
import { Box } from "../outline.js";
import { colorName } from "./colornames.js";
import { named, say } from "../language.js";

/** @import { Engine } from "../types.js" */

/** Least side of the ring, in CSS pixels. */
const RING = 18;

/** How long the cursor rests before it is spoken of, in milliseconds: who holds an arrow hears where it ends. */
const REST_MS = 100;

/**
 * Shows and speaks the cursor by keys.
 * @param {Engine} engine
 * @param {{surface: HTMLElement, overlay: HTMLElement, skip: HTMLElement, spoken: HTMLElement}} places
 */
export function connectByKeys(engine, { surface, overlay, skip, spoken }) {
  let on = false;
  /** The key that was pressed last, or empty if a button or a finger was pressed since. */
  let pressed = "";
  let hinted = false;
  const ring = new Box(overlay, "ring");
  /** What was said last, by what it is about. @type {Map<string, string>} */
  let said = new Map();
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let waiting;

  /** Returns what there is to say, by what it is about, and how it is said. @returns {[string, string][]} */
  const facts = () => {
    const { state, drawing, tools } = engine.picture;
    const { cursor, layer, frame, tool, primary } = state;
    const color = cursor && engine.query((editor) => editor.pixel(cursor.x, cursor.y));
    const down = engine.query((editor) => editor.is_pen_down());
    return [
      ["canvas", say`${state.width} by ${state.height} pixels`],
      ["layer", say`layer ${named(drawing.layers[layer]?.name ?? "")}`],
      ["frame", drawing.frames.length > 1 ? say`frame ${frame + 1}` : ""],
      ["tool", tools.find(({ id }) => id === tool)?.label ?? ""],
      ["primary", say`painting with ${colorName(primary)}`],
      ["cursor", cursor ? `${cursor.x}, ${cursor.y}, ${color ? colorName(color) : ""}${down ? say(", pen down") : ""}` : ""],
    ];
  };

  const speak = () => {
    waiting = undefined;
    if (!on || engine.stopped) return;
    if (engine.busy) return soon();
    const now = facts();
    const news = now.filter(([about, words]) => words && said.get(about) !== words).map(([, words]) => words);
    said = new Map(now);
    if (news.length > 0) spoken.textContent = news.join(", ");
  };

  const soon = () => {
    clearTimeout(waiting);
    waiting = setTimeout(speak, REST_MS);
  };

  const place = () => {
    if (!on) return;
    const { cursor } = engine.state;
    const scale = 1 / window.devicePixelRatio;
    const rect = cursor && engine.query((editor) => editor.device_rect(cursor.x, cursor.y, 1, 1));
    if (rect) {
      const more = Math.max(0, Math.ceil((RING / scale - rect.width) / 2));
      ring.place({ x: rect.x - more, y: rect.y - more, width: rect.width + 2 * more, height: rect.height + 2 * more }, scale);
    } else ring.place(null, scale);
    soon();
  };

  // The canvas shows that it has the focus to who came by keys or paints by them. A key for a command says nothing about that:
  // who paints by mouse presses such keys, too.
  const show = (/** @type {boolean} */ shown) => surface.parentElement?.classList.toggle("keyed", shown);

  /** The key that begins it, as the person has it. */
  const key = () => shownKeys(engine.picture.commands.find(({ id }) => id === "view.by-keys")?.keys.slice(0, 1) ?? []);

  const turn = () => {
    surface.setAttribute("aria-description", say`${key() || say("View ▸ Paint by keys")} paints by keys: arrows move a cursor, Space paints.`);
    const wanted = engine.picture.commands.find(({ id }) => id === "view.by-keys")?.checked ?? false;
    if (wanted === on) return;
    on = wanted;
    said = new Map();
    if (on) {
      surface.focus({ preventScroll: true });
      show(pressed !== "");
      engine.say(say("Arrows move the cursor, Shift by the grid. Space paints while it is held. Escape ends."), "info");
      place();
    } else {
      ring.place(null, 1);
      spoken.textContent = "";
      engine.say(say("Painting by keys has ended"), "info");
    }
  };

  document.addEventListener("keydown", (event) => {
    // Some browsers have no name for it while Shift is held.
    pressed = event.code === "Tab" ? "Tab" : event.key;
    if (on) show(true);
  }, { capture: true });
  // Its key leads back to the cursor from anywhere else, as it leads there in the beginning.
  window.addEventListener("keydown", (event) => {
    const chord = chordOf(event);
    if (!on || !chord || event.target === surface || event.target === document.body || isTyping(event.target) || isAsking()) return;
    if (engine.bound(...chord) !== "view.by-keys") return;
    event.preventDefault();
    surface.focus({ preventScroll: true });
    show(true);
    soon();
  }, { capture: true });
  document.addEventListener("pointerdown", () => {
    pressed = "";
    show(false);
  }, { capture: true });
  surface.addEventListener("focus", () => {
    show(pressed === "Tab" || pressed === "Escape");
    // Who comes here by Tab is told once what keys can do.
    if (on || hinted || pressed !== "Tab") return;
    hinted = true;
    engine.say(say`${key() || say("View ▸ Paint by keys")} begins painting by keys`, "info");
  });
  engine.shows(["View"], turn);
  engine.on("state", place);
  engine.on("moved", place);
  skip.hidden = spoken.hidden = false;
  skip.addEventListener("click", (event) => {
    event.preventDefault();
    surface.focus({ preventScroll: true });
    if (!on) engine.run("view.by-keys");
  });
}
