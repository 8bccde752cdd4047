/**
 * Numbers formatted for people, and short names of systems.
 */

import { language, say } from "../language.js";

/** Units of 1024, as on the other pages. */
const UNITS = ["B", "KB", "MB", "GB"];
/** Shortest sum of times that is worth a number, in milliseconds: some ticks of the browser's clock, which has ten a millisecond. */
const TICKS_MS = 0.5;
/** Number of steps after which it says something that all of them were shorter than that. */
const ENOUGH = 20;
const whole = new Intl.NumberFormat(language);

/** Formats a whole number: 1,234. @param {number} value */
export function count(value) {
  return whole.format(value);
}

/** Formats a number with three digits, such as 0.42, 17.3 or 512. @param {number} value */
function three(value) {
  if (value >= 100) return count(Math.round(value));
  const digits = value >= 10 ? 1 : 2;
  return value.toLocaleString(language, { minimumFractionDigits: digits, maximumFractionDigits: digits });
}

/** Formats bytes. @param {number} value @returns {string} */
export function bytes(value) {
  // A step may give memory back.
  if (value < 0) return `−${bytes(-value)}`;
  let unit = 0;
  let amount = value;
  while (amount >= 1000 && unit < UNITS.length - 1) {
    amount /= 1024;
    unit += 1;
  }
  return `${unit === 0 ? Math.round(amount) : three(amount)} ${UNITS[unit]}`;
}

/** Formats a power of 16 on an axis. @param {number} value */
export function tick(value) {
  return bytes(value).replace(/[.,]0+(?= )/, "");
}

/** Formats what the last step added to the memory, or took from it. @param {number} value */
export function added(value) {
  return value < 0 ? say`${bytes(-value)} freed` : bytes(value);
}

/** Formats the average of many times, which is finer than the clock. Of times that the clock can't tell, only a bound is known. @param {number} sum In milliseconds. @param {number} times @returns {string} */
export function average(sum, times) {
  if (times === 0) return "–";
  if (sum < TICKS_MS) return `< ${average(TICKS_MS, times)}`;
  const value = sum / times;
  return value < 1 ? `${three(value * 1000)} µs` : `${three(value)} ms`;
}

/** Formats the average time of steps as soon as there are enough for the clock to tell it, or to tell that it is short. @param {number} sum In milliseconds. @param {number} times */
export function usual(sum, times) {
  return sum < TICKS_MS && times < ENOUGH ? "–" : average(sum, times);
}

/** Formats the ratio of a value to a reference. @param {number} value @param {number} reference */
export function ratio(value, reference) {
  if (value === reference) return "1";
  if (!(reference > 0)) return "–";
  const times = value / reference;
  return times < 0.01 ? `< ${three(0.01)}` : three(times);
}

/** Returns a name's first part: "S1" of "S1 · delta swap". @param {string} name */
export function short(name) {
  return name.split(" · ")[0];
}

/** Returns the style's class with a system's colour. @param {number} index */
export function colorClass(index) {
  return `system-${(index % 7) + 1}`;
}
