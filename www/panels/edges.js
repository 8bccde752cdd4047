/**
 * How near the edges of the canvas are, in words, for who paints by keys.
 *
 * Who doesn't see the canvas learns from "0, 31" that its left edge is reached, but must count for the right one. So an edge is
 * spoken of from three pixels on, and whenever an arrow leads against it.
 */

import { say } from "../language.js";

/** @import { State } from "../types.js" */

/** How near an edge is spoken of, in pixels. */
const NEAR = 3;

/** The edges by the arrows that lead to them, with their words. @type {[string, string, string][]} */
const EDGES = [
  ["ArrowLeft", say("at the left edge"), say("left edge")], ["ArrowRight", say("at the right edge"), say("right edge")],
  ["ArrowUp", say("at the top edge"), say("top edge")], ["ArrowDown", say("at the bottom edge"), say("bottom edge")],
];

/** Returns the distances of the cursor to the edges. @param {Pick<State, "cursor" | "width" | "height">} state */
const distances = ({ cursor, width, height }) => (cursor ? [cursor.x, width - 1 - cursor.x, cursor.y, height - 1 - cursor.y] : []);

/** Returns which edges are near, in words. @param {Pick<State, "cursor" | "width" | "height">} state */
export function edgesOf(state) {
  return distances(state).flatMap((away, at) => (away === 0 ? EDGES[at][1] : away > 0 && away <= NEAR ? say`${away} from the ${EDGES[at][2]}` : [])).join(", ");
}

/** Returns `true` if a key leads against an edge at which the cursor is. @param {string} key @param {Pick<State, "cursor" | "width" | "height">} state */
export function leadsAgainst(key, state) {
  return distances(state)[EDGES.findIndex(([arrow]) => arrow === key)] === 0;
}
