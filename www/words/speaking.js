/**
 * Speaks another language than English: makes its sentences, and replaces the texts of templates, of tables and of the page.
 *
 * A language is a catalogue, which has an entry for each code: its English template. `{0}` in it is the first value of a template of the
 * page, in whichever place; other holes have names. A plural has as many forms as `Intl.PluralRules` knows for the language, in the order
 * zero, one, two, few, many, other, with ` | ` between them. Where the language needs a sentence of its own for a phrase, an entry has that
 * in the place of its hole: `PNG file: {why}` comes before `{format} file: {why}`. What has no entry stays English.
 *
 * The page waits for this module before anything else begins. What the page has already comes as an argument: a file that both import would wait
 * for itself.
 */

import { HOLE, unitsOf } from "./units.js";

/** @import { Language, Message, Value } from "../messages.js" */

/**
 * What a language has of its own.
 * @typedef {object} Own
 * @property {string} tag Its tag, such as `de`.
 * @property {Record<string, string>[]} catalogues Its templates by their codes.
 * @property {{thousands: string, decimal: string}} signs What stands between thousands, and before a fraction.
 * @property {Record<string, string>} [given] Names that the editor gives to layers, groups, tags and drawings.
 * @property {string} [copy] What is appended to the name of a copy.
 * @property {Record<string, string>} [keys] Keys whose names differ on its keyboards.
 * @property {(text: string) => string} [finish] What is done to each sentence at its end.
 * @property {(label: string) => string} [within] Returns a label as it stands within a sentence, if not in small letters.
 */

/** Forms of plurals, in the order in which templates have them. */
const FORMS = /** @type {const} */ (["zero", "one", "two", "few", "many", "other"]);

/** Holes whose values are names. */
const NAMES = new Set(["name", "layer", "group"]);

/** A language that is spoken in English's place: what makes sentences of codes, as `Language` in `messages.js` asks for it. */
export class Speech {
  #own;
  #sentence;
  #known;
  /** @type {Intl.PluralRules | undefined} */
  #rules;
  /** Templates in the language, by their English strings. @type {WeakMap<TemplateStringsArray, {strings: TemplateStringsArray, order: number[]}>} */
  #templates = new WeakMap();

  /** @param {Own} own @param {(message: Message, language: Language) => string} sentence Makes a message's sentence in a language. */
  constructor(own, sentence) {
    this.#own = own;
    this.#sentence = sentence;
    this.#known = new Map(own.catalogues.flatMap((part) => Object.entries(part)));
  }

  /**
   * Returns the template for a code. One that has a phrase in the place of its hole comes first.
   * @param {string} code @param {readonly string[]} [holes] @param {readonly Value[]} [values]
   */
  look(code, holes = [], values = []) {
    for (const [at, value] of values.entries()) {
      const own = Array.isArray(value) && value.length === 1 && this.#known.get(code.replaceAll(holes[at], () => value[0]));
      if (own) return own;
    }
    return this.#known.get(code) ?? code;
  }

  /** Returns the place of the form for a number; without one, that for others. @param {number} [number] */
  form(number = NaN) {
    const rules = this.#rules ??= new Intl.PluralRules(this.#own.tag);
    const { pluralCategories } = rules.resolvedOptions();
    return FORMS.filter((one) => pluralCategories.includes(one)).indexOf(rules.select(number));
  }

  /** @param {string} name @param {number | string} value */
  value(name, value) {
    const { signs } = this.#own;
    if (name === "count") return String(value).replace(/\B(?=(\d{3})+$)/g, signs.thousands);
    if (name === "amount") return String(value).replace(".", signs.decimal);
    return NAMES.has(name) ? this.named(String(value)) : String(value);
  }

  /** Returns the name of a layer, a group, a tag or a drawing, in the language if the editor gave it. @param {string} name */
  named = (name) => {
    const { given = {}, copy = "" } = this.#own;
    const [, kind = "", number = "", copied] = /^([A-Za-z]+)( \d+)?( copy)?$/.exec(name) ?? [];
    return Object.hasOwn(given, kind) ? `${given[kind]}${number}${copied ? copy : ""}` : name;
  };

  /** Returns a chord as it is labelled on the language's keyboards. @param {string} chord */
  keyed = (chord) => chord.replace(/[A-Z][a-zA-Z]+/g, (key) => this.#own.keys?.[key] ?? key);

  /** Returns a label as it stands within a sentence. @param {string} label */
  within = (label) => (this.#own.within ?? ((text) => text.toLowerCase()))(label);

  /** @param {string} text */
  #finish(text) {
    return this.#own.finish?.(text) ?? text;
  }

  /** Looks a text up without the blanks around it. @param {string} text @param {number} [number] The number that decides, of a plural. */
  #lookWithin(text, number) {
    const words = text.trim();
    const forms = this.look(words).split(" | ");
    return text.replace(words, () => forms[forms.length > 1 ? this.form(number) : 0]);
  }

  /** Returns what is said in the language: a message, a text, or a template with its values. @param {Message | TemplateStringsArray} strings @param {unknown[]} values */
  say = (strings, ...values) => {
    if (typeof strings === "string") return this.#lookWithin(strings);
    if (!("raw" in strings)) return this.#finish(this.#sentence(strings, this));
    const key = strings.reduce((/** @type {string} */ text, /** @type {string} */ next, /** @type {number} */ i) => `${text}{${i - 1}}${next}`);
    const template = this.#lookWithin(key, values.find((value) => typeof value === "number"));
    // What stands in quotes is a name.
    return this.#finish(template.replace(/([„“«]?)\{(\d+)\}/g, (_, quote, i) => quote + (quote ? this.named(String(values[i])) : String(values[i]))));
  };

  /** Translates a template: its texts, and the order of its values. @param {TemplateStringsArray} strings */
  #translate(strings) {
    const source = strings.join(HOLE);
    /** @type {number[]} */
    const order = [];
    let [said, at, hole] = ["", 0, 0];
    /** @param {string} text */
    const keep = (text) => {
      said += text;
      for (const _ of text.matchAll(new RegExp(HOLE, "g"))) order.push(hole++);
    };
    for (const { key, start, end } of unitsOf(source)) {
      keep(source.slice(at, start));
      const first = hole;
      said += this.look(key).replace(/\{(\d+)\}/g, (_, i) => {
        order.push(first + Number(i));
        hole += 1;
        return HOLE;
      });
      at = end;
    }
    keep(source.slice(at));
    const parts = said.split(HOLE);
    return { strings: /** @type {TemplateStringsArray} */ (/** @type {unknown} */ (Object.assign(parts, { raw: parts }))), order };
  }

  /**
   * Returns a template's function that speaks the language.
   * @template R
   * @param {(strings: TemplateStringsArray, ...values: unknown[]) => R} plain Lit's own. It comes as an argument: whoever waits for this module has it already.
   * @returns {(strings: TemplateStringsArray, ...values: unknown[]) => R}
   */
  speaking = (plain) => (strings, ...values) => {
    const template = this.#templates.get(strings) ?? this.#translate(strings);
    this.#templates.set(strings, template);
    return plain(template.strings, ...template.order.map((i) => values[i]));
  };

  /** Translates the editor's tables in place. The code of a label stays beside it. @type {<T>(rows: T) => T} */
  table = (rows) => {
    for (const row of Object.values(rows ?? {})) if (typeof row === "object") this.table(row);
    if (typeof rows === "object" && rows && "label" in rows) {
      const row = /** @type {Record<string, unknown>} */ (rows);
      row.code = row.label;
      for (const field of ["label", "hint", "source"]) if (typeof row[field] === "string") row[field] = this.look(row[field]);
    }
    return rows;
  };

  /** Translates an element's text, by its own text or by its markup, which has inline elements alone. @param {Element} element */
  #translateElement(element) {
    for (const attribute of element.attributes) {
      if (/^(title|aria-label|aria-description|placeholder|alt|content)$/.test(attribute.name)) attribute.value = this.look(attribute.value);
    }
    const texts = [...element.childNodes].filter((node) => node instanceof Text && /\p{L}/u.test(node.data));
    if (texts.length === 0) return;
    if (element.children.length > 0 && [...element.children].every(({ tagName }) => /^(B|CODE|EM|I|KBD)$/.test(tagName))) {
      const key = element.innerHTML.trim().replace(/\s+/g, " ");
      if (this.#known.has(key)) element.innerHTML = this.look(key);
      return;
    }
    for (const node of /** @type {Text[]} */ (texts)) {
      const words = node.data.trim();
      node.data = node.data.replace(words, () => this.look(words.replace(/\s+/g, " ")));
    }
  }

  /** Translates the page as it was loaded. */
  translatePage() {
    document.documentElement.lang = this.#own.tag;
    for (const element of document.querySelectorAll("title, meta[name=description], body *")) this.#translateElement(element);
  }
}
