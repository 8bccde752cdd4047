/**
 * How long deleted drawings have lain in the list, by a clock that can't jump.
 *
 * Problem: a machine's clock may once be years ahead, and what was deleted a minute ago would seem old enough to be removed for good.
 * Idea: each visit notes when it was and how old each deleted drawing is. What has passed since the visit before counts as a day at
 * the most. Invariant: a drawing is at least as old by the machine's clock as it is here, unless that clock has jumped; whoever asks
 * both clocks removes nothing too early.
 */

import { get, set } from "../settings.js";

/** Name of the setting. */
const AGES = "ages";
const DAY_MS = 24 * 60 * 60 * 1000;

/**
 * Returns how old the deleted drawings are now.
 * @param {{at: number, ages: Record<string, number>}} before What the visit before has noted.
 * @param {string[]} ids The drawings that are deleted now.
 * @param {number} now
 */
export function aged({ at, ages }, ids, now) {
  const passed = Math.max(0, Math.min(now - at, DAY_MS));
  return { at: now, ages: Object.fromEntries(ids.map((id) => [id, Object.hasOwn(ages, id) ? ages[id] + passed : 0])) };
}

/** Notes this visit, and returns how old the deleted drawings are, in milliseconds, by their ids. @param {string[]} ids */
export function agesOf(ids) {
  const now = Date.now();
  const { at, ages } = /** @type {Partial<ReturnType<typeof aged>>} */ (get(AGES, {}));
  const noted = aged({ at: typeof at === "number" ? at : now, ages: ages ?? {} }, ids, now);
  // Where nothing is deleted, and nothing was, there is nothing to be noted.
  if (ids.length > 0 || ages) set(AGES, ids.length > 0 ? noted : {});
  return new Map(Object.entries(noted.ages));
}
