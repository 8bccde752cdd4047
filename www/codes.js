/**
 * What messages say to a program: their codes and their values, never their sentences.
 */

/** @import { Message, Value } from "./messages.js" */

/** Returns a message's code. @param {Message} message */
export function codeOf(message) {
  return typeof message === "string" ? message : message[0];
}

/** Returns what a message's first value is, if that is a phrase of its own: the name of what an error is about. @param {Message} message */
export function subjectOf(message) {
  const [, first] = typeof message === "string" ? [] : message;
  return Array.isArray(first) ? first[0] : "";
}

/** Returns the messages in a message, and itself. @param {Message} message @returns {Message[]} */
export function within(message) {
  /** @type {Message[]} */
  const inside = typeof message === "string" ? [] : message.slice(1).filter((/** @type {Value} */ value) => Array.isArray(value));
  return [message, ...inside.flatMap(within)];
}

/** Returns `true` if a message has a code, or a message in it does. @param {Message} message @param {string} code */
export function says(message, code) {
  return within(message).some((one) => codeOf(one) === code);
}

/** Returns the values that holes of a name have in a message and in those within it. @param {Message} message @param {string} hole @returns {Value[]} */
export function valuesOf(message, hole) {
  return within(message).flatMap((one) => {
    const [code, ...values] = typeof one === "string" ? [one] : one;
    const at = [...new Set(code.match(/\{\w+\}/g))].indexOf(`{${hole}}`);
    return at < 0 ? [] : values.slice(at, at + 1);
  });
}

/** Joins phrases to one message. Without phrases it is empty. @param {Message[]} phrases @param {string} [code] A code of two holes. @param {string} [last] That of the last two. @returns {Message} */
export function row(phrases, code = "{first}; {rest}", last = code) {
  const all = phrases.filter((phrase) => phrase !== "");
  const one = (/** @type {Message} */ phrase) => (typeof phrase === "string" ? /** @type {Message} */ ([phrase]) : phrase);
  return all.slice(0, -1).reduceRight((rest, phrase, at) => [at === all.length - 2 ? last : code, one(phrase), one(rest)], all.at(-1) ?? "");
}
