/**
 * Numbers as people type them.
 *
 * Problem: the browser's own field for numbers takes the separator of its language alone. Elsewhere it drops a comma without a
 * sign, and 22,5 becomes 225; digits other than 0 to 9 it takes for nothing. Idea: fields for numbers are fields for text, and
 * this reads them: comma and point, the digits of any script, blanks between thousands, a unit behind. The invariant: what is
 * not wholly understood is no number.
 */

import { shown } from "./fields.js";
import { say } from "./language.js";

/** Signs that stand for a comma, a point, a minus and a plus in other scripts and input methods, or for the direction of writing alone. @type {[RegExp, string][]} */
const SIGNS = [[/[،٫，、]/g, ","], [/[．。｡]/g, "."], [/[−–－ー]/g, "-"], [/＋/g, "+"], [/[\u200E\u200F\u061C]/g, ""]];

/** Returns the value of a digit of any script: each has ten in a row, from its zero. @param {string} digit */
function valueOf(digit) {
  const at = /** @type {number} */ (digit.codePointAt(0));
  let before = 0;
  while (/\p{Nd}/u.test(String.fromCodePoint(at - before - 1))) before += 1;
  return String(before % 10);
}

/**
 * Returns the number that a text says, or `NaN`.
 * @param {string} text
 * @param {boolean} [whole] Whether a whole number is meant: in that, 1,024 is a thousand and some.
 */
export function readNumber(text, whole = false) {
  const latin = SIGNS.reduce((said, [sign, plain]) => said.replace(sign, plain), text.replaceAll(/\p{Nd}/gu, valueOf));
  // A unit behind it is left out, and what stands between thousands.
  const bare = latin.trim().replace(/\s*(?:[%％°]|px|ms)$/i, "").replaceAll(/(?<=\d)[\s'’٬](?=\d{3}(?!\d))/g, "");
  const signs = bare.match(/[.,]/g) ?? [];
  const last = signs.pop();
  const [first = last] = signs;
  const grouped = first === last && (signs.length > 0 || (whole && /^[+-]?\d{1,3}[.,]\d{3}$/.test(bare)));
  // Which sign stands between thousands, and which before the fraction.
  const [thousands, fraction] = grouped ? [last] : [signs.length > 0 ? first : undefined, last];
  const [integer, rest = ""] = fraction ? bare.split(fraction) : [bare];
  const groups = thousands ? integer.split(thousands) : [integer];
  if (!groups.every((group, at) => (at === 0 ? thousands === undefined || /^[+-]?\d{1,3}$/.test(group) : /^\d{3}$/.test(group)))) return NaN;
  const plain = `${groups.join("")}.${rest}`;
  return /^[+-]?(?:\d+\.\d*|\.\d+)$/.test(plain) ? Number(plain) : NaN;
}

/**
 * Returns the sentence about typed text that is no number, or one that can't be taken.
 * @param {string} label @param {string} text @param {number} [min] @param {number} [max] @param {boolean} [whole]
 */
export function notNumber(label, text, min = -Infinity, max = Infinity, whole = false) {
  const [from, to] = [min, max].map(shown);
  const some = whole ? say`a whole number from ${from} to ${to}` : say`a number from ${from} to ${to}`;
  const expected = Number.isFinite(max - min) ? some : say("a number");
  return text ? say`${label} must be ${expected}, not “${text}”` : say`${label} must be ${expected}: it is empty`;
}
