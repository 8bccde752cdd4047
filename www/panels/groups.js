/**
 * Rows of layers and their groups, as the panel of layers and the timeline list them: the topmost first, a group above its layers.
 *
 * Problem: two lists show the same rows, fold them, and have layers and groups dropped between them, where a gap may lie
 * within a group or beside it. Idea: the rows are computed here from the drawing and from what is folded, and so is what a
 * place in a list means. Which groups are folded is how one looks at the drawing and no part of it: the editor keeps it
 * among what the person has chosen for that drawing. The invariant: a row is a group or a layer, and each layer has one unless its group is folded.
 */

/** @import { Engine, GroupInfo } from "../types.js" */

/**
 * @typedef {object} LayerRow
 * @property {"layer"} kind
 * @property {number} layer
 * @property {string} name
 * @property {GroupInfo | undefined} group The group that it is in.
 */

/**
 * @typedef {object} GroupRow
 * @property {"group"} kind
 * @property {GroupInfo} group
 * @property {number} lowest
 * @property {number} top Its layers are those from the lowest to the topmost one.
 * @property {boolean} folded
 */

/** @typedef {LayerRow | GroupRow} Row */

/**
 * @typedef {object} Place A place where something may be dropped.
 * @property {number} line Number of rows above it.
 * @property {number} gap Number of layers below it.
 * @property {number | null} group Id of the group that a layer joins there.
 * @property {boolean} onto Whether it is a folded group's row, and not a gap between rows.
 */

/** The group whose row was chosen last, if no layer's was since. @type {number | null} */
let entered = null;

/** Who draws rows. @type {(() => void)[]} */
const listeners = [];

/** Calls a function when a group was folded or unfolded. @param {() => void} draw */
export function onFold(draw) {
  listeners.push(draw);
}

/** Folds or unfolds the group of a layer. @param {Engine} engine @param {number} layer @param {boolean} folded */
export function fold(engine, layer, folded) {
  const { group } = engine.picture.drawing.layers[layer];
  if (group === null || engine.state.folded.includes(group) === folded) return;
  engine.run("group.fold", { layer, folded });
  for (const draw of listeners) draw();
}

/** Unfolds the group of the active layer, which has just come there. @param {Engine} engine */
export function reveal(engine) {
  fold(engine, engine.state.layer, false);
}

/** Returns the rows, the topmost first. @param {Engine} engine @returns {Row[]} */
export function rowsOf({ picture: { state, drawing: { layers, groups } } }) {
  /** @type {Row[]} */
  const rows = [];
  /** @type {GroupRow | undefined} */
  let around;
  for (let layer = layers.length - 1; layer >= 0; layer -= 1) {
    const id = layers[layer].group;
    if (id !== (around?.group.id ?? null)) {
      const group = groups.find((one) => one.id === id);
      around = group && { kind: "group", group, lowest: layer, top: layer, folded: state.folded.includes(group.id) };
      if (around) rows.push(around);
    }
    if (around) around.lowest = layer;
    if (!around?.folded) rows.push({ kind: "layer", layer, name: layers[layer].name, group: around?.group });
  }
  return rows;
}

/** Returns the place of the row that stands for a layer: its own, or its folded group's. @param {Row[]} rows @param {number} layer */
export function rowOf(rows, layer) {
  return rows.findIndex((row) => (row.kind === "layer" ? row.layer === layer : row.folded && row.lowest <= layer && layer <= row.top));
}

/** Whether a row still stands for what it did: a step may have come or gone while it is dragged or renamed. @param {Engine} engine @param {Row} row */
export function isStill({ picture: { drawing: { layers } } }, row) {
  if (row.kind === "layer") return layers[row.layer]?.name === row.name && layers[row.layer].group === (row.group?.id ?? null);
  return row.top < layers.length && layers.every(({ group }, layer) => (group === row.group.id) === (row.lowest <= layer && layer <= row.top));
}

/** Whether all layers of a group are chosen, and no others. @param {GroupRow} row @param {number[]} chosen */
export function isChosen({ lowest, top }, chosen) {
  return chosen[0] === lowest && chosen.at(-1) === top && chosen.length === top - lowest + 1;
}

/** Chooses a row: a layer, or all layers of a group. @param {Engine} engine @param {Row} row @param {string} [how] How a layer is chosen; a group is taken as one, too. */
export function chooseRow(engine, row, how = "only") {
  entered = row.kind === "group" ? row.group.id : null;
  if (row.kind !== "group") engine.run("layer.choose", { layer: row.layer, how });
  else if (how === "toggle") toggleGroup(engine, row);
  else engine.run("layer.choose", { layer: row.top, how: "group" });
}

/** Adds the layers of a group to the chosen ones, or takes them away if all of them are. @param {Engine} engine @param {GroupRow} row */
function toggleGroup(engine, { lowest, top }) {
  const { layers } = engine.state;
  const own = Array.from({ length: top - lowest + 1 }, (_, i) => lowest + i);
  const all = own.every((layer) => layers.includes(layer));
  for (const layer of own) if (layers.includes(layer) === all) engine.run("layer.choose", { layer, how: "toggle" });
}

/** Returns the place of the row that keys are about: that of a group that was chosen as one, or the active layer's. @param {Row[]} rows @param {Engine} engine */
export function stopOf(rows, { state: { layer, layers } }) {
  const group = chosenGroup(rows, layers);
  return group?.kind === "group" && group.group.id === entered ? rows.indexOf(group) : rowOf(rows, layer);
}

/** Returns the group whose layers are the chosen ones. @param {Row[]} rows @param {number[]} chosen */
export function chosenGroup(rows, chosen) {
  return rows.find((row) => row.kind === "group" && isChosen(row, chosen));
}

/** Whether chosen layers have no room to move up, or down. @param {Engine} engine @param {boolean} up */
export function stuck({ picture: { state, drawing: { layers } } }, up) {
  const chosen = state.layers;
  const all = layers.length;
  if (up ? chosen[0] !== all - chosen.length : chosen.at(-1) !== chosen.length - 1) return false;
  // At the end of the list a layer can still leave its group, and a group that is chosen as a whole can't.
  return chosen.every((layer) => {
    const { group } = layers[layer];
    const whole = layers.every((other, at) => other.group !== group || chosen.includes(at));
    return group === null || (whole && chosen.length > 1);
  });
}

/**
 * Returns where something would be dropped.
 * @param {Row[]} rows
 * @param {number} y How far down, in rows.
 * @param {boolean} whole Whether it is a group, which can't come into another.
 * @returns {Place}
 */
export function placeAt(rows, y, whole) {
  const at = Math.min(Math.max(Math.floor(y), 0), rows.length - 1);
  const row = rows[at];
  // Above all rows and below all rows lies in no group.
  const part = Math.min(Math.max(y - at, -1), 2);
  const place = (/** @type {number} */ line, /** @type {number} */ gap, /** @type {number | null} */ group, onto = false) => ({ line, gap, group, onto });
  const id = row.group?.id ?? null;
  if (whole && id !== null) {
    const first = rows.findIndex(({ group }) => group?.id === id);
    const header = rows[first];
    const count = rows.filter(({ group }) => group?.id === id).length;
    if (header.kind === "group") {
      return y < first + count / 2 ? place(first, header.top + 1, null) : place(first + count, header.lowest, null);
    }
  }
  if (row.kind === "layer") {
    return part < 0.5 ? place(at, row.layer + 1, id) : place(at + 1, row.layer, part > 1 ? null : id);
  }
  if (row.folded) {
    if (part < 1 / 3) return place(at, row.top + 1, null);
    return part > 2 / 3 ? place(at + 1, row.lowest, null) : place(at, row.top + 1, id, true);
  }
  return part < 0.5 ? place(at, row.top + 1, null) : place(at + 1, row.top + 1, id);
}

/** Drops a layer, or all that are chosen if it is one of them. @param {Engine} engine @param {LayerRow} row @param {Place} place */
export function dropLayers(engine, row, { gap, group }) {
  if (!isStill(engine, row)) return;
  const from = row.layer;
  const { state, drawing: { layers } } = engine.picture;
  // Whose group's row was pressed has chosen the group, and who drags one of its layers means that one.
  const alone = entered !== null && entered === layers[from].group;
  if (alone) chooseRow(engine, row);
  const moved = !alone && state.layers.includes(from) ? state.layers : [from];
  const to = gap - moved.filter((layer) => layer < gap).length;
  const rest = layers.filter((_, layer) => !moved.includes(layer));
  const [below, above] = [rest[to - 1]?.group, rest[to]?.group];
  const gone = !rest.some((layer) => layer.group === group);
  const around = below !== undefined && below === above ? below : group;
  if (moved.every((layer, i) => layer === to + i && layers[layer].group === around)) return;
  const join = group === null || gone ? "none" : below === group ? "below" : above === group ? "above" : "none";
  engine.run("layer.move", { from, to, group: join });
  reveal(engine);
}

/** Drops a group. @param {Engine} engine @param {GroupRow} row @param {Place} place */
export function dropGroup(engine, row, { gap }) {
  if (!isStill(engine, row)) return;
  const { lowest, top } = row;
  const to = gap > lowest ? Math.max(gap - (top - lowest + 1), lowest) : gap;
  if (to !== lowest) engine.run("group.move", { layer: top, to });
}
