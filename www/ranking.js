/**
 * Which command somebody means who types a few letters.
 *
 * Problem: people remember a part of a name, or the first letters of its words. Idea: what begins with the letters comes first,
 * then what has words that begin with them, then what has these words together with the name of its menu, and last what has
 * the letters in their order anywhere. Invariant: whatever is found has all the letters, in their order.
 */

/** @typedef {{label: string, menu: string}} Named */

/** Characters that are minded of what is typed. */
const MINDED = 40;

/** @param {string} text */
const plain = (text) => text.normalize("NFD").replace(/\p{M}/gu, "").toLowerCase();

/** @param {string} text */
const wordsOf = (text) => text.split(/[^\p{L}\p{N}°×]+/u).filter(Boolean);

/** Returns `true` if the letters are beginnings of words, in their order. @param {string[]} words @param {string} letters @returns {boolean} */
function begin(words, letters) {
  if (letters === "") return true;
  return words.some((word, place) => {
    let common = 0;
    while (common < word.length && word[common] === letters[common]) common += 1;
    for (let taken = common; taken > 0; taken -= 1) if (begin(words.slice(place + 1), letters.slice(taken))) return true;
    return false;
  });
}

/** Returns how well a name fits what was typed: 0 for not at all. @param {Named} named @param {string} typed */
export function fit({ label, menu }, typed) {
  const [name, wanted] = [plain(label), plain(typed.slice(0, MINDED)).trim().replace(/\s+/g, " ")];
  const letters = wanted.replaceAll(" ", "");
  if (name.startsWith(wanted)) return 4;
  if (begin(wordsOf(name), letters)) return 3;
  if (begin([...wordsOf(plain(menu)), ...wordsOf(name)], letters)) return 2;
  let at = 0;
  for (const letter of name) if (letter === letters[at]) at += 1;
  return at === letters.length ? 1 : 0;
}

/**
 * Returns what fits, the best first. Of what fits as well the one that was used last is first, and then those in their order.
 * @template {Named & {id: string}} T
 * @param {T[]} all @param {string} typed @param {string[]} used Ids, the last used first.
 * @returns {T[]}
 */
export function ranked(all, typed, used) {
  const age = (/** @type {T} */ { id }) => (used.indexOf(id) + 1 || used.length + 1);
  const fits = all.map((one) => ({ one, how: fit(one, typed), age: age(one) })).filter(({ how }) => how > 0);
  return fits.sort((a, b) => b.how - a.how || a.age - b.age).map(({ one }) => one);
}
