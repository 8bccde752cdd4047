/**
 * What the editor needs from the disk for a file that it is about to encode.
 *
 * @import { Engine } from "../types.js"
 * @import { Keeper } from "../kept/keeper.js"
 */

/**
 * Supplies it. While an entry is read others may be put away, so the editor is asked until it needs none.
 * @param {Engine} engine
 * @param {Pick<Keeper, "drawing" | "supply">} keeper
 * @param {boolean} [history] Whether the history is to be in the file.
 */
export async function supplyForFile(engine, keeper, history) {
  const { drawing } = keeper;
  for (;;) {
    const [wanted] = await engine.ask((editor) => (keeper.drawing === drawing ? editor.wanted_for_file(history) : []));
    if (!wanted) return;
    const { kind, number } = wanted;
    const bytes = await keeper.supply.read(kind, number);
    if (!await engine.ask((editor) => keeper.drawing === drawing && editor.supply_for_file(kind, number, bytes))) return;
  }
}
