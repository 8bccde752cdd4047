/**
 * When messages, highlights and panels hear of what has happened, and when it is kept.
 *
 * Problem: a change of the picture is often followed by the next at once, and whatever is done in between holds that up. Idea: the picture
 * comes first. Messages and highlights follow a moment later; then what has happened is kept, and once nothing more happens panels are drawn,
 * some of them in a task. While one change follows the other all of these come a few times a second. Where a held key makes the changes,
 * its next frame would wait for what is drawn, so that comes when the key rests. Undo and redo take nothing away, so while a key is held for them even what is kept may wait for a second. The invariant: whatever changes is shown and kept in the end,
 * however much happens, and nothing is drawn while the editor is at work.
 */

/** @import { News } from "./news.js" */

/** How long messages and highlights wait after a change, and panels after the last one, in milliseconds. */
const PANELS_MS = 80;

/** The longest that all of them wait while one change follows the other, in milliseconds. */
const LONGEST_MS = 240;

/** The longest that what is drawn waits while a held key makes the changes, and while these are undo or redo, which people watch in the picture. */
const [HELD_MS, TRAVEL_MS] = [720, 2000];

/** The longest that what a held key changes waits to be kept; for undo and redo, as all that they change can be done again after a page was killed. */
const [KEPT_MS, TRAVELLED_MS] = [LONGEST_MS, 1000];

/**
 * How long a held key may have made no change before it counts as let go, in milliseconds. That a key has come up tells it sooner, but where ⌘ is held, macOS does not
 * tell of the other key.
 */
const SILENT_MS = 240;

/** Time after which no other panel is drawn in the same task, in milliseconds. */
const SLICE_MS = 6;

/**
 * The editor, as far as it matters here.
 * @typedef {object} Shown
 * @property {() => void} tell Hands what is new to the listeners.
 * @property {() => void} keep Has what has happened kept.
 * @property {() => boolean} owes Returns `true` if something has happened that is not in a batch yet.
 * @property {() => boolean} isLarge Returns `true` if the last change took long, so that keeping it does, too.
 * @property {(action: () => void) => boolean} waits Returns `true` while something is under way, and calls back after it then.
 * @property {() => boolean} drawNext Has the next panel draw that has something to draw. Returns `false` if there is none.
 */

export class Showing {
  #news;
  #shown;
  /** Has what is new shown, while there is something. @type {ReturnType<typeof setTimeout> | undefined} */
  #timer;
  /** When something has changed that no panel shows: the first and the last time, by `performance.now()`. */
  #since = 0;
  #changed = 0;
  /** When what a held key has changed was kept last, the longest that this waits, and the longest that what is drawn waits for it. */
  #kept = 0;
  #keeping = KEPT_MS;
  #longest = HELD_MS;
  /** When messages and highlights were told last, and a held key made a change. */
  #told = 0;
  #repeated = -Infinity;
  /** Whether the timer waits for a held key to be let go. */
  #awaits = false;

  /** @param {News} news @param {Shown} shown */
  constructor(news, shown) {
    this.#news = news;
    this.#shown = shown;
  }

  /** Notes that a held key makes the next change. @param {boolean} travels Whether that is undo or redo. */
  repeats(travels) {
    this.#repeated = performance.now();
    [this.#keeping, this.#longest] = travels ? [TRAVELLED_MS, TRAVEL_MS] : [KEPT_MS, HELD_MS];
  }

  /** Whether a held key runs a command over and over: nobody has told that it came up, and keys that repeat slowly do so ten times a second. */
  get isHeld() {
    return performance.now() - this.#repeated < SILENT_MS;
  }

  /** Notes that a key came up. What a held one has changed is shown in a moment then. */
  released() {
    this.#repeated = -Infinity;
    if (!this.#awaits) return;
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.#begin(), this.#changed + PANELS_MS - performance.now());
  }

  /** Has it shown in a moment. */
  later() {
    this.#changed = performance.now();
    if (this.#timer !== undefined) return;
    this.#since = this.#kept = this.#changed;
    this.#timer = setTimeout(() => this.#begin(), PANELS_MS);
  }

  /** Shows what is new; while a key is held, when it rests or after a while, and until then it is only kept. */
  #begin() {
    const now = performance.now();
    const rest = this.isHeld ? Math.min(this.#changed + SILENT_MS, this.#since + this.#longest) - now : 0;
    this.#awaits = rest > 0;
    if (!this.#awaits) return this.#show();
    const due = now >= this.#kept + this.#keeping;
    if (due) this.#kept = now;
    this.#timer = setTimeout(() => this.#begin(), Math.min(rest, this.#kept + this.#keeping - now));
    if (!due) return;
    this.#shown.tell();
    if (!this.#shown.isLarge()) this.#shown.keep();
  }

  /** Has it shown in a moment, if there is something. */
  laterIfNeeded() {
    if (this.#shown.owes() || this.#news.waits) this.later();
  }

  /** Shows messages and highlights, and has kept what has happened; a large change is kept last. */
  #show() {
    this.#shown.tell();
    if (this.#shown.waits(() => this.later())) {
      this.#timer = undefined;
      return;
    }
    this.#news.tell();
    // Of a file that was opened, panels are seen before half a second of writing.
    if (!this.#shown.isLarge()) this.#shown.keep();
    this.#told = performance.now();
    this.#goOn();
  }

  /** Waits until nothing more happens, or for as long as may be, and then has what is new told, or else panels drawn. */
  #goOn() {
    const longest = this.isHeld ? this.#longest : LONGEST_MS;
    const rest = Math.min(this.#changed + PANELS_MS, this.#since + longest, this.#told + longest) - performance.now();
    if (rest > 0) this.#timer = setTimeout(() => this.#goOn(), rest);
    else if (this.#changed > this.#told) this.#show();
    else this.#timer = setTimeout(() => this.#drawSome());
  }

  /** Draws panels for some milliseconds, and the others in later tasks. */
  #drawSome() {
    // Such as the contour of what was highlighted, which takes a while where much has changed.
    if (this.#shown.waits(() => this.#drawSome())) return;
    const end = performance.now() + SLICE_MS;
    this.#shown.tell();
    let more = this.#shown.drawNext();
    while (more && performance.now() < end) more = this.#shown.drawNext();
    if (more) {
      this.#timer = setTimeout(() => this.#drawSome());
      return;
    }
    this.#timer = undefined;
    this.#news.flash();
    // A large change is not kept yet, nor is what happened meanwhile.
    this.#shown.keep();
    this.laterIfNeeded();
  }

  /** Shows all there is at once, and has it kept. */
  settle() {
    this.#shown.tell();
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.#awaits = false;
    if (this.#shown.waits(() => this.later())) return;
    while (this.#shown.drawNext());
    this.#news.tell();
    this.#news.flash();
    this.#shown.keep();
  }
}
