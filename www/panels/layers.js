/**
 * The panel of layers, the topmost first, each with a picture of its cel in the active frame.
 *
 * While the timeline shows rows of layers, they stand there alone, and this panel keeps what is done with layers, and how the active
 * one blends.
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
import folder from "lucide-static/icons/folder.svg?raw";
import gather from "lucide-static/icons/folder-plus.svg?raw";
import plus from "lucide-static/icons/plus.svg?raw";
import noteSvg from "lucide-static/icons/sticky-note.svg?raw";
import trash from "lucide-static/icons/trash-2.svg?raw";
import { choicesOf, commandButton, icon } from "../controls.js";
import { fieldKeys } from "../io/typing.js";
import { howToChoose } from "./celkeys.js";
import { pictureOf } from "./cels.js";
import { chooseRow, chosenGroup, dropGroup, dropLayers, fold, isChosen, isStill, namedBy, onFold, placeAt, reveal, rowOf, rowsOf, stopOf, stuck } from "./groups.js";
import { labelBar } from "./labels.js";
import { layerMarks } from "./layermarks.js";
import { connectRenaming } from "./renaming.js";
import { rowToggles } from "./rowtoggles.js";
import { choosesSeveral, onSeveral, severalButton } from "./several.js";
import { sortable } from "./sorting.js";
import { html, named, say } from "../words.js";

/** @import { Editor, Engine, Picture } from "../types.js" */
/** @import { GroupRow, LayerRow, Place, Row } from "./groups.js" */
/** @import { Miniatures } from "./miniatures.js" */

/** How near to an edge something is dragged for the list to scroll, and how far it does, in CSS pixels. */
const [NEAR, SCROLL] = [18, 10];

/** How far rows are set in for each group around them, in CSS pixels. */
const INDENT = 14;

/** Scrolls the list to a row. The column stays where it is, as people look at other panels meanwhile. @param {HTMLElement} row @param {Element} list */
function scrollTo(row, list) {
  const [inner, outer] = [row.getBoundingClientRect(), list.getBoundingClientRect()];
  if (inner.top < outer.top) list.scrollTop -= outer.top - inner.top;
  else if (inner.bottom > outer.bottom) list.scrollTop += inner.bottom - outer.bottom;
}

/** Returns the name of a row that stays as long as what it shows. @param {Row} row */
const keyOf = (row) => (row.kind === "group" ? `group ${row.group.id}` : `layer ${row.layer}`);

/** Returns the index of the row that an element of the list shows. @param {Row[]} rows @param {DOMStringMap} dataset */
const shownBy = (rows, { group, layer }) => rows.findIndex((row) => (row.kind === "group" ? group === String(row.group.id) : layer === String(row.layer)));

/** The panel: its rows, the name that is edited, and where what is dragged would go. */
class LayersPanel {
  #engine;
  #place;
  #miniatures;
  /** The row whose name is edited. @type {string | null} */
  #renamed = null;
  /** What that row was when it began. @type {Row | undefined} */
  #begun;
  /** Where what is dragged would be dropped. @type {Place | null} */
  #gap = null;
  /** @type {Row[]} */
  #rows = [];
  /** What was active when it was scrolled to. */
  #active = "";
  /** Whether the focus goes to the active row with the next drawing. */
  #focus = false;

  /**
   * @param {Engine} engine
   * @param {HTMLElement} place
   * @param {Miniatures} miniatures
   */
  constructor(engine, place, miniatures) {
    this.#engine = engine;
    this.#place = place;
    this.#miniatures = miniatures;
  }

  /** Whether a row is the stop of the Tab key. @param {Row} row */
  #isStop(row) {
    return this.#rows[stopOf(this.#rows, this.#engine)] === row;
  }

  /** @param {string | null} key */
  #rename(key) {
    this.#renamed = key;
    this.#begun = this.#rows.find((row) => keyOf(row) === key);
    this.#draw(this.#engine.picture);
    const field = this.#place.querySelector("#layer-name");
    if (field instanceof HTMLInputElement) {
      field.focus();
      field.select();
    }
  }

  /** @param {Row} row @param {string} before @param {string | null} name `null` to leave it. */
  #finish(row, before, name) {
    if (this.#renamed === null) return;
    this.#renamed = null;
    if (name !== null && name !== before) this.#engine.run(`${row.kind}.rename`, { ...namedBy(row), name });
    this.#draw(this.#engine.picture);
  }

  /** @param {Row} row @param {string} name @param {unknown} shown @param {boolean} pressed */
  #title(row, name, shown, pressed) {
    if (keyOf(row) !== this.#renamed) {
      return html`<button type="button" class="layer-name item-name"
        title=${row.kind === "group" ? say("Click to choose all its layers, double-click or F2 to rename") : say("Double-click or F2 to rename; Ctrl or Shift to choose several")}
        tabindex=${this.#isStop(row) ? 0 : -1} aria-pressed=${String(pressed)}
        @click=${(/** @type {MouseEvent} */ event) => chooseRow(this.#engine, row, howToChoose(event))}
        @dblclick=${() => choosesSeveral() || this.#rename(keyOf(row))}>${shown}</button>`;
    }
    /** @param {Event} event @param {string | null} now */
    const done = (event, now) => {
      // The row's button takes the focus at once, and Enter would press it.
      this.#focus = true;
      event.preventDefault();
      this.#finish(row, name, now);
    };
    return html`<input id="layer-name" type="text" maxlength="64" aria-label=${row.kind === "group" ? say("Name of the group") : say("Name of the layer")} .value=${name}
      @blur=${(/** @type {Event} */ event) => this.#finish(row, name, /** @type {HTMLInputElement} */ (event.currentTarget).value)}
      @keydown=${fieldKeys({ accept: (event) => done(event, event.currentTarget.value), leave: (event) => done(event, null), other: () => { this.#focus = false; } })}>`;
  }

  /**
   * Runs a command by a control, which goes back to what it showed if that is refused.
   * @param {Event} event @param {string} id @param {(control: HTMLInputElement) => import("../types.js").Arguments} args @param {string} shown
   */
  async #mix(event, id, args, shown) {
    const control = /** @type {HTMLInputElement} */ (event.currentTarget);
    if (!await this.#engine.run(id, args(control))) control.value = shown;
  }

  /** Returns the mark of a note, or nothing if there is none. @param {string} note */
  #note(note) {
    return note ? html`<span class="layer-note" role="img" aria-label="Note: ${note}" title=${note}>${icon(noteSvg)}</span>` : "";
  }

  /** @param {LayerRow} row */
  #layerRow(row) {
    const { layer, around } = row;
    const { layer: current, layers } = this.#engine.state;
    const info = this.#engine.picture.drawing.layers[layer];
    const within = around.length > 0 ? `member ${around.every((group) => group.visible) ? "" : "dim"}` : "";
    return html`
    <li class="layer item ${layer === current ? "active" : ""} ${layers.includes(layer) ? "chosen" : ""} ${within}" .style=${`--depth: ${around.length}`} data-layer=${layer} aria-current=${String(layer === current)} aria-level=${around.length + 1}>
      <canvas class="miniature" data-width="34" data-height="26" width="1" height="1" hidden
        @click=${(/** @type {MouseEvent} */ event) => chooseRow(this.#engine, row, howToChoose(event))} @dblclick=${() => choosesSeveral() || this.#rename(keyOf(row))}></canvas>
      ${rowToggles(this.#engine, row, this.#isStop(row))}
      ${labelBar(info.label)}
      ${this.#title(row, named(info.name), named(info.name), layers.includes(layer))}
      ${layerMarks(info)}
      ${this.#note(info.note)}
    </li>`;
  }

  /** @param {GroupRow} row */
  #groupRow(row) {
    const { group, folded, lowest, top, around, outer } = row;
    const { layer: current, layers: chosen } = this.#engine.state;
    // What is worked on has a name, even if its row is folded away.
    const inside = folded && lowest <= current && current <= top ? named(this.#engine.picture.drawing.layers[current].name) : "";
    const within = around.length > 0 ? `member ${around.every(({ visible }) => visible) ? "" : "dim"}` : "";
    const state = `${within} ${inside ? "active" : ""} ${isChosen(row, chosen) ? "chosen" : ""} ${folded ? "folded" : ""} ${this.#gap?.onto && this.#gap.group === group.id ? "onto" : ""}`;
    return html`
    <li class="layer-group item ${state}" .style=${`--depth: ${around.length}`} data-group=${group.id} aria-level=${around.length + 1}>
      <button type="button" class="toggle folding" tabindex=${this.#isStop(row) ? 0 : -1} aria-expanded=${String(!folded)} title=${folded ? say("Expand group") : say("Collapse group")} aria-label="Layers of ${named(group.name)}"
        @click=${() => fold(this.#engine, top, !folded, outer)}>${icon(folded ? right : down)}</button>
      <span class="layer-folder">${icon(folder)}</span>
      ${rowToggles(this.#engine, row, this.#isStop(row))}
      ${labelBar(group.label)}
      ${this.#title(row, named(group.name), html`${named(group.name)}<span class="layer-inside">${inside ? ` · ${inside}` : ` (${top - lowest + 1})`}</span>`, isChosen(row, chosen))}
      ${this.#note(group.note)}
    </li>`;
  }

  /**
   * Arrows go to the next row; on layers, with Shift they choose it too. With Alt what the row shows goes up or down. To the left and to the right
   * they fold and unfold a group, and lead out of it and into it.
   * @param {KeyboardEvent} event
   */
  #keys(event) {
    const { target } = event;
    if (!(target instanceof HTMLElement) || !target.matches(".layer-name") || event.ctrlKey || event.metaKey) return;
    const at = shownBy(this.#rows, /** @type {HTMLElement} */ (target.closest("li")).dataset);
    const row = this.#rows[at];
    const by = { ArrowUp: 1, ArrowDown: -1 }[event.key];
    if (!row) return;
    if (event.key === "ArrowLeft" || event.key === "ArrowRight") this.#along(at, event.key === "ArrowRight");
    else if (!by) return;
    else if (event.altKey) {
      this.#engine.run(`${row.kind}.${by > 0 ? "up" : "down"}`, namedBy(row));
      if (row.kind === "layer") reveal(this.#engine);
    } else if (event.shiftKey && row.kind === "layer") this.#range(by);
    else if (this.#rows[at - by]) chooseRow(this.#engine, this.#rows[at - by]);
    this.#focus = true;
    event.preventDefault();
    this.#draw(this.#engine.picture);
  }

  /** @param {number} at @param {boolean} inward */
  #along(at, inward) {
    const row = this.#rows[at];
    if (row.kind === "group" && row.folded === inward) fold(this.#engine, row.top, !inward, row.outer);
    else if (row.kind === "group" && inward) chooseRow(this.#engine, this.#rows[at + 1]);
    else if (row.around.length > 0 && !inward) {
      const header = this.#rows.find((other) => other.kind === "group" && other.group.id === row.around[0].id);
      if (header) chooseRow(this.#engine, header);
    }
  }

  /** Chooses the layers up to the next one; the range goes on from its other end. @param {number} by */
  #range(by) {
    const { layer, layers } = this.#engine.state;
    const to = (layers[0] === layer ? /** @type {number} */ (layers.at(-1)) : layers[0]) + by;
    if (to >= 0 && to < this.#engine.picture.drawing.layers.length) this.#engine.run("layer.choose", { layer: to, how: "range" });
  }

  /** Says in the tooltip of what merges layers what that would lose. @param {Event} event */
  #foretell = ({ target }) => {
    const button = target instanceof Element && target.closest("#layer-merge");
    if (!(button instanceof HTMLElement)) return;
    this.#engine.look((editor) => {
      const loss = editor.loss("layer.merge-down", {});
      button.title = `${button.title.split("\n")[0]}${loss ? `\n${say(loss)}` : ""}`;
    });
  };

  /** The list of rows, which is not to be seen while they stand in the timeline. @returns {Element} */
  get #list() {
    return this.#place.querySelector(".layer-list") ?? this.#place;
  }

  #pictures() {
    this.#engine.look(this.#wish);
  }

  #wish = (/** @type {Editor} */ editor) => {
    if (this.#miniatures.passing || !this.#list.checkVisibility()) return;
    const { frame } = this.#engine.state;
    const stamps = editor.cel_stamps(0, this.#engine.picture.drawing.layers.length, frame, frame + 1);
    const wishes = [...this.#place.querySelectorAll("canvas")].map((canvas) => {
      const layer = Number(canvas.closest("li")?.dataset.layer);
      return { canvas, key: pictureOf("cel", stamps[layer]), stays: true, draw: (/** @type {Editor} */ one, /** @type {number} */ width, /** @type {number} */ height) => one.cel_thumbnail(layer, frame, width, height) };
    });
    this.#miniatures.show(this.#place, wishes);
  };

  /** @param {Picture} picture */
  #draw({ state, commands, drawing: { layers } }) {
    const current = layers[state.layer];
    const several = state.layers.length > 1;
    this.#rows = rowsOf(this.#engine);
    // A press on a step leaves the focus in the field, and the step may have no such row. What was typed is for no other.
    if (this.#renamed !== null && !(this.#begun && isStill(this.#engine, this.#begun))) this.#renamed = null;
    const whole = several && chosenGroup(this.#rows, state.layers) !== undefined;
    const blends = choicesOf(commands, "layer.blend", "blend");
    // Who has chosen a group as one means it, and not the topmost of its layers.
    const row = this.#rows[stopOf(this.#rows, this.#engine)];
    const [kind, mixed, given] = row?.kind === "group" ? ["group", row.group, namedBy(row)] : ["layer", current, {}];
    const opacity = mixed?.opacity ?? 255;
    const percent = Math.round(opacity / 2.55);
    const called = kind === "group" ? say`Group opacity: ${percent} %` : say`Layer opacity: ${percent} %`;
    render(html`
      <div class="layers-head">
        <h2>Layers <span class="count">${several ? `${state.layers.length}/` : ""}${layers.length}</span></h2>
        <div class="row" role="toolbar" aria-label="Layer commands" @pointerover=${this.#foretell} @focusin=${this.#foretell}>
          ${commandButton(this.#engine, commands, { command: "layer.add", id: "layer-add", svg: plus })}
          ${commandButton(this.#engine, commands, { command: whole ? "group.duplicate" : "layer.duplicate", id: "layer-duplicate", svg: copy })}
          ${commandButton(this.#engine, commands, { command: "group.add", id: "layer-group", svg: gather })}
          ${commandButton(this.#engine, commands, { command: "layer.up", id: "layer-up", svg: up, off: stuck(this.#engine, true) })}
          ${commandButton(this.#engine, commands, { command: "layer.down", id: "layer-down", svg: down, off: stuck(this.#engine, false) })}
          ${commandButton(this.#engine, commands, { command: "layer.merge-down", id: "layer-merge", svg: merge, off: !several && state.layer === 0 })}
          ${commandButton(this.#engine, commands, { command: "layer.delete", id: "layer-delete", svg: trash, off: state.layers.length === layers.length })}
        </div>
      </div>
      <div class="row layer-mix">
        <select id="layer-blend" aria-label="Blend mode" title="Blend mode" .value=${live(mixed?.blend ?? "normal")}
          @change=${(/** @type {Event} */ event) => this.#mix(event, `${kind}.blend`, ({ value }) => ({ ...given, blend: value }), mixed?.blend ?? "normal")}>
          ${blends.map((blend) => html`<option value=${blend.id} ?selected=${blend.id === mixed?.blend}>${blend.label}</option>`)}
        </select>
        <input id="layer-opacity" type="range" min="0" max="255" aria-label=${kind === "group" ? say("Group opacity") : say("Layer opacity")} title=${called}
          .value=${live(String(opacity))}
          @input=${(/** @type {Event} */ event) => this.#mix(event, `${kind}.opacity`, (slider) => ({ ...given, opacity: slider.valueAsNumber }), String(opacity))}>
        ${severalButton("layers-several", say("Select several layers"))}
      </div>
      <ol class="layer-list" aria-label="Layers, the topmost first" @keydown=${(/** @type {KeyboardEvent} */ event) => this.#keys(event)}>
        ${repeat(this.#rows, keyOf, (row) => (row.kind === "group" ? this.#groupRow(row) : this.#layerRow(row)))}
        ${this.#gap === null || this.#gap.onto ? "" : html`<li class="drop-layer drop-line ${this.#gap.depth > 0 ? "inside" : ""}" role="presentation" .style=${`--depth: ${this.#gap.depth}; top: calc(${this.#gap.line} * var(--layer-row) - 2px)`}></li>`}
      </ol>`, this.#place);
    this.#follow(state.layer);
    if (!state.active) this.#pictures();
  }

  /** Scrolls to the active row if it is another one now, or to that of the focus, which gets it. @param {number} layer */
  #follow(layer) {
    const now = [layer, this.#rows.length].join(" ");
    if (now === this.#active && !this.#focus) return;
    this.#active = now;
    const row = this.#focus ? this.#rows.findIndex((each) => this.#isStop(each)) : rowOf(this.#rows, layer);
    const shown = this.#place.querySelectorAll(".layer, .layer-group")[row];
    if (shown instanceof HTMLElement && shown.parentElement) scrollTo(shown, shown.parentElement);
    const name = shown?.querySelector(".layer-name");
    if (this.#focus && name instanceof HTMLElement) name.focus({ preventScroll: true });
    this.#focus = false;
  }

  /** Adds the event listeners, and draws the panel when layers change. */
  connect() {
    sortable(this.#place, {
      entries: ".layer, .layer-group",
      index: ({ dataset }) => this.#rows[shownBy(this.#rows, dataset)],
      gap: (x, y, from) => {
        const list = /** @type {HTMLElement} */ (this.#place.querySelector(".layer-list"));
        const { left, top, bottom } = list.getBoundingClientRect();
        if (y > bottom - NEAR) list.scrollTop += SCROLL;
        else if (y < top + NEAR) list.scrollTop -= SCROLL;
        const height = list.querySelector(".layer, .layer-group")?.getBoundingClientRect().height ?? 1;
        return placeAt(this.#rows, (y - top + list.scrollTop) / (height + 1), from, (x - left) / INDENT);
      },
      mark: (at) => {
        if (JSON.stringify(at) === JSON.stringify(this.#gap)) return;
        this.#gap = at;
        this.#draw(this.#engine.picture);
      },
      drop: (from, at) => {
        if (from?.kind === "group") dropGroup(this.#engine, from, at);
        else if (from) dropLayers(this.#engine, from, at);
      },
    });
    onFold(() => this.#draw(this.#engine.picture));
    onSeveral(() => this.#draw(this.#engine.picture));
    connectRenaming(this.#engine, () => {
      const row = this.#rows[stopOf(this.#rows, this.#engine)];
      // A form does it where the list is not to be seen.
      if (this.#list.checkVisibility()) this.#rename(keyOf(row));
      else this.#engine.invoke(`${row.kind}.rename`);
    });

    this.#draw(this.#engine.picture);
    // The rows come back from the timeline.
    new ResizeObserver(() => {
      this.#active = "";
      this.#follow(this.#engine.state.layer);
      this.#pictures();
    }).observe(this.#list);
    this.#engine.shows(["layers", "cel", "Layer"], (picture) => this.#draw(picture));
    this.#engine.shows(["steps", "stroke", "file"], () => this.#pictures());
    this.#pictures();
  }
}

/**
 * Draws the layers.
 * @param {Engine} engine
 * @param {HTMLElement} place
 * @param {Miniatures} miniatures
 */
export function layersPanel(engine, place, miniatures) {
  new LayersPanel(engine, place, miniatures).connect();
}
