/**
 * The lanes that the timeline's tags lie in.
 *
 * Problem: tags may overlap, and a tag of one frame is too narrow for a name of more than some letters. Idea: a name for which
 * its tag has no room reaches over the frames behind it, and each tag lies in the first lane where both find room. The widths of letters
 * are guessed, so that nothing is measured while the timeline is drawn; what is longer is cut off, and the tooltip has it.
 */

/** @import { TagInfo } from "../types.js" */

/** Width of what turns a tag's direction, in CSS pixels. */
const WAY = 16;

/** Width of a letter of a name and of a sign as wide as it is high, and what is around a name, in CSS pixels. */
const [LETTER, SIGN, AROUND] = [6.5, 12, 12];

/** Number of frames that a name may reach over; what is longer is cut off. */
const REACH = 3;

/** Returns the sign behind the name of a tag that is played several times. @param {number} repeat */
export function times(repeat) {
  return repeat > 0 ? ` ×${repeat}` : "";
}

/** Returns the last frame that a tag's name reaches to, or its own last frame. @param {TagInfo} tag @param {number} column Width of a frame. */
export function reach({ name, from, to, repeat }, column) {
  const letters = [...name, ...times(repeat)].reduce((width, letter) => width + (letter > "\u2e7f" ? SIGN : LETTER), 0);
  const way = from === to ? 0 : WAY;
  return Math.max(to, from + Math.min(REACH, Math.ceil((letters + AROUND + way) / column)) - 1);
}

/** Returns how wide the name of a tag may be that has no room in it, in CSS pixels. @param {TagInfo} tag @param {number} column Width of a frame. */
export function room(tag, column) {
  return (reach(tag, column) - tag.from + 1) * column - AROUND - (tag.from === tag.to ? 0 : WAY);
}

/** Returns the lane of each tag: the first where neither it nor its name overlaps a tag before it. @param {TagInfo[]} tags @param {number} column Width of a frame. */
export function lanes(tags, column) {
  /** @type {[number, number][][]} */
  const taken = [];
  return tags.map((tag) => {
    const [from, to] = [tag.from, reach(tag, column)];
    const free = taken.findIndex((lane) => lane.every(([first, last]) => to < first || last < from));
    const lane = free < 0 ? taken.push([]) - 1 : free;
    taken[lane].push([from, to]);
    return lane;
  });
}
