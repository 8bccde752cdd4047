/** What is done when the browser has nothing else to do. */

/** Minimum time left in an idle moment to begin a slice, in milliseconds. */
export const REST = 4;

/** Time of an idle moment that is used at most, in milliseconds: a moment may be thought to last 50, and input may come before. */
const MOST = 20;

/**
 * Calls back in an idle moment. Browsers without idle callbacks get a short timer.
 * @param {(rest: () => number) => void} work
 * @param {number} [timeout] How long an idle moment is waited for, in milliseconds: a busy machine may have none.
 */
export function whenIdle(work, timeout) {
  if ("requestIdleCallback" in window) {
    requestIdleCallback((deadline) => {
      const end = performance.now() + MOST;
      work(() => Math.min(deadline.timeRemaining(), end - performance.now()));
    }, timeout === undefined ? undefined : { timeout });
    return;
  }
  setTimeout(() => {
    const end = performance.now() + 2 * REST;
    work(() => end - performance.now());
  }, 200);
}
