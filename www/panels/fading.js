/**
 * Words that stand for a while: that steps were set aside, in the status line.
 *
 * Problem: who undoes a stroke and draws it better does so two hundred times an hour, and words that stay are in the way each
 * time. Idea: words about few steps go after {@link WHILE_MS}; they come again when something else is set aside. Words about
 * many steps stay, as losing these would hurt. The invariant: what is set aside is in the history in any case, whether
 * anybody is told of it or not.
 */

/** How long the words about few steps stand, in milliseconds. */
export const WHILE_MS = 20_000;

export class Fading {
  #redraw;
  #count = 0;
  #stays = false;
  #shown = false;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  #timer;

  /** @param {() => void} redraw Called when the words go. */
  constructor(redraw) {
    this.#redraw = redraw;
  }

  /** Notes that steps were set aside just now. @param {boolean} quiet Whether they are few. */
  note(quiet) {
    clearTimeout(this.#timer);
    [this.#stays, this.#shown] = [!quiet, true];
    if (quiet) this.#timer = setTimeout(() => this.#go(), WHILE_MS);
  }

  /** Whether the words are to be shown. @param {number} count Number of steps that are set aside now. */
  shows(count) {
    // They were set aside in another way than by a stroke, such as by bringing others back.
    if (count !== this.#count && count > 0 && !this.#stays) this.note(true);
    if (count === 0) {
      clearTimeout(this.#timer);
      [this.#stays, this.#shown] = [false, false];
    }
    this.#count = count;
    return count > 0 && this.#shown;
  }

  #go() {
    this.#shown = false;
    this.#redraw();
  }
}
