/**
 * The keys of a US keyboard, as the browser's protocol wants them told: WebDriver names a key by the character that it types, or by a
 * code of its own (https://www.w3.org/TR/webdriver2/#keyboard-actions).
 */

/**
 * @typedef {object} Press
 * @property {string} key What `KeyboardEvent.key` says.
 * @property {string} code What `KeyboardEvent.code` says: the place on the keyboard.
 * @property {number} number The number that Windows gives it, by which browsers know it.
 * @property {number} [location] 1 for the left of two, 3 for the digits at the side.
 * @property {string} [text] What it types.
 */

/** Modifiers by their bits in the protocol. */
const BITS = new Map([["Alt", 1], ["Control", 2], ["Meta", 4], ["Shift", 8]]);

/** WebDriver's codes, each with its key, its place and its number. @type {[number, string, string, number, number?][]} */
const NAMED = [
  [0xe003, "Backspace", "Backspace", 8], [0xe004, "Tab", "Tab", 9], [0xe00c, "Escape", "Escape", 27],
  [0xe008, "Shift", "ShiftLeft", 16, 1], [0xe009, "Control", "ControlLeft", 17, 1], [0xe00a, "Alt", "AltLeft", 18, 1], [0xe03d, "Meta", "MetaLeft", 91, 1],
  [0xe00e, "PageUp", "PageUp", 33], [0xe00f, "PageDown", "PageDown", 34], [0xe010, "End", "End", 35], [0xe011, "Home", "Home", 36],
  [0xe012, "ArrowLeft", "ArrowLeft", 37], [0xe013, "ArrowUp", "ArrowUp", 38], [0xe014, "ArrowRight", "ArrowRight", 39], [0xe015, "ArrowDown", "ArrowDown", 40],
  [0xe016, "Insert", "Insert", 45], [0xe017, "Delete", "Delete", 46],
];

/** Characters of keys that type no letter, without and with Shift, with their places and numbers. @type {[string, string, number][]} */
const SIGNS = [
  ["`~", "Backquote", 192], ["-_", "Minus", 189], ["=+", "Equal", 187], ["[{", "BracketLeft", 219], ["]}", "BracketRight", 221], ["\\|", "Backslash", 220],
  [";:", "Semicolon", 186], ["'\"", "Quote", 222], [",<", "Comma", 188], [".>", "Period", 190], ["/?", "Slash", 191],
];

/** Keys by what WebDriver calls them. @type {Map<string, Press>} */
const KEYS = new Map();
/** What a character becomes with Shift. @type {Map<string, string>} */
const SHIFTED = new Map();

for (const [value, key, code, number, location] of NAMED) KEYS.set(String.fromCharCode(value), { key, code, number, location });
for (const value of [0xe006, 0xe007]) KEYS.set(String.fromCharCode(value), { key: "Enter", code: "Enter", number: 13, text: "\r" });
for (const value of [" ", "\ue00d"]) KEYS.set(value, { key: " ", code: "Space", number: 32, text: " " });
for (let i = 0; i < 12; i += 1) KEYS.set(String.fromCharCode(0xe031 + i), { key: `F${i + 1}`, code: `F${i + 1}`, number: 112 + i });
for (let i = 0; i < 10; i += 1) KEYS.set(String.fromCharCode(0xe01a + i), { key: String(i), code: `Numpad${i}`, number: 96 + i, location: 3, text: String(i) });
const letters = [..."abcdefghijklmnopqrstuvwxyz"].map((letter) => /** @type {[string, string, number]} */ ([letter + letter.toUpperCase(), `Key${letter.toUpperCase()}`, letter.toUpperCase().charCodeAt(0)]));
const digits = [...")!@#$%^&*("].map((sign, digit) => /** @type {[string, string, number]} */ ([digit + sign, `Digit${digit}`, 48 + digit]));
for (const [[plain, shifted], code, number] of [...letters, ...digits, ...SIGNS]) {
  SHIFTED.set(plain, shifted);
  for (const key of [plain, shifted]) KEYS.set(key, { key, code, number, text: key });
}

/**
 * The key of a value of WebDriver's; what no key of this keyboard types is typed all the same, as by an input method.
 * @param {string} value @param {boolean} shift Whether Shift is held.
 * @returns {Press}
 */
function keyOf(value, shift) {
  const typed = (shift && SHIFTED.get(value)) || value;
  return KEYS.get(typed) ?? { key: typed, code: "", number: 0, text: typed };
}

export class Keyboard {
  /** Values of the keys that are down. @type {Set<string>} */
  #down = new Set();

  /** The modifiers that are held, as bits. */
  get modifiers() {
    let bits = 0;
    for (const value of this.#down) bits |= BITS.get(keyOf(value, false).key) ?? 0;
    return bits;
  }

  /** What the protocol is told of a key that goes down. @param {string} value */
  press(value) {
    const held = this.#down.has(value);
    this.#down.add(value);
    const { modifiers } = this;
    const { text } = keyOf(value, (modifiers & 8) !== 0);
    // Whoever holds Ctrl, Alt or the like types nothing.
    const types = (modifiers & ~8) === 0 ? text : undefined;
    return { ...this.#told(value), type: types ? "keyDown" : "rawKeyDown", text: types, unmodifiedText: types, autoRepeat: held };
  }

  /** What it is told of a key that is let go, if it was down. @param {string} value */
  release(value) {
    if (!this.#down.delete(value)) return undefined;
    return { ...this.#told(value), type: "keyUp" };
  }

  /** Keys that are down, the last one first. */
  get held() {
    return [...this.#down].reverse();
  }

  /** @param {string} value */
  #told(value) {
    const { modifiers } = this;
    const { key, code, number, location = 0 } = keyOf(value, (modifiers & 8) !== 0);
    return { modifiers, key, code, windowsVirtualKeyCode: number, location, isKeypad: location === 3 };
  }
}
