/**
 * What people read, as a code with its values, and the sentence that a language makes of it.
 *
 * Problem: the editor says something, and a language is chosen on the page alone. Idea: a message is its English template, followed by
 * the values of the template's holes in the order in which it first names them. A language has a template of its own for each. A
 * value that is an array is a message, too; a text is the same in all languages. A template of several forms, with ` | ` between
 * them, is a plural, and the first number among the values decides. Invariant: nobody reads a sentence to learn what was said.
 *
 * @example
 * sentence(["{n} step set aside | {n} steps set aside", 2]) // "2 steps set aside"
 */

/** @typedef {import("../pkg/undoodle.js").Message} Message */
/** @typedef {Exclude<Message, string>[number]} Value */

/**
 * What makes sentences of codes.
 * @typedef {object} Language
 * @property {(code: string, holes: readonly string[], values: readonly Value[]) => string} look Returns the template for a code; its values matter where a language needs a sentence of its own for one.
 * @property {(number: number | undefined) => number} form Returns the place of the form for a number among those of a template.
 * @property {(name: string, value: number | string) => string} value Writes a value, by what its hole is called.
 */

/** A hole: what it is called, and a number if the template has several such. */
const HOLE = /\{([a-z]*)\d*\}/g;

/** @type {Language} */
const ENGLISH = {
  look: (code) => code,
  form: (number) => Number(number !== 1),
  value: (name, value) => (name === "count" ? String(value).replace(/\B(?=(\d{3})+$)/g, ",") : String(value)),
};

/** Returns the sentence for a message, in English if nothing else is asked for. @param {Message} message @param {Language} [language] @returns {string} */
export function sentence(message, language = ENGLISH) {
  /** @type {[string, ...Value[]]} */
  const [code, ...values] = typeof message === "string" ? [message] : message;
  const holes = values.length > 0 ? [...new Set(code.match(HOLE))] : [];
  const forms = language.look(code, holes, values).split(" | ");
  const form = forms.length > 1 ? language.form(values.find((value) => typeof value === "number")) : 0;
  return (forms[form] ?? forms[0]).replace(HOLE, (hole, /** @type {string} */ name) => {
    const value = values[holes.indexOf(hole)];
    return value === undefined ? hole : Array.isArray(value) ? sentence(value, language) : language.value(name, value);
  });
}

/** An error that people read. Its message is English, as scripts know it. */
export class Refusal extends Error {
  /** @param {Message} said @param {ErrorOptions} [options] */
  constructor(said, options) {
    super(sentence(said), options);
    this.said = said;
  }
}

/** Returns what an error says, as far as it was said by code and values. @param {unknown} error @returns {Message} */
export function saidBy(error) {
  return error instanceof Error ? /** @type {{said?: Message}} */ (error).said ?? error.message : String(error);
}
