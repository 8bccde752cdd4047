/**
 * The texts of a template: what stands between tags, and in attributes that are read to people.
 *
 * Problem: a template's texts are part of its markup, with holes for values in their middle, whose order differs from language
 * to language. Idea: a template's source, with a mark for each hole, is cut into units, each of which has a key: its
 * text with numbered holes and single blanks. Inline elements such as `<kbd>` belong to the text around them.
 * The page and the test of completeness both find texts by this module.
 */

/** Stands for a hole. */
export const HOLE = "\ue000";

/** Attributes with texts for people. */
const SPOKEN = new Set(["title", "aria-label", "aria-description", "aria-valuetext", "placeholder", "alt", "content"]);

/** Elements that are part of a text, unless they have holes in their tags. */
const INLINE = new Set(["b", "code", "em", "i", "kbd"]);

/** A tag, with its name, its attributes and what closes it. */
const TAG = /^<(\/?)([a-z][\w-]*)((?:[^"'>]|"[^"]*"|'[^']*')*)>/i;

/** A name and a quoted value. */
const ATTRIBUTE = /([\w:.@?-]+)\s*=\s*"([^"]*)"/g;

/**
 * @typedef {object} Unit
 * @property {string} key The text in English, with its holes numbered in their order.
 * @property {number} start Where it begins in the source, behind blanks.
 * @property {number} end
 */

/** Returns whether a text has words of its own. @param {string} text */
function hasWords(text) {
  return /\p{L}{2}|\p{L} /u.test(text.replace(/<[^>]*>/g, "").replace(/&\w+;/g, ""));
}

/** Returns a text's key. @param {string} text */
export function keyOf(text) {
  let hole = -1;
  return text.trim().replace(/\s+/g, " ").replaceAll(HOLE, () => `{${(hole += 1)}}`);
}

/**
 * Returns the texts of a template.
 * @param {string} source Its markup, with a mark for each hole.
 * @returns {Unit[]} In their order.
 */
export function unitsOf(source) {
  /** @type {Unit[]} */
  const units = [];
  /** @param {number} from @param {number} to */
  const add = (from, to) => {
    const text = source.slice(from, to);
    if (!hasWords(text)) return;
    const start = from + text.length - text.trimStart().length;
    units.push({ key: keyOf(text), start, end: start + text.trim().length });
  };
  let begun = 0;
  let at = 0;
  while (at < source.length) {
    const tag = source[at] === "<" ? TAG.exec(source.slice(at)) : null;
    if (!tag) {
      at += 1;
      continue;
    }
    const [whole, , name, attributes] = tag;
    if (!INLINE.has(name.toLowerCase()) || attributes.includes(HOLE)) {
      add(begun, at);
      for (const { 0: all, 1: attribute, 2: value, index } of attributes.matchAll(ATTRIBUTE)) {
        const from = at + whole.indexOf(attributes, name.length + 1) + index + all.length - value.length - 1;
        if (SPOKEN.has(attribute)) add(from, from + value.length);
      }
      begun = at + whole.length;
    }
    at += whole.length;
  }
  add(begun, source.length);
  return units;
}
