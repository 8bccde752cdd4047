/**
 * Moments for people, in their own language: the time of today, and the day of others.
 */

import { language } from "./language.js";

const time = new Intl.DateTimeFormat(language, { hour: "2-digit", minute: "2-digit" });
const day = new Intl.DateTimeFormat(language, { day: "numeric", month: "short" });
const whole = new Intl.DateTimeFormat(language, { dateStyle: "medium", timeStyle: "medium" });

/**
 * Returns words for a moment, empty for 0.
 * @param {number} milliseconds Since 1970.
 * @param {boolean} [exactly] Whether to say all of it.
 */
export function moment(milliseconds, exactly = false) {
  if (!(milliseconds > 0)) return "";
  const date = new Date(milliseconds);
  if (exactly) return whole.format(date);
  return date.toDateString() === new Date().toDateString() ? time.format(date) : day.format(date);
}
