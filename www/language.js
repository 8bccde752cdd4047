/**
 * Texts in the person's language.
 *
 * Problem: texts stand in templates, tables, messages and in the editor's answers, and each has to be shown in the language
 * that the browser asks for or the person has chosen. Idea: English is the source, in place and without a catalogue, and every
 * text passes `say` or a template's `html`. In English both show what they are given, a message's values in its template. Another language
 * has a row in `LANGUAGES`; its templates take the place of the English ones before the modules that
 * import this one begin, so that even their tables are in it. Invariant: an English page downloads nothing for
 * other languages, and ids, settings and scripts are the same in all of them.
 */

import { sentence } from "./messages.js";
import { get } from "./settings.js";

/** @import { Message } from "./messages.js" */

/** Languages besides English: each one's own name, and the module that speaks it. */
export const LANGUAGES = {
  de: { name: "Deutsch", load: () => import("./words/german.js") },
};

const chosen = get("language", "system");
const KNOWN = new RegExp(`^(en|${Object.keys(LANGUAGES).join("|")})\\b(?:-[A-Z]{2}\\b)?`);

/** Language of texts, numbers and dates: English if none of those that are asked for is known. */
export const language = (chosen === "system" ? globalThis.navigator?.languages ?? [] : [chosen])
  .map((tag) => KNOWN.exec(tag)?.[0]).find(Boolean) ?? "en";

/** What speaks the language; without it the page speaks English. */
export const speech = await /** @type {Partial<typeof LANGUAGES>} */ (LANGUAGES)[/** @type {"de"} */ (language.slice(0, 2))]?.load().then(({ speak }) => speak(sentence)).catch(() => undefined);

if (globalThis.document) speech?.translatePage();

/** @param {Message | TemplateStringsArray} strings @param {unknown[]} values */
const english = (strings, ...values) => (typeof strings !== "string" && "raw" in strings ? String.raw({ raw: strings }, ...values) : sentence(strings));

/** Returns a text in the person's language: a message, or a text given as it is or as a template. */
export const say = speech?.say ?? english;

/** Translates rows of the editor's tables in place, and returns them. @type {<T>(rows: T) => T} */
export const table = speech?.table ?? ((rows) => rows);

/** Returns the name of a layer, a tag or a drawing as it is shown: only the names that the editor gives are in a language. @type {(name: string) => string} */
export const named = speech?.named ?? ((name) => name);

/** Returns a key, or a chord of keys, as it is labelled on the person's keyboard. @type {(chord: string) => string} */
export const keyed = speech?.keyed ?? named;

/** Returns a label as it stands within a sentence. @type {(label: string) => string} */
export const within = speech?.within ?? ((label) => label.toLowerCase());

/** The sign before a fraction, once one is shown. */
let sign = "";

/** Returns a number of Latin digits with the sign before a fraction that the person's language has. To make the browser's formatter takes 50 ms, so it is asked once, and not for whole numbers. @param {string} digits */
export function pointed(digits) {
  if (!digits.includes(".")) return digits;
  sign ||= (0.5).toLocaleString(language)[1];
  return digits.replace(".", sign);
}

/** Returns a number of things as the person's language writes it. Below a thousand nothing is between the digits, and no formatter is made for them: a browser takes 30 ms for its first one. @param {number} count */
export const grouped = (count) => (count < 1000 ? String(count) : count.toLocaleString(language));
