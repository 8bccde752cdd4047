/**
 * Undo you can see where no pixel changes: the row, the frame or the colour that it touched flashes.
 *
 * What panels show is compared with what they showed before the step. The row of a layer that undo has led to, or that is
 * hidden, flashes with it, and so does the frame. A flash is an element of its own in what has changed,
 * which the browser's compositor fades.
 */

import { chainOf } from "./panels/groups.js";

/** @import { Drawing, Engine } from "./types.js" */

/** How long a flash is seen, in milliseconds. */
const TIME = 900;

/** Lists of a drawing, and where one of their entries is on the page. @type {["layers" | "groups" | "frames" | "palette", (index: number, drawing: Drawing) => string][]} */
const LISTS = [
  // The row of a folded group stands for its layers.
  ["layers", (index, { layers, groups }) => [`:is(.layer, .cels-names li)[data-layer="${index}"]`, ...chainOf(groups, layers[index]?.group ?? null).map(({ id }) => `:is(.layer-group, .cels-names li).folded[data-group="${id}"]`)].join()],
  ["groups", (index, { groups }) => `:is(.layer-group, .cels-names li)[data-group="${groups[index]?.id}"]`],
  ["frames", (index) => `.frame[data-frame="${index}"]`],
  ["palette", (index) => `.swatch-button[data-index="${index}"]`],
];

/**
 * Returns the places of entries that differ from those before. If some came or went, those before and after
 * them do not count.
 * @param {readonly unknown[]} before @param {readonly unknown[]} after
 */
export function changed(before, after) {
  const [old, now] = [before, after].map((list) => list.map((entry) => JSON.stringify(entry)));
  if (old.length === now.length) return now.flatMap((entry, i) => (entry === old[i] ? [] : [i]));
  let start = 0;
  while (start < Math.min(old.length, now.length) && old[start] === now[start]) start += 1;
  let end = now.length;
  while (end > start && old.length - (now.length - end) > start && old[old.length - (now.length - end) - 1] === now[end - 1]) end -= 1;
  // Where one has gone, its neighbour stands.
  return end > start ? Array.from({ length: end - start }, (_, i) => start + i) : [Math.min(start, now.length - 1)];
}

/** Shows flashes. @param {Engine} engine */
export function connectFlash(engine) {
  /** @type {Drawing | undefined} */
  let before;
  /** @type {Drawing | undefined} */
  let now;
  // What an earlier change has left to be told is no business of this one.
  engine.on("changed", () => { before = undefined; });
  engine.shows(["layers", "frames", "palette"], ({ drawing }) => {
    [before, now] = [now, drawing];
  });
  engine.on("flash", ({ color, layer, frame }) => {
    for (const [list, selector] of LISTS) {
      // Where a group has gone, its layers tell.
      if (list === "groups" && before && now && now.groups.length < before.groups.length) continue;
      const led = list === "layers" ? layer : list === "frames" ? frame : null;
      const places = new Set(before && now ? changed(before[list], now[list]) : []);
      for (const index of typeof led === "number" ? places.add(led) : places) {
        // Rows stand in the panel or in the timeline.
        const place = [...document.querySelectorAll(selector(index, now ?? engine.picture.drawing))].find((one) => one.checkVisibility());
        if (!place) continue;
        place.scrollIntoView({ block: "nearest", inline: "nearest" });
        const light = document.createElement("span");
        light.className = "flash";
        light.ariaHidden = "true";
        light.style.setProperty("--highlight", color);
        place.append(light);
        light.animate([{ opacity: 1 }, { opacity: 1, offset: 0.3 }, { opacity: 0 }], TIME).finished.then(() => light.remove(), () => light.remove());
      }
    }
    before = undefined;
  });
}
