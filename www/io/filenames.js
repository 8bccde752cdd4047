/**
 * Names of files that every system takes, and that read as what they are.
 *
 * Problem: a drawing may have any name, and a file may not. A slash leads into another folder, Windows keeps CON and
 * others for itself and drops a dot at the end, and a sign that turns the direction of writing makes `exe` look like `png`.
 * Idea: all names of files are made here, by the strictest system's rules, whichever the page runs on, as files travel.
 * The invariant: a name that was made once is not changed by being made again, and its ending is the format's.
 */

/** Signs that show nothing: control characters, those that turn the direction of writing, marks of byte order, halves of letters. */
const UNSEEN = /[\p{Cc}\p{Cs}\p{Zl}\p{Zp}\u061C\u200E\u200F\u202A-\u202E\u2066-\u2069\uFEFF\uFFFE\uFFFF]/gu;
/** Signs that some system takes for something else than a letter. */
const TAKEN = /[/\\:*?"<>|]/g;
/** Names that Windows keeps for devices, whatever follows behind a dot. */
const DEVICES = /^(?:con|prn|aux|nul|conin\$|conout\$|(?:com|lpt)[0-9¹²³])$/i;
/** Maximum length of a name without its ending, in bytes of UTF-8: systems take 255 with it. */
const LONGEST = 200;

/** Returns the beginning of a text that has at most so many bytes, without half a letter. @param {string} text @param {number} most */
function cut(text, most) {
  const encoder = new TextEncoder();
  if (encoder.encode(text).length <= most) return text;
  let [length, kept] = [0, ""];
  for (const { segment } of new Intl.Segmenter().segment(text)) {
    length += encoder.encode(segment).length;
    if (length > most) break;
    kept += segment;
  }
  return kept;
}

/**
 * Returns the name of a file.
 * @param {string} name What it is called, in anybody's words.
 * @param {string} ending Without its dot.
 */
export function fileName(name, ending) {
  const plain = name.replaceAll(/[\t-\r\u0085\u2028\u2029]+/g, " ").replaceAll(UNSEEN, "").replaceAll(TAKEN, "-").replaceAll(/\s+/gu, " ");
  // Unix hides what begins with a dot, and Windows drops dots and blanks at the end.
  const bare = cut(plain.replace(/^[\s.]+/u, ""), LONGEST).replace(/[\s.]+$/u, "");
  const [first, ...rest] = bare.split(".");
  const free = DEVICES.test(first.trimEnd()) ? [`${first.trimEnd()}_`, ...rest].join(".") : bare;
  return `${free || "untitled"}.${ending}`;
}
