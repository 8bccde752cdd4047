/**
 * German: looks texts up, and replaces those of templates.
 *
 * A catalogue has an entry for each English text. `{0}` in it is the first value of a template, in whichever place. A text
 * that arrives finished, such as an error from Rust, is found by an entry with names in braces: the name says what a value
 * is, and whether it is a text that has an entry of its own. Notes on a file arrive in a row, "2 slices were left out; its end is
 * missing": each is looked up by itself.
 */

import commands from "./de/commands.json";
import files from "./de/files.json";
import messages from "./de/messages.json";
import lab from "./de/lab.json";
import page from "./de/page.json";
import refusals from "./de/refusals.json";
import { HOLE, unitsOf } from "./units.js";

/** @type {[string, string][]} */
const entries = [commands, messages, refusals, page, lab, files].flatMap((part) => Object.entries(part));

const known = new Map(entries);

/** What values of finished texts look like, by their names; others are any text. @type {Record<string, string>} */
const SHAPES = { amount: "\\d[\\d.]* [KMGT]?B", count: "[\\d,]+", n: "-?[\\d.]+", min: "-?[\\d.]+", max: "-?[\\d.]+", model: "[A-Z]+", layer: ".*?", quoted: "[^\"]*" };

/** Values of finished texts that are texts with entries of their own. */
const TEXTS = new Set(["what", "why", "label", "given", "more", "rest"]);

/**
 * Finished texts: how they are recognized, the names of their values, and the German text. The entry with the most letters
 * outside its values comes first, so the order of the entries in their files has no meaning.
 */
const finished = entries.filter(([key]) => /\{[a-z]/.test(key)).map(([key, german]) => {
  /** @type {string[]} */
  const names = [];
  const source = key.replace(/[.*+?^$()|[\]\\]/g, "\\$&").replace(/\{([a-z]+)\d*\}/g, (hole, name) => {
    names.push(hole);
    return `(${SHAPES[name] ?? ".+?"})`;
  });
  return { key, pattern: new RegExp(`^${source}$`, "s"), names, german, letters: key.length - names.join("").length };
}).sort((a, b) => b.letters - a.letters);

/** Returns a label in German. Ids, which have neither blanks nor capitals, are the same in every language. @param {string} text */
const labelled = (text) => (/[A-Z ]/.test(text) ? look(text) : text);

/** Returns a value of a finished text in German. @param {string} name @param {string} value */
function valueOf(name, value) {
  if (TEXTS.has(name)) return look(value);
  if (name === "amount" || name === "count") return value.replaceAll(/[.,]/g, (sign) => (sign === "." ? "," : "."));
  if (name === "expected") return known.get(value) ?? value.split(/ or (?=\S+$)/).map((list) => list.split(", ").map(labelled).join(", ")).join(" oder ");
  if (name === "list") return value.split(/, (?!and )| and /).map(look).join(", ").replace(/, (?=[^,]*$)/, " und ");
  return name === "layer" ? named(value) : value;
}

/** Says only once what something is whose name says so too: “Ebene Ebene 2”. @param {string} text */
const once = (text) => text.replace(/\b(Ebene|Gruppe) (?=\1 \d)/g, "");

/**
 * Returns the key of the entry for a text, or `undefined` if there is none.
 * @param {string} text
 * @returns {{key: string, german: string, match?: RegExpExecArray, names?: string[]} | undefined}
 */
export function find(text) {
  const german = known.get(text);
  if (german !== undefined) return { key: text, german };
  for (const entry of finished) {
    const match = entry.pattern.exec(text);
    if (match) return { ...entry, match };
  }
  return undefined;
}

/**
 * Returns phrases in a row in German, or `undefined` if not all of them are known.
 * @param {string} text @param {string} mark What stands between them.
 */
function lookEach(text, mark) {
  if (known.has(text)) return undefined;
  const phrases = text.split(mark);
  return phrases.length > 1 && phrases.every(find) ? phrases.map(look).join(mark) : undefined;
}

/** Returns a finished text in German, or as it is if nothing is known of it. @param {string} text @returns {string} */
function look(text) {
  // A value in a single phrase would take in the phrases beside it.
  const row = lookEach(text, "; ");
  if (row !== undefined) return row;
  const found = find(text);
  // Where one is unknown, such as a note in a later version's file, the others are German.
  if (!found) return lookEach(text, ", ") ?? text.split("; ").map((phrase) => (find(phrase) ? look(phrase) : phrase)).join("; ");
  const { german, match, names = [] } = found;
  if (!match) return german;
  const values = new Map(names.map((name, i) => [name, valueOf(name.replace(/[{}\d]/g, ""), match[i + 1])]));
  return once(german.replace(/\{\w+\}/g, (hole) => values.get(hole) ?? hole));
}

/** Looks a text up without the blanks around it. @param {string} text */
function lookWithin(text) {
  const [, before, words, behind] = /** @type {string[]} */ (/** @type {unknown} */ (/^(\s*)(.*?)(\s*)$/s.exec(text)));
  return `${before}${look(words)}${behind}`;
}

/** Returns a text in German. @param {string | TemplateStringsArray} strings @param {unknown[]} values */
export function say(strings, ...values) {
  if (typeof strings === "string") return lookWithin(strings);
  const key = strings.reduce((text, next, i) => `${text}{${i - 1}}${next}`);
  // What stands in quotes is a name.
  return once(lookWithin(key).replace(/(„?)\{(\d+)\}/g, (_, quote, i) => (quote ? `„${named(String(values[i]))}` : String(values[i]))));
}

/** Templates in German, by their English strings. @type {WeakMap<TemplateStringsArray, {strings: TemplateStringsArray, order: number[]}>} */
const templates = new WeakMap();

/** Translates a template: its texts, and the order of its values. @param {TemplateStringsArray} strings */
function translate(strings) {
  const source = strings.join(HOLE);
  /** @type {number[]} */
  const order = [];
  let [german, at, hole] = ["", 0, 0];
  /** @param {string} text */
  const keep = (text) => {
    german += text;
    for (const _ of text.matchAll(new RegExp(HOLE, "g"))) order.push(hole++);
  };
  for (const { key, start, end } of unitsOf(source)) {
    keep(source.slice(at, start));
    const first = hole;
    german += look(key).replace(/\{(\d+)\}/g, (_, i) => {
      order.push(first + Number(i));
      hole += 1;
      return HOLE;
    });
    at = end;
  }
  keep(source.slice(at));
  const parts = german.split(HOLE);
  return { strings: /** @type {TemplateStringsArray} */ (/** @type {unknown} */ (Object.assign(parts, { raw: parts }))), order };
}

/**
 * Returns a template's function that speaks German.
 * @template R
 * @param {(strings: TemplateStringsArray, ...values: unknown[]) => R} plain Lit's own. It comes as an argument: whoever waits for this module has it already.
 * @returns {(strings: TemplateStringsArray, ...values: unknown[]) => R}
 */
export function speaking(plain) {
  return (strings, ...values) => {
    const template = templates.get(strings) ?? translate(strings);
    templates.set(strings, template);
    return plain(template.strings, ...template.order.map((i) => values[i]));
  };
}

/** Translates the editor's tables in place. @template T @param {T} rows @returns {T} */
export function table(rows) {
  for (const row of Object.values(rows ?? {})) if (typeof row === "object") table(row);
  if (typeof rows === "object" && rows && "label" in rows) {
    const row = /** @type {Record<string, unknown>} */ (rows);
    // What the page makes of a label's English words stays possible.
    row.english = row.label;
    for (const field of ["label", "hint", "source"]) if (typeof row[field] === "string") row[field] = look(row[field]);
  }
  return rows;
}

/** Names that the editor gives. @type {Record<string, string>} */
const GIVEN = { Layer: "Ebene", Group: "Gruppe", Tag: "Marke", untitled: "unbenannt" };

/** Returns the name of a layer, a group, a tag or a drawing, in German if the editor gave it. @param {string} name */
export function named(name) {
  return name.replace(/^(Layer|Group|Tag|untitled)( \d+)?( copy)?$/, (_, kind, number = "", copy = "") => `${GIVEN[kind]}${number}${copy && " – Kopie"}`);
}

/** Keys whose names differ on German keyboards. @type {Record<string, string>} */
const KEYS = { Ctrl: "Strg", Shift: "Umschalt", Space: "Leertaste", Enter: "Eingabe", Escape: "Esc", Delete: "Entf", Backspace: "Rücktaste", Home: "Pos1", End: "Ende", Insert: "Einfg", PageUp: "Bild ↑", PageDown: "Bild ↓" };

/** Returns a chord as it is labelled on German keyboards. @param {string} chord */
export function keyed(chord) {
  return chord.replace(/[A-Z][a-zA-Z]+/g, (key) => KEYS[key] ?? key);
}

/** Returns an element's text in German, by its own text or by its markup, which has inline elements alone. @param {Element} element */
function translateElement(element) {
  for (const attribute of element.attributes) {
    if (/^(title|aria-label|aria-description|placeholder|alt|content)$/.test(attribute.name)) attribute.value = look(attribute.value);
  }
  const texts = [...element.childNodes].filter((node) => node instanceof Text && /\p{L}/u.test(node.data));
  if (texts.length === 0) return;
  if (element.children.length > 0 && [...element.children].every(({ tagName }) => /^(B|CODE|EM|I|KBD)$/.test(tagName))) {
    const key = element.innerHTML.trim().replace(/\s+/g, " ");
    if (known.has(key)) element.innerHTML = look(key);
    return;
  }
  for (const node of /** @type {Text[]} */ (texts)) {
    const words = node.data.trim();
    node.data = node.data.replace(words, () => look(words.replace(/\s+/g, " ")));
  }
}

/** Translates the page as it was loaded. */
function translatePage() {
  document.documentElement.lang = "de";
  for (const element of document.querySelectorAll("title, meta[name=description], body *")) translateElement(element);
}

if (globalThis.document) translatePage();
