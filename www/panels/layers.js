/**
 * The panel of layers, the topmost first, each with a picture of its cel in the active frame.
 *
 * Several layers can be chosen together, with Ctrl or Shift; what is done to one of them is then done to all. A group has
 * a row above its layers; a press there chooses all of them. A name is edited in its row. The active row, or that of the folded group
 * around it, is always in view.
 */

import { render } from "lit/html.js";
import { live } from "lit/directives/live.js";
import { repeat } from "lit/directives/repeat.js";
import merge from "lucide-static/icons/arrow-down-to-line.svg?raw";
import down from "lucide-static/icons/chevron-down.svg?raw";
import right from "lucide-static/icons/chevron-right.svg?raw";
import up from "lucide-static/icons/chevron-up.svg?raw";
import copy from "lucide-static/icons/copy.svg?raw";
import eyeOff from "lucide-static/icons/eye-off.svg?raw";
import eye from "lucide-static/icons/eye.svg?raw";
import folder from "lucide-static/icons/folder.svg?raw";
import gather from "lucide-static/icons/folder-plus.svg?raw";
import grid from "../icons/alpha.svg?raw";
import unlocked from "lucide-static/icons/lock-open.svg?raw";
import locked from "lucide-static/icons/lock.svg?raw";
import plus from "lucide-static/icons/plus.svg?raw";
import noteSvg from "lucide-static/icons/sticky-note.svg?raw";
import trash from "lucide-static/icons/trash-2.svg?raw";
import { commandButton, icon } from "../controls.js";
import { isWhole, whenWhole } from "../rest.js";
import { howToChoose } from "./celkeys.js";
import { pictureOf } from "./cels.js";
import { chooseRow, chosenGroup, dropGroup, dropLayers, fold, isChosen, isStill, onFold, placeAt, reveal, rowOf, rowsOf, stopOf, stuck } from "./groups.js";
import { connectRenaming } from "./renaming.js";
import { choosesSeveral, onSeveral, severalButton } from "./several.js";
import { sortable } from "./sorting.js";
import { html, named, say } from "../words.js";

/** @import { Engine, Picture } from "../types.js" */
/** @import { GroupRow, LayerRow, Place, Row } from "./groups.js" */
/** @import { Miniatures } from "./miniatures.js" */

/** How near to an edge something is dragged for the list to scroll, and how far it does, in CSS pixels. */
const [NEAR, SCROLL] = [18, 10];

/** Scrolls to a row, in its list and in the panel, and not on the page. @param {HTMLElement} row @param {(Element | null)[]} scrollers */
function scrollTo(row, scrollers) {
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
  /** The row whose name is edited. @type {string | null} */
  let renamed = null;
  /** What that row was when it began. @type {Row | undefined} */
  let begun;
  /** Where what is dragged would be dropped. @type {Place | null} */
  let gap = null;
  /** @type {Row[]} */
  let rows = [];
  /** What was active when it was scrolled to. */
  let active = "";
  /** Whether the focus goes to the active row with the next drawing. */
  let focus = false;

  /** Returns the name of a row that stays as long as what it shows. @param {Row} row */
  const keyOf = (row) => (row.kind === "group" ? `group ${row.group.id}` : `layer ${row.layer}`);
  /** Returns the layer by which commands name a row. @param {Row} row */
  const layerOf = (row) => (row.kind === "group" ? row.top : row.layer);
  /** Whether a row is the stop of the Tab key. @param {Row} row */
  const isStop = (row) => rows[stopOf(rows, engine)] === row;

  /**
   * @param {string} name
   * @param {string} command
   * @param {Row} row
   * @param {{svg: string, label: string, on: boolean}} parts
   */
  const toggle = (name, command, row, { svg, label, on }) => html`<button
    type="button"
    class="toggle ${name}"
    tabindex=${isStop(row) ? 0 : -1}
    title=${label}
    aria-label=${label}
    aria-pressed=${String(on)}
    @click=${() => engine.run(command, { layer: layerOf(row) })}
  >${icon(svg)}</button>`;

  /** @param {string | null} key */
  const rename = (key) => {
    renamed = key;
    begun = rows.find((row) => keyOf(row) === key);
    draw(engine.picture);
    const field = place.querySelector("#layer-name");
    if (field instanceof HTMLInputElement) {
      field.focus();
      field.select();
    }
  };

  /** @param {Row} row @param {string} before @param {string | null} name `null` to leave it. */
  const finish = (row, before, name) => {
    if (renamed === null) return;
    renamed = null;
    if (name !== null && name !== before) engine.run(`${row.kind}.rename`, { layer: layerOf(row), name });
    draw(engine.picture);
  };

  /** @param {Row} row @param {string} name @param {unknown} shown @param {boolean} pressed */
  const title = (row, name, shown, pressed) => {
    if (keyOf(row) !== renamed) {
      return html`<button type="button" class="layer-name"
        title=${row.kind === "group" ? say("Press to choose all of its layers, double press or F2 to rename") : say("Double press or F2 to rename; Ctrl or Shift to choose several")}
        tabindex=${isStop(row) ? 0 : -1} aria-pressed=${String(pressed)}
        @click=${(/** @type {MouseEvent} */ event) => chooseRow(engine, row, howToChoose(event))}
        @dblclick=${() => choosesSeveral() || rename(keyOf(row))}>${shown}</button>`;
    }
    return html`<input id="layer-name" type="text" maxlength="64" aria-label=${row.kind === "group" ? say("Name of the group") : say("Name of the layer")} .value=${name}
      @blur=${(/** @type {Event} */ event) => finish(row, name, /** @type {HTMLInputElement} */ (event.currentTarget).value)}
      @keydown=${(/** @type {KeyboardEvent} */ event) => {
        focus = event.key === "Enter" || event.key === "Escape";
        // The row's button takes the focus at once, and Enter would press it.
        if (focus) event.preventDefault();
        if (event.key === "Enter") finish(row, name, /** @type {HTMLInputElement} */ (event.currentTarget).value);
        if (event.key === "Escape") finish(row, name, null);
      }}>`;
  };

  /** @param {LayerRow} row */
  const layerRow = (row) => {
    const { layer, group } = row;
    const { layer: current, layers } = engine.state;
    const info = engine.picture.drawing.layers[layer];
    const within = group ? `member ${group.visible ? "" : "dim"}` : "";
    return html`
    <li class="layer ${layer === current ? "active" : ""} ${layers.includes(layer) ? "chosen" : ""} ${within}" data-layer=${layer} aria-current=${String(layer === current)} aria-level=${group ? 2 : 1}>
      <canvas class="miniature" data-width="34" data-height="26" width="1" height="1" hidden></canvas>
      ${toggle("eye", "layer.visible", row, { svg: info.visible ? eye : eyeOff, label: info.visible ? say("Hide layer") : say("Show layer"), on: info.visible })}
      ${toggle("lock", "layer.locked", row, { svg: info.locked ? locked : unlocked, label: info.locked ? say("Unlock layer") : say("Lock layer"), on: info.locked })}
      ${toggle("alpha", "layer.alpha-locked", row, { svg: grid, label: info.alphaLocked ? say("Unlock alpha") : say("Lock alpha"), on: info.alphaLocked })}
      ${title(row, named(info.name), named(info.name), layers.includes(layer))}
      ${info.note ? html`<span class="layer-note" role="img" aria-label="Note: ${info.note}" title=${info.note}>${icon(noteSvg)}</span>` : ""}
    </li>`;
  };

  /** @param {GroupRow} row */
  const groupRow = (row) => {
    const { group, folded, lowest, top } = row;
    const { layer: current, layers: chosen } = engine.state;
    // What is worked on has a name, even if its row is folded away.
    const inside = folded && lowest <= current && current <= top ? named(engine.picture.drawing.layers[current].name) : "";
    const state = `${inside ? "active" : ""} ${isChosen(row, chosen) ? "chosen" : ""} ${folded ? "folded" : ""} ${gap?.onto && gap.group === group.id ? "onto" : ""}`;
    return html`
    <li class="layer-group ${state}" data-group=${group.id} aria-level="1">
      <button type="button" class="toggle folding" tabindex=${isStop(row) ? 0 : -1} aria-expanded=${String(!folded)} title=${folded ? say("Unfold group") : say("Fold group")} aria-label="Layers of ${named(group.name)}"
        @click=${() => fold(engine, top, !folded)}>${icon(folded ? right : down)}</button>
      <span class="layer-folder">${icon(folder)}</span>
      ${toggle("eye", "group.visible", row, { svg: group.visible ? eye : eyeOff, label: group.visible ? say("Hide group") : say("Show group"), on: group.visible })}
      ${toggle("lock", "group.locked", row, { svg: group.locked ? locked : unlocked, label: group.locked ? say("Unlock group") : say("Lock group"), on: group.locked })}
      ${title(row, named(group.name), html`${named(group.name)}<span class="layer-inside">${inside ? ` · ${inside}` : ` (${top - lowest + 1})`}</span>`, isChosen(row, chosen))}
    </li>`;
  };

  /**
   * Arrows go to the next row; on layers, with Shift they choose it too. With Alt what the row shows goes up or down. To the left and to the right
   * they fold and unfold a group, and lead out of it and into it.
   * @param {KeyboardEvent} event
   */
  const keys = (event) => {
    const { target } = event;
    if (!(target instanceof HTMLElement) || !target.matches(".layer-name") || event.ctrlKey || event.metaKey) return;
    const { layer, group } = /** @type {HTMLElement} */ (target.closest("li")).dataset;
    const at = rows.findIndex((row) => (row.kind === "group" ? group === String(row.group.id) : layer === String(row.layer)));
    const row = rows[at];
    const by = { ArrowUp: 1, ArrowDown: -1 }[event.key];
    if (!row) return;
    if (event.key === "ArrowLeft" || event.key === "ArrowRight") along(at, event.key === "ArrowRight");
    else if (!by) return;
    else if (event.altKey) {
      engine.run(`${row.kind}.${by > 0 ? "up" : "down"}`, { layer: layerOf(row) });
      if (row.kind === "layer") reveal(engine);
    } else if (event.shiftKey && row.kind === "layer") range(by);
    else if (rows[at - by]) chooseRow(engine, rows[at - by]);
    focus = true;
    event.preventDefault();
    draw(engine.picture);
  };

  /** @param {number} at @param {boolean} inward */
  const along = (at, inward) => {
    const row = rows[at];
    if (row.kind === "group" && row.folded === inward) fold(engine, row.top, !inward);
    else if (row.kind === "group" && inward) chooseRow(engine, rows[at + 1]);
    else if (row.kind === "layer" && row.group && !inward) {
      const header = rows.find((other) => other.kind === "group" && other.group.id === row.group?.id);
      if (header) chooseRow(engine, header);
    }
  };

  /** Chooses the layers up to the next one; the range goes on from its other end. @param {number} by */
  const range = (by) => {
    const { layer, layers } = engine.state;
    const to = (layers[0] === layer ? /** @type {number} */ (layers.at(-1)) : layers[0]) + by;
    if (to >= 0 && to < engine.picture.drawing.layers.length) engine.run("layer.choose", { layer: to, how: "range" });
  };

  const pictures = () => {
    // The functions that this takes are in the part of the module that painting doesn't need.
    if (!isWhole() || miniatures.passing) return;
    const { frame } = engine.state;
    const stamps = engine.query((editor) => editor.cel_stamps(0, engine.picture.drawing.layers.length, frame, frame + 1));
    if (!stamps) return;
    const wishes = [...place.querySelectorAll("canvas")].map((canvas) => {
      const layer = Number(canvas.closest("li")?.dataset.layer);
      return { canvas, key: pictureOf("cel", stamps[layer]), stays: true, draw: (/** @type {import("../types.js").Editor} */ editor, /** @type {number} */ width, /** @type {number} */ height) => editor.cel_thumbnail(layer, frame, width, height) };
    });
    miniatures.show(place, wishes);
  };

  /** @param {Picture} picture */
  const draw = ({ state, commands, drawing: { layers } }) => {
    const current = layers[state.layer];
    const several = state.layers.length > 1;
    rows = rowsOf(engine);
    // A press on a step leaves the focus in the field, and the step may have no such row. What was typed is for no other.
    if (renamed !== null && !(begun && isStill(engine, begun))) renamed = null;
    const whole = several && chosenGroup(rows, state.layers) !== undefined;
    const blends = commands.find(({ id }) => id === "layer.blend")?.params.find(({ name }) => name === "blend")?.choices ?? [];
    render(html`
      <div class="layers-head">
        <h2>Layers <span class="count">${several ? `${state.layers.length}/` : ""}${layers.length}</span></h2>
        <div class="row" role="toolbar" aria-label="Layer commands">
          ${commandButton(engine, commands, { command: "layer.add", id: "layer-add", svg: plus })}
          ${commandButton(engine, commands, { command: whole ? "group.duplicate" : "layer.duplicate", id: "layer-duplicate", svg: copy })}
          ${commandButton(engine, commands, { command: "group.add", id: "layer-group", svg: gather })}
          ${commandButton(engine, commands, { command: "layer.up", id: "layer-up", svg: up, off: stuck(engine, true) })}
          ${commandButton(engine, commands, { command: "layer.down", id: "layer-down", svg: down, off: stuck(engine, false) })}
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
        ${severalButton("layers-several", say("Select several layers"))}
      </div>
      <ol class="layer-list" aria-label="Layers, the topmost first" @keydown=${keys}>
        ${repeat(rows, keyOf, (row) => (row.kind === "group" ? groupRow(row) : layerRow(row)))}
        ${gap === null || gap.onto ? "" : html`<li class="drop-layer ${gap.group === null ? "" : "inside"}" role="presentation" .style=${`top: calc(${gap.line} * var(--layer-row) - 2px)`}></li>`}
      </ol>`, place);
    const now = [state.layer, rows.length].join(" ");
    if (now !== active || focus) {
      active = now;
      const row = focus ? rows.findIndex(isStop) : rowOf(rows, state.layer);
      const shown = place.querySelectorAll(".layer, .layer-group")[row];
      if (shown instanceof HTMLElement) scrollTo(shown, [place.querySelector(".layer-list"), place, place.closest(".column")]);
      const name = shown?.querySelector(".layer-name");
      if (focus && name instanceof HTMLElement) name.focus({ preventScroll: true });
      focus = false;
    }
    if (!state.active) pictures();
  };

  sortable(place, {
    entries: ".layer, .layer-group",
    index: ({ dataset }) => rows.find((row) => (row.kind === "group" ? dataset.group === String(row.group.id) : dataset.layer === String(row.layer))),
    gap: (_, y, from) => {
      const list = /** @type {HTMLElement} */ (place.querySelector(".layer-list"));
      const { top, bottom } = list.getBoundingClientRect();
      if (y > bottom - NEAR) list.scrollTop += SCROLL;
      else if (y < top + NEAR) list.scrollTop -= SCROLL;
      const height = list.querySelector(".layer, .layer-group")?.getBoundingClientRect().height ?? 1;
      return placeAt(rows, (y - top + list.scrollTop) / (height + 1), from?.kind === "group");
    },
    mark: (at) => {
      if (JSON.stringify(at) === JSON.stringify(gap)) return;
      gap = at;
      draw(engine.picture);
    },
    drop: (from, at) => {
      if (from?.kind === "group") dropGroup(engine, from, at);
      else if (from) dropLayers(engine, from, at);
    },
  });
  onFold(() => draw(engine.picture));
  onSeveral(() => draw(engine.picture));
  connectRenaming(engine, () => {
    const row = rows[stopOf(rows, engine)];
    // A form does it where the list is not to be seen.
    if (place.querySelector(".layer-list")?.checkVisibility()) rename(keyOf(row));
    else engine.invoke(`${row.kind}.rename`);
  });

  engine.shows(["layers", "cel", "Layer"], draw);
  engine.shows(["steps", "stroke", "file"], pictures);
  whenWhole(pictures);
}
