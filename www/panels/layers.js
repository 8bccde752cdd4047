/**
 * The panel of layers, the topmost first, each with a picture of its cel in the active frame.
 *
 * Several layers can be chosen together, with Ctrl or Shift; what is done to one of them is then done to all. A name is
 * edited in its row. The active row is always in view.
 */

import { html, render } from "lit/html.js";
import { live } from "lit/directives/live.js";
import { repeat } from "lit/directives/repeat.js";
import merge from "lucide-static/icons/arrow-down-to-line.svg?raw";
import down from "lucide-static/icons/chevron-down.svg?raw";
import up from "lucide-static/icons/chevron-up.svg?raw";
import copy from "lucide-static/icons/copy.svg?raw";
import eyeOff from "lucide-static/icons/eye-off.svg?raw";
import eye from "lucide-static/icons/eye.svg?raw";
import grid from "../icons/alpha.svg?raw";
import unlocked from "lucide-static/icons/lock-open.svg?raw";
import locked from "lucide-static/icons/lock.svg?raw";
import plus from "lucide-static/icons/plus.svg?raw";
import noteSvg from "lucide-static/icons/sticky-note.svg?raw";
import trash from "lucide-static/icons/trash-2.svg?raw";
import { commandButton, icon } from "../controls.js";
import { isWhole, whenWhole } from "../rest.js";
import { howToChoose, moveLayers, named } from "./cels.js";
import { sortable } from "./sorting.js";

/** @import { Engine, LayerInfo, Picture } from "../types.js" */
/** @import { Miniatures } from "./miniatures.js" */

/** How near to an edge something is dragged for the list to scroll, and how far it does, in CSS pixels. */
const [NEAR, SCROLL] = [18, 10];

/** Scrolls to a row, in its list and in the panel, and not on the page. @param {HTMLElement} row @param {(Element | null)[]} scrollers */
function reveal(row, scrollers) {
  for (const scroller of scrollers) {
    if (!scroller || scroller.scrollHeight <= scroller.clientHeight) continue;
    const [inner, outer] = [row.getBoundingClientRect(), scroller.getBoundingClientRect()];
    // The head stays above the rows.
    const head = scroller.querySelector(":scope > .layers-head")?.getBoundingClientRect().height ?? 0;
    if (inner.top < outer.top + head) scroller.scrollTop -= outer.top + head - inner.top;
    else if (inner.bottom > outer.bottom) scroller.scrollTop += inner.bottom - outer.bottom;
  }
}

/**
 * Draws the layers.
 * @param {Engine} engine
 * @param {HTMLElement} place
 * @param {Miniatures} miniatures
 */
export function layersPanel(engine, place, miniatures) {
  /** The layer whose name is edited. @type {number | null} */
  let renamed = null;
  /** The gap where layers would be dropped. @type {number | null} */
  let gap = null;
  /** What was active when it was scrolled to. */
  let active = "";
  /** Whether the focus goes to the active row with the next drawing. */
  let focus = false;

  /**
   * @param {string} name
   * @param {string} command
   * @param {number} layer
   * @param {{svg: string, label: string, on: boolean}} parts
   */
  const toggle = (name, command, layer, { svg, label, on }) => html`<button
    type="button"
    class="toggle ${name}"
    tabindex=${layer === engine.state.layer ? 0 : -1}
    title=${label}
    aria-label=${label}
    aria-pressed=${String(on)}
    @click=${() => engine.run(command, { layer })}
  >${icon(svg)}</button>`;

  /** @param {number | null} layer */
  const rename = (layer) => {
    renamed = layer;
    draw(engine.picture);
    const field = place.querySelector("#layer-name");
    if (field instanceof HTMLInputElement) {
      field.focus();
      field.select();
    }
  };

  /** @param {number} layer @param {string | null} name `null` to leave it. */
  const finish = (layer, name) => {
    if (renamed === null) return;
    renamed = null;
    if (name !== null && name !== engine.picture.drawing.layers[layer]?.name) engine.run("layer.rename", { layer, name });
    draw(engine.picture);
  };

  /** @param {LayerInfo} info @param {number} layer */
  const title = (info, layer) => {
    if (layer !== renamed) {
      const { layer: current, layers } = engine.state;
      return html`<button type="button" class="layer-name" title="Double press or F2 to rename; Ctrl or Shift to choose several"
        tabindex=${layer === current ? 0 : -1} aria-pressed=${String(layers.includes(layer))}
        @click=${(/** @type {MouseEvent} */ event) => engine.run("layer.choose", { layer, how: howToChoose(event) })}
        @dblclick=${() => rename(layer)}>${info.name}</button>`;
    }
    return html`<input id="layer-name" type="text" maxlength="64" aria-label="Name of the layer" .value=${info.name}
      @blur=${(/** @type {Event} */ event) => finish(layer, /** @type {HTMLInputElement} */ (event.currentTarget).value)}
      @keydown=${(/** @type {KeyboardEvent} */ event) => {
        if (event.key === "Enter") finish(layer, /** @type {HTMLInputElement} */ (event.currentTarget).value);
        if (event.key === "Escape") finish(layer, null);
        focus = event.key === "Enter" || event.key === "Escape";
      }}>`;
  };

  /** @param {LayerInfo} info @param {number} layer */
  const row = (info, layer) => {
    const { layer: current, layers } = engine.state;
    return html`
    <li class="layer ${layer === current ? "active" : ""} ${layers.includes(layer) ? "chosen" : ""}" data-layer=${layer} aria-current=${String(layer === current)}>
      <canvas class="miniature" data-width="34" data-height="26" width="1" height="1" hidden></canvas>
      ${toggle("eye", "layer.visible", layer, { svg: info.visible ? eye : eyeOff, label: info.visible ? "Hide layer" : "Show layer", on: info.visible })}
      ${toggle("lock", "layer.locked", layer, { svg: info.locked ? locked : unlocked, label: info.locked ? "Unlock layer" : "Lock layer", on: info.locked })}
      ${toggle("alpha", "layer.alpha-locked", layer, { svg: grid, label: info.alphaLocked ? "Unlock alpha" : "Lock alpha", on: info.alphaLocked })}
      ${title(info, layer)}
      ${info.note ? html`<span class="layer-note" role="img" aria-label="Note: ${info.note}" title=${info.note}>${icon(noteSvg)}</span>` : ""}
    </li>`;
  };

  /** Arrows go to the next layer, with Shift they choose it too, and with Alt the layer goes there. @param {KeyboardEvent} event */
  const keys = (event) => {
    const { target } = event;
    if (!(target instanceof HTMLElement) || !target.matches(".layer-name") || event.ctrlKey || event.metaKey) return;
    const { layer, layers } = engine.state;
    const last = engine.picture.drawing.layers.length - 1;
    const by = { ArrowUp: 1, ArrowDown: -1 }[event.key];
    if (event.key === "F2") rename(layer);
    else if (!by) return;
    else if (event.altKey) engine.run(by > 0 ? "layer.up" : "layer.down");
    else {
      // A range goes on from its other end.
      const end = !event.shiftKey || layers[0] === layer ? /** @type {number} */ (layers.at(-1)) : layers[0];
      const to = (event.shiftKey ? end : layer) + by;
      if (to >= 0 && to <= last) engine.run("layer.choose", { layer: to, how: event.shiftKey ? "range" : "only" });
    }
    focus = event.key !== "F2";
    event.preventDefault();
  };

  const pictures = () => {
    // The functions that this takes are in the part of the module that painting doesn't need.
    if (!isWhole() || miniatures.passing) return;
    const { frame } = engine.state;
    const stamps = engine.query((editor) => editor.cel_stamps(0, engine.picture.drawing.layers.length, frame, frame + 1));
    if (!stamps) return;
    const wishes = [...place.querySelectorAll("canvas")].map((canvas) => {
      const layer = Number(canvas.closest("li")?.dataset.layer);
      return { canvas, key: named("cel", stamps[layer]), stays: true, draw: (/** @type {import("../types.js").Editor} */ editor, /** @type {number} */ width, /** @type {number} */ height) => editor.cel_thumbnail(layer, frame, width, height) };
    });
    miniatures.show(place, wishes);
  };

  /** @param {Picture} picture */
  const draw = ({ state, commands, drawing: { layers } }) => {
    const current = layers[state.layer];
    const several = state.layers.length > 1;
    const blends = commands.find(({ id }) => id === "layer.blend")?.params.find(({ name }) => name === "blend")?.choices ?? [];
    render(html`
      <div class="layers-head">
        <h2>Layers <span class="count">${several ? `${state.layers.length}/` : ""}${layers.length}</span></h2>
        <div class="row" role="group" aria-label="Layer commands">
          ${commandButton(engine, commands, { command: "layer.add", id: "layer-add", svg: plus })}
          ${commandButton(engine, commands, { command: "layer.duplicate", id: "layer-duplicate", svg: copy })}
          ${commandButton(engine, commands, { command: "layer.up", id: "layer-up", svg: up, off: state.layers[0] + state.layers.length === layers.length })}
          ${commandButton(engine, commands, { command: "layer.down", id: "layer-down", svg: down, off: state.layers.at(-1) === state.layers.length - 1 })}
          ${commandButton(engine, commands, { command: "layer.merge-down", id: "layer-merge", svg: merge, off: !several && state.layer === 0 })}
          ${commandButton(engine, commands, { command: "layer.delete", id: "layer-delete", svg: trash, off: state.layers.length === layers.length })}
        </div>
      </div>
      <div class="row layer-mix">
        <select id="layer-blend" aria-label="Blend mode" title="Blend mode" .value=${live(current?.blend ?? "normal")}
          @change=${(/** @type {Event} */ event) => engine.run("layer.blend", { blend: /** @type {HTMLSelectElement} */ (event.currentTarget).value })}>
          ${blends.map((blend) => html`<option value=${blend.id} ?selected=${blend.id === current?.blend}>${blend.label}</option>`)}
        </select>
        <input id="layer-opacity" type="range" min="0" max="255" aria-label="Layer opacity" title="Layer opacity: ${Math.round((current?.opacity ?? 255) / 2.55)} %"
          .value=${live(String(current?.opacity ?? 255))}
          @input=${(/** @type {Event} */ event) => engine.run("layer.opacity", { opacity: /** @type {HTMLInputElement} */ (event.currentTarget).valueAsNumber })}>
      </div>
      <ol class="layer-list" aria-label="Layers, the topmost first" @keydown=${keys}>
        ${repeat([...layers.keys()].reverse(), (layer) => layer, (layer) => row(layers[layer], layer))}
        ${gap === null ? "" : html`<li class="drop-layer" role="presentation" .style=${`top: calc(${layers.length - gap} * var(--layer-row) - 2px)`}></li>`}
      </ol>`, place);
    const now = [state.layer, layers.length].join(" ");
    if (now !== active || focus) {
      active = now;
      const shown = place.querySelector(".layer.active");
      if (shown instanceof HTMLElement) reveal(shown, [place.querySelector(".layer-list"), place, place.closest(".column")]);
      const name = shown?.querySelector(".layer-name");
      if (focus && name instanceof HTMLElement) name.focus({ preventScroll: true });
      focus = false;
    }
    if (!state.active) pictures();
  };

  sortable(place, {
    entries: ".layer",
    index: ({ dataset }) => Number(dataset.layer),
    gap: (_, y) => {
      const list = /** @type {HTMLElement} */ (place.querySelector(".layer-list"));
      const { top, bottom } = list.getBoundingClientRect();
      if (y > bottom - NEAR) list.scrollTop += SCROLL;
      else if (y < top + NEAR) list.scrollTop -= SCROLL;
      const count = engine.picture.drawing.layers.length;
      const height = list.querySelector(".layer")?.getBoundingClientRect().height ?? 1;
      // Rows go down, layers up.
      return count - Math.min(count, Math.max(0, Math.round((y - top + list.scrollTop) / (height + 1))));
    },
    mark: (at) => {
      if (at === gap) return;
      gap = at;
      draw(engine.picture);
    },
    drop: (from, at) => moveLayers(engine, from, at),
  });

  engine.shows(["layers", "cel", "Layer"], draw);
  engine.shows(["steps", "stroke", "file"], pictures);
  whenWhole(pictures);
}
