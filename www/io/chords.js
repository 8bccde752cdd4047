/**
 * Which key of the table of commands somebody presses, on whatever keyboard.
 *
 * A letter is the one that is typed: Ctrl+Z is where Z is written. What the layout can't type is found by its position.
 */

/** Signs by the key's position on a Latin keyboard, for layouts that cannot type them. */
const PLACES = new Map([["BracketLeft", "["], ["BracketRight", "]"], ["Comma", ","], ["Period", "."], ["Quote", "'"]]);

/** Whether this is a Mac. Tests ask where there is no browser. */
const MAC = globalThis.navigator?.platform?.startsWith("Mac") ?? false;

/**
 * Returns the key as the table of commands names it. If the layout's alphabet has no such letter,
 * as Cyrillic has no "z", the key's position decides. An accent is no part of a letter: it comes from a dead key that was pressed
 * before. Where the apostrophe is one, as in US International, it is meant as a sign. With Alt a Mac types other signs, so there the
 * position decides, too.
 * @param {KeyboardEvent} event
 * @param {boolean} [alt] Whether Alt is held, and is no AltGr.
 */
function latin({ key, code }, alt = false) {
  if (alt && code.startsWith("Key") && !/^[a-z]$/i.test(key)) return code.slice(3).toLowerCase();
  if (key === "Dead" && code === "Quote") return "'";
  if (key.length !== 1) return key;
  // To ask for an accent takes as long as all the rest, and most letters can have none.
  if (key <= "\u007f") return key.toLowerCase();
  if (key <= "\u024f") return (code.startsWith("Key") ? key.normalize("NFD")[0] : key).toLowerCase();
  return /^(?:Key|Digit)(.)$/.exec(code)?.[1].toLowerCase() ?? PLACES.get(code) ?? key;
}

/**
 * Returns a key with Ctrl or Cmd, Shift and Alt, as the editor takes it, or nothing for a letter of AltGr. With AltGr a key types a
 * character: on many keyboards that is how "[" is written. It is never Ctrl+Alt, and never a letter's command.
 * @param {KeyboardEvent} event
 * @returns {[string, boolean, boolean, boolean] | undefined}
 */
export function chordOf(event) {
  // On a Mac some browsers call the key AltGr that is Alt.
  const typesSigns = event.getModifierState("AltGraph") && !MAC;
  if (!typesSigns) return [latin(event, event.altKey), event.ctrlKey || event.metaKey, event.shiftKey, event.altKey];
  return /^[\p{L}\p{N}]$/u.test(event.key) ? undefined : [latin(event), false, false, false];
}
