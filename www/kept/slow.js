/** Whether something that is usually quick takes so long that the page says so. */

/** How long it may take, in milliseconds. */
const SLOW_MS = 500;

export class Slow {
  #waits;
  #tell;
  #slow = false;
  /** Since when something waits, by `performance.now()`. */
  #since = 0;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  #timer;

  /** @param {() => boolean} waits Whether something waits now. @param {() => void} tell Hears when it begins to take long, and when that is over. */
  constructor(waits, tell) {
    this.#waits = waits;
    this.#tell = tell;
  }

  /** Whether it takes long now. */
  get now() {
    return this.#slow;
  }

  /** Notes that something is about to wait. */
  begin() {
    if (!this.#waits()) this.#since = performance.now();
    this.#timer ??= setTimeout(() => this.#look(), SLOW_MS);
  }

  /** Notes that something waits no more. */
  end() {
    if (!this.#waits()) this.#set(false);
  }

  /** The timer is left to run when nothing waits, as setting one for each stroke takes time. */
  #look() {
    const waits = this.#waits();
    const left = this.#since + SLOW_MS - performance.now();
    this.#timer = waits && left > 0 ? setTimeout(() => this.#look(), left) : undefined;
    if (waits && left <= 0) this.#set(true);
  }

  /** @param {boolean} slow */
  #set(slow) {
    if (this.#slow === slow) return;
    this.#slow = slow;
    this.#tell();
  }
}
