/**
 * Moments for people, in their own language: the time of today, and the day of others.
 */

import { language } from "./language.js";

/** Formatters, each made when it is first asked for: a browser takes ten milliseconds for one. @type {Map<Intl.DateTimeFormatOptions, Intl.DateTimeFormat>} */
const formats = new Map();

/** Returns a moment in a form. @param {Date} date @param {Intl.DateTimeFormatOptions} form */
function formatted(date, form) {
  const format = formats.get(form) ?? new Intl.DateTimeFormat(language, form);
  formats.set(form, format);
  return format.format(date);
}

/** @type {Record<"time" | "day" | "whole", Intl.DateTimeFormatOptions>} */
const FORMS = {
  time: { hour: "2-digit", minute: "2-digit" },
  day: { day: "numeric", month: "short" },
  whole: { dateStyle: "medium", timeStyle: "medium" },
};

/**
 * Returns words for a moment, empty for 0.
 * @param {number} milliseconds Since 1970.
 * @param {boolean} [exactly] Whether to say all of it.
 */
export function moment(milliseconds, exactly = false) {
  if (!(milliseconds > 0)) return "";
  const date = new Date(milliseconds);
  if (exactly) return formatted(date, FORMS.whole);
  return formatted(date, date.toDateString() === new Date().toDateString() ? FORMS.time : FORMS.day);
}
