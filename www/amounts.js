/** Amounts for people: bytes in the largest unit of 1024 that leaves a whole number. */

import { pointed } from "./language.js";

const UNITS = ["B", "KB", "MB", "GB"];

/** Formats a number of bytes. @param {number} bytes */
export function memory(bytes) {
  let unit = 0;
  let amount = bytes;
  while (amount >= 1000 && unit < UNITS.length - 1) {
    amount /= 1024;
    unit += 1;
  }
  return `${pointed(amount.toFixed(unit > 0 && amount < 100 ? 1 : 0))} ${UNITS[unit]}`;
}
