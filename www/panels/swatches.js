/**
 * What a palette can do that painting doesn't need: swatches are dragged to another place, and those in use are marked.
 *
 * While a swatch is dragged, a line shows where the colour will go; the release moves it, as one step. Alt with an arrow does the same by keys.
 *
 * The form of preset palettes says where each comes from. Which colours the drawing uses is found out in idle moments, a slice at a time, and never while a stroke is under way.
 */

import { whenIdle } from "../io/idle.js";
import { follow } from "./drag.js";
import { notes } from "./form.js";
import { led } from "./roving.js";
import { say } from "../language.js";

/** @import { Engine, Preset } from "../types.js" */

/** Time of an idle moment that has to be left for a slice, in milliseconds. */
const REST = 4;

/** @param {EventTarget | null} target */
const swatchOf = (target) => (target instanceof Element ? target.closest(".swatch-button") : null);

/** @param {Element} swatch */
const indexOf = (swatch) => Number(/** @type {HTMLElement} */ (swatch).dataset.index);

/** Has a swatch change its place, dragged or by Alt and an arrow. @param {Engine} engine @param {HTMLElement} place */
function moveSwatches(engine, place) {
  place.addEventListener("pointerdown", (event) => {
    const from = swatchOf(event.target);
    if (!from || event.shiftKey) return;
    /** The swatch that the dragged one will take the place of. @type {Element | undefined} */
    let to;
    const mark = (/** @type {Element | undefined} */ swatch) => {
      to?.classList.remove("goes-before", "goes-behind");
      to = swatch;
      to?.classList.add(indexOf(/** @type {Element} */ (to)) < indexOf(from) ? "goes-before" : "goes-behind");
    };
    const over = (/** @type {PointerEvent} */ { clientX, clientY }) => {
      const swatch = swatchOf(document.elementFromPoint(clientX, clientY));
      return swatch && swatch !== from && place.contains(swatch) ? swatch : undefined;
    };
    follow(event, {
      move: (at) => {
        from.classList.add("dragged");
        mark(over(at));
      },
      drop: (at) => {
        const goal = over(at);
        if (goal) engine.run("palette.move", { from: indexOf(from), to: indexOf(goal) });
      },
      end: () => {
        mark(undefined);
        from.classList.remove("dragged");
      },
    });
  });

  place.addEventListener("keydown", (event) => {
    const swatch = swatchOf(event.target);
    if (!swatch || !event.altKey || event.ctrlKey || event.metaKey) return;
    const all = place.querySelectorAll(".swatch-button");
    const [from, group] = [indexOf(swatch), swatch.parentElement];
    const to = group ? led(event.key, from, all.length, group) : undefined;
    if (to === undefined) return;
    event.preventDefault();
    if (to === from || !engine.run("palette.move", { from, to })) return;
    // The focus goes along with the colour.
    const goal = /** @type {HTMLElement} */ (all[to]);
    goal.tabIndex = 0;
    goal.focus();
  });
}

/** Finds in idle moments which colours are in use, and tells the palette. @param {Engine} engine @param {HTMLElement} place */
function survey(engine, place) {
  let waiting = false;
  const look = () => {
    if (waiting || engine.stopped) return;
    waiting = true;
    whenIdle((rest) => engine.look((editor) => {
      waiting = false;
      // A step or the end of a preview is told.
      if (engine.state.active || engine.state.previewing) return;
      let more = true;
      while (more && rest() > REST) more = editor.survey();
      if (more) look();
      else place.dispatchEvent(new CustomEvent("used", { detail: editor.used_colors() }));
    }));
  };
  engine.shows(["steps", "palette", "stroke", "file"], look);
}

/**
 * Connects what can be done with swatches.
 * @param {Engine} engine
 * @param {HTMLElement} place The palette's panel.
 */
export function swatchesPanel(engine, place) {
  moveSwatches(engine, place);

  /** @type {Preset[] | undefined} */
  let presets;
  notes.set("palette.preset", ({ palette }) => {
    presets ??= engine.colors.presets();
    const preset = presets.find(({ id }) => id === palette);
    return preset ? say`${preset.colors.length} colours. ${say(preset.source)}.` : "";
  });

  survey(engine, place);
}
