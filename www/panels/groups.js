/**
 * Rows of layers and their groups, as the panel of layers and the timeline list them: the topmost first, a group above what is in it.
 *
 * Problem: two lists show the same rows, fold them, and have layers and groups dropped between them, where a gap may lie
 * within a group or beside it. Idea: the rows are computed here from the drawing and from what is folded, and so is what a
 * place in a list means. Which groups are folded is how one looks at the drawing and no part of it: the editor keeps it
 * among what the person has chosen for that drawing. The invariant: a row is a group or a layer, and each layer has one unless a group around it is folded.
 */

/** @import { Engine, GroupInfo, Picture } from "../types.js" */

/**
 * @typedef {object} LayerRow
 * @property {"layer"} kind
 * @property {number} layer
 * @property {string} name
 * @property {GroupInfo | undefined} group The group that it is in.
 * @property {GroupInfo[]} around That one and those around it, from the innermost outwards.
 */

/**
 * @typedef {object} GroupRow
 * @property {"group"} kind
 * @property {GroupInfo} group
 * @property {number} lowest
 * @property {number} top Its layers are those from the lowest to the topmost one.
 * @property {boolean} folded
 * @property {GroupInfo[]} around The groups around it, from the innermost outwards.
 * @property {number} outer Its place among the groups around its topmost layer: 1 is the innermost.
 */

/** @typedef {LayerRow | GroupRow} Row */

/**
 * @typedef {object} Place A place where something may be dropped.
 * @property {number} line Number of rows above it.
 * @property {number} gap Number of layers below it.
 * @property {number | null} group Id of the group that a layer joins there.
 * @property {number} depth Number of groups around it.
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

/** Returns a group and those around it, from the innermost outwards. @param {GroupInfo[]} groups @param {number | null} id @returns {GroupInfo[]} */
export function chainOf(groups, id) {
  /** @type {GroupInfo[]} */
  const chain = [];
  for (let next = id; next !== null;) {
    const group = groups.find((one) => one.id === next);
    if (!group || chain.includes(group)) break;
    chain.push(group);
    next = group.parent;
  }
  return chain;
}

/** Folds or unfolds a group of a layer. @param {Engine} engine @param {number} layer @param {boolean} folded @param {number} [outer] Its place among those around the layer: 1 is the innermost. */
export function fold(engine, layer, folded, outer = 1) {
  const { layers, groups } = engine.picture.drawing;
  const group = chainOf(groups, layers[layer].group)[outer - 1];
  if (!group || engine.state.folded.includes(group.id) === folded) return;
  engine.run("group.fold", { layer, folded, outer });
  for (const draw of listeners) draw();
}

/** Unfolds the groups of the active layer, which has just come there. @param {Engine} engine */
export function reveal(engine) {
  const { layers, groups } = engine.picture.drawing;
  const { layer } = engine.state;
  chainOf(groups, layers[layer].group).forEach((_, at) => fold(engine, layer, false, at + 1));
}

/** Returns by what commands name a row. @param {Row} row @returns {Record<string, number>} */
export function namedBy(row) {
  return row.kind === "group" ? { layer: row.top, outer: row.outer } : { layer: row.layer };
}

/** Returns the rows, the topmost first. @param {Engine} engine @returns {Row[]} */
export function rowsOf({ picture: { state, drawing: { layers, groups } } }) {
  /** @type {Row[]} */
  const rows = [];
  /** The groups that are open, from the outermost inwards. @type {GroupRow[]} */
  const open = [];
  for (let layer = layers.length - 1; layer >= 0; layer -= 1) {
    const { name, group: id } = layers[layer];
    const around = id === null ? [] : chainOf(groups, id);
    const common = open.findIndex((row, depth) => around.at(-1 - depth) !== row.group);
    if (common >= 0) open.length = common;
    for (let depth = open.length; depth < around.length; depth += 1) {
      const outer = around.length - depth;
      const group = around[outer - 1];
      /** @type {GroupRow} */
      const row = { kind: "group", group, lowest: layer, top: layer, folded: state.folded.includes(group.id), around: around.slice(outer), outer };
      if (!open.some(({ folded }) => folded)) rows.push(row);
      open.push(row);
    }
    for (const row of open) row.lowest = layer;
    if (!open.some(({ folded }) => folded)) rows.push({ kind: "layer", layer, name, group: around[0], around });
  }
  return rows;
}

/** Returns the group that commands mean unless they name another: that of the chosen layers, or else the active layer's. @param {Picture} picture @returns {GroupInfo | undefined} */
export function meantGroup({ state, drawing: { layers, groups } }) {
  const around = chainOf(groups, layers[state.layer].group);
  const isOf = (/** @type {GroupInfo} */ group) => layers.every((one, layer) => chainOf(groups, one.group).includes(group) === state.layers.includes(layer));
  return (state.layers.length > 1 ? around.findLast(isOf) : undefined) ?? around[0];
}

/** Returns the place of the row that stands for a layer: its own, or its folded group's. @param {Row[]} rows @param {number} layer */
export function rowOf(rows, layer) {
  return rows.findIndex((row) => (row.kind === "layer" ? row.layer === layer : row.folded && row.lowest <= layer && layer <= row.top));
}

/** Whether a row still stands for what it did: a step may have come or gone while it is dragged or renamed. @param {Engine} engine @param {Row} row */
export function isStill({ picture: { drawing: { layers, groups } } }, row) {
  if (row.kind === "layer") return layers[row.layer]?.name === row.name && layers[row.layer].group === (row.group?.id ?? null);
  const isIn = (/** @type {number | null} */ id) => chainOf(groups, id).some((group) => group.id === row.group.id);
  return row.top < layers.length && layers.every(({ group }, layer) => isIn(group) === (row.lowest <= layer && layer <= row.top));
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
  else engine.run("layer.choose", { ...namedBy(row), how: "group" });
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
export function stuck({ picture: { state, drawing: { layers, groups } } }, up) {
  const chosen = state.layers;
  const all = layers.length;
  if (up ? chosen[0] !== all - chosen.length : chosen.at(-1) !== chosen.length - 1) return false;
  // At the end of the list a layer or a group can still leave the group around it; an outermost group that is chosen as a whole has no room.
  return chosen.every((layer) => {
    const outermost = chainOf(groups, layers[layer].group).at(-1);
    const isIn = (/** @type {number} */ at) => chainOf(groups, layers[at].group).at(-1) === outermost;
    return outermost === undefined || (layers.every((_, at) => !isIn(at) || chosen.includes(at)) && chosen.length > 1);
  });
}

/**
 * Returns where something would be dropped.
 * @param {Row[]} rows
 * @param {number} y How far down, in rows.
 * @param {Row} [moved] What is dropped: a group can't come into itself.
 * @param {number} [depth] Number of groups around it at most, as far as there is a choice: how far to the right it is.
 * @returns {Place}
 */
export function placeAt(rows, y, moved, depth = Infinity) {
  const at = Math.min(Math.max(Math.floor(y), 0), rows.length - 1);
  const row = rows[at];
  // Above all rows and below all rows lies in no group.
  const part = Math.min(Math.max(y - at, -1), 2);
  /** @param {number} line @param {number} gap @param {GroupInfo[]} around @param {boolean} [onto] @returns {Place} */
  const place = (line, gap, around, onto = false) => ({ line, gap, group: around[0]?.id ?? null, depth: around.length, onto });
  const own = moved?.kind === "group" ? moved : undefined;
  if (own && (row === own || row.around.some((group) => group.id === own.group.id))) return place(rows.indexOf(own), own.top + 1, own.around);
  /** Below a row one is in its groups, or in those of them that go on behind it. @param {GroupInfo[]} around @param {number} gap */
  const below = (around, gap) => {
    const next = rows[at + 1]?.around ?? [];
    const common = around.filter((group) => next.some(({ id }) => id === group.id)).length;
    const kept = part > 1 ? 0 : Math.max(common, Math.min(depth, around.length));
    return place(at + 1, gap, around.slice(around.length - kept));
  };
  if (row.kind === "layer") return part < 0.5 ? place(at, row.layer + 1, row.around) : below(row.around, row.layer);
  const inside = [row.group, ...row.around];
  if (row.folded) {
    if (part < 1 / 3) return place(at, row.top + 1, row.around);
    return part > 2 / 3 ? below(row.around, row.lowest) : place(at, row.top + 1, inside, true);
  }
  return part < 0.5 ? place(at, row.top + 1, row.around) : place(at + 1, row.top + 1, inside);
}

/**
 * Returns how commands name the group at a place: that of the layer below or above it, or one around that.
 * @param {Engine} engine @param {number[]} moved @param {number} to @param {number | null} id
 */
function joinOf({ picture: { drawing: { layers, groups } } }, moved, to, id) {
  const rest = layers.filter((_, layer) => !moved.includes(layer));
  const [below, above] = [rest[to - 1], rest[to]].map((layer) => (layer ? chainOf(groups, layer.group) : []));
  const [under, over] = [below, above].map((chain) => chain.findIndex((group) => group.id === id));
  const around = below.find((group) => above.includes(group))?.id ?? null;
  if (id !== null && under >= 0) return { join: { group: "below", out: under }, around: id };
  if (id !== null && over >= 0) return { join: { group: "above", out: over }, around: id };
  return { join: { group: "none", out: 0 }, around };
}

/** Drops a layer, or all that are chosen if it is one of them. @param {Engine} engine @param {LayerRow} row @param {Place} place */
export function dropLayers(engine, row, { gap, group }) {
  if (!isStill(engine, row)) return;
  const from = row.layer;
  const { state, drawing: { layers } } = engine.picture;
  // Whose group's row was pressed has chosen the group, and who drags one of its layers means that one.
  const alone = entered !== null && row.around.some(({ id }) => id === entered);
  if (alone) chooseRow(engine, row);
  const moved = !alone && state.layers.includes(from) ? state.layers : [from];
  const to = gap - moved.filter((layer) => layer < gap).length;
  const { join, around } = joinOf(engine, moved, to, group);
  if (moved.every((layer, i) => layer === to + i && layers[layer].group === around)) return;
  engine.run("layer.move", { from, to, ...join });
  reveal(engine);
}

/** Drops a group. @param {Engine} engine @param {GroupRow} row @param {Place} place */
export function dropGroup(engine, row, { gap, group }) {
  if (!isStill(engine, row)) return;
  const { lowest, top } = row;
  const moved = Array.from({ length: top - lowest + 1 }, (_, i) => lowest + i);
  const to = gap > lowest ? Math.max(gap - moved.length, lowest) : gap;
  const { join, around } = joinOf(engine, moved, to, group);
  if (to !== lowest || around !== (row.around[0]?.id ?? null)) engine.run("group.move", { ...namedBy(row), to, ...join });
}
