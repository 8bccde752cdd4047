/**
 * Texts in the person's language.
 *
 * Problem: texts stand in templates, tables, messages and in the editor's answers, and each has to be shown in the language
 * that the browser asks for or the person has chosen. Idea: English is the source, in place and without a catalogue, and every
 * text passes `say` or a template's `html`. Both do nothing in English. German replaces them before the modules that
 * import this one begin, so that even their tables are in German. Invariant: an English page downloads nothing for
 * other languages, and ids, settings and scripts are the same in all of them.
 */

import { get } from "./settings.js";

const chosen = get("language", "system");

/** Language of texts, numbers and dates: German, or else English. */
export const language = (chosen === "system" ? globalThis.navigator?.languages ?? [] : [chosen])
  .map((tag) => /^(?:de|en)\b(?:-[A-Z]{2}\b)?/.exec(tag)?.[0]).find(Boolean) ?? "en";

/** The catalogue in German; without it the page speaks English. */
export const german = language.startsWith("de") ? await import("./words/german.js").catch(() => undefined) : undefined;

/** @param {string | TemplateStringsArray} strings @param {unknown[]} values */
const english = (strings, ...values) => String.raw({ raw: strings }, ...values);

/** Returns a text, given as it is or as a template, in the person's language. */
export const say = german?.say ?? english;

/** Translates rows of the editor's tables in place, and returns them. @type {<T>(rows: T) => T} */
export const table = german?.table ?? ((rows) => rows);

/** Returns the name of a layer, a tag or a drawing as it is shown: only the names that the editor gives are in a language. @type {(name: string) => string} */
export const named = german?.named ?? ((name) => name);

/** Returns a key, or a chord of keys, as it is labelled on the person's keyboard. @type {(chord: string) => string} */
export const keyed = german?.keyed ?? named;

/** The sign before a fraction, once one is shown. */
let sign = "";

/** Returns a number of Latin digits with the sign before a fraction that the person's language has. To make the browser's formatter takes 50 ms, so it is asked once, and not for whole numbers. @param {string} digits */
export function pointed(digits) {
  if (!digits.includes(".")) return digits;
  sign ||= (0.5).toLocaleString(language)[1];
  return digits.replace(".", sign);
}
