/**
 * The panel of layers, the topmost first.
 */

import { html, render } from "lit";
import { live } from "lit/directives/live.js";
import merge from "lucide-static/icons/arrow-down-to-line.svg?raw";
import down from "lucide-static/icons/chevron-down.svg?raw";
import up from "lucide-static/icons/chevron-up.svg?raw";
import copy from "lucide-static/icons/copy.svg?raw";
import eyeOff from "lucide-static/icons/eye-off.svg?raw";
import eye from "lucide-static/icons/eye.svg?raw";
import grid from "lucide-static/icons/grid-2x2.svg?raw";
import unlocked from "lucide-static/icons/lock-open.svg?raw";
import locked from "lucide-static/icons/lock.svg?raw";
import plus from "lucide-static/icons/plus.svg?raw";
import noteSvg from "lucide-static/icons/sticky-note.svg?raw";
import trash from "lucide-static/icons/trash-2.svg?raw";
import { commandButton, icon } from "../controls.js";

/** @import { Engine, LayerInfo } from "../types.js" */

/**
 * Draws the layers.
 * @param {Engine} engine
 * @param {HTMLElement} place
 */
export function layersPanel(engine, place) {
  /**
   * @param {string} name
   * @param {string} command
   * @param {number} layer
   * @param {{svg: string, label: string, on: boolean}} parts
   */
  const toggle = (name, command, layer, { svg, label, on }) => html`<button
    type="button"
    class="toggle ${name}"
    title=${label}
    aria-label=${label}
    aria-pressed=${String(on)}
    @click=${() => engine.run(command, { layer })}
  >${icon(svg)}</button>`;

  /** @param {LayerInfo} info @param {number} layer @param {boolean} active */
  const row = (info, layer, active) => html`
    <li class="layer ${active ? "active" : ""}" data-layer=${layer} aria-current=${String(active)}>
      ${toggle("eye", "layer.visible", layer, { svg: info.visible ? eye : eyeOff, label: info.visible ? "Hide layer" : "Show layer", on: info.visible })}
      ${toggle("lock", "layer.locked", layer, { svg: info.locked ? locked : unlocked, label: info.locked ? "Unlock layer" : "Lock layer", on: info.locked })}
      ${toggle("alpha", "layer.alpha-locked", layer, { svg: grid, label: info.alphaLocked ? "Unlock alpha" : "Lock alpha", on: info.alphaLocked })}
      <button type="button" class="layer-name" title="Double press to rename"
        @click=${() => engine.run("layer.choose", { layer })}
        @dblclick=${() => engine.invoke("layer.rename")}>${info.name}</button>
      ${info.note ? html`<span class="layer-note" role="img" aria-label="Note: ${info.note}" title=${info.note}>${icon(noteSvg)}</span>` : ""}
    </li>`;

  engine.shows(["layers", "cel", "Layer"], ({ state, commands, drawing }) => {
    const { layers } = drawing;
    const active = layers[state.layer];
    const blends = commands.find(({ id }) => id === "layer.blend")?.params.find(({ name }) => name === "blend")?.choices ?? [];
    render(html`
      <h2>Layers <span class="count">${layers.length}</span></h2>
      <div class="row">
        <select id="layer-blend" aria-label="Blend mode" title="Blend mode" .value=${live(active?.blend ?? "normal")}
          @change=${(/** @type {Event} */ event) => engine.run("layer.blend", { blend: /** @type {HTMLSelectElement} */ (event.currentTarget).value })}>
          ${blends.map((blend) => html`<option value=${blend.id} ?selected=${blend.id === active?.blend}>${blend.label}</option>`)}
        </select>
        <input id="layer-opacity" type="range" min="0" max="255" aria-label="Layer opacity" title="Layer opacity: ${Math.round((active?.opacity ?? 255) / 2.55)} %"
          .value=${live(String(active?.opacity ?? 255))}
          @input=${(/** @type {Event} */ event) => engine.run("layer.opacity", { opacity: /** @type {HTMLInputElement} */ (event.currentTarget).valueAsNumber })}>
      </div>
      <ol class="layer-list" aria-label="Layers, the topmost first">
        ${layers.map((info, layer) => row(info, layer, layer === state.layer)).reverse()}
      </ol>
      <div class="row">
        ${commandButton(engine, commands, { command: "layer.add", id: "layer-add", svg: plus })}
        ${commandButton(engine, commands, { command: "layer.duplicate", id: "layer-duplicate", svg: copy })}
        ${commandButton(engine, commands, { command: "layer.up", id: "layer-up", svg: up, off: state.layer === layers.length - 1 })}
        ${commandButton(engine, commands, { command: "layer.down", id: "layer-down", svg: down, off: state.layer === 0 })}
        ${commandButton(engine, commands, { command: "layer.merge-down", id: "layer-merge", svg: merge, off: state.layer === 0 })}
        ${commandButton(engine, commands, { command: "layer.delete", id: "layer-delete", svg: trash })}
      </div>`, place);
  });
}
