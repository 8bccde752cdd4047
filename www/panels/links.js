/**
 * Linked cels in the timeline: how those that share an image are joined, and the words that say so.
 *
 * Problem: frames that share an image may lie side by side or far apart, and who paints in one must know which others change.
 * Idea: neighbours are joined by a bar that runs through them, and those of the active cel's image stand out wherever
 * they are. Invariant: nothing is told by colour alone; each linked cel names the frames that it is linked with.
 */

import { say } from "../language.js";

/** Returns frames as people count them, in runs: "2–4 and 7". @param {readonly number[]} frames In their order. */
export function runs(frames) {
  /** @type {string[]} */
  const all = [];
  for (let i = 0; i < frames.length; ) {
    let end = i;
    while (frames[end + 1] === frames[end] + 1) end += 1;
    const [first, last] = [frames[i] + 1, frames[end] + 1];
    // A run of two is a list: "2 and 3".
    if (last - first < 2) all.push(...frames.slice(i, end + 1).map((frame) => String(frame + 1)));
    else all.push(`${first}–${last}`);
    i = end + 1;
  }
  return all.length > 1 ? say`${all.slice(0, -1).join(", ")} and ${all.at(-1)}` : all.join("");
}

/** The links of one layer. */
export class Links {
  /** The group that each linked frame belongs to. @type {Map<number, readonly number[]>} */
  #groups = new Map();
  #active;

  /** @param {readonly (readonly number[])[]} groups @param {number} frame The active frame if its cel in this layer is active, else -1. */
  constructor(groups, frame) {
    for (const group of groups) for (const one of group) this.#groups.set(one, group);
    this.#active = this.#groups.get(frame);
  }

  /** Returns the classes of a cel: whether it is linked, with which neighbours, and with the active one. @param {number} frame */
  style(frame) {
    const group = this.#groups.get(frame);
    if (!group) return "";
    const sides = [this.#groups.get(frame - 1) === group && "linked-before", this.#groups.get(frame + 1) === group && "linked-after"];
    return ["linked", ...sides, group === this.#active && "linked-now"].filter(Boolean).join(" ");
  }

  /** Returns what follows the cel's name: ", linked with frames 2–4 and 7", or nothing. @param {number} frame */
  words(frame) {
    const others = this.#groups.get(frame)?.filter((other) => other !== frame) ?? [];
    return others.length > 0 ? say`, linked with ${others.length > 1 ? say("frames") : say("frame")} ${runs(others)}` : "";
  }

  /** Returns the tooltip of a linked cel, or nothing. @param {number} frame */
  title(frame) {
    const words = this.words(frame);
    return words && say`Frame ${frame + 1}${words}: painting in one changes all`;
  }
}
